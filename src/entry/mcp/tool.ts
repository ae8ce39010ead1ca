/** One tool: what a client is told of it, and what it does. */

import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { IndexReport } from '../../index.ts';
import type { Answer } from './answer.ts';
import type { Place, Several } from './places.ts';

/** What a call comes with. */
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

/** Builds of indexes, one at a time for each repository. */
export interface Builds {
  /** Starts one in the background unless it runs. @returns whether one runs now */
  ensure(place: Place): boolean;
  /** Settles when the index is built. @throws CoraError */
  run(place: Place, call: Pick<ToolCall, 'signal' | 'progress'>): Promise<IndexReport>;
}

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  annotations: ToolAnnotations;
  /** @throws CoraError, which becomes an answer that says what is wrong */
  run(args: z.infer<I>, call: ToolCall): Promise<Answer>;
}

/** Infers what a tool's arguments are from its schema. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(definition: Tool<I, O>): Tool {
  return definition as unknown as Tool;
}

/** Nothing is changed, the same call gives the same answer for the same files, and no other system is asked. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
