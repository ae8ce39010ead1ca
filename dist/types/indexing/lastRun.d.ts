/**
 * Keeps what the last refresh after a hook did: a file for `cora status`, and a line in the log.
 */
export interface HookRun {
    /** The time when it ended, ISO 8601, UTC. */
    at: string;
    /** Null when it was started by hand. */
    hook: string | null;
    /** A worktree, or a Git directory without one. Missing where no Cora was found. */
    worktree?: string;
    tookMs?: number;
    commit?: string;
    /** Blobs read, vectors computed and blobs reused. */
    computed?: number;
    embedded?: number;
    reused?: number;
    /** MISSING: the hook found no Node.js or no Cora. WAITING: Git was busy for too long. */
    error: {
        code: string;
        message: string;
    } | null;
}
export declare function hookLogDirectory(home: string): string;
export declare function hookLogPath(home: string): string;
/** Returns all files that are ever in the log's folder, but for locks. */
export declare function hookLogFiles(home: string): string[];
/** @returns null where no hook ever ran, or nothing of it can be read */
export declare function readLastRun(home: string): Promise<HookRun | null>;
/** Writes down what a refresh after a hook did. */
export declare function recordRun(home: string, run: HookRun): Promise<void>;
export declare function writeHookLog(home: string, message: string): Promise<void>;
