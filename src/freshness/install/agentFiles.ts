/**
 * The files in which coding agents look for skills and instructions, and what Cora says in them.
 * They name no program and no path of a machine, so that a team can commit them. Pure.
 */

import { createHash } from 'node:crypto';
import type { FileEdit } from '../fileEdit.ts';
import { inBytes } from '../fileEdit.ts';
import { addBlock, type BlockMarks, linesOfBlock, takeOutBlock } from './planBlock.ts';

export const AGENTS = ['claude-code', 'codex', 'cursor', 'opencode', 'copilot'] as const;
export type AgentName = (typeof AGENTS)[number];

export interface AgentFile {
  /** From the top of the repository, with `/`. */
  name: string;
  /** Those that read it. */
  agents: readonly AgentName[];
  /** @param before latin1, null where there is no file */
  plan(before: string | null, action: 'add' | 'remove'): Planned;
}

type Planned = Pick<FileEdit, 'after' | 'problem'>;

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
| tests, callers and look-alikes of a place | \`related\` | \`cora related PATH:LINE\` |
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

const AGENTS_FILE = 'AGENTS.md';
const MARKDOWN_MARKS: BlockMarks = { begin: '<!-- >>> cora >>> -->', end: '<!-- <<< cora <<< -->' };

export const AGENT_FILES: readonly AgentFile[] = [
  ownFile('.claude/skills/cora/SKILL.md', ['claude-code'], SKILL),
  ownFile('.claude/rules/cora.md', ['claude-code'], `${INSTRUCTIONS.join('\n')}\n`),
  ownFile('.agents/skills/cora/SKILL.md', ['codex', 'cursor', 'opencode', 'copilot'], SKILL),
  { name: AGENTS_FILE, agents: ['codex', 'opencode'], plan: planInstructions },
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

// A file that is Cora's alone ends with the hash of what stands above. So the text of another
// version can be told from one that somebody has changed.

function ownFile(name: string, agents: readonly AgentName[], text: string): AgentFile {
  const sealed = seal(inBytes(text));
  const plan = (before: string | null, action: 'add' | 'remove'): Planned => {
    if (before === null || before === sealed) return { after: action === 'add' ? sealed : null, problem: null };
    if (isUnchanged(before)) return { after: action === 'add' ? sealed : null, problem: null };
    const problem = action === 'add' ? 'is there with another text, and stays as it is' : KEPT;
    return { after: before, problem: action === 'add' || SEAL.test(before) ? problem : null };
  };
  return { name, agents, plan };
}

const KEPT = 'was changed after Cora wrote it, and stays: delete it yourself';
const SEAL = /<!-- cora: ([0-9a-f]{16}) -->\r?\n?$/;

function seal(text: string): string {
  return `${text}\n<!-- cora: ${hashOf(text)} -->\n`;
}

function isUnchanged(text: string): boolean {
  const lines = text.replaceAll('\r\n', '\n');
  const found = SEAL.exec(lines);
  return found !== null && seal(lines.slice(0, found.index - 1)) === lines;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 16);
}
