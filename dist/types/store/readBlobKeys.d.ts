/** Which blobs a table has rows of, from two of its columns. */
import type { BlobKey } from '../types.ts';
import type { ReadTable } from './readTable.ts';
/**
 * A blob's rows stand together as a rule, so most rows are only compared with the one before.
 * @returns how many rows each blob has
 */
export declare function readBlobKeys(table: ReadTable): Promise<Map<BlobKey, number>>;
