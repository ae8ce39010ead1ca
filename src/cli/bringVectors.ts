/**
 * The vectors of an index that lies far away (`--index https://…`): they come once. An answer by
 * words is printed before; a command that has no use for half an answer waits for them.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { aborted } from '../base/concurrency.ts';
import { asSentence, isCoraError } from '../base/errors.ts';
import { size } from '../base/renderText.ts';
import type { Searcher } from '../session/session.ts';
import type { CommandContext } from '../settings/commandContext.ts';

/** The longest that a command goes on for the next one's sake. */
const MOST_AFTER_MS = 60_000;

/** @throws CoraError NETWORK */
export async function bringVectors(searcher: Searcher, { surroundings: { log } }: CommandContext): Promise<void> {
  const far = await searcher.far();
  const missing = far?.missing() ?? 0;
  if (far === null || missing === 0) return;
  log.info(`Fetching the vectors of the index (${size(missing)}), once.`);
  await far.bring();
}

/** Brings what the next question finds then. A failure is said and is none of this question's. */
export async function bringVectorsAfter(searcher: Searcher, context: CommandContext): Promise<void> {
  const { log } = context.surroundings;
  const far = await searcher.far();
  const missing = far?.missing() ?? 0;
  if (far === null || missing === 0) return;
  log.info(`Fetching the vectors of the index (${size(missing)}) for the next question; Ctrl-C leaves the rest to it.`);
  const waiting = new AbortController();
  const late = sleep(MOST_AFTER_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
  try {
    await Promise.race([far.bring(), late, aborted(context.signal)]);
    const left = far.missing();
    if (left > 0) log.info(`${size(left)} of them are left to the next question.`);
  } catch (error) {
    if (!isCoraError(error)) throw error;
    log.warn(`${asSentence(error.message)} The next question goes on.`);
  } finally {
    waiting.abort();
  }
}
