/** The request of a search, and how it is made from settings and a question. */
import type { Filters, SearchResult } from '../base/searchTypes.ts';
import type { SearchSettings } from '../settings/requests.ts';
import type { IncludeDirective } from './includeDirective.ts';
import { type Question } from './question.ts';
import { type Weights } from './rank/weights.ts';
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
export declare function searchRequestOf(text: string, settings: SearchSettings, include?: readonly IncludeDirective[], askedLimit?: number | null): SearchRequest;
/** Returns the parts of a request that the answer repeats, to explain why it has fewer results. */
export declare function askedFor({ askedLimit, paths, languages, kinds, extensions, }: SearchRequest): Pick<SearchResult, 'asked' | 'filtered'>;
