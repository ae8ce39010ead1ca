/**
 * Client configurations: what `cora init --mcp` adds to the file in which a client of the Model Context Protocol looks for
 * its servers, and takes away again. Everything else in these files stays, byte for byte.
 */
import type { FileEdit } from './fileEdit.ts';
export declare const CLIENTS: readonly ['claude-code', 'cursor', 'vscode', 'codex', 'opencode'];
export type ClientName = (typeof CLIENTS)[number];
/**
 * The program that a client starts, as absolute paths. Not npx, which a client starts in the repository: there it prefers what is committed
 * in node_modules, asks the registry that a committed .npmrc names, and looks for node in node_modules/.bin first.
 */
export interface Program {
    node: string;
    cli: string;
}
/** @returns as before where it is there already, or was not there to be removed */
export declare function planClientFile(worktree: string, client: ClientName, action: 'add' | 'remove', { node, cli }: Program): FileEdit;
