/**
 * `cora init --agents`: a skill and instructions for coding agents, and a hook of Claude Code that
 * offers Cora's answer beside a grep; added, or taken away so that every other byte is as it was.
 */

import { rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { shellWord } from '../base/renderText.ts';
import { tracksBelow } from '../git/gitConfiguration.ts';
import { openRepository } from '../git/openRepository.ts';
import type { Surroundings } from '../settings/requests.ts';
import { type FileEdit, inBytes, readWithoutLinks, writeFiles } from './fileEdit.ts';
import { type Program, SHARED } from './initClients.ts';
import { AGENT_FILES, AGENTS, type AgentFile, type AgentName } from './install/agentFiles.ts';
import { planJsonEntry } from './install/planJsonEntry.ts';

export { AGENTS } from './install/agentFiles.ts';

export interface AgentEdit extends FileEdit {
  /** Those that read the file, whoever was asked for. */
  agents: readonly AgentName[];
}

interface AgentsRequest {
  /** Names of AGENTS; none for all of them. */
  agents: readonly string[];
  action: 'add' | 'remove';
  /** True to add the hook too; it is removed in any case. */
  hook: boolean;
  /** The program that the hook starts. */
  program: Program;
  /** True to write programs of this machine also into a file that Git tracks. */
  force: boolean;
}

/**
 * @returns one edit for each file, also where there is nothing to do
 * @throws CoraError USAGE for an agent that is not known, BAD_PATH in a bare repository
 */
export async function planAgents(
  { dir, env }: Pick<Surroundings, 'dir' | 'env'>,
  { agents, action, hook, program, force }: AgentsRequest,
): Promise<AgentEdit[]> {
  const unknown = agents.find((name) => !(AGENTS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new CoraError('USAGE', `There is no agent "${unknown}".`, { hint: `--client ${AGENTS.join(', --client ')}` });
  const repository = await openRepository(dir, env);
  const { worktree } = repository;
  if (worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files for agents.', { hint: 'change into a clone' });
  const isWanted = (file: AgentFile): boolean =>
    agents.length === 0 || file.agents.some((name) => agents.includes(name));
  const hookFile = hookFileOf(program);
  const files = [...AGENT_FILES, ...(hook || action === 'remove' ? [hookFile] : [])].filter(isWanted);
  const edits = files.map((file) => planFile(worktree, file, action));
  const machine = edits.find(({ file }) => file === join(worktree, hookFile.name));
  const isShared = action === 'add' && machine !== undefined && machine.before !== machine.after;
  if (!isShared || force || !(await tracksBelow(repository, machine.file))) return edits;
  return edits.map((edit) => (edit === machine ? { ...edit, after: edit.before, problem: SHARED } : edit));
}

function planFile(worktree: string, { name, agents, plan }: AgentFile, action: 'add' | 'remove'): AgentEdit {
  const file = join(worktree, name);
  const { before, problem } = readWithoutLinks(worktree, name);
  const planned = problem === null ? plan(before, action) : { after: before, problem };
  return { agents, file, before, mode: 0o644, ...planned };
}

/** Folders that have become empty go with their last file. @throws CoraError STORE */
export function writeAgents(edits: readonly AgentEdit[]): void {
  writeFiles(edits);
  for (const { file, after } of edits) if (after === null) removeEmptyFolders(dirname(file));
}

/** The top of a working tree is never empty: `.git` is there. */
function removeEmptyFolders(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmptyFolders(dirname(folder));
}

/** Seconds that Claude Code waits: then the grep goes on without an answer. */
const HOOK_SECONDS = 5;
/** Matches the command of any Node.js and any copy of Cora. */
const OWN_COMMAND = / hooks offer \|\| true$/;

/** Claude Code keeps settings of one person in this file, and out of commits. */
function hookFileOf({ node, cli }: Program): AgentFile {
  // An exit code of 2 would stop the tool, and is Cora's for a wrong setting in the environment.
  const command = `${[inBytes(node), inBytes(cli), 'hooks', 'offer'].map(shellWord).join(' ')} || true`;
  const entry = { matcher: 'Grep|Bash', hooks: [{ type: 'command', command, timeout: HOOK_SECONDS }] };
  const wanted = { holder: ['hooks', 'PreToolUse'], entry, isOwn, beginning: {} };
  return {
    name: '.claude/settings.local.json',
    agents: ['claude-code'],
    plan: (before, action) => planJsonEntry(before, wanted, action),
  };
}

function isOwn(element: unknown): boolean {
  const { hooks } = (element ?? {}) as { hooks?: unknown };
  if (!Array.isArray(hooks) || hooks.length !== 1) return false;
  const { command } = (hooks[0] ?? {}) as { command?: unknown };
  return typeof command === 'string' && OWN_COMMAND.test(command);
}
