/** cora files: a line for each file, and how many of them are indexed. */

import { EXIT } from '../../base/errors.ts';
import { createPaint, visible, wrap } from '../../base/renderText.ts';
import { count, counted, size, tally, tallyOf } from '../../base/renderValues.ts';
import type { CatalogueEntry } from '../../base/types.ts';
import { listCatalogue } from '../../git/listCatalogue.ts';
import { FIND_LOST } from '../../git/repository.ts';
import { matcherOf } from '../../grep/matcherOf.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { filterSettings, indexSettings } from '../../settings/requests.ts';
import { freshnessNotes } from '../../view/renderFreshness.ts';
import { explainFilters } from '../../view/searchedView.ts';
import { openWorkspaceFor } from '../../view/surroundings.ts';
import { explainUnborn } from '../refuseState.ts';
import { describeTerminal, type Look, PLAIN } from '../terminal.ts';

export async function runFiles(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const { repository, settings, location } = await openWorkspaceFor(indexSettings(options), surroundings);
  const filters = filterSettings(options);
  const wanted = matcherOf(filters);
  const where = { except: location.root, signal: context.signal };
  const listing = listCatalogue(repository, options.rev ?? null, settings, where);
  const { files: all, freshness } = await explainUnborn(options.rev, listing);
  const files = all.filter(wanted);
  const nothing = files.length > 0 ? null : explainFilters(all, filters);
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

// Renders for people `cora files`: a line for each file, and how many of them are indexed.

/**
 * A path stands at the end of its line and is never cut, so that scripts find it there.
 * @returns text that ends with a newline
 */
export function renderFiles(entries: readonly CatalogueEntry[], { color, width }: Look = PLAIN): string {
  const paint = createPaint(color);
  const label = (entry: CatalogueEntry) => (entry.indexed ? entry.language : (entry.reason ?? 'not indexed'));
  const labels = Math.max(0, ...entries.map((entry) => label(entry).length));
  const lines = entries.map((entry) => {
    const line = `${size(entry.size_bytes).padStart(8)}  ${label(entry).padEnd(labels)}  `;
    const path = visible(entry.path);
    return entry.indexed ? paint.dim(line) + path : paint.dim(line + path);
  });
  const left = entries.filter((entry) => !entry.indexed);
  const why = left.length === 0 ? '' : `; ${count(left.length)} left out: ${tally(tallyOf(left.map(label)))}`;
  const sum = `${counted(entries.length - left.length, 'file')} indexed${why}`;
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), ...wrap(sum, width).map(paint.dim)].join('\n')}\n`;
}
