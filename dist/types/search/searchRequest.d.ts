/** The request of a search, and how it is made from settings and a question. */
import type { Filters, SearchMode, SearchResult } from '../base/searchTypes.ts';
import type { SearchSettings } from '../settings/requests.ts';
import type { IncludeDirective } from './includeDirective.ts';
import { type Question } from './question.ts';
import { type Weights } from './rank/weights.ts';
export interface SearchRequest extends Filters {
    question: Question;
    mode: SearchMode;
    limit: number;
    /** The limit if the caller gave one. Then the answer has so many results, or says why not. */
    askedLimit: number | null;
    /**
     * True to leave out results that are far less relevant than the best: they are not worth their
     * tokens.
     */
    onlyRelevant: boolean;
    /** Directives for what is shown before all results. */
    include: readonly IncludeDirective[];
    /** The fewest lines that a result shows; 0 for the chunk alone. */
    lines: number;
    /** Lines shown before and after each chunk. */
    context: number;
    /** True to leave out licences, unused imports and repeated code. */
    elide: boolean;
    /** The weight of difference to the results before, 0 to 1. */
    diversity: number;
    /** Weights that replace the defaults of the mode. */
    weights: Partial<Weights>;
    /**
     * The folder, relative to the repository, whose files and neighbours are preferred; '' for none.
     */
    scope: string;
    /** The number of related places that are listed after the results. */
    related: number;
    /** True to say what each feature added to each score. */
    explain: boolean;
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
