/**
 * Lists the references of a checkout to some of its PHP definitions, by the language server Intelephense.
 *
 *   npm install intelephense; apt-get install php-cli
 *   node bench/compilers/phpReferences.mjs INTELEPHENSE REPO [--names 300] [--seed 1] > references.jsonl
 *
 * INTELEPHENSE is node_modules/intelephense/lib/intelephense.js. Each line is as that of JavaReferences.java. Only the
 * drawn definitions are asked for, so a place that is missing may refer to another one.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { names: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});
const [server, repo] = positionals;
const root = resolve(repo);

const files = execFileSync('git', ['ls-files', '-z', '*.php'], { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })
  .split('\0')
  .filter((path) => path !== '' && !/(^|\/)vendor\//.test(path));
const listed = execFileSync('php', [fileURLToPath(new URL('phpNames.php', import.meta.url))], {
  cwd: root,
  input: `${files.join('\n')}\n`,
  encoding: 'utf8',
  maxBuffer: 1e9,
});
const names = new Map(
  listed
    .trim()
    .split('\n')
    .map((line, at) => [files[at], JSON.parse(line)]),
);

const child = spawn(process.execPath, [resolve(server), '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let last = 0;
let indexed;
const isIndexed = new Promise((done) => {
  indexed = done;
});
let input = Buffer.alloc(0);
child.stdout.on('data', (data) => {
  input = Buffer.concat([input, data]);
  for (;;) {
    const head = /Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/.exec(input.toString('latin1', 0, 400));
    const end = head === null ? 0 : head.index + head[0].length + Number(head[1]);
    if (head === null || input.length < end) return;
    const message = JSON.parse(input.toString('utf8', head.index + head[0].length, end));
    input = input.subarray(end);
    if (message.method === 'indexingEnded') indexed();
    if (message.id !== undefined && message.method !== undefined) send({ id: message.id, result: null });
    else if (message.id !== undefined) waiting.get(message.id)?.(message.result);
  }
});

function send(message) {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function ask(method, params) {
  const id = ++last;
  send({ id, method, params });
  return new Promise((done) => waiting.set(id, done));
}

const uriOf = (path) => pathToFileURL(resolve(root, path)).href;
await ask('initialize', {
  processId: process.pid,
  rootUri: pathToFileURL(root).href,
  workspaceFolders: [{ uri: pathToFileURL(root).href, name: 'repo' }],
  capabilities: {},
  initializationOptions: { storagePath: mkdtempSync(resolve(tmpdir(), 'php-references-')), clearCache: true },
});
send({ method: 'initialized', params: {} });
await isIndexed;

const definitions = files.flatMap((path) =>
  names
    .get(path)
    .filter(([, , , kind]) => kind === 'definition')
    .map((at) => ({ path, at })),
);
const drawn = shuffled(definitions, Number(values.seed)).slice(0, Number(values.names));
const opened = new Set();
const answer = (method, path, line, character) => {
  const textDocument = { uri: uriOf(path) };
  if (!opened.has(path)) {
    opened.add(path);
    const text = readFileSync(resolve(root, path), 'utf8');
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { ...textDocument, languageId: 'php', version: 1, text } },
    });
  }
  return ask(method, { textDocument, position: { line, character }, context: { includeDeclaration: false } });
};
for (const { path, at } of drawn) {
  const [line, character, name] = at;
  const found = await answer('textDocument/references', path, line, character);
  for (const { uri, range } of found ?? []) {
    const from = relative(root, fileURLToPath(uri)).replaceAll('\\', '/');
    const end = range.end.character;
    const here = names.get(from)?.find(([row, column, text]) => row === range.end.line && column + text.length === end);
    // Comments have names too; an alias is another name.
    if (here === undefined || here[2] !== name || here[3] === 'definition' || here[3] === 'none') continue;
    // References to a method are also those to what it overrides.
    const meant = [await answer('textDocument/definition', from, here[0], here[1])].flat();
    if (!meant.some((one) => one?.uri === uriOf(path) && covers(one.range, line))) continue;
    const to = { path, line: line + 1 };
    process.stdout.write(`${JSON.stringify({ path: from, line: here[0] + 1, name, kind: here[3], to })}\n`);
  }
}
child.kill();

function covers({ start, end }, line) {
  return start.line <= line && line <= end.line;
}

/** The same order each time: mulberry32 and the shuffle of Fisher and Yates. */
function shuffled(list, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const out = [...list];
  for (let at = out.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [out[at], out[other]] = [out[other], out[at]];
  }
  return out;
}
