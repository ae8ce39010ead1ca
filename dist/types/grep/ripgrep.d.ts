/**
 * The door to ripgrep. It says which files may hold a hit, and nothing else: what is shown is read and matched by Cora, so
 * an old ripgrep, a failing one or none at all gives the same hits, only later.
 */
export type Environment = Readonly<Record<string, string | undefined>>;
/** Far below what Linux takes for one command; Windows takes 32,767 characters. */
export declare const ARGUMENT_CHARACTERS: number;
/**
 * @param root programs below it, and in directories that PATH names relative to the current one, are not considered: a
 *   repository's own `rg` must not run
 * @returns the absolute path of ripgrep, or null
 */
export declare function findRipgrep(root: string, env: Environment): Promise<string | null>;
/**
 * @param program from findRipgrep
 * @param pattern in ripgrep's syntax
 * @param paths regular files below root, relative, with `/`; together at most ARGUMENT_CHARACTERS. ripgrep follows a link
 *   that is named to it and waits at a FIFO: the caller looks first
 * @returns the paths that may hold a hit, or null where ripgrep can't say (then all of them may)
 */
export declare function filesThatMayMatch(program: string, pattern: string, paths: readonly string[], options: {
    root: string;
    env: Environment;
    signal?: AbortSignal | undefined;
}): Promise<Set<string> | null>;
