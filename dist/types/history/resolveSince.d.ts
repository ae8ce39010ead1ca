/** A point in the history: a date, a span before now, or a revision that divides it. */
import type { Repository } from '../git/repository.ts';
/**
 * @param option what is at fault where the text means nothing
 * @returns whether a commit came after it: by its commit date, or because the revision does not contain it
 * @throws CoraError USAGE
 */
export declare function resolveSince(repository: Repository, text: string, now: number, option: string): Promise<(commit: {
    commit: string;
    commitDate: string;
}) => boolean>;
