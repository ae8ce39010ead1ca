/** Processes: a mark tells a later one whether its maker is gone, and Linux tells how much memory they hold. */
export interface ProcessMark {
    pid: number;
    host: string;
    /** When the process started, in the kernel's words; null where it can't be told. Tells a process from a later one with its number. */
    started: string | null;
}
export declare function markOfSelf(): ProcessMark;
/** True only when it is certain: the process ran on this machine and is gone. */
export declare function isGone(mark: ProcessMark): boolean;
/** @returns bytes that are its own, without files that are mapped; 0 elsewhere, and for what has ended */
export declare function memoryOf(pid: number, depth?: number): Promise<number>;
