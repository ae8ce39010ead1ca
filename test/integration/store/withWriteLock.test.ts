/** One writer at a time, dead owners make way at once, living ones never do. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../../src/base/types.ts';
import { openStore } from '../../../src/store/openStore.ts';
import {
  describeSelf,
  isLockStale,
  type LockOwner,
  lockPath,
  ownerPath,
  withWriteLock,
} from '../../../src/store/withWriteLock.ts';
import { eventually } from '../../helpers/eventually.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild } from './bundleChild.ts';
import { all, DIMENSIONS, keyOf, rowOf, silent } from './children/rows.ts';

const AT_ONCE = { waitMs: 0, log: silent };
const LATER = { waitMs: 60_000, log: silent };

/** Runs a child that holds the lock and waits until it does. */
async function startHolder(script: string, dir: string) {
  const child = startChild(script, [dir]);
  await new Promise((held, failed) => {
    child.stdout?.once('data', held);
    child.once('exit', () => failed(new Error('the holder ended')));
  });
  return child;
}

/** A lock as another process would have left it. */
function leaveLock(dir: string, changes: Partial<LockOwner>): void {
  mkdirSync(lockPath(dir), { recursive: true });
  writeFileSync(ownerPath(dir), JSON.stringify({ ...describeSelf(lockPath(dir)), ...changes }));
}

/** A process number that no process has. */
async function deadPid(): Promise<number> {
  const child = startChild('-e', ['0']);
  await ended(child);
  return child.pid!;
}

quick.describe('withWriteLock', () => {
  quick.it('ends waiting with the signal', async () => {
    const dir = tempDir();
    const stop = new AbortController();
    await withWriteLock(dir, AT_ONCE, async () => {
      const second = withWriteLock(dir, { ...LATER, signal: stop.signal }, async () => 'in');
      stop.abort();
      await expect(second).rejects.toMatchObject({ code: 'ABORTED', message: expect.stringContaining('waited for') });
    });
  });

  quick.it('lets one in at a time and gives the result through', async () => {
    const dir = join(tempDir(), 'new', 'store');
    let inside = 0;
    const work = async (i: number) => {
      inside++;
      expect(inside).toBe(1);
      await sleep(5);
      inside--;
      return i;
    };
    const results = [1, 2, 3, 4].map((i) => withWriteLock(dir, LATER, () => work(i)));
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
    expect([existsSync(lockPath(dir)), existsSync(ownerPath(dir))]).toEqual([false, false]);
  });

  quick.it('names the owner when it does not wait longer', async () => {
    const dir = tempDir();
    await withWriteLock(dir, AT_ONCE, async () => {
      const message = expect.stringMatching(new RegExp(`process ${process.pid} on ${hostname()}`));
      await expect(withWriteLock(dir, AT_ONCE, async () => 1)).rejects.toMatchObject({ code: 'LOCKED', message });
    });
    expect(await withWriteLock(dir, AT_ONCE, async () => 2)).toBe(2);
  });

  quick.it('says once that it waits', async () => {
    const dir = tempDir();
    const told: string[] = [];
    const log: Log = { ...silent, info: (message) => told.push(message) };
    leaveLock(dir, { pid: process.ppid, started: null });
    const second = withWriteLock(dir, { waitMs: 60_000, log }, async () => undefined);
    await eventually(() => expect(told).toHaveLength(1));
    // It looks again and again meanwhile.
    await sleep(400);
    rmSync(ownerPath(dir));
    rmSync(lockPath(dir), { recursive: true });
    await second;
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`process ${process.ppid}`);
  });

  quick.it('says nothing where it waits for another part of its own process', async () => {
    const dir = tempDir();
    const told: string[] = [];
    const log: Log = { ...silent, info: (message) => told.push(message) };
    let enter: () => void = () => undefined;
    const isInside = new Promise<void>((resolve) => {
      enter = resolve;
    });
    const first = withWriteLock(dir, AT_ONCE, async () => {
      enter();
      await sleep(300);
    });
    await isInside;
    await withWriteLock(dir, { waitMs: 60_000, log }, async () => undefined);
    await first;
    expect(told).toEqual([]);
  });

  quick.it('is given back when the work fails', async () => {
    const dir = tempDir();
    const failing = withWriteLock(dir, AT_ONCE, async () => {
      throw new Error('work failed');
    });
    await expect(failing).rejects.toThrow('work failed');
    expect(await withWriteLock(dir, AT_ONCE, async () => 1)).toBe(1);
  });

  quick.it('reports a folder that cannot be written', async () => {
    const file = join(tempDir(), 'file');
    writeFileSync(file, '');
    await expect(withWriteLock(join(file, 'store'), AT_ONCE, async () => 1)).rejects.toMatchObject({ code: 'STORE' });
  });
});

