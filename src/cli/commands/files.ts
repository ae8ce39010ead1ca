/** cora files */

import { EXIT } from '../../base/errors.ts';
import { visible } from '../../base/renderText.ts';
import { listCatalogue } from '../../git/listCatalogue.ts';
import { FIND_LOST } from '../../git/lostObject.ts';
import { matcherOf } from '../../grep/matcherOf.ts';
import { type CommandContext, printJson } from '../../session/commandContext.ts';
import { explainFilters } from '../../view/explainFilters.ts';
import { freshnessNotes } from '../../view/renderFreshness.ts';
import { openWorkspaceFor } from '../../view/surroundings.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { explainUnborn } from '../explainUnborn.ts';
import { renderFiles } from '../render/renderFiles.ts';

export async function runFiles(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const { repository, settings, location } = await openWorkspaceFor(options, surroundings);
  const wanted = matcherOf(options);
  const where = { except: location.root, signal: context.signal };
  const listing = listCatalogue(repository, options.rev ?? null, settings, where);
  const { files: all, freshness } = await explainUnborn(options.rev, listing);
  const files = all.filter(wanted);
  const nothing = files.length > 0 ? null : explainFilters(all, { paths: options.path, languages: options.lang });
  if (nothing !== null) surroundings.log.info(visible(nothing));
  if (options.json === true) printJson(stdout, { files, freshness });
  else stdout.write(renderFiles(files, describeTerminal(context)));
  // No index is asked.
  const notes = freshnessNotes({ ...freshness, indexedCommit: freshness.headCommit });
  if (freshness.missingFiles.length > 0) surroundings.log.info(`${notes.map(visible).join('; ')}.`);
  if (!files.some(({ reason }) => reason === 'missing-object')) return EXIT.ok;
  surroundings.log.warn(`The repository is damaged: it lacks objects of files (missing-object).`, FIND_LOST);
  return EXIT.finding;
}
