/**
 * How much of a budget an answer uses, counted by o200k over what is printed: the formats of `cora query`, both halves of the
 * MCP tool's answer, and the prompt of `cora ask`. Each repository has an index already.
 *
 *     node bench/budgets.mjs DIR...
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const BUDGETS = [300, 600, 1500, 4000, 8000, 16_000];
const FORMATS = ['text', 'json', 'jsonl', 'markdown', 'xml'];
const QUESTIONS = [
  'how are errors handled and reported',
  'where is the configuration read',
  'parse',
  'how does a test check the output of a command',
];

const dirs = process.argv.slice(2);
if (dirs.length === 0 || !dirs.every((dir) => existsSync(dir))) {
  console.error('node bench/budgets.mjs DIR...   (repositories with an index)');
  process.exit(2);
}

/** Answers by what they are: {budget, tokens, isCut}. */
const rows = new Map();

/** So large that it cuts nothing here. */
const LARGEST = 100_000;
/** An answer says how long it took: that is no difference. */
const withoutTimes = (text) => text.replace(/"tookMs": ?[\d.]+|, [\d.]+ (?:ms|s)$/gm, '');

/** Notes an answer for each budget; it is cut where a larger budget shows more. @param answer returns texts: any one is shown */
async function note(kind, budgets, answer) {
  const whole = (await answer(LARGEST)).map(withoutTimes).join('');
  if (whole === '') return;
  const all = rows.get(kind) ?? [];
  for (const budget of budgets) {
    const texts = await answer(budget);
    const tokens = Math.max(...texts.map((text) => countTokens(text)));
    all.push({ budget, tokens, isCut: texts.map(withoutTimes).join('') !== whole });
  }
  rows.set(kind, all);
}

async function queryIn(dir) {
  for (const question of QUESTIONS)
    for (const format of FORMATS)
      await note(format, BUDGETS, (budget) => {
        const args = ['query', '--budget', String(budget), '--format', format, '--', question];
        return [spawnSync(process.execPath, [cli, ...args], { cwd: dir, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout];
      });
}

async function mcpIn(dir) {
  const server = spawn(process.execPath, [cli, 'mcp'], { cwd: dir, stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const call = async (method, params) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    for (;;) {
      const { value } = await lines.next();
      const message = JSON.parse(value);
      if (message.id === id) return message.result;
    }
  };
  const clientInfo = { name: 'bench', version: '1' };
  await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const ask = (name, given) => call('tools/call', { name, arguments: given, _meta: { 'cora/structured': true } });
  const answer = async (name, given, budget) => {
    const result = await ask(name, { ...given, budget });
    return [result.content[0].text, JSON.stringify(result.structuredContent)];
  };
  const { structuredContent } = await ask('search', { query: QUESTIONS[0] });
  const hits = structuredContent.results;
  const [{ path, chunkId }] = hits;
  const name = hits.find(({ symbol }) => symbol !== '')?.symbol ?? 'main';
  const asked = [
    ...QUESTIONS.map((query) => ['search', { query, k: 50 }]),
    ...['return', 'error', 'test'].map((pattern) => ['grep', { pattern }]),
    ...[name, 'main', 'read'].map((one) => ['symbols', { name: one }]),
    ...[name, 'get', 'open'].map((one) => ['references', { name: one }]),
    ['related', { chunkId, k: 50 }],
    ['read', { path }],
  ];
  for (const [tool, given] of asked) await note(`MCP ${tool}`, BUDGETS, (budget) => answer(tool, given, budget));
  server.stdin.end();
  await once(server, 'exit');
}

/** A model that only listens. */
async function promptsIn(dir) {
  let told = '';
  const model = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    if (body.includes('"messages"'))
      told = JSON.parse(body)
        .messages.map(({ content }) => content)
        .join('\n');
    response.writeHead(400).end('{"error":"no"}');
  }).listen(0, '127.0.0.1');
  await once(model, 'listening');
  const env = { ...process.env, OLLAMA_HOST: `http://127.0.0.1:${model.address().port}` };
  for (const question of QUESTIONS)
    await note('prompt of ask', BUDGETS.slice(2), async (budget) => {
      told = '';
      const args = ['ask', '--model', 'ollama:none', '--budget', String(budget), '-k', '200', '--', question];
      const asking = spawn(process.execPath, [cli, ...args], { cwd: dir, env, stdio: 'ignore' });
      await once(asking, 'exit');
      return [told];
    });
  model.close();
}

for (const dir of dirs) {
  await mcpIn(dir);
  await promptsIn(dir);
  await queryIn(dir);
}

const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
const percent = (value) => (value === undefined ? '' : `${Math.round(1000 * value) / 10} %`);
const everything = [...rows.values()].flat();
const inBudget = BUDGETS.map((budget) => [
  `all of ${budget} tokens`,
  everything.filter((one) => one.budget === budget),
]);
console.log('| what is printed | answers | cut | of its budget, median of those cut | at most 105 % | largest |');
console.log('|---|---|---|---|---|---|');
for (const [kind, all] of [...rows, ...inBudget, ['all', everything]]) {
  const used = all.map(({ budget, tokens }) => tokens / budget);
  const cut = used.filter((_, at) => all[at].isCut);
  const within = used.filter((one) => one <= 1.05).length / used.length;
  console.log(
    `| ${kind} | ${all.length} | ${cut.length} | ${percent(median(cut))} | ${percent(within)} | ${percent(Math.max(...used))} |`,
  );
}
