/** Names that manifests give to folders of the view: go.mod, package.json and Cargo.toml, read from the index. */
import type { SymbolContext } from './rowsOfName.ts';
/** @returns package name → folder; the one nearest to the root where a name is given twice */
export declare function readPackages({ store, view }: SymbolContext): Promise<Map<string, string>>;
