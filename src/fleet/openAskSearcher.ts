/** What finds the sources of a question: the index around, one that was named, or repositories of the fleet together. */

import type { AskSearcher } from '../ask/askTypes.ts';
import { CoraError } from '../base/errors.ts';
import type { CommandContext } from '../session/commandContext.ts';
import { openSearcher, type Searcher } from '../session/session.ts';
import { fleetOf } from './fleetContext.ts';
import { openFleetSearcher } from './searchFleet.ts';

/** @throws CoraError USAGE; the rest when it searches */
export function openAskSearcher(context: CommandContext): { searcher: AskSearcher; close(): void } {
  const { options, surroundings } = context;
  const { repo = [] } = options;
  if (repo.length === 0) {
    let opening: Promise<Searcher> | null = null;
    const opened = (): Promise<Searcher> => {
      opening ??= openSearcher(options, surroundings);
      return opening;
    };
    return {
      searcher: {
        search: async (request, signal) => (await opened()).search(request, signal),
        gitContext: async (text) => (await opened()).gitContext(text),
      },
      close: () => {
        opening?.then((searcher) => searcher.close()).catch(() => undefined);
      },
    };
  }
  if (options.index !== undefined || options.rerank !== 'none') {
    const name = options.index === undefined ? 'rerank' : 'index';
    throw new CoraError('USAGE', `--${name} is for one repository, not for --repo.`, {
      hint: 'Leave one of them out.',
    });
  }
  const fleet = openFleetSearcher(fleetOf(context));
  return {
    // Whose history a question to many is about is not known.
    searcher: { search: (request, signal) => fleet.search(repo, request, signal), gitContext: async () => null },
    close: () => fleet.close(),
  };
}
