/** Which blobs a partial clone holds. cat-file ends at the first one that it would have to fetch, so it must not be asked. */

import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** The names of those blobs that are in the repository. Nothing is fetched. */
export async function presentBlobs(
  repo: Repository,
  blobs: Iterable<string>,
  signal?: AbortSignal,
): Promise<Set<string>> {
  const wanted = [...new Set(blobs)];
  if (wanted.length === 0) return new Set();
  // `--missing` turns fetching off inside this command, `--ignore-missing` passes over what is not there.
  const args = ['rev-list', '--objects', '--no-object-names', '--missing=allow-any', '--ignore-missing', '--stdin'];
  const { stdout } = await runGit(placeOf(repo), args, {
    input: `${wanted.join('\n')}\n`,
    signal,
  });
  return new Set(stdout.toString('latin1').split('\n').filter(Boolean));
}
