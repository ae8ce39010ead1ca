/**
 * Each source makes an offer: about the index, its files, and its rows as they come. Rows of object storage go through the checks of a
 * packed index. Where there are several, the one nearest to HEAD is chosen: it leaves the fewest files to compute.
 */
import type { BlobKey } from '../../base/types.ts';
import type { Repository } from '../../git/repository.ts';
import type { StoreAddress } from '../../store/storeAddress.ts';
import type { ViewPath } from '../../store/storePort.ts';
import type { RowsDigest } from '../../view/statistics.ts';
import type { ArtifactManifest, PackedCommentary } from '../artifact/members.ts';
import { type ArtifactReader } from '../artifact/readArtifact.ts';
import type { CheckedBlob, OfferedBlock } from './checkBlock.ts';
export interface Offer {
    manifest: ArtifactManifest;
    files: readonly ViewPath[];
    /** None of object storage. */
    commentary: readonly PackedCommentary[];
    /**
     * All blobs of the files in the order of their first path. A source that need not read the known ones gives them without rows.
     * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NETWORK
     */
    blocks(known: ReadonlySet<BlobKey>): AsyncIterable<OfferedBlock>;
    /** Whether the blobs are those that were announced. To be told of all, in their order. @throws CoraError BAD_ARTIFACT */
    take(blob: CheckedBlob): void;
    /** After the last one. @param sum of all rows @throws CoraError BAD_ARTIFACT */
    finish(sum: RowsDigest): void;
}
export declare function offerOf(reader: ArtifactReader): Offer;
/** @throws CoraError NO_ARTIFACT, NO_INDEX, INCOMPATIBLE_INDEX, BAD_ARTIFACT, USAGE, NETWORK and what `use` throws */
export declare function withPublishedOffer<T>(address: StoreAddress, { repository, fingerprint }: {
    repository: Repository;
    fingerprint: string;
}, use: (offer: Offer) => Promise<T>): Promise<T>;
/**
 * @param offers in the order of preference where history does not decide
 * @returns null where there is none; `ahead` counts the commits from it to HEAD, null where it is no ancestor
 */
export declare function chooseNearest<T extends {
    commit: string;
}>(repository: Repository, offers: readonly T[]): Promise<{
    offer: T;
    ahead: number | null;
} | null>;
