/**
 * The ChunkStore port on a LanceDB table: what is asked of the table and how its answers become rows. Opening is
 * openTable.ts, upkeep optimizeTable.ts, the Arrow form schema.ts.
 */
import type { ChunkStore } from '../storePort.ts';
import { type TableHandle } from './openTable.ts';
export declare function createLanceStore(handle: TableHandle, dimensions: number, mode: 'read' | 'write'): ChunkStore;
