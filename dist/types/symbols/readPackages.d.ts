/** Names that manifests give to folders of the view: go.mod, package.json and Cargo.toml, read from the index. */
import type { SymbolContext } from './rowsOfName.ts';
/** Those by which other repositories import what is in this one. */
export declare const SHARED_NAMES: Readonly<Record<string, RegExp>>;
/** @returns package name → folder; the one nearest to the root where a name is given twice */
export declare function readPackages({ store, view }: SymbolContext, names?: Readonly<Record<string, RegExp>>): Promise<Map<string, string>>;
