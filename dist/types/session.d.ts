/**
 * What an entry calls: settings in, data out. Opens what a command needs (repository, store, embedder, parsers) and
 * closes it again. Never prints, never exits, never reads the environment that it is not given.
 */
import type { ViewSettings } from './git/selectFiles.ts';
import type { GitContext } from './historyTypes.ts';
import type { Options } from './options.ts';
import type { SearchContext } from './search/readTexts.ts';
import { type CallerView, type SearchRequest } from './search.ts';
import type { SearchResult } from './searchTypes.ts';
import type { SymbolContext } from './symbols/rowsOfName.ts';
import type { Embedder, Log, Reranker } from './types.ts';
import { type Workspace, type WorkspaceRequest } from './workspace.ts';
/** What the entry knows of its surroundings. */
export interface Surroundings {
    /** Where the command runs. */
    dir: string;
    env: NodeJS.ProcessEnv;
    /** The user's cache directory. */
    cacheDir: string;
    log: Log;
}
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
export declare function viewSettings(options: Options): ViewSettings;
export declare function openWorkspaceFor(options: Options, surroundings: Surroundings): Promise<Workspace>;
/** Where the index of the repository around lies; it may not be there yet. */
export declare function locateIndex(options: Options, surroundings: Surroundings): Promise<{
    workspace: Workspace;
    embedder: Embedder;
    dir: string;
}>;
export declare function workspaceRequest(options: Options, { dir, env, cacheDir }: Surroundings): WorkspaceRequest;
export declare function embedderFor(options: Options, { env, log }: Surroundings): Promise<Embedder>;
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
