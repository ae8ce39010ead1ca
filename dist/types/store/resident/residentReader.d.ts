/**
 * Keeps the table in memory as new as LanceDB's: reads it in the background, while look-ups still
 * go to LanceDB.
 */
import type { ReadHandle } from '../openTable.ts';
import type { ReadTable } from '../readTable.ts';
import { ResidentTable } from './residentTable.ts';
export declare class ResidentReader {
    #private;
    constructor(handle: ReadHandle, dimensions: number, limits: ResidentLimits);
    /** @returns null until the table's present version is there, and for a table that is too large */
    newest(): Promise<ResidentTable | null>;
    /** @throws CoraError for a table of a service, which is searched in memory or not at all */
    begin(): Promise<void>;
    /** Settles when the table was read, or was found too large or changing. */
    read(): Promise<void>;
}
/** The most rows that a table may have. */
export interface ResidentLimits {
    /** To be kept with its columns. */
    whole: number;
    /** To be kept at all. */
    found: number;
}
/** 100,000 rows take some 200 MB with their columns, a million some 900 MB without. */
export declare const RESIDENT_LIMITS: ResidentLimits;
/**
 * @param withRowIds whether it is to be grown: asks for the ids of rows, which a service's rows
 * lack
 * @returns null for a table that is too large, or that changed while it was read
 */
export declare function readResidentTable(table: ReadTable, dimensions: number, limits: ResidentLimits, withRowIds: boolean): Promise<ResidentTable | null>;
/**
 * Which rows there are costs 25 ns a row, reading one 20 µs.
 * @returns null where so much is different that the table is to be read whole; `known` itself where
 * it changed meanwhile
 */
export declare function growResidentTable(known: ResidentTable, table: ReadTable, dimensions: number, limits: ResidentLimits): Promise<ResidentTable | null>;
