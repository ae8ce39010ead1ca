/**
 * A query is read, and where it names what the view does not know, it is searched with what was probably meant. How names are matched
 * is in matchNames.ts.
 */
import type { Assumed } from '../base/searchTypes.ts';
import type { SymbolContext } from '../graph/rowsOfName.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import type { Frequencies } from '../view/statistics.ts';
import { type NameList, type NameMatch } from './matchNames.ts';
import { type Query } from './readQuery.ts';
interface AskedQuery {
    query: Query;
    /** As it is embedded. */
    text: string;
    assumed: Assumed[];
}
export declare function askedQuery(store: Promise<ChunkStore>, view: CallerView, text: string): Promise<AskedQuery>;
/** One reading of all definitions, and only where a query needs it; a view does not change. What failed is tried again. */
export declare function definedNamesOf(store: ChunkStore, view: CallerView): Promise<NameList>;
/** @param name of `Outer.inner` the inner one counts @returns at most 5, likeliest first; none where the name is defined */
export declare function nearNames({ store, view }: SymbolContext, name: string): Promise<string[]>;
interface Unknown {
    written: string;
    /** A name may be reordered or cut short; a word of a sentence is only ever mistyped. */
    kind: 'name' | 'word';
    /** Nothing else is asked for. */
    alone: boolean;
}
/** @param paths of the view's files */
export declare function unknownIn(text: string, statistics: Frequencies, paths: () => readonly string[]): Unknown[];
/** What a name or word was taken for. */
interface Assumption {
    asked: string;
    matches: NameMatch[];
}
export declare function assume(unknown: readonly Unknown[], names: NameList): Assumption[];
/** The text with the likeliest match of each assumption in place of what was asked. */
export declare function assumedText(text: string, assumptions: readonly Assumption[]): string;
export {};
