/**
 * A stranger's first ten minutes, as a page: the packages are installed, a repository is indexed, asked, hooked, packed, shared, given to an agent,
 * put on a page, and left as it was. Every command is run by bash as it is printed, in an empty HOME. The page shows one visit with what was
 * printed, and the times of all: each repository below with each Node. A visit whose answers lack the right file ends the script.
 *
 *   node scripts/tenMinutes.mjs --snapshots DIR > docs/first-ten-minutes.md
 *
 * DIR holds bare clones as OWNER+NAME/repo: `git clone URL` is answered from them, and from this checkout for Cora itself, so that nothing but npm is
 * asked for anything. The Nodes come from npm.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { root } from './installMissing.mjs';

const CORA_URL = 'https://github.com/OWNER/cora';
/** Repositories that no benchmark and no test here has used. The first one is shown. */
const REPOSITORIES = [
  {
    name: 'composer/composer',
    question: 'what happens when the lock file is out of date',
    finds: 'src/Composer/Package/Locker.php',
  },
  { name: 'libuv/libuv', question: 'how does the thread pool hand work to its threads', finds: 'src/threadpool.c' },
  {
    name: 'pydantic/pydantic',
    question: 'how are discriminated unions validated',
    finds: 'pydantic/_internal/_discriminated_union.py',
  },
];
const NODES = [20, 22, 24];
/** Of a command's output, the first and the last lines are shown. */
const [HEAD, TAIL] = [16, 6];

/** How this machine reaches the npm registry. */
const REACH = /^(?:npm_config_(?:registry|cafile)|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;

const call = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const INITIALIZE = call(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'me', version: '1' },
});
const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
const callSearch = (query) => call(2, 'tools/call', { name: 'search', arguments: { query, k: 1, budget: 400 } });

/** In the directory ~/`at`. `column` names a step in the table of times; `answers`: it has to name the file that is wanted. */
const INSTALL = {
  title: 'Install',
  text: 'You make the packages from a clone, because they are not on npm yet; then you install them like any other.',
  steps: [
    { at: '.', run: `git clone -q ${CORA_URL}` },
    { at: 'cora', run: 'npm run -s packages -- -o ~/packages' },
    { at: '.', run: 'npm install -g ~/packages/*.tgz', column: 'install' },
  ],
};
const sectionsOf = (url, folder, question) => [
  {
    title: 'Ask a repository of yours',
    text: 'One command makes the index, and one asks.',
    steps: [
      { at: '.', run: `git clone -q ${url}` },
      { at: folder, run: 'cora index', column: 'index' },
      { at: folder, run: `cora query -k 2 "${question}"`, column: 'question', answers: true, tail: 8 },
      { at: folder, run: 'cora status' },
    ],
  },
  {
    title: 'Keep it fresh',
    text: 'Git hooks bring the index up to date after each commit. Edits that you have not committed are found too.',
    steps: [
      { at: folder, run: 'cora hooks install' },
      {
        at: folder,
        run: 'echo "How the widget frobnicates is secret." > WIDGET.md && git add WIDGET.md && git commit -qm "About the widget"',
      },
      {
        at: folder,
        run: 'echo "Nobody frobnicates on Sundays." >> WIDGET.md; cora query -k 1 "who frobnicates on sundays"',
      },
      { at: folder, run: 'sleep 9; cora status | head -1' },
    ],
  },
  {
    title: 'Share it',
    text: 'The index is one file. Others ask it where it lies, or take it into a clone of their own, where each row is checked against their files.',
    steps: [
      { at: folder, run: `cora pack -o ~/${folder}.tar`, column: 'pack' },
      {
        at: '.',
        run: `cora-query --index ~/${folder}.tar -k 1 --related 0 "${question}"`,
        column: 'question to the file',
        answers: true,
      },
      { at: '.', run: `git clone -q ${url} colleague/${folder}` },
      { at: `colleague/${folder}`, run: `cora-query pull ~/${folder}.tar`, column: 'pull' },
    ],
  },
  {
    title: 'Give it to an agent',
    text: 'Cora shows what it would add to the settings of your agent. The second command speaks the protocol that the agent speaks.',
    steps: [
      { at: folder, run: 'cora init --mcp --client claude-code --dry-run' },
      {
        at: folder,
        run: '{ printf "%s\\n" "$INITIALIZE" "$INITIALIZED" "$CALL_SEARCH"; } | cora mcp | tail -1 | node -pe \'JSON.parse(require("fs").readFileSync(0)).result.content[0].text\'',
        column: 'agent',
        answers: true,
      },
    ],
  },
  {
    title: 'See it in a browser',
    text: '`cora serve` is a page and an HTTP API on your machine; `cora pages` writes a page for any static host.',
    steps: [
      {
        at: folder,
        run: 'cora serve --port 8697 2> ~/serve.log & curl -s --retry 9 --retry-connrefused http://127.0.0.1:8697/health; echo; kill %1; wait; tail -1 ~/serve.log',
      },
      { at: folder, run: `cora pages -o ~/page-of-${folder}`, column: 'page' },
    ],
  },
  {
    title: 'Leave no trace',
    steps: [
      { at: folder, run: 'cora hooks uninstall' },
      { at: folder, run: 'cora clean --all --yes && ls .git' },
    ],
  },
];

