/** One tool: what a client is told of it, and what it does. */

import type { ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { nearest } from '../base/nearest.ts';
import type { Job } from '../fleet/indexJobs.ts';
import type { ToolAnswer } from './answer.ts';
import type { Place, Several } from './places.ts';

/** Holds what a call comes with. */
export interface ToolCall {
  /** Ends when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** @throws CoraError USAGE, NOT_A_REPOSITORY */
  place(repository: string | undefined): Promise<Place>;
  places(): Promise<Place[]>;
  /** Null where one repository is meant. */
  several(repository: string | undefined): Promise<Several | null>;
  /** Says how far a long call is, to those who asked to know. */
  progress(done: number, total: number, message: string): Promise<void>;
  /** Null where this server may not write. */
  builds: Builds | null;
}

/** Builds of indexes, as jobs of the server. */
export interface Builds {
  /**
   * Asks for one unless it is asked for already, or failed a moment ago.
   * @returns true where one waits or runs now
   */
  ensure(place: Place): Promise<boolean>;
  /**
   * Settles when the index is built. A call that is cancelled ends the build; the next one goes on
   * from there.
   * @throws CoraError
   */
  run(place: Place, call: Pick<ToolCall, 'signal' | 'progress'>): Promise<Job>;
}

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  annotations: ToolAnnotations;
  /** @throws CoraError, which becomes an answer that says what is wrong */
  run(args: z.infer<I>, call: ToolCall): Promise<ToolAnswer>;
}

/** Infers what a tool's arguments are from its schema, and refuses every other one. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(definition: Tool<I, O>): Tool {
  const { name, input } = definition;
  const known = Object.keys(input.shape);
  const strict = z.strictObject(input.shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? explainUnknown(name, issue.keys, known) : undefined),
  });
  return { ...definition, input: strict } as unknown as Tool;
}

/** The names that other tools have for these arguments. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  lines: ['startline', 'endline', 'linestart', 'lineend', 'from', 'to', 'offset', 'range'],
  k: ['limit', 'n', 'nresults', 'maxresults', 'numresults', 'topk', 'count', 'max'],
  query: ['q', 'text', 'question', 'pattern', 'search'],
  pattern: ['query', 'q', 'text', 'regex', 'search'],
  name: ['symbol', 'query', 'identifier'],
  path: ['file', 'filename', 'filepath', 'uri', 'paths', 'glob', 'folder', 'directory'],
  repository: ['repo', 'repos', 'repositories', 'project'],
  revision: ['ref', 'rev', 'commit', 'branch', 'tag'],
  budget: ['tokens', 'maxtokens', 'tokenbudget'],
  language: ['lang', 'languages'],
  ignoreCase: ['caseinsensitive', 'i'],
  fixed: ['literal', 'fixedstrings'],
};

function explainUnknown(tool: string, keys: readonly string[], known: readonly string[]): string {
  const each = keys.map((key) => {
    const plain = key.toLowerCase().replace(/[^a-z]/g, '');
    const meant = known.find((one) => OTHER_WORDS[one]?.includes(plain)) ?? nearest(key, known);
    return `${tool} has no argument "${key}"${meant === undefined ? '' : `: did you mean "${meant}"?`}`;
  });
  return `${each.join('. ')} It takes ${known.length === 0 ? 'none' : known.join(', ')}.`;
}

/**
 * Nothing is changed, the same call gives the same answer for the same files, and no other system
 * is asked.
 */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
