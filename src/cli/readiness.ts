/**
 * Makes sure that an answer can be given: `--fresh` wants none from the past, and the vectors of
 * an index far away come first.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { aborted } from '../base/concurrency.ts';
import { asSentence, CoraError, isCoraError } from '../base/errors.ts';
import { size } from '../base/renderText.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { Searcher } from '../session/session.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import type { Options } from '../settings/options.ts';
import { adviceFor, freshnessNotes, isUnread } from '../view/renderFreshness.ts';

/**
 * Reads how fresh the answers will be, and refuses stale ones with `--fresh`.
 * @returns the freshness of what will be asked
 * @throws CoraError NOT_FRESH, USAGE where there are no files to be fresh with
 */
export async function freshnessIn(searcher: Searcher, { fresh, index, committed }: Options): Promise<Freshness> {
  const { freshness } = await searcher.view;
  if (fresh !== true) return freshness;
  const other = index !== undefined ? 'index' : committed === true ? 'committed' : undefined;
  if (other !== undefined)
    throw new CoraError('USAGE', `--fresh and --${other} do not go together.`, {
      hint: 'Leave one of them out.',
    });
  if (!isUnread(freshness)) return freshness;
  const message = `Some files cannot be searched as they are now: ${freshnessNotes(freshness).join('; ')}.`;
  const hint = `${adviceFor(freshness, 'cora index   takes them in')}; cora status --check   lists them`;
  throw new CoraError('NOT_FRESH', message, { hint });
}

/** The longest time that a command goes on for the next one's sake. */
const MOST_AFTER_MS = 60_000;

/**
 * Brings the vectors first, for a command that has no use for an answer by words.
 * @throws CoraError NETWORK
 */
export async function bringVectors(searcher: Searcher, { surroundings: { log } }: CommandContext): Promise<void> {
  const far = await searcher.far();
  const missing = far?.missing() ?? 0;
  if (far === null || missing === 0) return;
  log.info(`Fetching the vectors of the index (${size(missing)}), once.`);
  await far.bring();
}

/**
 * Brings the vectors after an answer, for the next question. A failure is only told: this question
 * has its answer.
 */
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
