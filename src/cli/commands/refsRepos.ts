/** cora refs --repo: mentions in several repositories, followed from one into another */

import { CoraError, EXIT } from '../../base/errors.ts';
import { visible } from '../../base/renderText.ts';
import { fleetOf } from '../../fleet/fleetContext.ts';
import { openFleetSearcher } from '../../fleet/searchFleet.ts';
import { matcherOf } from '../../grep/matcherOf.ts';
import { type CommandContext, DEFAULT_LIST, printJson } from '../../session/commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { renderReferences } from '../render/renderSymbols.ts';

export async function runRefsRepos(context: CommandContext): Promise<number> {
  const { options, words, stdout, surroundings, signal, askedLimit = DEFAULT_LIST } = context;
  const given = (['callers', 'callees', 'index', 'fresh'] as const).find((name) => options[name] !== undefined);
  if (given !== undefined) throw new CoraError('USAGE', `--${given} is for one repository, not for --repo.`);
  const [name = ''] = words;
  const searcher = openFleetSearcher(fleetOf(context));
  try {
    const { references, ...looked } = await searcher.references(options.repo!, name, signal);
    const wanted = matcherOf(options, 'mentions');
    const all = references.filter((hit) => wanted(hit));
    const shown = all.slice(0, askedLimit);
    for (const one of looked.failed) surroundings.log.warn(visible(`${one.name} was not looked at: ${one.error}`));
    if (options.json === true)
      printJson(stdout, { references: shown, truncated: all.length > shown.length, ...looked });
    else stdout.write(renderReferences(shown, describeTerminal(context)));
    if (all.length > shown.length) surroundings.log.info(`${all.length - shown.length} more: -k ${all.length}`);
    if (all.length === 0) surroundings.log.info(`Nothing in these repositories mentions ${name}.`);
    return all.length === 0 ? EXIT.finding : EXIT.ok;
  } finally {
    searcher.close();
  }
}
