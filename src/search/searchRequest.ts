/** The request of a search, and how it is made from settings and a question. */

import type { Filters, SearchResult } from '../base/searchTypes.ts';
import type { SearchSettings } from '../settings/requests.ts';
import type { IncludeDirective } from './includeDirective.ts';
import { type Question, readQuestion } from './question.ts';
import { readWeights, type Weights } from './rank/weights.ts';

export interface SearchRequest extends Filters, Omit<SearchSettings, 'budget' | 'weights'> {
  question: Question;
  /** The limit if the caller gave one. Then the answer has so many results, or says why not. */
  askedLimit: number | null;
  /**
   * True to leave out results that are far less relevant than the best: they are not worth their
   * tokens.
   */
  onlyRelevant: boolean;
  /** Directives for what is shown before all results. */
  include: readonly IncludeDirective[];
  /** Weights that replace the defaults of the mode. */
  weights: Partial<Weights>;
  /** True to add the commits that a question about the history asks for. */
  history: boolean;
}

/**
 * @param askedLimit the limit if the caller gave one
 * @throws CoraError USAGE for an invalid weight
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

/** Returns the parts of a request that the answer repeats, to explain why it has fewer results. */
export function askedFor({
  askedLimit,
  paths,
  languages,
  kinds,
  extensions = [],
}: SearchRequest): Pick<SearchResult, 'asked' | 'filtered'> {
  return { asked: askedLimit, filtered: [paths, languages, kinds, extensions].some((filter) => filter.length > 0) };
}
