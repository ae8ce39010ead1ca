/** Call chains: who calls a name and what it calls, step by step, from definition to definition. */
import type { Certainty } from './query/resolveReference.ts';
import type { SymbolContext } from './symbols/rowsOfName.ts';
/** One step of a call chain. */
export interface CallEdge {
    depth: number;
    /** The definition that holds the call, or the file where it stands outside of all; the line is that of the call. */
    caller: {
        symbol: string;
        path: string;
        line: number;
    };
    callee: {
        symbol: string;
        path: string | null;
        line: number | null;
    };
    /** Null where only the name speaks for the edge. */
    by: Certainty | null;
}
/**
 * Who calls the name, and who calls those, up to `depth` steps. Breadth first, one edge for each caller and callee. Calls
 * that may mean another definition are listed last and only for the first step.
 */
export declare function findCallers(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]>;
/** What the name's definitions call, and what those call, up to `depth` steps. Only calls whose target is in the view. */
export declare function findCallees(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]>;
