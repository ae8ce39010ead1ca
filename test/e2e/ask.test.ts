/** `cora ask` of the built program against loopback models and a `codex` of this test. */

import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AskEvent } from '../../src/ask/ask.ts';
import type { AskSource, Citation, Freshness } from '../../src/base/searchTypes.ts';
import { codexEvents, writeFakeCodex } from '../helpers/fakeCodex.ts';
import { type AskedModel, type ModelAnswer, type ModelServer, serveModel } from '../helpers/modelServer.ts';
import { startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { type ErrorLine, indexed, jsonOf, shellIn, shopRepo } from './cliShell.ts';

let repo: TempRepo;
let server: ModelServer | null = null;

beforeAll(async () => {
  repo = await indexed(shopRepo());
});

afterEach(async () => {
  await server?.close();
  server = null;
});

const QUESTION = 'how is the price of a cart summed up';
const ANSWER = 'It adds up what `priceOf` gives (src/cart.ts:12-15) and takes the discount off [1].';

async function modelAt(answer: (asked: AskedModel, number: number) => ModelAnswer | Promise<ModelAnswer>) {
  server = await serveModel(answer);
  const env = { ...repo.env, ...server.env, OPENAI_API_KEY: 'sk-test-key' };
  return { asked: server.asked, env, cora: shellIn({ dir: repo.dir, env }) };
}

interface Answered {
  query: string;
  answer: string;
  model: string | null;
  sources: AskSource[];
  citations: Citation[];
  freshness: Freshness;
  usage: { promptTokens: number | null; answerTokens: number | null; cut: boolean };
  gitContext: { matching: { subject: string }[] } | null;
  error: { code: string; message: string; hint: string | null } | null;
}

/** Settles when the program has printed this. */
function printed({ child }: ReturnType<typeof startCli>, text: string): Promise<void> {
  let seen = '';
  return new Promise((resolve) => {
    child.stdout!.on('data', (piece: string) => {
      seen += piece;
      if (seen.includes(text)) resolve();
    });
  });
}

describe.each(['ollama:tiny', 'openai:small'])('cora ask --model %s', (model) => {
  it('prints the answer, its sources and how fresh they are', async () => {
    const { asked, cora } = await modelAt(() => ({ pieces: ANSWER.split(/(?= )/) }));
    const run = await cora(['ask', '--model', model, QUESTION]);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout.startsWith(`${ANSWER}\n\nSources\n 1 src/cart.ts:`)).toBe(true);
    expect(run.stdout).toMatch(new RegExp(`^${model}, 100 tokens to it, 20 tokens from it, [\\d.]+ m?s$`, 'm'));
    expect(run.stderr).toMatch(
      new RegExp(`^Asking ${model} \\(.+127\\.0\\.0\\.1:\\d+\\): \\d+ sources?, about \\d+ tokens$`, 'm'),
    );
    const { system, prompt, body } = asked[0]!;
    expect(system).toContain('never an instruction');
    expect(prompt).toMatch(/^Source 1: src\/cart\.ts:\d+-\d+$/m);
    expect(prompt.endsWith(`Question:\n${QUESTION}`)).toBe(true);
    const sent = {
      ollama: ['messages', 'model', 'options', 'stream', 'think'],
      openai: ['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'temperature'],
    };
    expect(Object.keys(body).sort()).toEqual(model.startsWith('ollama') ? sent.ollama : sent.openai);
    expect(body.options ?? body).toMatchObject({ temperature: 0.1 });
    expect(JSON.stringify(body)).toMatch(/"(num_predict|max_tokens)":2000\b/);
  });

  it('prints what came before the rest is there', async () => {
    let goOn: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* pieces() {
      yield 'The beginning is here, ';
      await seen;
      yield 'and the end.';
    }
    const { env } = await modelAt(() => ({ pieces: pieces() }));
    const run = startCli(['ask', '--model', model, QUESTION], { cwd: repo.dir, env });
    await printed(run, 'The beginning is here, ');
    goOn();
    const { code, stdout } = await run.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('The beginning is here, and the end.\n\nSources\n');
  });

  it('ends the request on Ctrl-C, keeps what was said and says that it is not whole', async () => {
    const { env, asked } = await modelAt(() => 'silent');
    const run = startCli(['ask', '--model', model, QUESTION], { cwd: repo.dir, env });
    await printed(run, 'The beginning ');
    run.child.kill('SIGINT');
    await asked[0]!.closed;
    const { code, stdout, stderr } = await run.ended;
    expect(code).toBe(2);
    expect(stdout).toBe('The beginning of\n[interrupted: this answer is not whole]\n');
    expect(stderr).toContain('Interrupted');
  });

  it('that fails midway shows what it had said, never as a whole answer', async () => {
    const { cora } = await modelAt(() => 'cut');
    const run = await cora(['ask', '--model', model, QUESTION]);
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(/^The beginning of\n\[the model failed: this answer is not whole\]\n\nSources\n/);
    expect(run.stderr).toMatch(/^cora: .*127\.0\.0\.1/m);
    const json = await cora(['ask', '--json', '--model', model, QUESTION]);
    expect(json.code).toBe(2);
    expect(jsonOf<Answered>(json)).toMatchObject({ answer: 'The beginning of', error: { code: 'MODEL' } });
    const lines = (await cora(['ask', '--format', 'jsonl', '--model', model, QUESTION])).stdout.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as AskEvent).type)).toEqual(['sources', 'text', 'failed']);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ error: { code: 'MODEL' }, end: { answer: 'The beginning of' } });
  });

  it('says that the model is missing, and what to type', async () => {
    const { cora } = await modelAt(() => ({ status: 404, text: '{"error":"model not found"}' }));
    const run = await cora(['ask', '--model', model, QUESTION]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('has no model');
    expect(run.stderr).toMatch(/ollama pull tiny|check the name of the model/);
    expect(run.stdout).not.toContain('not whole');
  });

  it('says that an answer was cut', async () => {
    const { cora } = await modelAt(() => ({ pieces: ['One.'], finish: 'length' }));
    expect((await cora(['ask', '--model', model, QUESTION])).stdout).toMatch(/^One\.\n\[cut: --answer-tokens/);
  });
});

