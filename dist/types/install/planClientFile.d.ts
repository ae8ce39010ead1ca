/**
 * Client configurations: what `cora init --mcp` adds to the file in which a client of the Model Context Protocol looks for
 * its servers, and takes away again. Everything else in these files stays, byte for byte.
 */
import type { FileEdit } from './fileEdit.ts';
export declare const CLIENTS: readonly ['claude-code', 'cursor', 'vscode', 'codex', 'opencode'];
export type ClientName = (typeof CLIENTS)[number];
/** @returns as before where it is there already, or was not there to be removed */
export declare function planClientFile(worktree: string, client: ClientName, action: 'add' | 'remove'): FileEdit;
