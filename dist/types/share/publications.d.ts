/** Lists what a place holds, as far as this version can read it, and holds its contents against the digests that their rows name. */
import { type PublishedRow, type PublishedTable } from '../store/publishedTable.ts';
import type { ViewPath } from '../store/storePort.ts';
import { type ArtifactManifest } from './artifact/members.ts';
export interface Publication {
    row: PublishedRow;
    manifest: ArtifactManifest;
}
/**
 * @returns in the order of the rows, those that this version reads; at least one
 * @throws CoraError NO_INDEX; INCOMPATIBLE_INDEX, BAD_ARTIFACT without the address, which refusedIn adds
 */
export declare function listPublications(rows: readonly PublishedRow[], uri: string): Publication[];
/** For what is wrong with all that is published there: as a packed index says it. */
export declare function refusedIn(uri: string, error: unknown): unknown;
/** @throws CoraError BAD_ARTIFACT, NETWORK, BROKEN_INDEX where it was removed meanwhile */
export declare function readPublishedFiles(published: PublishedTable, { row, manifest }: Publication): Promise<ViewPath[]>;
export declare function packContent(bytes: Buffer): Promise<Buffer>;
/** @throws CoraError BAD_ARTIFACT */
export declare function unpackContent(packed: Buffer, digest: string): Promise<Buffer>;
export declare function sha256Of(bytes: Uint8Array): string;
