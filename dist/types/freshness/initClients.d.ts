/**
 * `cora init --mcp`: the entry that clients of the Model Context Protocol find Cora by, added to
 * the file in which each looks for its servers, or taken away. Everything else in these files
 * stays, byte for byte. Entries of JSON files: planJsonEntry.ts.
 */
import type { Surroundings } from '../settings/requests.ts';
import { type FileEdit } from './fileEdit.ts';
import { type Planned } from './install/planJsonEntry.ts';
export interface ClientEdit extends FileEdit {
    client: ClientName;
}
/**
 * Plans the edits of `cora init --mcp`.
 * @param clients names of CLIENTS; none for all of them
 * @param program what clients start;
 * @param force also in files that Git tracks, which others get
 * @returns one edit for each client, also where there is nothing to do
 * @throws CoraError USAGE for a client that is not known, BAD_PATH in a bare repository
 */
export declare function planClients({ dir, env }: Pick<Surroundings, 'dir' | 'env'>, clients: readonly string[], action: 'add' | 'remove', { program, force }: {
    program: Program;
    force?: boolean;
}): Promise<ClientEdit[]>;
export declare const SHARED = "is tracked by Git, and the entry would name programs of this machine to all who have the repository; --force writes it all the same";
/** @throws CoraError USAGE */
export declare function refuseUnknown(what: string, names: readonly string[], known: readonly string[]): void;
/** @throws CoraError BAD_PATH in a bare repository */
export declare function openWithFiles(readers: string, dir: string, env: NodeJS.ProcessEnv): Promise<{
    repository: import("../git/repository.ts").Repository;
    worktree: string;
}>;
export declare const CLIENTS: readonly ['claude-code', 'cursor', 'vscode', 'codex', 'opencode'];
export type ClientName = (typeof CLIENTS)[number];
/**
 * The program that a client starts, as absolute paths. Not npx, which a client starts in the
 * repository: there it prefers what is committed in node_modules, asks the registry that a
 * committed .npmrc names, and looks for node in node_modules/.bin first.
 */
export interface Program {
    node: string;
    cli: string;
}
/** @returns as before where it is there already, or was not there to be removed */
export declare function planClientFile(worktree: string, client: ClientName, action: 'add' | 'remove', { node, cli }: Program): FileEdit;
/** @param before latin1, null where there is no file; @param lines a table first */
export declare function planTomlBlock(before: string | null, lines: readonly string[], action: 'add' | 'remove'): Planned;
/** Two comments, each a whole line, around lines of Cora's at the end of a file. */
export interface BlockMarks {
    begin: string;
    end: string;
}
/**
 * Adds a block at the end of a file.
 * @param before latin1, null where there is no file;
 * @param lines without line ends
 */
export declare function addBlock(before: string | null, lines: readonly string[], { begin, end }: BlockMarks): string;
/**
 * Takes the block out of a file.
 * @returns null where nothing but the block was there: the file had been made for it
 */
export declare function takeOutBlock(before: string, marks: BlockMarks): string | null;
/** @returns the lines between the comments; null where there is no block */
export declare function linesOfBlock(text: string, marks: BlockMarks): string[] | null;
