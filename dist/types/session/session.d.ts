/**
 * What an entry calls: settings in, data out. Opens what a command needs (repository, store, embedder, parsers) and
 * closes it again. Never prints, never exits, never reads the environment that it is not given.
 */
import type { GitContext } from '../base/historyTypes.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import type { Embedder, Reranker } from '../base/types.ts';
import type { SymbolContext } from '../graph/rowsOfName.ts';
import type { SearchContext } from '../search/readTexts.ts';
import { type CallerView, type SearchRequest } from '../search/search.ts';
import type { Options } from '../settings/options.ts';
import { type Surroundings } from '../view/surroundings.ts';
import { type Workspace } from '../view/workspace.ts';
export interface Searcher {
    /** Of the repository around, absolute; null for a bare one, and for an index that was named. */
    readonly worktree: string | null;
    search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
    /** What a question about the history gets beside the code; null for other questions. See gitContextOf. */
    gitContext(text: string): Promise<GitContext | null>;
    /** For definitions and references. */
    symbols(): Promise<SymbolContext>;
    /** For a search together with other repositories: see searchMany. */
    parts(): Promise<{
        context: SearchContext;
        view: CallerView;
    }>;
    close(): void;
}
export interface Models {
    embedder: Embedder;
    reranker: Reranker | null;
}
/** One after the other: both may come from one package with one set of global settings. */
export declare function modelsFor({ rerank }: Options, { env, log }: Surroundings, embedderOf: () => Promise<Embedder>): Promise<Models>;
/**
 * Opens the index of the repository around, or the one that `--index` names. The view is the caller's at this moment and
 * serves all searches until close.
 * @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, …
 */
export declare function openSearcher(options: Options, surroundings: Surroundings): Promise<Searcher>;
/** @throws CoraError NO_INDEX that says which index is there instead */
export declare function mustBeBuilt(dir: string, workspace: Workspace, embedder: Embedder): Promise<void>;
