/**
 * Release assets of GitHub are found, listed and uploaded here. A missing release is made, an asset of the same name is replaced.
 * https://docs.github.com/en/rest/releases/assets
 */
import { type FetchPolicy } from '../../net/fetchSafely.ts';
import { type Asking, type GithubPlace } from '../../net/githubApi.ts';
export interface ReleasePlace extends GithubPlace {
    tag: string;
}
interface ReleaseAsset {
    id: number;
    name: string;
    /** Bytes. */
    size: number;
    /** Where the API gives its content. */
    url: URL;
}
interface Release {
    id: number;
    /** Where the API takes new assets. */
    uploads: URL;
}
/** What the API is asked for the content of an asset with. */
export declare const ASSET_HEADERS: {
    accept: string;
    'x-github-api-version': string;
};
/** @throws CoraError NO_ARTIFACT where there is no such release, NETWORK, ABORTED */
export declare function findRelease(place: ReleasePlace, asking: Asking): Promise<Release>;
/**
 * @returns assets that are complete, or all that there are, newest first
 * @throws CoraError NETWORK, ABORTED
 */
export declare function listReleaseAssets(place: ReleasePlace, release: Pick<Release, 'id'>, asking: Asking, unfinished?: boolean): Promise<ReleaseAsset[]>;
interface UploadRequest {
    place: ReleasePlace;
    file: string;
    /** Of the asset. */
    name: string;
    /** Asked for each older asset, newest first: whether it goes. */
    isSurplus(name: string): boolean;
    asking: Asking;
}
interface Uploaded {
    replaced: boolean;
    /** Names of assets that were removed. */
    removed: string[];
}
/** @throws CoraError NO_ARTIFACT where there is no such repository, NETWORK, ABORTED */
export declare function uploadAsset(request: UploadRequest): Promise<Uploaded>;
/** Nothing comes back while a body is on its way: an attempt lasts at least as long as a slow line takes for it. */
export declare function patientWith(policy: FetchPolicy, bytes: number): FetchPolicy;
export {};
