/** Git as another process starts it: what is asked, what comes back, and how gitLauncher.ts and its process say it. */
/** What git has said. */
export interface GitOutput {
    stdout: Buffer;
    stderr: string;
    status: number | null;
}
export interface GitTask {
    cwd: string;
    env: NodeJS.ProcessEnv;
    args: readonly string[];
    /** For standard input. */
    input: string | Uint8Array;
}
/**
 * @returns null where the caller has to start git itself
 * @throws CoraError ABORTED
 */
export type LaunchGit = (task: GitTask, signal?: AbortSignal) => Promise<GitOutput | null>;
/** `stop`: nobody waits for this task any more. */
export type LauncherRequest = (GitTask & {
    id: number;
}) | {
    stop: number;
};
/** `output` is null where git could not be started or was stopped. */
export type LauncherAnswer = 'ready' | {
    id: number;
    output: GitOutput | null;
};
