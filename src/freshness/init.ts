/**
 * `cora init`: settings, hooks and the first index of a repository, or the files of coding agents.
 * Each step does only what is not there yet, so that it can be repeated, and goes on when another
 * one could not.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { whenRefused } from '../base/errors.ts';
import { shellWord } from '../base/renderText.ts';
import type { IndexReport, Watch } from '../base/types.ts';
import { tracksBelow } from '../git/gitConfiguration.ts';
import { openRepository } from '../git/openRepository.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { changesOf, type FileChange, type FileEdit, inBytes, readWithoutLinks, writeFiles } from './fileEdit.ts';
import { type HooksChange, installHooks } from './hooks.ts';
import {
  addBlock,
  type BlockMarks,
  linesOfBlock,
  openWithFiles,
  type Program,
  refuseUnknown,
  SHARED,
  takeOutBlock,
} from './initClients.ts';
import { type Planned, planJsonEntry } from './install/planJsonEntry.ts';

interface InitRequest {
  program: Program;
  settings: IndexingRequest;
  surroundings: Surroundings;
  /** True to write hooks also where they are shared with other people or repositories. */
  force: boolean;
  /** `files`: say which files would be written, and nothing else. */
  extent: 'files' | 'dry-run' | 'all';
  watch: Watch;
}

export interface InitReport {
  /** cora.config.json, unless it is there. */
  config: FileChange[];
  hooks: HooksChange | null;
  /** The reason why there are no hooks. */
  refused: { message: string; hint: string | undefined } | null;
  /** Null where there is no commit yet: the hooks index the first one. */
  index: IndexReport | null;
}

/** Sets a repository up. */
export async function initRepository(request: InitRequest): Promise<InitReport> {
  const { settings, surroundings, extent, watch } = request;
  const repository = await openRepository(surroundings.dir, surroundings.env);
  const config = repository.worktree === null ? [] : planConfigFile(repository.worktree);
  if (extent === 'all') writeFiles(config);
  const { hooks, refused } = await setHooks(request);
  const hasNothing = extent === 'files' || (repository.head === null && repository.lostHead === undefined);
  const asked = { ...settings, dryRun: extent === 'dry-run' };
  const index = hasNothing ? null : await indexRepository(asked, surroundings, watch);
  return { config: changesOf(config), hooks, refused, index };
}

/** Hooks that are shared with others need a word of the user; the rest does not wait for it. */
async function setHooks(asked: InitRequest): Promise<Pick<InitReport, 'hooks' | 'refused'>> {
  const { program, surroundings, extent, force } = asked;
  const request = { surroundings, force, dryRun: extent !== 'all' };
  return installHooks(program, request)
    .then((hooks) => ({ hooks, refused: null }))
    .catch(whenRefused(({ message, hint }) => ({ hooks: null, refused: { message, hint } }), 'USAGE'));
}

/** The two settings that people look for, at their defaults. */
const BEGINNING = { include: [], exclude: [] };

/** @returns nothing to do where there is one, whatever it says */
function planConfigFile(worktree: string): FileEdit[] {
  const file = join(worktree, 'cora.config.json');
  if (existsSync(file)) return [];
  return [{ file, before: null, after: `${JSON.stringify(BEGINNING, null, 2)}\n`, mode: 0o644, problem: null }];
}

