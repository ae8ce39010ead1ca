/** Definitions and references of a name in the caller's view. Call chains are findCalls.ts. */
import { type Certainty, type Target } from './query/resolveReference.ts';
import { type SymbolContext } from './symbols/rowsOfName.ts';
import type { FileStatus, ReferenceKind } from './types.ts';
/** Where a name is defined. Lines are those of the whole definition. */
export interface SymbolHit extends Target {
    startLine: number;
    endLine: number;
    signature: string;
    status: FileStatus;
    scope: string[];
}
/** Where a name is mentioned. */
export interface ReferenceHit {
    name: string;
    kind: ReferenceKind;
    path: string;
    line: number;
    /** The definition that holds the mention, '' at the top of a file. */
    symbol: string;
    scope: string[];
    language: string;
    preview: string;
    /** What is mentioned, where it could be told. */
    target: SymbolHit | null;
    by: Certainty | null;
}
/**
 * @param name `Outer.inner` asks for an inner of Outer; letters match in either case if nothing matches exactly
 * @returns by path, then line
 */
export declare function findSymbols(context: SymbolContext, name: string): Promise<SymbolHit[]>;
/** @returns mentions by path, then line; a mention whose meaning could be told carries its target */
export declare function findReferences(context: SymbolContext, name: string): Promise<ReferenceHit[]>;
