/** The query as it is searched: read, and where it names what the view does not know, with what was probably meant. */
import { type NameList } from '../query/nameList.ts';
import { type Query } from '../query/readQuery.ts';
import type { Assumed } from '../searchTypes.ts';
import type { ChunkStore } from '../storePort.ts';
import type { CallerView } from './callerView.ts';
export interface AskedQuery {
    query: Query;
    /** As it is embedded. */
    text: string;
    assumed: Assumed[];
}
export declare function askedQuery(store: Promise<ChunkStore>, view: CallerView, text: string): Promise<AskedQuery>;
/** One reading of all definitions, and only where a query needs it; a view does not change. */
export declare function namesOf(store: ChunkStore, view: CallerView): Promise<NameList>;