it('a wrong key is said without the key', async () => {
  const { cora } = await modelAt(() => ({
    status: 401,
    text: '{"error":{"message":"Incorrect API key sk-test-key"}}',
  }));
  const run = await cora(['ask', '--model', 'openai:small', QUESTION]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('check OPENAI_API_KEY');
  expect(run.stdout + run.stderr).not.toContain('sk-test-key');
});

it('a server that is not there is named', async () => {
  const env = { ...repo.env, OLLAMA_HOST: '127.0.0.1:9' };
  const run = await shellIn({ dir: repo.dir, env })(['ask', '--json', '--model', 'ollama:tiny', QUESTION]);
  expect(run.code).toBe(2);
  expect((JSON.parse(run.stderr.trim().split('\n').at(-1)!) as ErrorLine).error).toMatchObject({
    code: 'MODEL',
    hint: expect.stringContaining('ollama serve'),
  });
});

describe('citations', () => {
  it('that are in no source are marked where they stand, and named below', async () => {
    const answer = 'See src/cart.ts:13, `src/made/up.ts:3`. And src/cart.ts:900 too.';
    const { cora } = await modelAt(() => ({ pieces: answer.split('') }));
    const { stdout } = await cora(['ask', '--model', 'ollama:tiny', QUESTION]);
    expect(stdout).toContain(
      'See src/cart.ts:13, `src/made/up.ts:3` (not in the sources). And src/cart.ts:900 (not in the sources) too.\n',
    );
    expect(stdout).toContain('cannot have read it there: src/made/up.ts:3, src/cart.ts:900');
    const { citations, error, usage } = jsonOf<Answered>(
      await cora(['ask', '--json', '--model', 'ollama:tiny', QUESTION]),
    );
    expect(citations.map(({ text, source }) => [text, source])).toEqual([
      ['src/cart.ts:13', 1],
      ['src/made/up.ts:3', null],
      ['src/cart.ts:900', null],
    ]);
    expect(error).toBeNull();
    expect(usage).toEqual({ promptTokens: 100, answerTokens: 20, cut: false });
  });

  it('and what a terminal would obey is written out', async () => {
    const { cora } = await modelAt(() => ({
      pieces: ['a\x1b[2J\x1b]0;owned\x07b\r\u202e\u009b1mc\tsrc/cart.ts:1\x1b[0m'],
    }));
    const { stdout } = await cora(['ask', '--color', '--model', 'ollama:tiny', QUESTION]);
    const first = stdout.slice(0, stdout.indexOf('\n'));
    expect(first).toBe('a\\x1b[2J\\x1b]0;owned\\x07b\\u202e\\x9b1mc    \x1b[36msrc/cart.ts:1\x1b[39m\\x1b[0m');
  });
});

it('places lead to their files on a terminal that has hyperlinks', async () => {
  const { cora, env } = await modelAt(() => ({ pieces: ['See src/cart.ts:13 and no/where.ts:1.'] }));
  const run = await cora(['ask', '--color', '--model', 'ollama:tiny', QUESTION], {
    env: { ...env, FORCE_HYPERLINK: '1' },
  });
  const link = `\x1b]8;;file://${repo.dir}/src/cart.ts#13\x1b\\\x1b[36msrc/cart.ts:13\x1b[39m\x1b]8;;\x1b\\`;
  expect(run.stdout).toContain(`See ${link} and \x1b[33mno/where.ts:1\x1b[39m\x1b[33m (not in the sources)\x1b[39m.`);
});

describe('without a model', () => {
  it('shows the sources and how to configure one', async () => {
    const run = await shellIn(repo)(['ask', QUESTION]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^ 1 src\/cart\.ts:/);
    expect(run.stderr).toContain('only the sources.\n  For an answer: --model ollama:MODEL');
    const json = jsonOf<Answered>(await shellIn(repo)(['ask', '--json', QUESTION]));
    expect(json).toMatchObject({ answer: '', model: null, citations: [], error: null, gitContext: null });
    expect(json.sources[0]).toMatchObject({ number: 1, hit: { path: 'src/cart.ts' } });
    expect(json.freshness.dirtyFiles).toBe(0);
  });

  it('exits with 1 where nothing is found, 2 where nothing is asked, 3 without an index', async () => {
    const { cora, asked } = await modelAt(() => ({ pieces: [ANSWER] }));
    const none = await cora(['ask', '--model', 'ollama:tiny', '--path', 'nowhere/**', QUESTION]);
    expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing found') });
    expect(await cora(['ask', '--model', 'ollama:tiny', '  '])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing to ask'),
    });
    expect((await shellIn(shopRepo())(['ask', QUESTION])).code).toBe(3);
    expect((await cora(['ask', '--format', 'xml', QUESTION])).stderr).toContain('cora ask prints text, json or jsonl');
    expect((await cora(['ask', '--model', 'gpt-5', QUESTION])).stderr).toContain('choose one of: ollama:MODEL');
    expect(asked).toEqual([]);
  });
});

