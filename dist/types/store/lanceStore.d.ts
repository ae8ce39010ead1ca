/**
 * The ChunkStore port on a LanceDB table: what is asked of the table and how its answers become rows. Opening is
 * openTable.ts, upkeep optimizeTable.ts, the Arrow form schema.ts.
 */
import type { ChunkStore } from '../storePort.ts';
import { type ResidentLimits } from './residentTable.ts';
import type { ReadHandle, TableHandle } from './tableHandle.ts';
/** @param writer null for a store that is only read */
export declare function createLanceStore(handle: ReadHandle, writer: TableHandle | null, dimensions: number, limits?: ResidentLimits): ChunkStore;
