/** cora related */

import { CoraError, EXIT } from '../../base/errors.ts';
import { linesIn, splitPlace } from '../../base/paths.ts';
import type { NamedPlace } from '../../graph/findPlace.ts';
import { related } from '../../graph/related.ts';
import { openSearcher } from '../../session/session.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { filterSettings, sessionSettings } from '../../settings/requests.ts';
import { staleNote } from '../../view/renderFreshness.ts';
import { bringVectors } from '../bringVectors.ts';
import { type CallerPlace, findCallerPlace, pathInRepository } from '../findCallerPlace.ts';
import { freshnessIn } from '../refuseState.ts';
import { renderRelated } from '../render/renderPlaces.ts';
import { describeTerminal } from '../terminal.ts';

export async function runRelated(context: CommandContext): Promise<number> {
  const { options, words, surroundings, stdout } = context;
  const caller = await findCallerPlace(context);
  const place = placeOf(words[0]!, caller);
  const searcher = await openSearcher(sessionSettings(options), surroundings);
  try {
    const request = { place, limit: options.limit, ...filterSettings(options) };
    const freshness = await freshnessIn(searcher, options);
    await bringVectors(searcher, context);
    const found = await searcher.withSymbols((known) => related(known, request));
    if (options.json === true) printJson(stdout, { related: found, freshness });
    else stdout.write(renderRelated(found, { ...describeTerminal(context), ...caller }));
    if (found.length === 0) surroundings.log.info('The index knows nothing related to this place.');
    const note = staleNote(freshness);
    if (note !== null) surroundings.log.info(note);
    return found.length === 0 ? EXIT.finding : EXIT.ok;
  } finally {
    searcher.close();
  }
}

/** `src/a.ts:12`, seen from where the caller stands; or a chunk's id, 16 hex digits. */
function placeOf(text: string, caller: CallerPlace): NamedPlace {
  if (/^[0-9a-f]{16}$/.test(text)) return { chunkId: text };
  const { path, lines } = splitPlace(text);
  const range = linesIn(lines ?? '');
  if (range === null) {
    throw new CoraError('USAGE', `"${text}" does not name a place in a file.`, {
      hint: 'cora related src/search.ts:40   a path and a line, or the chunkId of a result',
    });
  }
  const inside = pathInRepository(path, caller);
  if (inside === null) throw new CoraError('USAGE', `${path} is outside of the repository.`);
  return { path: inside, line: range.startLine };
}
