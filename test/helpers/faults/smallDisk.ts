/**
 * A disk that is full, or read-only, for real: a small tmpfs. Where this process may not mount one, a limit on the size of files
 * takes its place for the first, and permissions for the second, which do not stop root.
 */

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export interface SmallDisk {
  dir: string;
  /** Leaves so many KiB; null: all of it. @returns what to put in front of a command */
  leave(kibibytes: number | null): readonly string[];
  /** @returns false where nothing stops this process from writing */
  setReadOnly(isReadOnly: boolean): boolean;
}

const mounted: string[] = [];
const made: string[] = [];

afterAll(() => {
  for (const dir of mounted.splice(0)) spawnSync('umount', ['-l', dir]);
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

export function smallDisk(megabytes: number): SmallDisk {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'cora-disk-')));
  made.push(dir);
  const isMounted = mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]);
  if (isMounted) {
    mounted.push(dir);
    unmountAfter(dir);
  }
  return isMounted ? ownDisk(dir) : sharedDisk(dir);
}

/** Also when this process is killed: then the pipe that `cat` reads ends. */
function unmountAfter(dir: string): void {
  const script = 'cat > /dev/null; umount -l "$0" 2> /dev/null; rmdir "$0" 2> /dev/null';
  const guard = spawn('sh', ['-c', script, dir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
}

function mount(args: readonly string[]): boolean {
  return process.platform === 'linux' && spawnSync('mount', args).status === 0;
}

function ownDisk(dir: string): SmallDisk {
  const fill = join(dir, '.fill');
  return {
    dir,
    leave(kibibytes) {
      rmSync(fill, { force: true });
      if (kibibytes === null) return [];
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(fill, Buffer.alloc(Math.max(0, bavail * bsize - kibibytes * 1024)));
      return [];
    },
    setReadOnly: (isReadOnly) => mount(['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, dir]),
  };
}

function sharedDisk(dir: string): SmallDisk {
  return {
    dir,
    leave: (kibibytes) =>
      // `sh` counts in blocks of 512 bytes. Node and LanceDB get EFBIG where the disk would say ENOSPC.
      kibibytes === null ? [] : ['sh', '-c', `ulimit -f ${2 * kibibytes}; exec "$@"`, 'sh'],
    setReadOnly(isReadOnly) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), isReadOnly ? 0o555 : 0o755);
      }
      chmodSync(dir, isReadOnly ? 0o555 : 0o755);
      return process.getuid?.() !== 0;
    },
  };
}
