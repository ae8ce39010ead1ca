/** What a place holds, of the rows that this version can read. The rows come from elsewhere: a manifest is checked as a packed index's is. */
import { type Manifest } from '../artifact/manifest.ts';
import { type PublishedRow } from '../store/publishedTable.ts';
export interface Publication {
    row: PublishedRow;
    manifest: Manifest;
}
/**
 * @returns in the order of the rows, those that this version reads; at least one
 * @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, BAD_ARTIFACT
 */
export declare function listPublications(rows: readonly PublishedRow[], uri: string): Publication[];
