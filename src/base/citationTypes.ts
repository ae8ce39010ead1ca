/**
 * Declares what an answer to a question was made from, and the places that it names. Types only.
 */

import type { SearchHit } from './searchTypes.ts';

/** A source that stands in a prompt, or would if there were a model. */
export interface AskSource {
  /** The number by which the answer may name it: 1, 2, … */
  number: number;
  /** Its lines are those that the model is shown; elided ones are left out there too. */
  hit: SearchHit;
}

/** A place that an answer names. */
export interface Citation {
  /** The place as it stands in the answer: `src/search.ts:10-36`, `src/search.ts#L10`, `[2]`. */
  text: string;
  /** The offset at which it begins in the answer, UTF-16 code units. */
  at: number;
  /** Null where it belongs to no source. */
  repository: string | null;
  /** '' where only a number is named that no source has. */
  path: string;
  startLine: number;
  endLine: number;
  /**
   * AskSource.number; null where the model was not shown these lines: nobody knows whether they are
   * right.
   */
  source: number | null;
}