const { values: options } = parseArgs({ options: { snapshots: { type: 'string' } } });
if (options.snapshots === undefined) {
  console.error('node scripts/tenMinutes.mjs --snapshots DIR');
  process.exit(2);
}
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'cora-ten-')));
try {
  const nodes = installNodes();
  print(nodes.flatMap(visits));
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns the folders of their programs */
function installNodes() {
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n');
  const wanted = NODES.map((version) => `node${version}@npm:node-${process.platform}-${process.arch}@${version}`);
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', ...wanted], { cwd: scratch });
  return NODES.map((version) => join(scratch, 'node_modules', `node${version}`, 'bin'));
}

/** Installs once for a Node, and visits each repository. */
function visits(node) {
  const home = mkdtempSync(join(scratch, 'home-'));
  const places = [[CORA_URL, root], ...REPOSITORIES.map(({ name }) => [urlOf(name), snapshotOf(name)])];
  const git = Object.fromEntries(
    places.flatMap(([from, to], at) => [
      [`GIT_CONFIG_KEY_${at}`, `url.${to}.insteadOf`],
      [`GIT_CONFIG_VALUE_${at}`, from],
    ]),
  );
  const who = { GIT_AUTHOR_NAME: 'me', GIT_AUTHOR_EMAIL: 'me@example.com' };
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => REACH.test(name))),
    PATH: [node, join(home, 'npm/bin'), process.env.PATH].join(delimiter),
    HOME: home,
    NPM_CONFIG_PREFIX: join(home, 'npm'),
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    NPM_CONFIG_FUND: 'false',
    ...git,
    GIT_CONFIG_COUNT: String(places.length),
    ...who,
    GIT_COMMITTER_NAME: who.GIT_AUTHOR_NAME,
    GIT_COMMITTER_EMAIL: who.GIT_AUTHOR_EMAIL,
    INITIALIZE,
    INITIALIZED,
  };
  const version = execFileSync(join(node, 'node'), ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const install = sectionWith(INSTALL, { home, env, finds: '' });
  const visited = REPOSITORIES.map(({ name, question, finds }) => {
    console.error(`${name}, Node ${version}`);
    const asking = { home, env: { ...env, CALL_SEARCH: callSearch(question) }, finds };
    const sections = sectionsOf(urlOf(name), name.split('/')[1], question);
    return { name, version, sections: [install, ...sections.map((section) => sectionWith(section, asking))] };
  });
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return visited;
}

function urlOf(name) {
  return `https://github.com/${name}`;
}

function snapshotOf(name) {
  return resolve(options.snapshots, name.replace('/', '+'), 'repo');
}

function sectionWith({ steps, ...section }, place) {
  return { ...section, steps: steps.map((step) => ({ ...step, ...taken(step, place) })) };
}

/** Ends the process where a command fails, or its answer lacks what is wanted: a page about that helps nobody. */
function taken({ at, run, answers = false, tail }, { home, env, finds }) {
  const began = performance.now();
  const { status, stdout } = spawnSync('bash', ['-c', `exec 2>&1; set -o pipefail; cd ~/${at}\n${run}`], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const seconds = (performance.now() - began) / 1000;
  console.error(`${seconds.toFixed(1).padStart(6)} s  ${run}`);
  if (status !== 0 || (answers && !stdout.includes(finds))) {
    console.error(stdout);
    process.exit(1);
  }
  return {
    seconds,
    lines: shown(
      { at, run, tail },
      stdout.replaceAll(home, '~').replaceAll(env.PATH.split(delimiter)[0], '/usr/bin'),
      seconds,
    ),
  };
}

function shown({ at, run, tail = TAIL }, printed, seconds) {
  const text = stripVTControlCharacters(printed).replace(/^\n+/, '').trimEnd();
  const lines = text === '' ? [] : text.split('\n');
  const left = lines.length - HEAD - tail;
  const some = left <= 1 ? lines : [...lines.slice(0, HEAD), `[${left} lines]`, ...lines.slice(-tail)];
  return [`~${at === '.' ? '' : `/${at}`} $ ${run}    # ${inSeconds(seconds)} s`, ...some, ''];
}

function inSeconds(seconds) {
  return seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds));
}

function print([first, ...others]) {
  const machine = `${availableParallelism()} cores, Node ${first.version}, ${process.platform}`;
  console.log(`# The first ten minutes

This is what you type and see in your first ten minutes with Cora, if you start with an empty home directory, Node, npm and Git. The visit below is to ${first.name} (${machine}); long answers are cut. The clones come from copies on the same
disk, and [scripts/tenMinutes.mjs](../scripts/tenMinutes.mjs) ran the commands and wrote this page.`);
  for (const { title, text, steps } of first.sections) {
    console.log(`\n## ${title}\n${text === undefined ? '' : `\n${text}\n`}\n\`\`\`\`text`);
    console.log(
      steps
        .map(({ lines }) => lines.join('\n'))
        .join('\n')
        .trimEnd(),
    );
    console.log('````');
  }
  const stepsOf = ({ sections }) => sections.flatMap(({ steps }) => steps);
  const columns = stepsOf(first).flatMap(({ column }) => (column === undefined ? [] : [column]));
  console.log(`\n## Three repositories, three versions of Node

The same commands, in seconds each. In each visit, the clone, the packed file and the agent all named the file that answers.

| repository | Node | ${columns.join(' | ')} |
|---|---|${columns.map(() => '---:|').join('')}`);
  for (const one of [first, ...others]) {
    const seconds = columns.map((column) => inSeconds(stepsOf(one).find((step) => step.column === column).seconds));
    console.log(`| ${one.name} | ${one.version} | ${seconds.join(' | ')} |`);
  }
}
