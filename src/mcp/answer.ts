/** What a tool gives back: text for a reader, the same as data, and what to do next. Errors are answers too. */

import type { CallToolResult } from '@modelcontextprotocol/server';
import { type CoraError, hintFor, isCoraError, isOfNoTerminal, systemFailure } from '../base/errors.ts';
import { oneLine } from '../search/renderResult.ts';
import { redactText } from '../secrets/redact.ts';

export interface Answer {
  text: string;
  /** What the tool's output schema describes. */
  data: Record<string, unknown>;
}

export function resultOf({ text, data }: Answer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

/** Said to one who can only call tools, where the error's own hint speaks to somebody at a terminal. */
const HINTS: Readonly<Record<string, string>> = {
  BAD_PATH: 'Paths are relative to the top of the repository, with "/"; search and grep show which there are.',
  BAD_PATTERN: 'Escape the character with \\, or set fixed to true for plain text.',
  BAD_REVISION: 'Name a branch, a tag or a commit of this repository.',
};
const NO_INDEX = 'grep and read work without an index. A person can build one with: cora index';
/** Arguments of tools that are options of the command line, too. */
const OPTIONS: readonly (readonly [option: string, argument: string])[] = [
  ['--include ', 'include '],
  ['with --fixed', 'with fixed=true'],
];

/** A model reads it and calls again; a protocol error it would not see. */
export function errorResult(thrown: unknown): CallToolResult {
  const error = isCoraError(thrown) ? thrown : (systemFailure(thrown) ?? thrown);
  const text = isCoraError(error)
    ? [withArguments(error.message), hintOf(error)]
        .filter((line) => line !== '')
        .map((line) => oneLine(redactText(line)))
        .join('\n')
    : `Unexpected error: ${oneLine(error instanceof Error ? error.message : String(error))}`;
  return { content: [{ type: 'text', text: redactText(text) }], isError: true };
}

function hintOf({ code, hint = '' }: CoraError): string {
  // What is refused for good has no hint: another spelling of its path would not help.
  if (code === 'BAD_PATH' && hint === '') return '';
  // Whatever it names, no tool builds one.
  if (code === 'NO_INDEX') return NO_INDEX;
  const own = withArguments(hint);
  return hintFor(own, HINTS[code] ?? ofPerson(own), isOfNoTerminal);
}

function ofPerson(hint: string): string {
  if (hint.startsWith('cora files')) return 'search and grep show which files there are.';
  return hint.startsWith('cora ') ? `A person can type: ${hint}` : hint;
}

function withArguments(text: string): string {
  return OPTIONS.reduce((changed, [option, argument]) => changed.replaceAll(option, argument), text);
}
