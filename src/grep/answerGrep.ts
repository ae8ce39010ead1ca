/**
 * Answers a grep from the index, for an agent that is about to make it: `cora hooks offer`. A list
 * of the likeliest places costs a few tokens beside the grep's own lines; the replay in
 * docs/agents.md says what it is worth, and for which greps.
 */

import type { SearchHit } from '../base/searchTypes.ts';
import { qualifiedName } from '../base/words.ts';
import { oneLine } from '../search/renderResult.ts';
import { searchRequestOf } from '../search/searchRequest.ts';
import type { Searcher } from '../session/session.ts';
import type { SearchSettings } from '../settings/requests.ts';
import { staleNote } from '../view/renderFreshness.ts';
import type { GrepCall, GrepSubject } from './readGrepCall.ts';

const MOST_PLACES = 5;

/**
 * Returns the question that a grep is: the names or the words that it looks for, else its pattern.
 */
export function questionOf(subject: GrepSubject, { pattern }: Pick<GrepCall, 'pattern'>): string {
  if (subject.kind === 'words') return subject.text;
  return 'names' in subject ? subject.names.join(' ') : pattern;
}

/**
 * @param settings `paths` are the places that the grep searches
 * @returns the places, best first; none where nothing is found
 */
export async function answerGrep(
  question: string,
  searcher: Searcher,
  settings: SearchSettings,
  signal?: AbortSignal,
): Promise<{ places: SearchHit[]; text: string }> {
  const limited = { ...settings, limit: MOST_PLACES, budget: null, related: 0 };
  const request = { ...searchRequestOf(question, limited), history: false };
  const { results: places, freshness } = await searcher.search(request, signal);
  const stale = staleNote(freshness);
  return { places, text: [...places.map(placeLine), ...(stale === null ? [] : [stale])].join('\n') };
}

/** `src/cart.ts:3-9 class Cart` */
function placeLine(hit: SearchHit): string {
  const { startLine, endLine } = hit.definition;
  return oneLine(`${hit.path}:${startLine}-${endLine} ${hit.kind} ${qualifiedName(hit)}`.trimEnd());
}
