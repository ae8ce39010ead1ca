/**
 * `cora init --mcp`: the entry that clients of the Model Context Protocol find Cora by, added to
 * the file in which each looks for its servers, or taken away. Everything else in these files
 * stays, byte for byte. Entries of JSON files: planJsonEntry.ts.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { tracksBelow } from '../git/gitConfiguration.ts';
import { openRepository } from '../git/openRepository.ts';
import type { Surroundings } from '../settings/requests.ts';
import { type FileEdit, inBytes, readWithoutLinks } from './fileEdit.ts';
import { type Planned, planJsonEntry } from './install/planJsonEntry.ts';

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
export async function planClients(
  { dir, env }: Pick<Surroundings, 'dir' | 'env'>,
  clients: readonly string[],
  action: 'add' | 'remove',
  { program, force = false }: { program: Program; force?: boolean },
): Promise<ClientEdit[]> {
  refuseUnknown('client', clients, CLIENTS);
  const { repository, worktree } = await openWithFiles('clients', dir, env);
  const edits: ClientEdit[] = [];
  for (const client of new Set(clients.length === 0 ? CLIENTS : (clients as ClientName[]))) {
    const edit = { client, ...planClientFile(worktree, client, action, program) };
    const isShared = action === 'add' && edit.before !== edit.after && (await tracksBelow(repository, edit.file));
    edits.push(isShared && !force ? { ...edit, after: edit.before, problem: SHARED } : edit);
  }
  return edits;
}

export const SHARED =
  'is tracked by Git, and the entry would name programs of this machine to all who have the repository; --force writes it all the same';

/** @throws CoraError USAGE */
export function refuseUnknown(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new CoraError('USAGE', `There is no ${what} "${unknown}".`, { hint: `--client ${known.join(', --client ')}` });
}

/** @throws CoraError BAD_PATH in a bare repository */
export async function openWithFiles(readers: string, dir: string, env: NodeJS.ProcessEnv) {
  const repository = await openRepository(dir, env);
  const { worktree } = repository;
  if (worktree !== null) return { repository, worktree };
  throw new CoraError('BAD_PATH', `A bare repository has no files for ${readers}.`, { hint: 'change into a clone' });
}

export const CLIENTS = ['claude-code', 'cursor', 'vscode', 'codex', 'opencode'] as const;
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

interface JsonClient {
  /** Its files, of which the first that is there counts; else the first. */
  files: readonly string[];
  /** The key under which servers stand. */
  at: string;
  /** A key below it under which newer versions have them; they read the older form too. */
  inner?: string;
  entryOf(words: readonly string[]): object;
  /** The object that a new file begins with. */
  beginning?: object;
}

const JSON_CLIENTS: Record<Exclude<ClientName, 'codex'>, JsonClient> = {
  'claude-code': {
    files: ['.mcp.json'],
    at: 'mcpServers',
    entryOf: ([command, ...args]) => ({ type: 'stdio', command, args }),
  },
  cursor: { files: ['.cursor/mcp.json'], at: 'mcpServers', entryOf: inWorkspace },
  vscode: { files: ['.vscode/mcp.json'], at: 'servers', entryOf: inWorkspace },
  opencode: {
    files: ['opencode.json', 'opencode.jsonc'],
    at: 'mcp',
    inner: 'servers',
    entryOf: (command) => ({ type: 'local', command }),
    beginning: { $schema: 'https://opencode.ai/config.json' },
  },
};

/**
 * Makes an entry with the folder of the workspace: an editor may start the server in another
 * directory.
 */
function inWorkspace([command, ...args]: readonly string[]): object {
  return { type: 'stdio', command, args: [...args, '${workspaceFolder}'] };
}

/** Codex reads it in projects that its user has called trusted. */
const CODEX_FILE = '.codex/config.toml';

/** @returns as before where it is there already, or was not there to be removed */
export function planClientFile(
  worktree: string,
  client: ClientName,
  action: 'add' | 'remove',
  { node, cli }: Program,
): FileEdit {
  const names = client === 'codex' ? [CODEX_FILE] : JSON_CLIENTS[client].files;
  const name = names.find((one) => existsSync(join(worktree, one))) ?? names[0]!;
  const file = join(worktree, name);
  const { before, problem } = readWithoutLinks(worktree, name);
  if (problem !== null) return { file, before: null, after: null, mode: 0o644, problem };
  const words = [node, cli, 'mcp'].map(inBytes);
  return { file, before, mode: 0o644, ...planEntry(client, before, action, words) };
}

