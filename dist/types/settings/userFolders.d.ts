/**
 * Folders of the user, outside of any repository: the cache, and the home of a fleet (~/.cora, CORA_HOME or --repos-base-dir) with
 * cora.config.json, repos/<id>/ (clones), state/ (manifest.json, jobs.json, sync.lock) and logs/sync.log. The environment is given.
 */
import type { Options } from './options.ts';
export declare function fleetHomeOf(options: Pick<Options, 'repos-base-dir'>, env: NodeJS.ProcessEnv): string;
/** @throws CoraError STORE where its state cannot be written, with the way to another home */
export declare function prepareHome(home: string): void;
export declare function cloneDir(home: string, id: string): string;
export declare function stateDir(home: string): string;
export declare function manifestPath(home: string): string;
export declare function jobsPath(home: string): string;
export declare function syncLogPath(home: string): string;
/** @throws CoraError STORE where others could have planted something in it */
export declare function cacheDirOf(env: NodeJS.ProcessEnv): string;
