/**
 * The environment and the settings with which Cora runs git: English and parseable, without locks, without the network,
 * and inert: no program that a repository's configuration names is started. Git 2.31 or newer.
 */
/** Set with `-c` before every command. */
export declare const INERT_SETTINGS: string[];
/** For every diff: no external program, no textconv, and no look into submodules, whose own configuration would count. */
export declare const INERT_DIFF: string[];
/** @param env the caller's environment; it is not changed */
export declare function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
/** Settings for one command through the environment, where a name may hold any character. */
export declare function withSettings(env: NodeJS.ProcessEnv, settings: readonly (readonly [string, string])[]): NodeJS.ProcessEnv;
