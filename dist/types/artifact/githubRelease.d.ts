/**
 * Release assets over GitHub's REST protocol (version 2022-11-28). The token goes to the API's host only: a download is a
 * redirect to a storage host, which is asked without it.
 * https://docs.github.com/en/rest/releases/assets
 */
import { CoraError } from '../errors.ts';
import { type SafeRequest } from './fetchSafely.ts';
export interface GithubPlace {
    /** `https://api.github.com`, or what GITHUB_API_URL says. */
    api: URL;
    owner: string;
    repository: string;
    token: string | undefined;
}
export interface ReleasePlace extends GithubPlace {
    tag: string;
}
export interface ReleaseAsset {
    id: number;
    name: string;
    /** Bytes. */
    size: number;
    /** Where the API gives its content. */
    url: URL;
}
export type Asking = Pick<SafeRequest, 'fetch' | 'log' | 'policy' | 'signal'>;
export interface Release {
    id: number;
    /** Where the API takes new assets. */
    uploads: URL;
}
/** What the API is asked for the content of an asset with. */
export declare const ASSET_HEADERS: {
    accept: string;
    'x-github-api-version': string;
};
export declare const JSON_HEADERS: {
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
export declare function authorizationOf({ api, token }: Pick<GithubPlace, 'api' | 'token'>): string | undefined;
export interface Question {
    /** Below the repository. */
    path: string;
    method?: SafeRequest['method'];
    body?: unknown;
    asking: Asking;
}
/** @returns the answer's JSON; null for an empty one @throws CoraError NO_ARTIFACT for 404, NETWORK, ABORTED */
export declare function askGithub(place: GithubPlace, { path, method, body, asking }: Question): Promise<unknown>;
/**
 *     {"id": 1, "upload_url": "https://uploads.github.com/repos/a/b/releases/1/assets{?name,label}", …}
 * @throws CoraError NETWORK where assets would go to a host that is not GitHub's
 */
export declare function releaseIn(place: ReleasePlace, answer: unknown): Release;
export declare function addressOf({ api, owner, repository }: GithubPlace, path: string): URL;
export declare function refusalOf(place: GithubPlace | ReleasePlace, url: URL, status: number): CoraError;
