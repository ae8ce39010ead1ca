/** Globs over repository-relative paths. */
/**
 * @param globs a path is kept when it fits any of them (or there is none to fit) and none that starts with `!`. A glob without a
 *   slash fits the file's name; one that names a directory fits all below it
 * @returns the paths kept, sorted by code unit, each once
 */
export declare function selectPaths(paths: readonly string[], globs: readonly string[]): string[];
