/**
 * Where a fleet lies:
 *
 *     ~/.cora/                 CORA_HOME, or --repos-base-dir
 *       cora.config.json       settings of the fleet; the user's own, so it may say what a repository's file may not
 *       repos/<id>/            bare, shallow, single-branch clones, each with its index
 *       state/manifest.json    manifest.ts
 *       state/jobs.json        index jobs of the servers: jobFile.ts
 *       state/sync.lock        held by the process that syncs
 *       logs/sync.log          one line for each repository that was asked; sync.log.1 is the one before
 */
import type { Options } from '../options.ts';
export declare function fleetHomeOf(options: Pick<Options, 'repos-base-dir'>, env: NodeJS.ProcessEnv): string;
export declare function cloneDir(home: string, id: string): string;
export declare function stateDir(home: string): string;
export declare function manifestPath(home: string): string;
export declare function jobsPath(home: string): string;
export declare function logPath(home: string): string;
