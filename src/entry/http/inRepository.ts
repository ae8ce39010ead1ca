/** One repository, as it is now, for as long as one answer takes. */

import type { Searcher } from '../../index.ts';
import type { ApiServices } from './apiTypes.ts';
import type { SessionPlace } from './openSessions.ts';
import type { ServedRepository } from './servedRepositories.ts';

export interface Here {
  repository: ServedRepository;
  place: SessionPlace;
  searcher: Searcher;
}

/**
 * @param id undefined for the active one
 * @throws HttpError 404, 409, 429; CoraError NO_INDEX, …
 */
export async function inRepository<T>(
  { repositories, sessions, slots }: Pick<ApiServices, 'repositories' | 'sessions' | 'slots'>,
  id: string | undefined,
  signal: AbortSignal,
  run: (here: Here) => Promise<T>,
): Promise<T> {
  const repository = await repositories.pick(id);
  const place = repositories.placeOf(repository);
  // The look at the working tree is shared and waits for Git; what takes a turn is the computing.
  return sessions.search(place, signal, (searcher) => slots.use(signal, () => run({ repository, place, searcher })));
}
