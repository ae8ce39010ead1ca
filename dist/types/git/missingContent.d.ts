/** Files whose content the repository names and does not hold: what is said of them, and what of them lies in the working tree. */
import type { SkippedFile, TreeFile } from '../base/types.ts';
import { type Repository } from './repository.ts';
/** Why such a file is in no answer. */
export declare function whyMissing({ partial }: Pick<Repository, 'partial'>): string;
/** @returns what git must bring, of a reason for a missing file; null where git has nothing to do with it */
export declare function whoseContent(reason: string): 'unfetched' | 'lost' | null;
/** Returns the skipped files whose content is missing, each with the reason that answers show. */
export declare function missingIn(skipped: readonly SkippedFile[]): {
    path: string;
    reason: string;
}[];
/** The files with the sizes that missing ones have in the working tree, where they lie there. */
export declare function sizedOnDisk({ worktree }: Repository, files: readonly TreeFile[]): readonly TreeFile[];
/**
 * The bytes of missing blobs of which the working tree holds the same.
 * @param mostBytes no more are read, but for one file
 * @returns by blob
 */
export declare function contentsOnDisk(repo: Repository, files: readonly {
    path: string;
    blob: string;
}[], mostBytes: number): Promise<Map<string, Uint8Array>>;
