/** The paths of a view, indexed for looking up modules, with the names that manifests give to its folders (go.mod, package.json,
 * Cargo.toml, read from the index). */
import type { SymbolContext } from './rowsOfName.ts';
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
/** Those by which other repositories import what is in this one. */
export declare const SHARED_MANIFEST_NAMES: Readonly<Record<string, RegExp>>;
/** @returns package name → folder; the one nearest to the root where a name is given twice */
export declare function readPackages({ store, view }: SymbolContext, names?: Readonly<Record<string, RegExp>>): Promise<Map<string, string>>;
