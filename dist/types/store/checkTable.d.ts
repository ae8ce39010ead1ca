/**
 * Looks at the folder of a table before LanceDB does: nothing in it is a link or leads elsewhere, it has only files that Cora's tables have,
 * and every manifest and every head of an index of words is read (lanceFiles.ts). For object storage: objects/checkObjects.ts.
 */
/**
 * @param table the folder; one that is not there is in order
 * @throws CoraError STORE for links, BROKEN_INDEX for all else that is not of Cora's making; the system's error for what cannot be read
 */
export declare function checkTable(table: string): void;
/** A file that is read, and by what. */
export interface CheckedPart {
    /** Bytes. */
    most: number;
    /** @throws OddField */
    check(bytes: Buffer): void;
    /** Of a manifest; null for the head of an index. */
    version: number | null;
}
/** @param path names, from the table down @throws OddField for a folder that no table of ours has */
export declare function mustBeFolder(path: readonly string[]): void;
/** @param path of a file, in folders that were looked at @returns null for one that is not read @throws OddField */
export declare function checkedPart(path: readonly string[]): CheckedPart | null;