function planEntry(
  client: ClientName,
  before: string | null,
  action: 'add' | 'remove',
  words: readonly string[],
): Planned {
  if (client === 'codex') {
    const [command, ...args] = words.map((word) => JSON.stringify(word));
    const lines = ['[mcp_servers.cora]', `command = ${command}`, `args = [${args.join(', ')}]`];
    return planTomlBlock(before, [...lines, 'startup_timeout_sec = 60'], action);
  }
  const { at, inner, entryOf, beginning = {} } = JSON_CLIENTS[client];
  const wanted = { holder: [at], inner, key: 'cora', entry: entryOf(words), beginning };
  return planJsonEntry(before, wanted, action);
}

const TOML_MARKS: BlockMarks = { begin: '# >>> cora >>>', end: '# <<< cora <<<' };

/** @param before latin1, null where there is no file; @param lines a table first */
export function planTomlBlock(before: string | null, lines: readonly string[], action: 'add' | 'remove'): Planned {
  const text = before ?? '';
  if (action === 'remove') return { after: before === null ? null : takeOutBlock(text, TOML_MARKS), problem: null };
  // Its owner may have written it by hand, or taken the comments away.
  const header = lines[0]!.replace(/[.[\]]/g, '\\$&');
  if (new RegExp(`^[ \\t]*${header}[ \\t]*(?:#.*)?$`, 'm').test(text)) {
    const block = linesOfBlock(text, TOML_MARKS);
    const isSame = block?.join('\n') === lines.join('\n');
    const how = block?.includes(lines[0]!) === true ? '--remove takes it out' : 'take it out first';
    return { after: before, problem: isSame ? null : `has ${lines[0]} that starts something else; ${how}` };
  }
  const table = /^\[([^.\]]+)/.exec(lines[0]!)?.[1] ?? '';
  if (new RegExp(`^[ \\t]*${table}[ \\t]*=`, 'm').test(text))
    return { after: before, problem: `has "${table}" as a value in one line, to which nothing can be added` };
  return { after: addBlock(before, lines, TOML_MARKS), problem: null };
}

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
export function addBlock(before: string | null, lines: readonly string[], { begin, end }: BlockMarks): string {
  const text = before ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  // The line end before it belongs to it, so that taking it out needs to know nothing of the rest.
  return `${text}${before === null ? '' : eol}${[begin, ...lines, end].join(eol)}${eol}`;
}

/**
 * Takes the block out of a file.
 * @returns null where nothing but the block was there: the file had been made for it
 */
export function takeOutBlock(before: string, marks: BlockMarks): string | null {
  const block = blockIn(before, marks);
  const rest = block === '' ? before : before.replace(block, '');
  return rest === '' && block.startsWith(marks.begin) ? null : rest;
}

/** @returns the lines between the comments; null where there is no block */
export function linesOfBlock(text: string, marks: BlockMarks): string[] | null {
  const block = blockIn(text, marks);
  return block === '' ? null : block.trim().split(/\r?\n/).slice(1, -1);
}

/** @returns '' where there is none. Where the first one has no end, no other has */
function blockIn(text: string, { begin, end }: BlockMarks): string {
  const start = lineWith(text, begin, 0);
  const last = start === -1 ? -1 : lineWith(text, end, start + begin.length);
  if (last === -1) return '';
  const from = text.startsWith('\r\n', start - 2) ? start - 2 : Math.max(0, start - 1);
  const to = /^\r?\n?/.exec(text.slice(last + end.length, last + end.length + 2))![0].length;
  return text.slice(from, last + end.length + to);
}

/** @returns where a line of exactly this text begins; -1 for none */
function lineWith(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at !== -1; at = text.indexOf(line, at + 1)) {
    const next = text.slice(at + line.length, at + line.length + 2);
    const isWhole = next === '' || next.startsWith('\n') || next === '\r\n';
    if (isWhole && (at === 0 || text[at - 1] === '\n')) return at;
  }
  return -1;
}
