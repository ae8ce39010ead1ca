/** What answers a question where there is no index: lines with words of it, files with many and rare ones first. */

import type { Options } from '../settings/options.ts';
import type { Surroundings } from '../view/surroundings.ts';
import { type GrepAnswer, grepRepository } from './grepRepository.ts';
import { patternOf } from './patternOf.ts';
import { rankHits } from './rankHits.ts';

/** Lines among which the best are chosen. */
const CANDIDATES = { maxTotal: 20_000, maxPerFile: 50 };

/** @param most lines */
export async function grepForWords(
  question: string,
  most: number,
  options: Options,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<GrepAnswer> {
  const found = await grepRepository(patternOf(question), { ...options, 'ignore-case': true }, surroundings, {
    ...CANDIDATES,
    signal,
  });
  return rankHits(found, most);
}
