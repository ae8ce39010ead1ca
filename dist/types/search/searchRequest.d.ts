/** What a search is asked for, and how options say it. */
import type { Options } from '../options.ts';
import { type Weights } from '../query/weights.ts';
import type { SearchMode } from '../searchTypes.ts';
import type { IncludeDirective } from './includeDirective.ts';
import type { Filters } from './searchedView.ts';
export interface SearchRequest extends Filters {
    text: string;
    mode: SearchMode;
    limit: number;
    /** Estimated tokens of all results at most; null for any number. */
    budget: number | null;
    /** What is shown before anything that is found. */
    include: readonly IncludeDirective[];
    /** Lines shown of a result, at least; 0 for the chunk alone. */
    lines: number;
    /** Lines shown before and after each chunk. */
    context: number;
    /** Leave licences, unused imports and repeated code out of what is shown. */
    elide: boolean;
    /** How much unlikeness to the results before it counts, 0 to 1. */
    diversity: number;
    /** Over the defaults of the mode. */
    weights: Partial<Weights>;
    /** The folder, seen from the repository's root, whose files and neighbours are preferred; '' for none. */
    scope: string;
    /** How many places that are related to the results are listed after them. */
    related: number;
    /** Say what each feature added to each score. */
    explain: boolean;
}
/**
 * @param options resolved; `scope` is repository-relative already
 * @throws CoraError USAGE for a weight that is not one
 */
export declare function searchRequestOf(text: string, options: Options, include?: readonly IncludeDirective[]): SearchRequest;