it('CORA_MODEL chooses it, a chat comes from standard input, filters and limits count', async () => {
  const { asked, env, cora } = await modelAt(() => ({ pieces: [ANSWER] }));
  const chat = 'User: hello\nAssistant: hi\nUser: how are refunds made?\n';
  const run = await cora(['ask', '--json', '--path', 'docs/**', '-k', '1', '--answer-tokens', '50', '-'], {
    env: { ...env, CORA_MODEL: 'ollama:tiny' },
    input: chat,
  });
  expect(jsonOf<Answered>(run).sources.map(({ hit }) => hit.path)).toEqual(['docs/guide.md']);
  expect(asked[0]!.prompt.endsWith('User: how are refunds made?')).toBe(true);
  expect(asked[0]!.body.options).toMatchObject({ num_predict: 50 });
});

it('a question about the history is told the commits', async () => {
  const { asked, cora } = await modelAt(() => ({ pieces: ['The first one.'] }));
  const run = await cora(['ask', '--model', 'ollama:tiny', 'what changed in the latest commit?']);
  expect(run.code, run.stderr).toBe(0);
  expect(asked[0]!.prompt).toMatch(/^Commit [0-9a-f]{9} of 2023-11-14 by A U Thor: commit$/m);
  expect(run.stdout).toMatch(/^ {3}[0-9a-f]{9} 2023-11-14 commit$/m);
});

describe('codex', () => {
  it('answers, and midway failures, tools and a missing program are told apart', async () => {
    const codex = writeFakeCodex(tempDir());
    const env = { ...repo.env, CORA_CODEX: codex.program };
    const cora = shellIn({ dir: repo.dir, env });
    codex.answer(codexEvents(ANSWER));
    const run = await cora(['ask', '--model', 'codex', QUESTION]);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout.startsWith(`${ANSWER}\n\nSources\n`)).toBe(true);
    expect(run.stderr).toContain('their text leaves this machine');
    const [started] = codex.started();
    expect(started!.files).toEqual([]);
    expect(started!.args).toContain('--sandbox=read-only');
    expect(started!.prompt).toContain('Source 1: src/cart.ts:');

    const [begin, turn, think, message] = codexEvents('Half of') as [object, object, object, object];
    codex.answer([begin, turn, think, message, { type: 'turn.failed', error: { message: 'overloaded' } }]);
    const failed = await cora(['ask', '--model', 'codex', QUESTION]);
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('overloaded') });
    expect(failed.stdout).toMatch(/^Half of\n\[the model failed/);

    codex.answer([
      begin,
      turn,
      message,
      { type: 'item.started', item: { id: 'x', type: 'command_execution', command: 'id' } },
    ]);
    const tool = await cora(['ask', '--model', 'codex', QUESTION]);
    expect(tool).toMatchObject({ code: 2, stderr: expect.stringContaining('tried to use a tool (command_execution)') });

    const missing = shellIn({ dir: repo.dir, env: { ...repo.env, CORA_CODEX: join(tempDir(), 'codex') } });
    expect(await missing(['ask', '--model', 'codex', QUESTION])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('codex login'),
    });
  });

  it('is ended on Ctrl-C', async () => {
    const codex = writeFakeCodex(tempDir());
    codex.answer(null);
    const env = { ...repo.env, CORA_CODEX: codex.program };
    const run = startCli(['ask', '--model', 'codex', QUESTION], { cwd: repo.dir, env });
    while (codex.started().length === 0) await new Promise((done) => setTimeout(done, 20));
    run.child.kill('SIGINT');
    const { code, stdout, stderr } = await run.ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Interrupted');
  });
});
