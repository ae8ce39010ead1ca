/** What the user names to pull from: a file, a folder, an address, object storage, a GitHub release. Reads the words; opens nothing but `stat`. */
import type { GithubPlace, ReleasePlace } from '../artifact/githubRelease.ts';
import { type StoreAddress } from '../store/storeAddress.ts';
export type Source = {
    kind: 'file';
    path: string;
} | {
    kind: 'folder';
    path: string;
} | {
    kind: 'address';
    url: URL;
    authorization: string | undefined;
} | {
    kind: 'storage';
    address: StoreAddress;
} | {
    kind: 'workflow';
    place: WorkflowPlace;
} | {
    kind: 'release';
    place: ReleasePlace;
};
export interface WorkflowPlace extends GithubPlace {
    /** Of the artifacts. */
    name: string;
}
/** The release that `cora push` and the Action keep up to date. */
export declare const ROLLING = "cora-index";
/**
 * @param named null for the rolling release of `origin`
 * @param origin its address, without credentials
 * @throws CoraError USAGE
 */
export declare function readSource(named: string | null, { dir, origin, env }: {
    dir: string;
    origin: string;
    env: NodeJS.ProcessEnv;
}): Promise<Source>;
/** @returns null for what does not look like OWNER/REPOSITORY[@TAG] */
export declare function readRelease(named: string, env: NodeJS.ProcessEnv): ReleasePlace | null;
