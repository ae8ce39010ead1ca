/**
 * Client configurations: what `cora init --mcp` adds to the file in which a client of the Model Context Protocol looks for
 * its servers, and takes away again. Everything else in these files stays, byte for byte.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEdit } from './fileEdit.ts';
import { planJsonEntry } from './install/planJsonEntry.ts';
import { planTomlBlock } from './install/planTomlBlock.ts';
import { lookIfThere, readIfThere } from './install/readIfThere.ts';

export const CLIENTS = ['claude-code', 'cursor', 'vscode', 'codex', 'opencode'] as const;
export type ClientName = (typeof CLIENTS)[number];

/**
 * The program that a client starts, as absolute paths. Not npx, which a client starts in the repository: there it prefers what is committed
 * in node_modules, asks the registry that a committed .npmrc names, and looks for node in node_modules/.bin first.
 */
export interface Program {
  node: string;
  cli: string;
}

interface JsonClient {
  /** The first that is there; else the first. */
  files: readonly string[];
  /** Where servers stand. */
  at: string;
  entryOf(words: readonly string[]): object;
  /** What a new file begins with. */
  beginning?: object;
}

const JSON_CLIENTS: Record<Exclude<ClientName, 'codex'>, JsonClient> = {
  'claude-code': {
    files: ['.mcp.json'],
    at: 'mcpServers',
    entryOf: ([command, ...args]) => ({ type: 'stdio', command, args }),
  },
  cursor: {
    files: ['.cursor/mcp.json'],
    at: 'mcpServers',
    // Cursor may start it in another directory.
    entryOf: ([command, ...args]) => ({ type: 'stdio', command, args: [...args, '${workspaceFolder}'] }),
  },
  vscode: {
    files: ['.vscode/mcp.json'],
    at: 'servers',
    entryOf: ([command, ...args]) => ({ type: 'stdio', command, args: [...args, '${workspaceFolder}'] }),
  },
  opencode: {
    files: ['opencode.json', 'opencode.jsonc'],
    at: 'mcp',
    entryOf: (command) => ({ type: 'local', command, enabled: true }),
    beginning: { $schema: 'https://opencode.ai/config.json' },
  },
};

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
  const link = linkOnTheWay(worktree, name);
  if (link !== null) {
    const problem = `is ${link === name ? '' : `behind ${link}, which is `}a link, and what it leads to is not changed`;
    return { file, hooks: [], before: null, after: null, mode: 0o644, problem };
  }
  const before = readIfThere(file);
  return { file, hooks: [], before, mode: 0o644, ...plan(client, before, action, [node, cli, 'mcp'].map(inBytes)) };
}

function plan(
  client: ClientName,
  before: string | null,
  action: 'add' | 'remove',
  words: readonly string[],
): Pick<FileEdit, 'after' | 'problem'> {
  if (client === 'codex') return planTomlBlock(before, codexLines(words), action);
  const { at, entryOf, beginning = {} } = JSON_CLIENTS[client];
  return planJsonEntry(before, { path: [at, 'cora'], entry: entryOf(words), beginning }, action);
}

function codexLines([command, ...args]: readonly string[]): string[] {
  const list = args.map((text) => JSON.stringify(text)).join(', ');
  return ['[mcp_servers.cora]', `command = ${JSON.stringify(command)}`, `args = [${list}]`, 'startup_timeout_sec = 60'];
}

/** Turns a path into what these texts have: a character for each byte. */
function inBytes(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

/** A clone must not choose where in the user's home is written. */
function linkOnTheWay(worktree: string, name: string): string | null {
  const parts = name.split('/');
  const ways = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const isLink = (way: string) => lookIfThere(join(worktree, way))?.isSymbolicLink() === true;
  return ways.find(isLink) ?? null;
}
