/** `cora init --mcp`: the servers that clients of the Model Context Protocol know, planned and written. */

import { CoraError } from './errors.ts';
import { openRepository } from './git/openRepository.ts';
import type { FileEdit } from './install/fileEdit.ts';
import { CLIENTS, type ClientName, planClientFile } from './install/planClientFile.ts';
import { writeFiles } from './install/writeFiles.ts';
import type { Surroundings } from './session.ts';

export interface ClientEdit extends FileEdit {
  client: ClientName;
}

/**
 * @param clients names of CLIENTS; none for all of them
 * @returns one edit for each client, also where there is nothing to do
 * @throws CoraError USAGE for a client that is not known, BAD_PATH in a bare repository
 */
export async function planClients(
  { dir, env }: Pick<Surroundings, 'dir' | 'env'>,
  clients: readonly string[],
  action: 'add' | 'remove',
): Promise<ClientEdit[]> {
  const unknown = clients.find((name) => !isClient(name));
  if (unknown !== undefined)
    throw new CoraError('USAGE', `There is no client "${unknown}".`, {
      hint: `--client ${CLIENTS.join(', --client ')}`,
    });
  const { worktree } = await openRepository(dir, env);
  if (worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files for clients.', { hint: 'change into a clone' });
  const wanted = clients.length === 0 ? CLIENTS : clients.filter(isClient);
  return [...new Set(wanted)].map((client) => ({ client, ...planClientFile(worktree, client, action) }));
}

/** @throws CoraError STORE */
export function writeClients(edits: readonly ClientEdit[]): void {
  writeFiles(edits);
}

function isClient(name: string): name is ClientName {
  return (CLIENTS as readonly string[]).includes(name);
}
