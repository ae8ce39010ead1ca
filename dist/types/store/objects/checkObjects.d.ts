/**
 * Looks at a table in object storage before LanceDB opens it, as checkTable.ts does with a folder, and again afterwards: what was opened is
 * what was looked at. LanceDB gives no manifest away, so Cora asks the service itself (objects/openObjects.ts).
 */
import type { StoreAddress } from '../storeAddress.ts';
/** The versions of a table that were looked at, the newest first; none where there is no table. */
export type Looked = readonly number[];
interface Opening<T> {
    /** Opens, and says which versions it came to. */
    open(looked: Looked): Promise<{
        made: T;
        versions: readonly number[];
    }>;
    /** Closes what does not count. */
    close(made: T): void;
}
export interface TableGuard {
    /**
     * Looks, opens, and looks whether all is as it was.
     * @param versions that are read beside the newest one; `all` where LanceDB is going to write
     * @throws CoraError BROKEN_INDEX, LOCKED, NETWORK, and Error as storageFailure.ts reads it
     */
    around<T>(name: string, versions: readonly number[] | 'all', opening: Opening<T>): Promise<T>;
}
/** @returns null for a place that is not asked here: a folder, a database, one whose writers the user trusts @throws CoraError USAGE */
export declare function guardTables(address: StoreAddress): Promise<TableGuard | null>;
export {};
