/** One repository, as it is now, for as long as one answer takes. */

import type { Freshness } from '../base/searchTypes.ts';
import type { SessionPlace } from '../session/openSessions.ts';
import type { Searcher } from '../session/session.ts';
import type { ApiServices } from './apiTypes.ts';
import type { ServedRepository } from './servedRepositories.ts';

export interface Here {
  repository: ServedRepository;
  place: SessionPlace;
  searcher: Searcher;
}

type Context = Awaited<ReturnType<Searcher['symbols']>>;

/** What the files of a repository say as they are now: with which repository it was, and how fresh its index is. */
export function ofView<T extends object>(
  services: Pick<ApiServices, 'repositories' | 'sessions' | 'slots'>,
  id: string | undefined,
  signal: AbortSignal,
  find: (context: Context) => Promise<T>,
): Promise<{ repo_id: string; freshness: Freshness } & T> {
  return inRepository(services, id, signal, async ({ repository, searcher }) => {
    const context = await searcher.symbols();
    const found = await find(context);
    return { repo_id: repository.id, freshness: context.view.freshness, ...found };
  });
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
