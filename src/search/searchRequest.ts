/** The request that a search is given, and how it is made of settings and a question. */

import type { Filters, SearchMode, SearchResult } from '../base/searchTypes.ts';
import type { SearchSettings } from '../settings/requests.ts';
import type { IncludeDirective } from './includeDirective.ts';
import { type Question, readQuestion } from './question.ts';
import { readWeights, type Weights } from './rank/weights.ts';

export interface SearchRequest extends Filters {
  question: Question;
  mode: SearchMode;
  limit: number;
  /**
   * The limit where the caller named a number: then as many are given, or the answer says why they
   * are fewer.
   */
  askedLimit: number | null;
  /** Leave out what is far less relevant than the best: it is not worth its tokens. */
  onlyRelevant: boolean;
  /** Directives for what is shown before anything that is found. */
  include: readonly IncludeDirective[];
  /** Lines shown of a result, at least; 0 for the chunk alone. */
  lines: number;
  /** Lines shown before and after each chunk. */
  context: number;
  /** Leave licences, unused imports and repeated code out of what is shown. */
  elide: boolean;
  /** The weight of unlikeness to the results before it, 0 to 1. */
  diversity: number;
  /** Over the defaults of the mode. */
  weights: Partial<Weights>;
  /**
   * The folder, seen from the repository's root, whose files and neighbours are preferred; '' for
   * none.
   */
  scope: string;
  /** The number of places that are related to the results are listed after them. */
  related: number;
  /** Say what each feature added to each score. */
  explain: boolean;
  /** Add the commits that a question about the history asks for. */
  history: boolean;
}

/**
 * @param askedLimit the limit, where the caller named it
 * @throws CoraError USAGE for a weight that is not one
 */
export function searchRequestOf(
  text: string,
  settings: SearchSettings,
  include: readonly IncludeDirective[] = [],
  askedLimit: number | null = null,
): SearchRequest {
  const { budget, ...more } = settings;
  return {
    ...more,
    question: readQuestion(text),
    askedLimit,
    onlyRelevant: budget !== null && askedLimit === null,
    include,
    weights: readWeights(more.weights),
    history: true,
  };
}

/**
 * Returns what the answer repeats of a request, to say why it has fewer results than were asked
 * for.
 */
export function askedFor({
  askedLimit,
  paths,
  languages,
  kinds,
  extensions = [],
}: SearchRequest): Pick<SearchResult, 'asked' | 'filtered'> {
  return { asked: askedLimit, filtered: [paths, languages, kinds, extensions].some((filter) => filter.length > 0) };
}
