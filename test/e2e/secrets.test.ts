/** Made-up credentials and the built programs: none in what any of them prints, logs, writes, serves or asks a model. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { FORMS, madeUpSecrets } from '../helpers/madeUpSecrets.ts';
import { type ModelServer, serveModel } from '../helpers/modelServer.ts';
import { type CliResult, runCli } from '../helpers/runCli.ts';
import { type Corpus, corpus, mustHoldNone, plantPlaces } from '../helpers/secretCorpus.ts';
import { tempDir } from '../helpers/tempRepo.ts';
import { startServer } from './httpClient.ts';
import { connect } from './mcpClient.ts';

const QUESTION = 'connect setting place api key';
const FORMATS = ['text', 'json', 'jsonl', 'markdown', 'xml'];

let model: ModelServer;
let made: Corpus;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  made = corpus();
  const { repo, secrets } = made;
  const places = plantPlaces(repo, 5, 11);
  secrets.push(...places.secrets);
  made.paths.push(...places.paths);
  expect(new Set(secrets.map(({ rule }) => rule)).size).toBeGreaterThan(30);
  repo.commit(`Add the shop\n\nIts key is ${secrets[0]!.value}`);
  model = await serveModel(() => ({ pieces: ['It holds settings.'] }));
  // Hooks do nothing in CI, and these tests may run there.
  const { CI: _, CORA: __, ...shell } = repo.env;
  env = { ...shell, CORA_EMBEDDER: 'hash', CORA_HOME: tempDir('cora-home-'), ...model.env };
  await run(['index', '--verbose', '--commentary', 'ollama:made-up', '--yes']);
});
afterAll(() => model.close());

/** Runs the command, which holds none in what it prints. */
async function run(args: readonly string[], cwd = made.repo.dir): Promise<CliResult> {
  const result = await runCli(args, { cwd, env });
  expect(result.code, `${args}: ${result.stderr}`).toBeLessThan(2);
  mustHoldNone(made.secrets, result.stdout);
  mustHoldNone(made.secrets, result.stderr);
  return result;
}

/** @returns what its files hold */
function mustHoldNoneIn(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(3);
  const text = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join(' ');
  mustHoldNone(made.secrets, text);
  return text;
}

it('none is printed, logged, served over MCP or sent to a model', async () => {
  const { repo, secrets, paths } = made;
  const packed = join(tempDir(), 'index.tar');
  const unpacked = join(tempDir(), 'unpacked');
  for (const args of [
    ...FORMATS.map((format) => ['query', QUESTION, '-k', '100', '--format', format, '--verbose']),
    ['query', 'why was the shop added in the latest commit'],
    ['query', '--commits', 'shop', '--json'],
    ['ask', 'what is the api key', '--model', 'ollama:made-up'],
    ['grep', 'key|secret|token|password', '-C', '3'],
    ['symbols', 'connect'],
    ['refs', 'connect'],
    ['files', '--verbose'],
    ['status', '--verbose'],
    ['doctor'],
    ['pack', '--report'],
    ['pack', '-o', packed, '--verbose'],
    ['verify', packed],
    ['unpack', packed, '-o', unpacked],
    ['query', 'api key', '-k', '100', '--json', '--index', packed],
    ['query', 'api key', '-k', '100', '--json', '--index', unpacked],
    ['pull', packed, '--verbose'],
  ])
    await run(args);
  mustHoldNoneIn(unpacked);
  expect(model.asked.length).toBeGreaterThan(8);
  mustHoldNone(secrets, JSON.stringify(model.asked));

  const { call, stderr } = await connect({ ...repo, env });
  const { data, text } = await call('search', { query: 'api key secret token', k: 50 });
  expect(data.results.length).toBeGreaterThan(4);
  let all = text + JSON.stringify(data);
  for (const path of paths) {
    const shown = await call('read', { path });
    expect(shown.text).toContain('REDACTED');
    all += shown.text + JSON.stringify(shown.data);
  }
  const lines = await call('grep', { pattern: 'REDACTED|key|token' });
  mustHoldNone(secrets, all + lines.text + JSON.stringify(lines.data) + stderr());
  mustHoldNoneIn(repo.path('.git/cora'));
});

it('none is served over HTTP, nor logged there', async () => {
  const { repo, secrets, paths } = made;
  const server = await startServer({ cwd: repo.dir, env, args: ['--model', 'ollama:made-up'] });
  const before = model.asked.length;
  const answers: unknown[] = [];
  try {
    for (const path of paths) {
      const shown = await server.call('GET', `/files/content?file_path=${path}`);
      expect(JSON.stringify(shown.body)).toContain('REDACTED');
      answers.push(shown);
    }
    for (const [method, path, body] of [
      ['POST', '/search', { query: QUESTION, k: 50, lines: 100, related: 5 }],
      ['POST', '/search', { query: secrets[0]!.value }],
      ['GET', '/files'],
      ['GET', '/symbols?name=connect'],
      ['GET', '/symbols?file_path=java/shop.java'],
      ['GET', '/map'],
      ['POST', '/query', { query: QUESTION, n_results: 20 }],
      ['GET', '/repos'],
    ] as const) {
      const { status, body: answer } = await server.call<Record<string, unknown>>(method, path, body);
      expect(status, `${path} ${JSON.stringify(answer)}`).toBe(200);
      // The question is the asker's own; it stands in the answer again.
      answers.push({ ...answer, query: null });
    }
    const stream = await fetch(`${server.url}/query/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUESTION }),
    });
    answers.push(await stream.text());
    expect(model.asked.length).toBeGreaterThan(before + 1);
    mustHoldNone(secrets, JSON.stringify([answers, model.asked]));
  } finally {
    const { stderr, stdout } = await server.stop();
    mustHoldNone(secrets, stderr + stdout);
  }
});

it('none is in the copy or the answers of a fleet', async () => {
  const { repo } = made;
  for (const args of [
    ['repos', 'add', `file://${repo.dir}`, '--name', 'team/shop'],
    ['sync', '--verbose'],
    ['query', QUESTION, '--repo', 'team', '-k', '100', '--format', 'json'],
  ]) {
    const { stdout } = await run(args, tempDir());
    if (args[0] === 'query') expect(stdout).toContain('REDACTED');
  }
});

it('none is in what the hooks of Git index, log and write', async () => {
  const { repo } = made;
  // Hooks are off in CI, and this test may run there.
  delete repo.env['CI'];
  await run(['hooks', 'install']);
  const late = madeUpSecrets(700);
  repo.file('late/shop.py', late.map(({ name, value }) => FORMS['py']!(name, value)).join('\n'));
  const commit = repo.commit(`Add what came late: ${late[0]!.value}`);
  const home = repo.path('.git/cora');
  await eventually(() => {
    expect(readFileSync(join(home, 'log/last-run.json'), 'utf8')).toContain(commit);
    expect(['pending', 'taken', 'log/write.lock'].filter((name) => existsSync(join(home, name)))).toEqual([]);
  });
  made.secrets.push(...late);
  expect(mustHoldNoneIn(home)).toContain('late/shop.py');
});
