/** Whether Codex is there and logged in, by an executable of the test. */

import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexStatus } from '../../../src/ask/codex.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

/** @param script of a shell, given the arguments of codex */
function envWith(script: string): NodeJS.ProcessEnv {
  const program = join(tempDir(), 'codex');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return { PATH: process.env['PATH'], CORA_CODEX: program };
}

const VERSION = 'if [ "$1" = --version ]; then echo "codex-cli 0.169.0"; exit 0; fi';

describe('codexStatus', () => {
  it('asks for the version and the login, and nothing else', async () => {
    const log = join(tempDir(), 'log');
    const env = envWith(`echo "$*" >> ${log}\n${VERSION}\necho "Logged in using ChatGPT" >&2`);
    expect(await codexStatus(env)).toEqual({
      installed: true,
      authenticated: true,
      version: 'codex-cli 0.169.0',
      error: null,
    });
    expect(readFileSync(log, 'utf8').trim().split('\n').sort()).toEqual(['--version', 'login status']);
  });

  it('runs it in a folder of its own that is empty, and leaves nothing', async () => {
    const log = join(tempDir(), 'log');
    const there = () => readdirSync(tmpdir()).filter((name) => name.startsWith('cora-codex.'));
    const before = there();
    await codexStatus(envWith(`echo "$(pwd):$(ls -A):$(ls -ld .. | cut -c1-10)" >> ${log}\n${VERSION}`));
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/cora-codex\.\w{6}\/empty::drwx------$/);
    expect(there().filter((name) => !before.includes(name) && lines.some((line) => line.includes(name)))).toEqual([]);
  });

  it.each([
    ['is not logged in', `${VERSION}\necho "Not logged in" >&2; exit 1`],
    ['says so and ends well', `${VERSION}\necho "Not logged in"`],
  ])('knows one that %s', async (_, script) => {
    const found = await codexStatus(envWith(script));
    expect(found).toMatchObject({ installed: true, authenticated: false, version: 'codex-cli 0.169.0' });
    expect(found.error).toContain('codex login');
  });

  it('says how one fails, and that there is none', async () => {
    const broken = await codexStatus(envWith('exit 3'));
    expect(broken).toMatchObject({ installed: true, authenticated: false, version: null });
    expect(broken.error).toContain('ended with status 3');
    const none = await codexStatus({ PATH: tempDir() });
    expect(none).toMatchObject({ installed: false, authenticated: false, version: null });
  });

  it('ends one that hangs with the request', async () => {
    const stop = new AbortController();
    const asked = codexStatus(envWith('exec sleep 60'), stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect((await asked).version).toBeNull();
  });
});
