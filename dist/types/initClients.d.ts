/** `cora init --mcp`: the servers that clients of the Model Context Protocol know, planned and written. */
import type { FileEdit } from './install/fileEdit.ts';
import { type ClientName } from './install/planClientFile.ts';
import type { Surroundings } from './session.ts';
export interface ClientEdit extends FileEdit {
    client: ClientName;
}
/**
 * @param clients names of CLIENTS; none for all of them
 * @returns one edit for each client, also where there is nothing to do
 * @throws CoraError USAGE for a client that is not known, BAD_PATH in a bare repository
 */
export declare function planClients({ dir, env }: Pick<Surroundings, 'dir' | 'env'>, clients: readonly string[], action: 'add' | 'remove'): Promise<ClientEdit[]>;
/** @throws CoraError STORE */
export declare function writeClients(edits: readonly ClientEdit[]): void;
