/**
 * Client configurations: what `cora init --mcp` adds to the file in which a client of the Model Context Protocol looks for
 * its servers, and takes away again. Everything else in these files stays, byte for byte.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEdit } from './fileEdit.ts';
import { planJsonEntry } from './planJsonEntry.ts';
import { planTomlBlock } from './planTomlBlock.ts';
import { lookIfThere, readIfThere } from './readIfThere.ts';

export const CLIENTS = ['claude-code', 'cursor', 'vscode', 'codex', 'opencode'] as const;
export type ClientName = (typeof CLIENTS)[number];

/** What a client starts: also a machine that has never heard of Cora finds it. */
const COMMAND = 'npx';
const ARGS = ['-y', 'cora-query', 'mcp'];

interface JsonClient {
  /** The first that is there; else the first. */
  files: readonly string[];
  /** Where servers stand. */
  at: string;
  entry: object;
  /** What a new file begins with. */
  beginning?: object;
}

const JSON_CLIENTS: Record<Exclude<ClientName, 'codex'>, JsonClient> = {
  'claude-code': {
    files: ['.mcp.json'],
    at: 'mcpServers',
    entry: { type: 'stdio', command: COMMAND, args: ARGS },
  },
  cursor: {
    files: ['.cursor/mcp.json'],
    at: 'mcpServers',
    // Cursor may start it in another directory.
    entry: { type: 'stdio', command: COMMAND, args: [...ARGS, '${workspaceFolder}'] },
  },
  vscode: {
    files: ['.vscode/mcp.json'],
    at: 'servers',
    entry: { type: 'stdio', command: COMMAND, args: [...ARGS, '${workspaceFolder}'] },
  },
  opencode: {
    files: ['opencode.json', 'opencode.jsonc'],
    at: 'mcp',
    entry: { type: 'local', command: [COMMAND, ...ARGS], enabled: true },
    beginning: { $schema: 'https://opencode.ai/config.json' },
  },
};

/** Codex reads it in projects that its user has called trusted. */
const CODEX_FILE = '.codex/config.toml';
/** Seconds: npx may have to download it first. */
const CODEX_LINES = [
  '[mcp_servers.cora]',
  `command = ${JSON.stringify(COMMAND)}`,
  `args = [${ARGS.map((text) => JSON.stringify(text)).join(', ')}]`,
  'startup_timeout_sec = 60',
];

/** @returns as before where it is there already, or was not there to be removed */
export function planClientFile(worktree: string, client: ClientName, action: 'add' | 'remove'): FileEdit {
  const names = client === 'codex' ? [CODEX_FILE] : JSON_CLIENTS[client].files;
  const name = names.find((one) => existsSync(join(worktree, one))) ?? names[0]!;
  const file = join(worktree, name);
  const link = linkOnTheWay(worktree, name);
  if (link !== null) {
    const problem = `is ${link === name ? '' : `behind ${link}, which is `}a link, and what it leads to is not changed`;
    return { file, hooks: [], before: null, after: null, mode: 0o644, problem };
  }
  const before = readIfThere(file);
  return { file, hooks: [], before, mode: 0o644, ...plan(client, before, action) };
}

function plan(
  client: ClientName,
  before: string | null,
  action: 'add' | 'remove',
): Pick<FileEdit, 'after' | 'problem'> {
  if (client === 'codex') return planTomlBlock(before, CODEX_LINES, action);
  const { at, entry, beginning = {} } = JSON_CLIENTS[client];
  return planJsonEntry(before, { path: [at, 'cora'], entry, beginning }, action);
}

/** A clone must not choose where in the user's home is written. */
function linkOnTheWay(worktree: string, name: string): string | null {
  const parts = name.split('/');
  const ways = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const isLink = (way: string) => lookIfThere(join(worktree, way))?.isSymbolicLink() === true;
  return ways.find(isLink) ?? null;
}
