/**
 * How much of a budget an answer uses, counted by o200k over what is printed: the formats of `cora query`, both halves of the
 * MCP tool's answer, and the prompt of `cora ask`. Each repository has an index already.
 *
 *     npm i --no-save js-tiktoken
 *     node bench/budgets.mjs DIR...
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const BUDGETS = [300, 600, 1500, 4000, 8000, 16_000];
const FORMATS = ['text', 'json', 'markdown', 'xml'];
const QUESTIONS = [
  'how are errors handled and reported',
  'where is the configuration read',
  'parse',
  'how does a test check the output of a command',
];

const require = createRequire(join(process.cwd(), 'package.json'));
/** Of whoever measures: no dependency of this project. */
const TOKENIZER = 'js-tiktoken';
const { Tiktoken } = require(`${TOKENIZER}/lite`);
const ranks = require(`${TOKENIZER}/ranks/o200k_base`);
const tokenizer = new Tiktoken(ranks.default ?? ranks);
const count = (text) => tokenizer.encode(text, [], []).length;

const dirs = process.argv.slice(2);
if (dirs.length === 0 || !dirs.every((dir) => existsSync(dir))) {
  console.error('node bench/budgets.mjs DIR...   (repositories with an index)');
  process.exit(2);
}

/** Answers by what they are: {budget, tokens, isCut}. */
const rows = new Map();
const note = (kind, row) => rows.set(kind, [...(rows.get(kind) ?? []), row]);

function queryIn(dir) {
  for (const question of QUESTIONS)
    for (const budget of BUDGETS)
      for (const format of FORMATS) {
        const args = ['query', '--budget', String(budget), '-k', '200', '--format', format, '--', question];
        const { stdout } = spawnSync(process.execPath, [cli, ...args], {
          cwd: dir,
          encoding: 'utf8',
          maxBuffer: 2 ** 26,
        });
        note(format, { budget, tokens: count(stdout), isCut: /(?:cut by|fits? into) the budget/.test(stdout) });
      }
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
  for (const query of QUESTIONS)
    for (const budget of BUDGETS) {
      const { content, structuredContent } = await call('tools/call', {
        name: 'search',
        arguments: { query, budget, k: 50 },
      });
      const [text, data] = [count(content[0].text), count(JSON.stringify(structuredContent))];
      const isCut = /budget/.test(structuredContent.fewer ?? '');
      note('MCP, the longer half', { budget, tokens: Math.max(text, data), isCut });
    }
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
    for (const budget of BUDGETS.slice(2)) {
      told = '';
      const args = ['ask', '--model', 'ollama:none', '--budget', String(budget), '-k', '200', '--', question];
      const asking = spawn(process.execPath, [cli, ...args], { cwd: dir, env, stdio: 'ignore' });
      await once(asking, 'exit');
      if (told !== '') note('prompt', { budget, tokens: count(told), isCut: true });
    }
  model.close();
}

for (const dir of dirs) {
  await mcpIn(dir);
  await promptsIn(dir);
  queryIn(dir);
}

const share = (all, at) => all[Math.min(all.length - 1, Math.floor(at * all.length))];
const percent = (value) => `${Math.round(100 * value)} %`;
console.log('| what is printed | answers | cut | of its budget, median of those cut | at most 105 % | largest |');
console.log('|---|---|---|---|---|---|');
const everything = [...rows.values()].flat();
for (const [kind, all] of [...rows, ['all', everything]]) {
  const cut = all.filter(({ isCut }) => isCut).map(({ budget, tokens }) => tokens / budget);
  const used = all.map(({ budget, tokens }) => tokens / budget).sort((a, b) => a - b);
  const within = used.filter((one) => one <= 1.05).length / used.length;
  const median =
    cut.length === 0
      ? ''
      : percent(
          share(
            cut.sort((a, b) => a - b),
            0.5,
          ),
        );
  console.log(`| ${kind} | ${all.length} | ${cut.length} | ${median} | ${percent(within)} | ${percent(used.at(-1))} |`);
}
for (const budget of BUDGETS) {
  const all = everything.filter((one) => one.budget === budget);
  const cut = all.filter(({ isCut }) => isCut).map(({ tokens }) => tokens / budget);
  const over = all.filter(({ tokens }) => tokens > 1.05 * budget).length;
  console.log(
    `budget ${budget}: ${cut.length} cut, median ${percent(
      share(
        cut.sort((a, b) => a - b),
        0.5,
      ) ?? 0,
    )}, ${over} of ${all.length} above 105 %`,
  );
}
