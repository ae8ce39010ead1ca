/** Statistics of published views on this machine, by their SHA-256: most queries come to a view that another query has read. */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { readBounded } from '../disk/boundedRead.ts';
import { sha256Of, unpackContent } from '../share/publishedContent.ts';
import { replaceFile } from '../store/replaceFile.ts';

/** Files that stay. */
const KEPT = 16;
/** The limit of unpackContent. */
const MOST_BYTES = 2 ** 30;

/**
 * @param digest SHA-256 of what is wanted
 * @param fetch brings it, packed
 * @throws CoraError BAD_ARTIFACT and what `fetch` throws; a cache that cannot be read or written is none
 */
export async function cachedContent(dir: string, digest: string, fetch: () => Promise<Buffer>): Promise<Buffer> {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new CoraError('BAD_ARTIFACT', 'it names no SHA-256 of its statistics');
  const file = join(dir, digest);
  const known = await readBounded(file, MOST_BYTES).catch(() => null);
  if (known !== null && sha256Of(known) === digest) return known;
  const content = await unpackContent(await fetch(), digest);
  await keep(dir, file, content).catch(() => undefined);
  return content;
}

async function keep(dir: string, file: string, content: Buffer): Promise<void> {
  await replaceFile(file, content);
  const found = await Promise.all(
    (await readdir(dir)).map(async (name) => ({
      name,
      at: (await stat(join(dir, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  found.sort((a, b) => b.at - a.at);
  for (const { name } of found.slice(KEPT)) await rm(join(dir, name), { force: true });
}
