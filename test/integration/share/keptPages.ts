/** A made-up packed index of a web server, and a folder of its own to keep what was read of it. */

import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../src/base/log.ts';
import { PAGE, type PagedRanges } from '../../../src/engine/pagedRanges.ts';
import { tarHeader } from '../../../src/share/artifact/archive.ts';
import { openWebIndex, type WebIndexOptions } from '../../../src/share/openWebIndex.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

export const POLICY = { attempts: 2, firstDelayMs: 1, maxDelayMs: 1, stallMs: 5000 };
export const FIRST = 32 * PAGE;

/** The beginning of a packed index of format 2, and bytes that stand for the rest. */
export function archive(seed: string, size = 90 * PAGE + 100): Buffer {
  const manifest = Buffer.from(JSON.stringify({ formatVersion: 2, commit: seed }));
  const head = Buffer.concat([tarHeader('manifest.json', manifest.length), manifest]);
  const all = Buffer.from(
    Uint8Array.from({ length: size }, (_, at) => (at * 7 + seed.charCodeAt(0) + (at >> 8)) % 253),
  );
  head.copy(all);
  return all;
}

export function place() {
  const cacheDir = tempDir();
  const said: string[] = [];
  const log = createLog((line) => said.push(line), { quiet: false, verbose: true });
  const opened: PagedRanges[] = [];
  return {
    said,
    cacheDir,
    open: async (url: string, options: WebIndexOptions = {}) => {
      const index = await openWebIndex(url, { env: {}, cacheDir, log }, { policy: POLICY, ...options });
      if (index.ranges !== null) opened.push(index.ranges);
      return index;
    },
    ranges: async (url: string) => {
      const { ranges } = await openWebIndex(url, { env: {}, cacheDir, log }, { policy: POLICY });
      opened.push(ranges!);
      return ranges!;
    },
    /** Makes what is kept look an hour old. */
    age: () => {
      const then = new Date(Date.now() - 3_600_000);
      for (const folder of ['ranges', 'web'])
        for (const name of list(join(cacheDir, folder))) utimesSync(join(cacheDir, folder, name), then, then);
    },
    kept: () => list(join(cacheDir, 'ranges')),
  };
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

export const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
