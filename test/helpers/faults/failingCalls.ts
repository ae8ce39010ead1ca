/**
 * System calls that fail from a chosen one on, of Node's own code and of LanceDB's: a disk that is full, damaged or taken away in the
 * middle of a run. What does it is failingCalls.c, compiled when a test asks; where there is no C compiler or no Linux, nothing is.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempDir } from '../tempRepo.ts';

const SOURCE = fileURLToPath(new URL('failingCalls.c', import.meta.url));

/** `write`: what puts bytes on the disk. `name`: what makes, moves and removes files and folders. */
export type CallKind = 'write' | 'name';

export interface CallPlace {
  kind: CallKind;
  /** Of the path that is written, with `*` for what differs from run to run. */
  glob: string;
}

export interface FailingCalls {
  /** To be added to the environment of a run that is recorded. */
  recording: NodeJS.ProcessEnv;
  /** The places of the last recorded run, in order, each once. */
  recorded(): CallPlace[];
  /** The first call at this place fails, and all of its kind after it. */
  failing(place: CallPlace, errno: number): NodeJS.ProcessEnv;
  /** Each write takes half of what it is given. */
  halving: NodeJS.ProcessEnv;
}

/** @param dir only what lies below it fails. @returns null where it cannot be had */
export function failingCalls(dir: string): FailingCalls | null {
  const place = tempDir();
  const [library, log] = [join(place, 'failingCalls.so'), join(place, 'calls')];
  const flags = ['-O1', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl'];
  if (process.platform !== 'linux' || spawnSync('cc', flags, { stdio: 'ignore' }).status !== 0) return null;
  // Node may give writes to the kernel in a way that no library sees.
  const base = { LD_PRELOAD: library, CORA_BAD_DIR: `${dir}/`, UV_USE_IO_URING: '0' };
  return {
    recording: { ...base, CORA_BAD_LOG: log },
    recorded() {
      const lines = [
        ...new Set(
          readFileSync(log, 'utf8')
            .trim()
            .split('\n')
            .map((line) => globOf(line, dir)),
        ),
      ];
      rmSync(log);
      return lines.map((line) => ({
        kind: line.slice(0, line.indexOf(' ')) as CallKind,
        glob: line.slice(line.indexOf(' ') + 1),
      }));
    },
    failing: ({ kind, glob }, errno) => ({
      ...base,
      CORA_BAD_CALL: kind,
      CORA_BAD_GLOB: glob,
      CORA_BAD_ERRNO: String(errno),
    }),
    halving: { ...base, CORA_BAD_SHORT: '1' },
  };
}

/** Process numbers, versions, hashes and UUIDs are other ones each time. */
function globOf(line: string, dir: string): string {
  return line
    .replace(dir, '*')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-zA-Z]*\d[0-9a-zA-Z]{5,}\b|\d+/g, '*')
    .replace(/\*[*-]*\*/g, '*');
}
