/** It finds the program of the Codex CLI, makes the empty folder that it runs in, and says whether it is logged in. No server is reached. */
interface CodexStatus {
    installed: boolean;
    authenticated: boolean;
    /** `codex-cli 0.169.0` */
    version: string | null;
    /** For a person; null where it can be used. */
    error: string | null;
}
export declare function codexStatus(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<CodexStatus>;
/** @returns null where there is none; CORA_CODEX names one that PATH does not lead to */
export declare function findCodex(env: Record<string, string | undefined>): Promise<string | null>;
interface CodexFolder {
    path: string;
    remove(): Promise<void>;
}
/** @throws CoraError STORE */
export declare function makeCodexFolder(): Promise<CodexFolder>;
export {};
