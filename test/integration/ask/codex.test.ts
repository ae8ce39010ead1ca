/** The Codex CLI through the LanguageModel port: how it is started, what its events become, and that it gets no tool. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModel, parseModelSpec } from '../../../src/ask/createModel.ts';
import { silentLog } from '../../../src/base/log.ts';
import { codexEvents, type FakeCodex, writeFakeCodex } from '../../helpers/fakeCodex.ts';
import { FAST } from '../embed/serve.ts';

const REQUEST = { system: 'Be short.', prompt: 'What is it?\n$(touch pwned)', maxTokens: 50, temperature: 0.1 };
let root: string;
let codex: FakeCodex;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cora-test-'));
  codex = writeFakeCodex(root);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

async function ask(spec = 'codex', env: Record<string, string> = {}, signal?: AbortSignal, policy = FAST) {
  const model = await createModel(parseModelSpec(spec), { CORA_CODEX: codex.program, ...env }, silentLog, policy);
  const pieces: string[] = [];
  const parts = model.complete(REQUEST, signal);
  for (;;) {
    const next = await parts.next();
    if (next.done) return { text: pieces.join(''), end: next.value };
    pieces.push(next.value);
  }
}

describe('codex', () => {
  it('answers with what its model said, and what it cost', async () => {
    codex.answer(codexEvents('Opens the store.'));
    expect(await ask()).toEqual({
      text: 'Opens the store.',
      end: { promptTokens: 100, answerTokens: 20, cut: false },
    });
  });

  it('is started without tools, approvals, sessions and configuration, in an empty folder, with the prompt on its input', async () => {
    await ask('codex:gpt-5-codex', { HOME: root, AWS_SECRET_ACCESS_KEY: 'secret', GITHUB_TOKEN: 'secret' });
    const [{ args, cwd, files, env, prompt }] = codex.started() as [ReturnType<FakeCodex['started']>[0]];
    expect(args.slice(0, 8)).toEqual([
      'exec',
      '--json',
      '--color=never',
      '--ephemeral',
      '--ignore-user-config',
      '--ignore-rules',
      '--skip-git-repo-check',
      '--sandbox=read-only',
    ]);
    expect(args).toEqual(
      expect.arrayContaining([
        'approval_policy="never"',
        'web_search="disabled"',
        'features.shell_tool=false',
        'features.unified_exec=false',
        'features.code_mode_host=false',
        'agents.enabled=false',
        '--model=gpt-5-codex',
      ]),
    );
    expect(args.at(-1)).toBe('-');
    expect(args.join(' ')).not.toContain('What is it?');
    expect(prompt).toBe('Be short.\n\nWhat is it?\n$(touch pwned)');
    expect(files).toEqual([]);
    expect(cwd).not.toContain(process.cwd());
    expect(env.HOME).toBe(root);
    expect(JSON.stringify(env)).not.toContain('secret');
  });

  it.each(['command_execution', 'file_change', 'mcp_tool_call', 'web_search', 'something_new'])(
    'is stopped, and its answer thrown away, when it uses a tool: %s',
    async (type) => {
      const [first, second, third, ...rest] = codexEvents('All is well.') as [object, object, object];
      codex.answer([first, second, third, { type: 'item.started', item: { id: 'x', type } }, ...rest]);
      await expect(ask()).rejects.toMatchObject({ code: 'MODEL', message: expect.stringContaining(type) });
    },
  );

  it('cuts an answer that is much longer than asked for', async () => {
    codex.answer(codexEvents('word '.repeat(10_000)));
    const { text, end } = await ask();
    expect(text.length).toBe(300);
    expect(end.cut).toBe(true);
  });

  it('says why a turn failed', async () => {
    codex.answer([{ type: 'turn.started' }, { type: 'turn.failed', error: { message: 'usage limit reached' } }], {
      code: 1,
    });
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL', message: 'Codex failed: usage limit reached' });
  });

  it('asks for a login where there is none', async () => {
    codex.answer([{ type: 'error', message: 'unexpected status 401 Unauthorized' }], { code: 1 });
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_AUTH', hint: 'codex login' });
  });

  it('asks for a newer one where it does not know a flag', async () => {
    codex.answer([], { code: 2, stderr: "error: unexpected argument '--ignore-user-config' found" });
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL', hint: expect.stringContaining('@latest') });
  });

  it.each([
    ['no event at all', []],
    ['no end', codexEvents('Half.').slice(0, -1)],
  ])('refuses an answer with %s', async (_, lines) => {
    codex.answer(lines);
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL' });
  });

  it('is ended by the signal, when it says nothing, and when it does not end', async () => {
    codex.answer(null);
    const cancel = new AbortController();
    const asked = ask('codex', {}, cancel.signal);
    setTimeout(() => cancel.abort(), 300);
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(ask('codex', {}, undefined, { ...FAST, timeoutMs: 60 })).rejects.toMatchObject({
      code: 'MODEL',
      message: 'Codex said nothing for too long.',
    });
    await expect(ask('codex', {}, undefined, { ...FAST, wholeMs: 60 })).rejects.toMatchObject({
      code: 'MODEL',
      message: 'Codex did not finish its answer in time.',
    });
  });

  it('is looked for in absolute folders of PATH only', async () => {
    writeFileSync(join(root, 'codex'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
    const path = `.:${root}/missing:${codex.folder}`;
    expect((await ask('codex', { CORA_CODEX: '', PATH: path })).text).toBe('Answers.');
    await expect(ask('codex', { CORA_CODEX: '', PATH: '.' })).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      hint: expect.stringContaining('codex login'),
    });
  });
});
