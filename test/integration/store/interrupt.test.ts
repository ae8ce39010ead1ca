/** Ctrl-C and SIGTERM end a process one of whose threads waits for ever, and its lock goes. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { lockPath } from '../../../src/store/withWriteLock.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild } from './bundleChild.ts';

let script: string;
beforeAll(async () => {
  script = await bundleChild('blocked');
});

it.each([
  ['SIGINT', 'stays'],
  ['SIGTERM', 'stays'],
  ['SIGINT', 'leaves'],
  ['SIGTERM', 'leaves'],
] as const)('the second %s, of one that %s', async (signal, mode) => {
  const dir = tempDir();
  const pipe = join(tempDir(), 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const child = startChild(script, [dir, pipe, mode]);
  const end = ended(child);
  await said(child, 'waiting');
  expect(existsSync(lockPath(dir))).toBe(true);
  child.kill(signal);
  await said(child, 'aborted');
  await sleep(500);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 5000);
  expect(await end).toMatchObject({ code: null, signal });
  clearTimeout(late);
  expect(existsSync(lockPath(dir))).toBe(false);
});

function said(child: ReturnType<typeof startChild>, word: string): Promise<void> {
  return new Promise((resolve) => {
    child.stdout!.on('data', (data: Buffer) => {
      if (data.toString().includes(word)) resolve();
    });
  });
}
