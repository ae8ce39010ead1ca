/** cora grep, and what `cora query --fallback` answers with */

import { EXIT } from '../../base/errors.ts';
import { counted, tally, tallyOf } from '../../base/renderNumbers.ts';
import { visible } from '../../base/renderText.ts';
import { grepForWords } from '../../grep/grepForWords.ts';
import { type GrepAnswer, grepRepository } from '../../grep/grepRepository.ts';
import { hasRedactions } from '../../grep/hasRedactions.ts';
import { type CommandContext, printJson } from '../../session/commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { type CallerPlace, findCallerPlace } from '../findCallerPlace.ts';
import { renderGrep } from '../render/renderGrep.ts';

/** A list of matches is cut later than one of answers. */
const DEFAULT_HITS = 200;

export async function runGrep(context: CommandContext): Promise<number> {
  const { options, words, surroundings, signal } = context;
  const [found, place] = await Promise.all([
    grepRepository(words[0]!, options, surroundings, {
      maxTotal: context.askedLimit ?? DEFAULT_HITS,
      signal,
      unredacted: options.unredacted === true,
    }),
    placeFor(context),
  ]);
  const code = show(context, found, place);
  const isHidden = found.hits.length === 0 && options.unredacted !== true && options.json !== true;
  if (isHidden && (await hasRedactions(options, surroundings)))
    surroundings.log.info('Secrets of this repository are not searched: --unredacted searches files as they are.');
  return code;
}

export async function runGrepFallback(context: CommandContext, text: string): Promise<number> {
  const { options, surroundings, signal } = context;
  const [found, place] = await Promise.all([
    grepForWords(text, options.limit!, options, surroundings, signal),
    placeFor(context),
  ]);
  return show(context, found, place, { mode: 'grep' });
}

async function placeFor(context: CommandContext): Promise<CallerPlace> {
  return context.options.json === true ? {} : findCallerPlace(context);
}

/** @param more what its JSON says besides */
function show(context: CommandContext, found: GrepAnswer, place: CallerPlace, more: object = {}): number {
  const { options, stdout, surroundings } = context;
  const grouped = stdout.isTTY === true;
  if (options.json === true) printJson(stdout, { ...more, ...found });
  else stdout.write(renderGrep(found, { ...describeTerminal(context), ...place, grouped }));
  if (found.hits.length === 0 && !grouped) surroundings.log.info(visible(found.notice ?? 'Nothing found.'));
  if (found.skipped.length > 0 && !grouped) {
    const reasons = tally(tallyOf(found.skipped.map(({ reason }) => reason)));
    surroundings.log.info(`${counted(found.skipped.length, 'file')} not searched (${reasons}).`);
  }
  if (found.truncated) surroundings.log.info('There is more: -k N shows more.');
  return found.hits.length === 0 ? EXIT.finding : EXIT.ok;
}
