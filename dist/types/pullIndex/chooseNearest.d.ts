/** Of several indexes the one whose commit is nearest to HEAD: the fewest files are left to compute. */
import type { Repository } from '../git/repository.ts';
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
