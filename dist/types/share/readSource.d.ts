/**
 * Reads the words that a user pulls from (a file, a folder, an address, object storage, a GitHub release), and the file names of packed
 * indexes, which tell commit and store. It opens nothing but `stat`.
 */
import type { EmbedderInfo, Shard } from '../base/types.ts';
import { type Credential } from '../net/credentials.ts';
import type { GithubPlace } from '../net/githubApi.ts';
import { type StoreAddress } from '../store/storeAddress.ts';
import type { ReleasePlace } from './artifact/githubRelease.ts';
export type Source = {
    kind: 'file';
    path: string;
} | {
    kind: 'folder';
    path: string;
} | {
    kind: 'address';
    url: URL;
    credential: Credential | undefined;
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
/** @returns null for what does not look like OWNER/REPOSITORY[@TAG]; an owner's name has no dot, and none is a path's `..` */
export declare function readRelease(named: string, env: NodeJS.ProcessEnv): ReleasePlace | null;
/** A shard's name is none that readArtifactName knows: nobody takes it for an index. */
export declare function artifactName(commit: string, embedder: Pick<EmbedderInfo, 'fingerprint'>, shard?: Shard): string;
/** @returns null for the name of something else */
export declare function readArtifactName(name: string): {
    commit: string;
    fingerprint: string;
} | null;
