/**
 * What an entry calls: settings in, data out. Opens what a command needs (repository, store, embedder, parsers) and
 * closes it again. Never prints, never exits, never reads the environment that it is not given.
 */
import { type BuildRequest } from './build.ts';
import type { ViewSettings } from './git/selectFiles.ts';
import type { GitContext } from './historyTypes.ts';
import type { Options } from './options.ts';
import { type SearchRequest } from './search.ts';
import type { SearchResult } from './searchTypes.ts';
import type { SymbolContext } from './symbols/rowsOfName.ts';
import type { ChunkedBlob, Embedder, IndexReport, Log, Progress } from './types.ts';
import { type Workspace } from './workspace.ts';
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
    search(request: SearchRequest): Promise<SearchResult>;
    /** What a question about the history gets beside the code; null for other questions. See gitContextOf. */
    gitContext(text: string): Promise<GitContext | null>;
    /** For definitions and references. */
    symbols(): Promise<SymbolContext>;
    close(): void;
}
export declare function viewSettings(options: Options): ViewSettings;
export declare function openWorkspaceFor(options: Options, { dir, env, cacheDir }: Surroundings): Promise<Workspace>;
export declare function embedderFor(options: Options, { env, log }: Surroundings): Promise<Embedder>;
/** Who looks at a long run, and may end it. */
export interface Watch {
    onProgress(progress: Progress): void;
    signal?: AbortSignal;
}
/** Indexes a commit: see buildIndex. */
export declare function indexRepository(options: Options, surroundings: Surroundings, watch: Watch, seed?: BuildRequest['seed']): Promise<IndexReport>;
/**
 * Opens the index of the repository around, or the one that `--index` names. The view is the caller's at this moment and
 * serves all searches until close.
 * @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, …
 */
export declare function openSearcher(options: Options, surroundings: Surroundings): Promise<Searcher>;
/** Parsers are loaded when the first uncommitted file needs one. */
export declare function createLazyParsers(): {
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    close(): void;
};
/** The query of `cora query -`: all of standard input. */
export declare function readQueryFile(path: string): Promise<string>;