export interface AgentEdit extends FileEdit {
  /** The agents that read the file, whichever were asked for. */
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
 * `cora init --agents`: a skill and instructions for coding agents, and a hook of Claude Code that
 * offers Cora's answer beside a grep.
 * @returns one edit for each file, also where there is nothing to do
 * @throws CoraError USAGE for an agent that is not known, BAD_PATH in a bare repository
 */
export async function planAgents(
  { dir, env }: Pick<Surroundings, 'dir' | 'env'>,
  { agents, action, hook, program, force }: AgentsRequest,
): Promise<AgentEdit[]> {
  refuseUnknown('agent', agents, AGENTS);
  const { repository, worktree } = await openWithFiles('agents', dir, env);
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

export const AGENTS = ['claude-code', 'codex', 'cursor', 'opencode', 'copilot'] as const;
type AgentName = (typeof AGENTS)[number];

interface AgentFile {
  /** From the top of the repository, with `/`. */
  name: string;
  /** The agents that read it. */
  agents: readonly AgentName[];
  /** @param before latin1, null where there is no file */
  plan(before: string | null, action: 'add' | 'remove'): Planned;
}

const SKILL = `---
name: cora
description: Finds code in this repository by what it does, where a name is defined, who uses it, and what to read next. Use it before grep for a question, a subject, a definition or the users of a name; grep stays right for an exact text.
---

# Finding code with Cora

Cora answers from an index of this repository, uncommitted edits included. Use its MCP tools (server
\`cora\`); without them the command line, where \`cora\` is installed. If there is neither, use grep.

| you want | tool | command line |
|---|---|---|
| code for a question or a subject ("where are retries limited") | \`search\` | \`cora query "…"\` |
| where a name is defined, what a file defines | \`symbols\` | \`cora symbols NAME\` |
| who calls or mentions a name | \`references\` | \`cora refs NAME\`, \`cora refs --callers NAME\` |
| tests, callers and look-alikes of a place or a file | \`related\` | \`cora related PATH:LINE\` |
| some lines of a file | \`read\` | \`cora show PATH:LINES\` |
| an exact text: a message, a key, a line of code, a regular expression | \`grep\` | \`cora grep "…"\`, or rg |

- Ask in one call, in your own words, with the names that you know: an issue's whole text is a good question.
- The first results are the best. They come with their lines, so reading the file again is seldom needed.
- One file that you know already: read it, or grep in it.
- A grep that finds nothing, or too much: give its words to \`search\`.
- Answers end with what to call next, and say where the index is behind the files.
`;

const INSTRUCTIONS = [
  '## Finding code',
  '',
  'This repository may have an index of Cora. Before you grep for a subject, a definition or the users of a name, ask the MCP server',
  '`cora` (`search`, `symbols`, `references`), or run `cora query "…"`, `cora symbols NAME`, `cora refs NAME`. Use grep for an exact text, and in',
  'a file that you know already. If Cora is not installed here, use grep.',
];

const MARKDOWN_MARKS: BlockMarks = { begin: '<!-- >>> cora >>> -->', end: '<!-- <<< cora <<< -->' };

/**
 * The files of agents. They name no program and no path of a machine, so that a team can commit
 * them.
 */
export const AGENT_FILES: readonly AgentFile[] = [
  ownFile('.claude/skills/cora/SKILL.md', ['claude-code'], SKILL),
  ownFile('.claude/rules/cora.md', ['claude-code'], `${INSTRUCTIONS.join('\n')}\n`),
  ownFile('.agents/skills/cora/SKILL.md', ['codex', 'cursor', 'opencode', 'copilot'], SKILL),
  { name: 'AGENTS.md', agents: ['codex', 'opencode'], plan: planInstructions },
  ownFile('.cursor/rules/cora.mdc', ['cursor'], withHead('alwaysApply: true')),
  ownFile('.github/instructions/cora.instructions.md', ['copilot'], withHead('applyTo: "**"')),
];

function withHead(line: string): string {
  return ['---', line, '---', '', ...INSTRUCTIONS, ''].join('\n');
}

function planInstructions(before: string | null, action: 'add' | 'remove'): Planned {
  if (action === 'remove')
    return { after: before === null ? null : takeOutBlock(before, MARKDOWN_MARKS), problem: null };
  const there = before === null ? null : linesOfBlock(before, MARKDOWN_MARKS);
  if (there === null) return { after: addBlock(before, INSTRUCTIONS.map(inBytes), MARKDOWN_MARKS), problem: null };
  const isSame = there.join('\n') === INSTRUCTIONS.map(inBytes).join('\n');
  return { after: before, problem: isSame ? null : "has other lines between Cora's comments; --remove takes them out" };
}

/**
 * A file that is Cora's alone ends with the hash of what stands above. So the text of another
 * version can be told from one that somebody has changed.
 */
function ownFile(name: string, agents: readonly AgentName[], text: string): AgentFile {
  const sealed = seal(inBytes(text));
  const plan = (before: string | null, action: 'add' | 'remove'): Planned => {
    if (before === null || isUnchanged(before)) return { after: action === 'add' ? sealed : null, problem: null };
    const problem = action === 'add' ? 'is there with another text, and stays as it is' : KEPT;
    return { after: before, problem: action === 'add' || SEAL.test(before) ? problem : null };
  };
  return { name, agents, plan };
}

const KEPT = 'was changed after Cora wrote it, and stays: delete it yourself';
const SEAL = /<!-- cora: ([0-9a-f]{16}) -->\r?\n?$/;

function seal(text: string): string {
  return `${text}\n<!-- cora: ${createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 16)} -->\n`;
}

function isUnchanged(text: string): boolean {
  const lines = text.replaceAll('\r\n', '\n');
  const found = SEAL.exec(lines);
  return found !== null && seal(lines.slice(0, found.index - 1)) === lines;
}
