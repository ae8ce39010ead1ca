/** All settings of one run: flags, the environment and the cora.config.json that counts in a directory. */
import type { Options } from './options.ts';
/**
 * A store that the config file names lies in the Git directory: what lies in the working tree came with the clone.
 * @param file a config to read instead of the one that is found from `dir` upwards
 */
export declare function settle(flags: Options, env: NodeJS.ProcessEnv, dir: string, file?: string): Options;
/** The settings of the fleet: the file in its home is the user's own, and may say what a repository's may not. */
export declare function settleHome(flags: Options, env: NodeJS.ProcessEnv): Options;
