/** Definitions of names in the caller's view. Exact names only; which spelling was meant is symbols.ts's question. */
import type { FileStatus } from '../base/searchTypes.ts';
import type { Target } from './resolveReference.ts';
import { type SymbolContext } from './rowsOfName.ts';
/** Where a name is defined. Lines are those of the whole definition. */
export interface SymbolHit extends Target {
    startLine: number;
    endLine: number;
    status: FileStatus;
    scope: string[];
}
/** @returns definitions whose names differ from a wanted one at most in case and separators, by path and line */
export declare function findDefinitions(context: SymbolContext, names: Iterable<string>): Promise<SymbolHit[]>;
/** What tells a definition from all others in the view. */
export declare function placeOf({ path, startLine, name }: {
    path: string;
    startLine: number;
    name: string;
}): string;
