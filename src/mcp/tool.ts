/** Says what a tool is given and gives back. The words for clients are in toolList.ts. */

import type * as z from 'zod';
import type { Job } from '../fleet/indexJobs.ts';
import type { Place, Several } from './places.ts';
import type { ArgsOf, ToolName } from './toolList.ts';

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
  /** Returns lines for an answer: repositories that are not there yet, and why. */
  notes(): string[];
  /** True while its index is being made by a sync of this server. */
  isPending(place: Place): boolean;
  /** The client has asked for the answer as data, too: STRUCTURED in createServer.ts. */
  isStructured: boolean;
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

export interface ToolAnswer {
  text: string;
  /** Makes the data that the tool's output schema describes. */
  data(): Record<string, unknown>;
}

export interface ToolProgram<N extends ToolName> {
  /** The schema of an answer's data. */
  output: z.ZodObject;
  /** @throws CoraError, which becomes an answer that says what is wrong */
  run(args: ArgsOf<N>, call: ToolCall): Promise<ToolAnswer>;
}
