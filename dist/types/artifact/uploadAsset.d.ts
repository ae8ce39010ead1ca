/** A file as an asset of a GitHub release: the release is made where it is missing, an asset of the same name is replaced. */
import { type Asking, type ReleasePlace } from './githubRelease.ts';
export interface UploadRequest {
    place: ReleasePlace;
    file: string;
    /** Of the asset. */
    name: string;
    /** Asked for each older asset, newest first: whether it goes. */
    isSurplus(name: string): boolean;
    asking: Asking;
}
export interface Uploaded {
    replaced: boolean;
    /** Names of assets that were removed. */
    removed: string[];
}
/** @throws CoraError NO_ARTIFACT where there is no such repository, NETWORK, ABORTED */
export declare function uploadAsset(request: UploadRequest): Promise<Uploaded>;
