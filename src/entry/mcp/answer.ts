/** What a tool gives back: text for a reader, the same as data, and what to do next. Errors are answers too. */

import type { CallToolResult } from '@modelcontextprotocol/server';
import { type CoraError, isCoraError, oneLine, systemFailure } from '../../index.ts';
import { redactText } from '../../secrets/redact.ts';

export interface Answer {
  text: string;
  /** What the tool's output schema describes. */
  data: Record<string, unknown>;
}

export function resultOf({ text, data }: Answer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

/** Hints of errors speak to somebody at a terminal. These speak to one who can only call tools. */
const HINTS: Readonly<Record<string, string>> = {
  BAD_PATH: 'Paths are relative to the top of the repository, with "/"; search and grep show which there are.',
  BAD_PATTERN: 'Escape the character with \\, or set fixed to true for plain text.',
  BAD_REVISION: 'Name a branch, a tag or a commit of this repository.',
  NO_INDEX: 'grep and read work without an index. A person can build one with: cora index',
};

/** A model reads it and calls again; a protocol error it would not see. */
export function errorResult(thrown: unknown): CallToolResult {
  const error = isCoraError(thrown) ? thrown : (systemFailure(thrown) ?? thrown);
  const text = isCoraError(error)
    ? [error.message, hintOf(error)]
        .filter((line) => line !== '')
        .map((line) => oneLine(redactText(line)))
        .join('\n')
        .replaceAll('--include ', 'include ')
    : `Unexpected error: ${oneLine(error instanceof Error ? error.message : String(error))}`;
  return { content: [{ type: 'text', text: redactText(text) }], isError: true };
}

function hintOf({ code, hint = '' }: CoraError): string {
  // What is refused for good has no hint: another spelling of its path would not help.
  if (code === 'BAD_PATH' && hint === '') return '';
  if (HINTS[code] !== undefined) return HINTS[code];
  if (hint.startsWith('cora files')) return 'search and grep show which files there are.';
  return hint.startsWith('cora ') ? `A person can type: ${hint}` : hint;
}
