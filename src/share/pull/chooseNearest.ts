/** Of several indexes the one whose commit is nearest to HEAD: the fewest files are left to compute. */

import { listAncestors } from '../../git/listAncestors.ts';
import type { Repository } from '../../git/repository.ts';

/** So far back most files are others. */
const MOST_ANCESTORS = 20_000;

/**
 * @param offers in the order of preference where history does not decide
 * @returns null where there is none; `ahead` counts the commits from it to HEAD, null where it is no ancestor
 */
export async function chooseNearest<T extends { commit: string }>(
  repository: Repository,
  offers: readonly T[],
): Promise<{ offer: T; ahead: number | null } | null> {
  const [first] = offers;
  if (first === undefined || repository.head === null) return null;
  const ancestors = await listAncestors(repository, { from: repository.head.commit, limit: MOST_ANCESTORS });
  const places = new Map(ancestors.map((commit, at) => [commit, at]));
  let nearest: { offer: T; ahead: number | null } = { offer: first, ahead: null };
  for (const offer of offers) {
    const ahead = places.get(offer.commit);
    if (ahead !== undefined && (nearest.ahead === null || ahead < nearest.ahead)) nearest = { offer, ahead };
  }
  return nearest;
}
