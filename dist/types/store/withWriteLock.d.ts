/**
 * One writer per store. proper-lockfile keeps a folder with a heartbeat; a file beside it names the owner, for messages, and so that the lock
 * of a killed process is taken over at once. Readers never come here.
 */
import type { Log } from '../base/types.ts';
import { type ProcessMark } from '../disk/processes.ts';
export interface WriteLock {
    /** To be called right before each commit. @throws CoraError LOCKED when another process may have taken the lock over */
    ensureOwned(): void;
}
interface LockOptions {
    /** How long to wait for another writer, milliseconds. */
    waitMs: number;
    log: Log;
    /** Which lock of the folder; the store's own unless said otherwise. */
    lock?: LockName;
}
/** Locks that a folder may have, each with what its owner is doing. */
declare const DOING: {
    write: string;
    sync: string;
    manifest: string;
    jobs: string;
};
export type LockName = keyof typeof DOING;
/** How long a writer waits for another one whose work may be as long as its own. */
export declare const WRITER_WAIT_MS: number;
export declare function lockPath(dir: string, name?: LockName): string;
export declare function ownerPath(dir: string, name?: LockName): string;
/**
 * @param dir created where it is missing
 * @throws CoraError LOCKED naming the owner, when it is still there after `waitMs`; STORE when the folder can't be written, or is
 * or holds a link
 */
export declare function withWriteLock<T>(dir: string, { waitMs, log, lock: name }: LockOptions, action: (lock: WriteLock) => Promise<T>): Promise<T>;
/** Whether a lock is there whose owner is gone: dead, or without a heartbeat. */
export declare function isLockStale(dir: string): boolean;
/** For doctor, which has just seen that the lock is stale. */
export declare function removeStaleLock(dir: string): void;
export interface LockOwner extends ProcessMark {
    token: string;
    /** When the lock was taken, ISO 8601. */
    since: string;
    /** Birth of the lock that this owner took: a lock that was born later has another owner. */
    born: number;
}
export declare function describeSelf(lock: string): LockOwner;
export {};
