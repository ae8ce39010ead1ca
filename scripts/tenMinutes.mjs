/**
 * A stranger's first ten minutes, as a page: a fresh clone, the demo, the tests, a repository of one's own, hooks, an artifact, an agent, the
 * page. Every command is run by bash as it is printed, in an empty HOME; what it printed and how long it took stand below it.
 *
 *   node scripts/tenMinutes.mjs --repo DIR --url URL --question TEXT [--tests LOG] > docs/first-ten-minutes.md
 *
 * DIR is a clone of URL: `git clone URL` is answered from it, and from this checkout for Cora itself, so that nothing but npm is asked for anything.
 * LOG is what `npm test` printed in another fresh clone: then the tests, which take most of the time, are not run again.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { root } from './installMissing.mjs';

const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    url: { type: 'string' },
    question: { type: 'string' },
    tests: { type: 'string' },
  },
});
const { url, question } = options;
if (options.repo === undefined || url === undefined || question === undefined) {
  console.error('node scripts/tenMinutes.mjs --repo DIR --url URL --question TEXT [--tests LOG]');
  process.exit(2);
}
const CORA_URL = 'https://github.com/OWNER/cora';
const name = url
  .split('/')
  .at(-1)
  .replace(/\.git$/, '');
/** Of an answer, the first and the last lines are shown. */
const [HEAD, TAIL] = [22, 8];

const call = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const SESSION = [
  call(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'me', version: '1' } }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  call(2, 'tools/call', { name: 'search', arguments: { query: question, k: 1, budget: 400 } }),
];

/** In the directory ~/`at`. */
const SECTIONS = [
  {
    title: 'Does it work at all?',
    steps: [
      { at: '.', run: `git clone -q ${CORA_URL}` },
      { at: 'cora', run: 'npm run demo', tail: 84 },
      { at: 'cora', run: 'npm test', log: options.tests },
    ],
  },
  {
    title: 'A repository of my own',
    steps: [
      { at: '.', run: `git clone -q ${url}` },
      { at: name, run: 'cora index' },
      { at: name, run: `cora query -k 3 "${question}"` },
      { at: name, run: 'cora files | tail -8' },
      { at: name, run: 'cora status' },
    ],
  },
  {
    title: 'Hooks keep it fresh',
    steps: [
      { at: name, run: 'cora hooks install' },
      {
        at: name,
        run: 'echo "How the widget frobnicates is secret." > WIDGET.md && git add WIDGET.md && git commit -qm "About the widget"',
      },
      { at: name, run: 'sleep 5; cora status | head -4' },
      {
        at: name,
        run: 'echo "Nobody frobnicates on Sundays." >> WIDGET.md; cora query -k 1 "who frobnicates on sundays"',
      },
      { at: name, run: 'cora hooks uninstall' },
    ],
  },
  {
    title: 'Build once, share it',
    steps: [
      { at: name, run: 'cora pack -o ~/index.tar' },
      { at: name, run: 'cora verify ~/index.tar' },
      { at: '.', run: `git clone -q ${url} second` },
      { at: 'second', run: 'cora pull ~/index.tar' },
      { at: 'second', run: `cora query -k 1 --related 0 "${question}"` },
      { at: '.', run: `cora query --index ~/index.tar -k 1 --related 0 "${question}"` },
    ],
  },
  {
    title: 'An agent asks it',
    steps: [
      { at: name, run: 'cora init --mcp --client claude-code --dry-run' },
      {
        at: name,
        run: '{ printf "%s\\n" "$INITIALIZE" "$INITIALIZED" "$CALL_SEARCH"; } | cora mcp | tail -1 | node -pe \'JSON.parse(require("fs").readFileSync(0)).result.content[0].text\'',
      },
    ],
  },
  {
    title: 'The page',
    steps: [
      {
        at: name,
        run: 'cora serve --port 8643 2> ~/serve.log & sleep 2; curl -s http://127.0.0.1:8643/health; echo; kill %1; wait; tail -1 ~/serve.log',
      },
    ],
  },
];

const home = realpathSync(mkdtempSync(join(tmpdir(), 'cora-ten-')));
try {
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/cora'), '#!/bin/sh\nexec node ~/cora/dist/cli.js "$@"\n', { mode: 0o755 });
  const mirrors = [
    [CORA_URL, root],
    [url, resolve(options.repo)],
  ];
  const git = Object.fromEntries(
    mirrors.flatMap(([from, to], at) => [
      [`GIT_CONFIG_KEY_${at}`, `url.${to}.insteadOf`],
      [`GIT_CONFIG_VALUE_${at}`, from],
    ]),
  );
  const who = { GIT_AUTHOR_NAME: 'me', GIT_AUTHOR_EMAIL: 'me@example.com' };
  const env = {
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
    HOME: home,
    ...git,
    GIT_CONFIG_COUNT: String(mirrors.length),
    ...who,
    GIT_COMMITTER_NAME: who.GIT_AUTHOR_NAME,
    GIT_COMMITTER_EMAIL: who.GIT_AUTHOR_EMAIL,
    INITIALIZE: SESSION[0],
    INITIALIZED: SESSION[1],
    CALL_SEARCH: SESSION[2],
  };
  const began = performance.now();
  const sections = SECTIONS.map(({ title, steps }) => ({ title, lines: steps.map((step) => taken(step, env)) }));
  print(sections, (performance.now() - began) / 1000);
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns what a terminal would show. Ends the process where a command fails: a page about that helps nobody */
function taken({ at, run, log, tail }, env) {
  if (log !== undefined) return shown({ at, run }, readFileSync(log, 'utf8'));
  const began = performance.now();
  const { status, stdout } = spawnSync('bash', ['-c', `exec 2>&1; set -o pipefail; cd ~/${at}\n${run}`], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const seconds = (performance.now() - began) / 1000;
  console.error(`${seconds.toFixed(1).padStart(6)} s  ${run}`);
  if (status !== 0) {
    console.error(stdout);
    process.exit(1);
  }
  return shown(
    { at, run, tail },
    stdout.replaceAll(home, '~'),
    `    # ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
  );
}

function shown({ at, run, tail = TAIL }, printed, time = '') {
  const lines = stripVTControlCharacters(printed).trimEnd().split('\n');
  const left = lines.length - HEAD - tail;
  const some = left <= 1 ? lines : [...lines.slice(0, HEAD), `[${left} lines]`, ...lines.slice(-tail)];
  return [`~${at === '.' ? '' : `/${at}`} $ ${run}${time}`, ...some, ''];
}

function print(sections, seconds) {
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}`;
  const tests = options.tests === undefined ? '' : ' The tests were run in another fresh clone.';
  console.log(`# The first ten minutes

What a stranger does with a fresh clone, an empty home directory and nothing but Node and git, and what is printed: ${Math.round(seconds)} seconds of commands on ${machine}.${tests}
\`cora\` is \`node ~/cora/dist/cli.js\` until the package is published. Written by \`node scripts/tenMinutes.mjs\`; the clones come from copies on the same disk.`);
  for (const { title, lines } of sections) {
    console.log(`\n## ${title}\n\n\`\`\`\`text`);
    for (const each of lines) console.log(each.join('\n'));
    console.log('````');
  }
}
