/**
 * Whether the Codex CLI is there and logged in: `codex --version` and `codex login status`, which read files and reach no server.
 */
export interface CodexStatus {
    installed: boolean;
    authenticated: boolean;
    /** `codex-cli 0.169.0` */
    version: string | null;
    /** For a person; null where it can be used. */
    error: string | null;
}
export declare function codexStatus(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<CodexStatus>;
