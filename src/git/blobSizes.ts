/** Sizes of blobs, without reading them. */

import { presentBlobs } from './presentBlobs.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** Bytes of each blob that is in the repository; a missing one is left out and not fetched. */
export async function blobSizes(
  repo: Repository,
  blobs: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const wanted = [...(repo.partial ? await presentBlobs(repo, blobs, signal) : new Set(blobs))];
  if (wanted.length === 0) return sizes;
  const { stdout } = await runGit(
    placeOf(repo),
    ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'],
    {
      input: `${wanted.join('\n')}\n`,
      signal,
    },
  );
  for (const line of stdout.toString('latin1').split('\n')) {
    const [blob = '', size = ''] = line.split(' ');
    if (/^\d+$/.test(size)) sizes.set(blob, Number(size));
  }
  return sizes;
}
