/** What of the caller's view a search looks at: filters by path, language and kind. */
import { type SearchedView } from '../query/retrieve.ts';
import type { CallerView } from './callerView.ts';
export interface Filters {
    /** Globs; none means all. */
    paths: readonly string[];
    languages: readonly string[];
    kinds: readonly string[];
    /** Ends of file names, with or without the dot; none means all. */
    extensions?: readonly string[];
}
export declare function searchedView(view: CallerView, { paths, languages, kinds, extensions }: Filters): SearchedView;
