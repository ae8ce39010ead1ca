/**
 * Answers a grep from the index, for an agent that is about to make it: `cora hooks offer`. Which
 * greps are answered follows docs/agents.md, where they were replayed.
 */

import { findSymbols } from '../graph/symbols.ts';
import { renderResult } from '../search/renderResult.ts';
import { searchRequestOf } from '../search/searchRequest.ts';
import type { Searcher } from '../session/session.ts';
import type { SearchSettings } from '../settings/requests.ts';
import { matcherOf } from '../view/checkFilters.ts';
import type { GrepSubject } from './readGrepCall.ts';

/** Estimated tokens: a grep's own output comes beside it. */
const BUDGET = 700;
const MOST_RESULTS = 3;
/** Names of one pattern that are looked up. */
const MOST_NAMES = 4;

/**
 * @param settings `paths` are the places that the grep searches
 * @returns Markdown; null where grep is the right tool, or where nothing is found
 */
export async function answerGrep(
  subject: GrepSubject,
  searcher: Searcher,
  settings: SearchSettings,
  signal?: AbortSignal,
): Promise<string | null> {
  if (subject.kind === 'file' || subject.kind === 'exact') return null;
  const text = subject.kind === 'words' ? subject.text : await definedOf(subject.names, searcher, settings);
  if (text === null) return null;
  const limited = { ...settings, limit: MOST_RESULTS, budget: BUDGET, related: MOST_RESULTS };
  const request = { ...searchRequestOf(text, limited), history: false };
  const result = await searcher.search(request, signal);
  return result.results.length === 0 ? null : renderResult(result, 'markdown', { budget: BUDGET });
}

/** @returns the names that the index has a definition of, as a question; null for none */
async function definedOf(
  names: readonly string[],
  searcher: Searcher,
  settings: SearchSettings,
): Promise<string | null> {
  const symbols = await searcher.symbols();
  const isWanted = matcherOf(settings);
  const known: string[] = [];
  for (const name of names.slice(0, MOST_NAMES)) {
    const hits = await findSymbols(symbols, name.replaceAll(/::|->|#/g, '.'));
    if (hits.some((hit) => isWanted(hit))) known.push(name);
  }
  return known.length === 0 ? null : known.join(' ');
}
