/**
 * cora query and cora refs in several repositories (--repo, --submodules, or a folder of clones):
 * one answer. One repository alone does not load this.
 */

import { withOpened } from '../../base/concurrency.ts';
import { CoraError, EXIT, isCoraError } from '../../base/errors.ts';
import { visible } from '../../base/renderText.ts';
import type { FleetRepository } from '../../fleet/fleet.ts';
import { openFleetSearcher } from '../../fleet/searchFleet.ts';
import { readDirective } from '../../search/includeDirective.ts';
import { DEFAULT_BUDGET } from '../../search/renderResult.ts';
import { searchRequestOf } from '../../search/searchRequest.ts';
import { type CommandContext, DEFAULT_LIST, fleetOf, printJson } from '../../settings/commandContext.ts';
import type { Options } from '../../settings/options.ts';
import { filterSettings, searchSettings } from '../../settings/requests.ts';
import { matcherOf } from '../../view/checkFilters.ts';
import { notForSeveral, scopeIn } from '../findCallerPlace.ts';
import { renderReferences } from '../render/renderPlaces.ts';
import { type AnswerFormat, renderAnswer, repositoryNotes } from '../render/renderResults.ts';
import { describeTerminal } from '../terminal.ts';

/** The options that only one repository can answer. */
const OF_ONE = ['index', 'batch', 'commits', 'fallback', 'fresh'] as const;

/** @param members in the place of those that --repo names */
export async function runQueryRepos(
  context: CommandContext,
  text: string,
  format: AnswerFormat,
  members?: readonly FleetRepository[],
): Promise<number> {
  const { stdout, surroundings, signal } = context;
  const options = optionsOfMany(context, format);
  return withOpened(openFleetSearcher(fleetOf(context)), async (searcher) => {
    const directives = context.directives.map((one) => readDirective(one, ''));
    const request = searchRequestOf(text, searchSettings(options), directives, context.askedLimit);
    const asked = searcher.search(members ?? options.repo, request, signal);
    const result = await (members === undefined ? asked : asked.catch((error) => tellHowToIndex(error, options)));
    for (const note of repositoryNotes(result)) surroundings.log.warn(note);
    const shown = await renderAnswer(result, format, {}, { ...context, options });
    stdout.write(shown.text);
    return shown.isEmpty ? EXIT.finding : EXIT.ok;
  });
}

/** @throws the error, with what builds the indexes of repositories that no list names */
function tellHowToIndex(error: unknown, { submodules }: Options): never {
  if (!isCoraError(error) || error.code !== 'NO_INDEX') throw error;
  const each =
    submodules === true
      ? "cora index && git submodule foreach --recursive 'cora index'"
      : 'cora index   in each of them';
  throw new CoraError('NO_INDEX', error.message, { hint: each, cause: error });
}

function optionsOfMany({ options, askedLimit }: CommandContext, format: AnswerFormat): Options {
  const given = OF_ONE.find((name) => options[name] !== undefined && options[name] !== false);
  if (given !== undefined) throw notForSeveral(given);
  const limit = askedLimit ?? options['repos-max-results'];
  const budget = options.budget ?? (askedLimit === undefined ? DEFAULT_BUDGET[format] : undefined);
  return { ...options, limit, scope: scopeIn(options.scope ?? '', null), ...(budget === undefined ? {} : { budget }) };
}

/** @param members in the place of those that --repo names */
export async function runRefsRepos(context: CommandContext, members?: readonly FleetRepository[]): Promise<number> {
  const { options, words, stdout, surroundings, signal, askedLimit = DEFAULT_LIST } = context;
  const given = (['callers', 'callees', 'index', 'fresh'] as const).find((name) => options[name] !== undefined);
  if (given !== undefined) throw notForSeveral(given);
  const [name = ''] = words;
  return withOpened(openFleetSearcher(fleetOf(context)), async (searcher) => {
    const { references, ...looked } = await searcher.references(members ?? options.repo, name, signal);
    const wanted = matcherOf(filterSettings(options), 'mentions');
    const all = references.filter((hit) => wanted(hit));
    const shown = all.slice(0, askedLimit);
    for (const one of looked.failed) surroundings.log.warn(visible(`${one.name} was not looked at: ${one.error}`));
    if (options.json === true)
      printJson(stdout, { references: shown, truncated: all.length > shown.length, ...looked });
    else stdout.write(renderReferences(shown, describeTerminal(context)));
    if (all.length > shown.length) surroundings.log.info(`${all.length - shown.length} more: -k ${all.length}`);
    if (all.length === 0) surroundings.log.info(`Nothing in these repositories mentions ${name}.`);
    return all.length === 0 ? EXIT.finding : EXIT.ok;
  });
}
