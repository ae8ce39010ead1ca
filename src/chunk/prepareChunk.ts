/**
 * Words beside each chunk: computed where it was parsed, so that tokenising is as parallel as
 * parsing.
 */

import type { Chunk, PreparedChunk } from '../base/types.ts';
import { searchTextOf } from '../base/words.ts';

/** @param identifiers those in the text, where they are known already */
export function prepareChunk(chunk: Chunk, identifiers?: readonly string[]): PreparedChunk {
  const defines = chunk.defines.map(({ name }) => name);
  const references = chunk.references.map(({ name }) => name);
  return { ...chunk, ...searchTextOf(chunk.text, defines, references, identifiers) };
}
