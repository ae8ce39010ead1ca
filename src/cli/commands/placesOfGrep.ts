/**
 * The answer of `cora hooks offer` to a grep through files: a list of the likeliest places. The
 * replay in docs/agents.md says what it is worth, and for which greps.
 */

import { withOpened } from '../../base/concurrency.ts';
import type { SearchHit } from '../../base/searchTypes.ts';
import { qualifiedName } from '../../base/words.ts';
import { type GrepCall, type GrepSubject, subjectOf } from '../../grep/readGrepCall.ts';
import { oneLine } from '../../search/renderResult.ts';
import { searchRequestOf } from '../../search/searchRequest.ts';
import { openSearcher, type Searcher } from '../../session/session.ts';
import type { CommandContext } from '../../settings/commandContext.ts';
import { type SearchSettings, searchSettings, sessionSettings } from '../../settings/requests.ts';
import { staleNote } from '../../view/renderFreshness.ts';
import { pathInRepository, placeIn } from '../findCallerPlace.ts';

/** Milliseconds; a hook that takes longer keeps its agent waiting. */
const LONGEST = 4000;

/**
 * Finds the places that a grep looks for.
 * @param dir the directory that the grep runs in
 * @returns null where nothing is found, or the grep looks outside of the repository
 * @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, …
 */
export async function placesOfGrep(
  call: GrepCall,
  dir: string,
  { settle, surroundings }: Pick<CommandContext, 'settle' | 'surroundings'>,
): Promise<string | null> {
  const options = settle(dir);
  return withOpened(openSearcher(sessionSettings(options), { ...surroundings, dir }), async (searcher) => {
    const place = placeIn(searcher.worktree, dir);
    const paths = call.paths.map((path) => pathInRepository(path, place));
    if (paths.includes(null)) return null;
    const globs = (paths as string[]).filter((path) => path !== '' && path !== '.').map(globOf);
    const settings = { ...searchSettings(options), paths: globs };
    const question = questionOf(subjectOf(call), call);
    const { places, text } = await answerGrep(question, searcher, settings, AbortSignal.timeout(LONGEST));
    return places.length === 0 ? null : text;
  });
}

/** Makes a glob of a path, whose names may hold characters that mean something in a glob. */
function globOf(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '').replace(/[*?[\]{}!\\]/g, '\\$&');
}

const MOST_PLACES = 5;

/** Returns the names or the words that a grep looks for, else its pattern. */
export function questionOf(subject: GrepSubject, { pattern }: Pick<GrepCall, 'pattern'>): string {
  if (subject.kind === 'words') return subject.text;
  return 'names' in subject ? subject.names.join(' ') : pattern;
}

/**
 * Searches for what a grep looks for.
 * @param settings `paths` are the places that the grep searches
 * @returns the places, best first; none where nothing is found
 */
export async function answerGrep(
  question: string,
  searcher: Searcher,
  settings: SearchSettings,
  signal?: AbortSignal,
): Promise<{ places: SearchHit[]; text: string }> {
  const limited = { ...settings, limit: 2 * MOST_PLACES, budget: null, related: 0 };
  const request = { ...searchRequestOf(question, limited), history: false };
  const { results, freshness } = await searcher.search(request, signal);
  const stale = staleNote(freshness);
  // Several results may be parts of one definition, which is named once.
  const distinct = new Map(results.toReversed().map((hit) => [lineOf(hit), hit]));
  const places = results.filter((hit) => distinct.get(lineOf(hit)) === hit).slice(0, MOST_PLACES);
  return { places, text: [...places.map(lineOf), ...(stale === null ? [] : [stale])].join('\n') };
}

/** `src/cart.ts:3-9 class Cart` */
function lineOf(hit: SearchHit): string {
  const { startLine, endLine } = hit.definition;
  return oneLine(`${hit.path}:${startLine}-${endLine} ${hit.kind} ${qualifiedName(hit)}`.trimEnd());
}
