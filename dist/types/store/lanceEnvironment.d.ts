/**
 * The environment that LanceDB finds in this process: its log is quiet, it gets no dictionaries, and no credentials of clouds but those
 * of a place that the command line names. Every command loads this file.
 */
/**
 * Takes them out of the environment of this process, but for those of the places that the command line names.
 * @returns the environment as it was
 */
export declare function hideCredentials(env: NodeJS.ProcessEnv, argv: readonly string[]): NodeJS.ProcessEnv;
/** @param env of this process; what the user has set stays */
export declare function quietLance(env: NodeJS.ProcessEnv): void;
