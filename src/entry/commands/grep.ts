/** cora grep, and what `cora query --fallback` answers with */

import { EXIT, type GrepResult, grepRepository, patternOf } from '../../index.ts';
import { wantsColor } from '../color.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { renderGrep } from '../renderGrep.ts';

/** A list of matches is cut later than one of answers. */
const DEFAULT_HITS = 200;

export async function runGrep(context: CommandContext): Promise<number> {
  const { options, words, surroundings, signal } = context;
  return show(
    context,
    await grepRepository(words[0]!, options, surroundings, {
      maxTotal: Math.max(options.limit!, DEFAULT_HITS),
      signal,
    }),
  );
}

export async function runGrepFallback(context: CommandContext, text: string): Promise<number> {
  const { options, surroundings, signal } = context;
  const found = await grepRepository(patternOf(text), { ...options, 'ignore-case': true }, surroundings, {
    maxTotal: options.limit!,
    maxPerFile: 3,
    signal,
  });
  return show(context, found);
}

function show({ options, stdout, surroundings }: CommandContext, found: GrepResult): number {
  if (options.json === true) printJson(stdout, found);
  else stdout.write(renderGrep(found, { color: wantsColor(stdout, surroundings.env) }));
  if (found.truncated) surroundings.log.info('There is more: -k N shows more.');
  return found.hits.length === 0 ? EXIT.finding : EXIT.ok;
}
