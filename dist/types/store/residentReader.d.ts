/** Keeps the table in memory as new as LanceDB's: reads it in the background, while look-ups still go to LanceDB. */
import { type ResidentLimits, type ResidentTable } from './residentTable.ts';
import type { ReadHandle } from './tableHandle.ts';
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