describe('a lock whose owner is gone', () => {
  let holder: string;
  beforeAll(async () => {
    holder = await bundleChild('holder');
  });

  quick.it('is respected while the owner lives and taken over at once when it was killed', async () => {
    const dir = tempDir();
    const child = await startHolder(holder, dir);
    const message = expect.stringContaining(`process ${child.pid} on`);
    await expect(withWriteLock(dir, AT_ONCE, async () => 1)).rejects.toMatchObject({ code: 'LOCKED', message });
    child.kill('SIGKILL');
    await ended(child);
    expect(isLockStale(dir)).toBe(true);
    expect(await withWriteLock(dir, AT_ONCE, async () => 2)).toBe(2);
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from a killed process whose parent has not noticed',
    async () => {
      const dir = tempDir();
      // The shell becomes a program that waits for no child; SIGKILL leaves a zombie.
      const parent = spawn('sh', ['-c', '"$0" "$1" "$2" & exec sleep 600', process.execPath, holder, dir]);
      try {
        await new Promise((held) => parent.stdout.once('data', held));
        const { pid } = JSON.parse(readFileSync(ownerPath(dir), 'utf8')) as LockOwner;
        process.kill(pid, 'SIGKILL');
        while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await sleep(5);
        expect(await withWriteLock(dir, AT_ONCE, async () => 'taken')).toBe('taken');
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  slow.it('is taken over by one of several who see it', async () => {
    const dir = tempDir();
    leaveLock(dir, { pid: await deadPid(), started: null });
    let inside = 0;
    const work = async (lock: { ensureOwned(): void }) => {
      inside++;
      expect(inside).toBe(1);
      await sleep(20);
      lock.ensureOwned();
      inside--;
    };
    await Promise.all(Array.from({ length: 6 }, () => withWriteLock(dir, LATER, work)));
    expect(existsSync(lockPath(dir))).toBe(false);
  });

  quick.it('takes the unfinished files of its dead owner with it, and no others', async () => {
    const dir = tempDir();
    const pid = await deadPid();
    const names = [pid, process.pid].flatMap((of) => [
      join(dir, `.state.json.${of}.0123456789ab.tmp`),
      join(dir, 'chunks.lance', `.sums.json.${of}.0123456789ab.tmp`),
    ]);
    mkdirSync(join(dir, 'chunks.lance'));
    for (const name of names) writeFileSync(name, '');
    leaveLock(dir, { pid, started: null });
    await withWriteLock(dir, AT_ONCE, async () => undefined);
    expect(names.filter((name) => existsSync(name))).toEqual(names.slice(2));
  });

  quick.it('is told from a later process with the same number, where the kernel says when it started', async () => {
    const dir = tempDir();
    leaveLock(dir, { started: 'another boot:1' });
    const taken = withWriteLock(dir, AT_ONCE, async () => 'taken').catch(({ code }) => code);
    expect(await taken).toBe(process.platform === 'linux' ? 'taken' : 'LOCKED');
  });

  quick.it('is not guessed at: another machine, an older lock, no name', async () => {
    const pid = await deadPid();
    for (const changes of [
      { pid, host: 'elsewhere' },
      { pid, born: 1 },
    ]) {
      const dir = tempDir();
      leaveLock(dir, changes);
      await expect(withWriteLock(dir, AT_ONCE, async () => 1)).rejects.toMatchObject({ code: 'LOCKED' });
      expect(isLockStale(dir)).toBe(false);
    }
    const dir = tempDir();
    mkdirSync(lockPath(dir));
    for (const torn of ['', '{"pid": 1', 'null', '[]']) {
      writeFileSync(ownerPath(dir), torn);
      await expect(withWriteLock(dir, AT_ONCE, async () => 1)).rejects.toMatchObject({ code: 'LOCKED' });
    }
  });

  quick.it('from the future, because the clock was set back, falls to the next one where it names nobody', async () => {
    const dir = tempDir();
    mkdirSync(lockPath(dir));
    const tomorrow = new Date(Date.now() + 86_400_000);
    utimesSync(lockPath(dir), tomorrow, tomorrow);
    expect(isLockStale(dir)).toBe(true);
    expect(await withWriteLock(dir, AT_ONCE, async () => 'mine')).toBe('mine');
  });

  quick.it('that names nobody falls to the next one after two heartbeats did not come', async () => {
    const dir = tempDir();
    mkdirSync(lockPath(dir));
    await expect(withWriteLock(dir, AT_ONCE, async () => 'mine')).rejects.toMatchObject({ code: 'LOCKED' });
    const before = new Date(Date.now() - 11_000);
    utimesSync(lockPath(dir), before, before);
    expect(await withWriteLock(dir, AT_ONCE, async () => 'mine')).toBe('mine');
  });

  quick.it('from the future is respected while its owner lives', async () => {
    const dir = tempDir();
    leaveLock(dir, { pid: process.ppid, started: null });
    const tomorrow = new Date(Date.now() + 86_400_000);
    utimesSync(lockPath(dir), tomorrow, tomorrow);
    await expect(withWriteLock(dir, AT_ONCE, async () => 'mine')).rejects.toMatchObject({ code: 'LOCKED' });
  });

  quick.it('falls to the next one when its heartbeat has stopped, whoever it was', async () => {
    const dir = tempDir();
    leaveLock(dir, { host: 'elsewhere' });
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(lockPath(dir), longAgo, longAgo);
    expect(isLockStale(dir)).toBe(true);
    expect(await withWriteLock(dir, AT_ONCE, async () => 1)).toBe(1);
  });
});

quick.describe('ensureOwned', () => {
  quick.it('passes for the owner and throws once another took the lock over', async () => {
    const dir = tempDir();
    await withWriteLock(dir, AT_ONCE, async ({ ensureOwned }) => {
      ensureOwned();
      const other = { ...(JSON.parse(readFileSync(ownerPath(dir), 'utf8')) as LockOwner), token: 'other' };
      writeFileSync(ownerPath(dir), JSON.stringify(other));
      expect(ensureOwned).toThrow(expect.objectContaining({ code: 'LOCKED' }));
    });
    expect(JSON.parse(readFileSync(ownerPath(dir), 'utf8'))).toMatchObject({ token: 'other' });
  });

  quick.it('throws once the lock was removed', async () => {
    const dir = tempDir();
    await withWriteLock(dir, AT_ONCE, async ({ ensureOwned }) => {
      rmSync(lockPath(dir), { recursive: true });
      rmSync(ownerPath(dir));
      expect(ensureOwned).toThrow(expect.objectContaining({ code: 'LOCKED' }));
    });
    expect(statSync(dir).isDirectory()).toBe(true);
  });
});

slow.describe('three writers at once', () => {
  slow.it('write every blob exactly once', async () => {
    const dir = tempDir();
    const script = await bundleChild('writer');
    const results = await Promise.all([0, 1, 2].map(() => ended(startChild(script, [dir, '12']))));
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      [0, 1, 2].map(() => ({ code: 0, stderr: '' })),
    );
    const store = await openStore(dir, DIMENSIONS, 'read');
    const ids = (await all(store.scan(['chunkId']))).map(({ chunkId }) => chunkId);
    expect(await store.blobKeys()).toEqual(new Map(Array.from({ length: 12 }, (_, i) => [keyOf(rowOf(i)), 2])));
    store.close();
    expect(ids).toHaveLength(new Set(ids).size);
  });
});
