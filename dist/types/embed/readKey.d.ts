/** A service's key out of the environment. */
/** @returns undefined where the variable is unset or blank
 *  @throws CoraError EMBEDDER_AUTH for what no header can carry: fetch would quote it in its own error */
export declare function readKey(env: Record<string, string | undefined>, variable: string): string | undefined;
