/** cora grep, and what `cora query --fallback` answers with */

import { EXIT, type GrepResult, grepRepository } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { findCallerPlace } from '../findCallerPlace.ts';
import { grepForWords } from '../grepForWords.ts';
import { renderGrep } from '../render/renderGrep.ts';

/** A list of matches is cut later than one of answers. */
const DEFAULT_HITS = 200;

export async function runGrep(context: CommandContext): Promise<number> {
  const { options, words, surroundings, signal } = context;
  const found = await grepRepository(words[0]!, options, surroundings, {
    maxTotal: context.askedLimit ?? DEFAULT_HITS,
    signal,
  });
  return show(context, found);
}

export async function runGrepFallback(context: CommandContext, text: string): Promise<number> {
  const { options, surroundings, signal } = context;
  const found = await grepForWords(text, options.limit!, options, surroundings, signal);
  return show(context, found, { mode: 'grep' });
}

/** @param more what its JSON says besides */
async function show(context: CommandContext, found: GrepResult, more: object = {}): Promise<number> {
  const { options, stdout, surroundings } = context;
  const grouped = stdout.isTTY === true;
  if (options.json === true) printJson(stdout, { ...more, ...found });
  else {
    const place = await findCallerPlace(context);
    stdout.write(renderGrep(found, { ...describeTerminal(context), ...place, grouped }));
  }
  if (found.hits.length === 0 && !grouped) surroundings.log.info('Nothing found.');
  if (found.truncated) surroundings.log.info('There is more: -k N shows more.');
  return found.hits.length === 0 ? EXIT.finding : EXIT.ok;
}
