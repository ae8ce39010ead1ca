/**
 * One door to the Codex CLI: `codex exec --json` with a prompt on standard input, its lines as they come. It runs in an empty
 * folder, in its read-only sandbox, with every tool off that can be switched off: what it is told holds text of a repository,
 * and that must reach no tool. What each flag and key does: https://developers.openai.com/codex/cli/reference. With these, 0.169.0
 * answers every call of a tool with a refusal (tried with a server that asks for exec, shell, exec_command and apply_patch).
 */
export interface CodexRun {
    program: string;
    /** '' for the one that Codex would take. */
    model: string;
    prompt: string;
    env: Record<string, string | undefined>;
    /** The longest time without a line; Codex says nothing while it thinks. */
    silenceMs: number;
    signal: AbortSignal | undefined;
}
export interface CodexEnd {
    /** Null where a signal ended it. */
    code: number | null;
    /** The end of what it said on standard error. */
    stderr: string;
    timedOut: boolean;
}
/** Lines of its standard output. Ending the iteration early, or the signal, ends it. @throws Error where it cannot be started */
export declare function runCodex(run: CodexRun): AsyncGenerator<string, CodexEnd, undefined>;
