/** Where the Codex CLI is. Only absolute places count: a repository must not bring its own `codex`. */
/** @returns null where there is none; CORA_CODEX names one that PATH does not lead to */
export declare function findCodex(env: Record<string, string | undefined>): Promise<string | null>;
