/** The surroundings of a command (folder, environment, cache, log), and what it opens there: the repository and the embedder. */
import type { Embedder, Log } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { type Workspace, type WorkspaceRequest } from './workspace.ts';
/** Where a command runs and what it may use. */
export interface Surroundings {
    /** Where the command runs. */
    dir: string;
    env: NodeJS.ProcessEnv;
    /** The user's cache directory. */
    cacheDir: string;
    log: Log;
}
export declare function openWorkspaceFor(options: Options, surroundings: Surroundings): Promise<Workspace>;
/** Where the index of the repository around lies; it may not be there yet. */
export declare function locateIndex(options: Options, surroundings: Surroundings): Promise<{
    workspace: Workspace;
    embedder: Embedder;
    dir: string;
}>;
export declare function workspaceRequest(options: Options, { dir, env, cacheDir }: Surroundings): WorkspaceRequest;
export declare function embedderFor(options: Options, { env, log }: Surroundings): Promise<Embedder>;
