/**
 * Diffs without secrets. A diff shows pieces of files, and a piece of a private key does not say what it is: so each line is
 * taken from its file, redacted as a whole.
 */
import type { ShownCommit } from '../git/showCommit.ts';
type Diff = ShownCommit['diffs'][number];
/** @param read brings the blobs that are there */
export declare function redactDiffs(diffs: readonly Diff[], read: (blobs: string[]) => AsyncIterable<{
    blob: string;
    bytes: Uint8Array | null;
}>): Promise<Diff[]>;
export {};
