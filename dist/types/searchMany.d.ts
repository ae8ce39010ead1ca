/**
 * SEARCH over several repositories: views → merged statistics → retrieve in each → one scale → rank together → text of the winners.
 * Scores compare because nothing that they are made of is a repository's own: document frequencies, lengths and the mean vector are
 * those of all views that are searched, and what a score is divided by is the best of all of them. So the answer is that of one
 * repository that holds them all. Like every search it never locks and never writes.
 */
import type { CallerView } from './search/callerView.ts';
import { type SearchContext } from './search/readTexts.ts';
import type { SearchRequest } from './search/searchRequest.ts';
import type { ManyResult } from './searchTypes.ts';
import type { Embedder } from './types.ts';
/** One repository that is searched with others. */
export interface SearchMember {
    /** As results call it; no two have one. */
    name: string;
    /** @throws CoraError why it cannot be searched: the others answer, and the answer says so */
    view(signal?: AbortSignal): Promise<CallerView>;
    embedder(): Promise<Embedder>;
    /** Opens its table for as long as `run` lasts, or longer. @param texts whether the text of files is read too */
    use<T>(texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T>;
}
/** @throws CoraError USAGE for what is asked of one repository only; NO_INDEX where none can be searched; ABORTED */
export declare function searchMany(members: readonly SearchMember[], request: SearchRequest, signal?: AbortSignal): Promise<ManyResult>;
