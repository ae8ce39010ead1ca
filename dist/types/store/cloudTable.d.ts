/**
 * A table of LanceDB Cloud as readers see it. It is asked by name and version like any other; what differs: the service prunes versions
 * by its own rules, and how many rows it gives to one question is its own affair, so that they are counted.
 */
import type { NativeLance, NativeTable } from './nativeLance.ts';
import { type ReadTable } from './readTable.ts';
/** @param version of a table that stays there; null for the newest one at each question */
export declare function readCloudTable(lance: NativeLance, table: NativeTable, uri: string, version: number | null): ReadTable;
/**
 * Stays at this version, or at the newest one where the service has pruned it: that one still has all rows of every index that is
 * listed, and rows of others, which nobody asks for.
 */
export declare function stayAt(table: NativeTable, version: number): Promise<number>;
