/** `cora init --mcp`: the servers that clients of the Model Context Protocol know, planned and written. */

import { CoraError } from '../base/errors.ts';
import { tracksBelow } from '../git/hookSettings.ts';
import { openRepository } from '../git/openRepository.ts';
import type { Surroundings } from '../view/surroundings.ts';
import type { FileEdit } from './fileEdit.ts';
import { writeFiles } from './install/writeFiles.ts';
import { CLIENTS, type ClientName, type Program, planClientFile } from './planClientFile.ts';

export interface ClientEdit extends FileEdit {
  client: ClientName;
}

/**
 * @param clients names of CLIENTS; none for all of them
 * @param program what clients start; @param force also in files that Git tracks, which others get
 * @returns one edit for each client, also where there is nothing to do
 * @throws CoraError USAGE for a client that is not known, BAD_PATH in a bare repository
 */
export async function planClients(
  { dir, env }: Pick<Surroundings, 'dir' | 'env'>,
  clients: readonly string[],
  action: 'add' | 'remove',
  { program, force = false }: { program: Program; force?: boolean },
): Promise<ClientEdit[]> {
  const unknown = clients.find((name) => !isClient(name));
  if (unknown !== undefined)
    throw new CoraError('USAGE', `There is no client "${unknown}".`, {
      hint: `--client ${CLIENTS.join(', --client ')}`,
    });
  const repository = await openRepository(dir, env);
  const { worktree } = repository;
  if (worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files for clients.', { hint: 'change into a clone' });
  const wanted = clients.length === 0 ? CLIENTS : clients.filter(isClient);
  const edits: ClientEdit[] = [];
  for (const client of new Set(wanted)) {
    const edit = { client, ...planClientFile(worktree, client, action, program) };
    const isShared = action === 'add' && edit.before !== edit.after && (await tracksBelow(repository, edit.file));
    edits.push(isShared && !force ? { ...edit, after: edit.before, problem: SHARED } : edit);
  }
  return edits;
}

const SHARED =
  'is tracked by Git, and the entry would name programs of this machine to all who have the repository; --force writes it all the same';

/** @throws CoraError STORE */
export function writeClients(edits: readonly ClientEdit[]): void {
  writeFiles(edits);
}

function isClient(name: string): name is ClientName {
  return (CLIENTS as readonly string[]).includes(name);
}
