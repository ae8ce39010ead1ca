/** The paths of a view, indexed for looking up modules, and arithmetic on paths. */
export interface PathIndex {
    paths: ReadonlySet<string>;
    /** Files directly in a folder; '' is the root. */
    filesIn: ReadonlyMap<string, readonly string[]>;
    /** Files by the last part of their path. */
    byName: ReadonlyMap<string, readonly string[]>;
    /** Name of a module or package, as its manifest says → its folder. */
    packages: ReadonlyMap<string, string>;
}
export declare function indexPaths(paths: Iterable<string>, packages?: ReadonlyMap<string, string>): PathIndex;
/** The only file whose path ends with the module's. */
export declare function suffixPaths(module: string, ends: readonly string[], { byName }: PathIndex): string[];
/** Joins and takes out `.` and `..`. */
export declare function joinPath(...parts: readonly string[]): string;
export declare function folderOf(path: string): string;
