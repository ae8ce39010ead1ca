/**
 * `cora pull`: obtain an artifact → check its rows against the caller's blobs and keep them as
 * segments, in a temporary folder → list those that are not there, under the write lock → index the
 * rest. Until the third step the caller's index is as it was. Where there is no rest, or nothing
 * that could index it, the last step only makes the view of HEAD: a later `cora index` puts the
 * rows into a table.
 */
import type { IndexReport, Watch } from '../base/types.ts';
import { type FetchPolicy } from '../net/fetchSafely.ts';
import type { AttestationSettings, IndexingRequest, Surroundings } from '../settings/requests.ts';
import type { Attested } from './provenance/provenance.ts';
export interface PullReport {
    /** The place that it came from, without secrets. */
    source: string;
    /** The commit of the artifact. */
    commit: string;
    /** Commits from there to HEAD; null where it is none of HEAD's ancestors in this clone. */
    commitsBehind: number | null;
    /** Bytes that were downloaded, null for none: reading in object storage is not counted. */
    downloaded: number | null;
    /** Blobs of the artifact by what became of them. */
    blobs: {
        added: number;
        known: number;
        absent: number;
        refused: number;
    };
    /** Rows added. */
    rows: number;
    /** Chunks whose commentary was added; only where there are any. */
    commentary?: number;
    /** Blobs whose rows do not fit the caller's own content: they are indexed here instead. */
    refused: {
        path: string;
        reason: string;
    }[];
    /** Who attested it; only where a signer was asked for. */
    attested?: Attested;
    /** The report of what was left to do. */
    index: IndexReport;
    tookMs: number;
}
export interface PullRequest extends IndexingRequest {
    /** A file, a folder, an address or OWNER/REPOSITORY; null for the rolling release of `origin`. */
    source: string | null;
    /** Index the commits of this clone, too; left out, only where some of them are indexed. */
    withCommits?: boolean | undefined;
    policy?: FetchPolicy | undefined;
    /** Who must have attested it; null or left out for nobody: every row is checked then. */
    attestation?: AttestationSettings | null | undefined;
}
/**
 * Pulls an index, and indexes what it lacks.
 * @throws CoraError NO_ARTIFACT, NOT_ATTESTED, BAD_ARTIFACT, INCOMPATIBLE_INDEX, NETWORK, …
 */
export declare function pullIndex({ source: named, withCommits, policy, attestation, ...request }: PullRequest, surroundings: Surroundings, watch: Watch): Promise<PullReport>;
