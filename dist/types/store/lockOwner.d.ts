/**
 * Who holds the write lock: a file beside it that names the process. It lets a message name the owner, and lets the lock
 * of a killed process be taken over at once instead of when its heartbeat has been missing for long enough.
 */
export interface ProcessMark {
    pid: number;
    host: string;
    /** When the process started, in the kernel's words; null where it can't be told. Tells a process from a later one with its number. */
    started: string | null;
}
export interface LockOwner extends ProcessMark {
    token: string;
    /** When the lock was taken, ISO 8601. */
    since: string;
    /** Birth of the lock that this owner took: a lock that was born later has another owner. */
    born: number;
}
export declare function describeSelf(lock: string): LockOwner;
export declare function markOfSelf(): ProcessMark;
/** @returns null where there is no owner file, or only a part of one */
export declare function readOwner(file: string): LockOwner | null;
/** True only when it is certain: the owner's process ran on this machine, took this very lock, and is gone. */
export declare function isDead(owner: LockOwner, lock: string): boolean;
/** True only when it is certain: the process ran on this machine and is gone. */
export declare function isGone(mark: ProcessMark): boolean;
