/** What git knows of one path of the working tree: whether it holds the file, has not heard of it, or was told to ignore it. */
import type { Repository } from './repository.ts';
export interface Tracking {
    kind: 'tracked' | 'untracked' | 'ignored';
    /** The blob that HEAD has at this path, null for none. */
    headBlob: string | null;
}
/** @param path one that checkPath lets pass */
export declare function trackingOf(repo: Repository, path: string, signal?: AbortSignal): Promise<Tracking>;
