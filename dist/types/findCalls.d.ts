/** Call chains: who calls a name and what it calls, step by step. */
import { type Certainty } from './query/resolveReference.ts';
import { type SymbolContext } from './symbols/rowsOfName.ts';
/** One step of a call chain. */
export interface CallEdge {
    depth: number;
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
    by: Certainty | null;
}
/** Who calls the name, and who calls those, up to `depth` steps. Breadth first; each caller once. */
export declare function findCallers(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]>;
/** What the name's definitions call, and what those call, up to `depth` steps. Only calls whose target is in the view. */
export declare function findCallees(context: SymbolContext, name: string, depth: number): Promise<CallEdge[]>;
