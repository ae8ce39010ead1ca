/** Path globs as people write them in settings and after `--path`. */
/**
 * True for a path that one of the globs matches; names that begin with a dot are like any others.
 *
 *     *.go, LICENSE     no slash: the name, in any directory
 *     src/**, /README   with a slash: from the top level
 *     docs, src/api/    a directory stands for everything below it
 *     !src/**           what the rest does not match
 *
 * @throws CoraError BAD_PATTERN
 */
export declare function matchGlobs(globs: readonly string[]): (path: string) => boolean;
/** The first glob that matches, for saying why. */
export declare function firstMatch(globs: readonly string[]): (path: string) => string | undefined;
