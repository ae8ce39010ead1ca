/** cora symbols, cora refs */

import { CoraError, EXIT } from '../../base/errors.ts';
import { shellWord, visible } from '../../base/renderText.ts';
import type { Freshness } from '../../base/searchTypes.ts';
import { type CallEdge, findCallees, findCallers } from '../../graph/findCalls.ts';
import { findReferences, findSymbols, type ReferenceHit, type SymbolHit } from '../../graph/symbols.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { openSearcher, type Searcher } from '../../session/session.ts';
import { type CommandContext, DEFAULT_LIST, printJson } from '../../settings/commandContext.ts';
import type { Options } from '../../settings/options.ts';
import { filterSettings, sessionSettings } from '../../settings/requests.ts';
import { matcherOf } from '../../view/checkFilters.ts';
import { staleNote } from '../../view/renderFreshness.ts';
import { explainFilters } from '../../view/searchedView.ts';
import { findCallerPlace } from '../findCallerPlace.ts';
import { clonesInstead, membersHere } from '../membersHere.ts';
import { freshnessIn } from '../refuseState.ts';
import { type ListOptions, renderCalls, renderReferences, renderSymbols } from '../render/renderPlaces.ts';
import { describeTerminal } from '../terminal.ts';

export async function runSymbols(context: CommandContext): Promise<number> {
  const { options, words, surroundings } = context;
  const searcher = await openSearcher(sessionSettings(options), surroundings);
  try {
    const wanted = matcherOf(filterSettings(options));
    const freshness = await freshnessIn(searcher, options);
    const symbols = await searcher.symbols();
    const hits = (await findSymbols(symbols, words[0]!)).filter((hit) => wanted(hit));
    const near = hits.length > 0 ? [] : await nearNames(symbols, words[0]!);
    const nothing = explainFilters(symbols.view.files, filterSettings(options));
    return await show<SymbolHit>(context, freshness, hits, 'symbols', renderSymbols, near, nothing);
  } finally {
    searcher.close();
  }
}

export async function runRefs(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  if (options.repo.length > 0) return (await import('./fleetQuestions.ts')).runRefsRepos(context);
  if (options.submodules === true)
    return (await import('./fleetQuestions.ts')).runRefsRepos(context, await membersHere(context));
  const opened = await openSearcher(sessionSettings(options), surroundings).catch((error: unknown) =>
    clonesInstead(context, error),
  );
  if (Array.isArray(opened)) return (await import('./fleetQuestions.ts')).runRefsRepos(context, opened);
  return refsOfOne(context, opened);
}

async function refsOfOne(context: CommandContext, searcher: Searcher): Promise<number> {
  const { options, words } = context;
  try {
    const freshness = await freshnessIn(searcher, options);
    const symbols = await searcher.symbols();
    const name = words[0]!;
    if (options.callers === true || options.callees === true) {
      refuseFilters(options);
      const direction = options.callers === true ? 'callers' : 'callees';
      const edges = await (direction === 'callers' ? findCallers : findCallees)(symbols, name, options.depth);
      return await show<CallEdge>(context, freshness, edges, 'calls', (shown, style) =>
        renderCalls(shown, direction, style),
      );
    }
    const wanted = matcherOf(filterSettings(options), 'mentions');
    const hits = (await findReferences(symbols, name)).filter((hit) => wanted(hit));
    const near = hits.length > 0 ? [] : await nearNames(symbols, name);
    const nothing = explainFilters(symbols.view.files, filterSettings(options));
    return await show<ReferenceHit>(context, freshness, hits, 'references', renderReferences, near, nothing);
  } finally {
    searcher.close();
  }
}

async function show<T>(
  context: CommandContext,
  freshness: Freshness,
  all: readonly T[],
  key: string,
  render: (shown: readonly T[], options: ListOptions) => string,
  near: readonly string[] = [],
  nothing: string | null = null,
): Promise<number> {
  const { options, stdout, surroundings, words } = context;
  const shown = all.slice(0, context.askedLimit ?? DEFAULT_LIST);
  if (options.json === true) printJson(stdout, { [key]: shown, truncated: all.length > shown.length, freshness });
  else stdout.write(render(shown, { ...describeTerminal(context), ...(await findCallerPlace(context)) }));
  if (all.length > shown.length) surroundings.log.info(`${all.length - shown.length} more: -k ${all.length}`);
  if (all.length === 0) {
    const meant = near.length === 0 ? '' : ` Did you mean ${visible(near.join(', '))}?`;
    const asText = key === 'calls' ? '' : `\n  cora grep -F ${shellWord(words[0]!)}   looks for it as text`;
    const said = NOTHING[key]!(words[0]!) + meant + (isFiltered(options) ? FILTERED : '') + asText;
    surroundings.log.info(nothing === null ? said : visible(nothing));
  }
  const note = staleNote(freshness);
  if (note !== null) surroundings.log.info(note);
  return all.length === 0 ? EXIT.finding : EXIT.ok;
}

/** A chain with holes would mislead. */
function refuseFilters(options: Options): void {
  const both = options.callers === true && options.callees === true;
  if (!both && !isFiltered(options)) return;
  const what = both ? '--callers and --callees do not go together' : 'A call chain is not filtered';
  throw new CoraError('USAGE', `${what}.`, {
    hint: both ? 'Ask for one of them.' : 'Leave --path, --lang and --kind out.',
  });
}

const FILTERED = '\nOnly what --path, --lang and --kind let through was looked at.';

function isFiltered({ path, lang, kind }: Options): boolean {
  return path.length + lang.length + kind.length > 0;
}

const NOTHING: Readonly<Record<string, (name: string) => string>> = {
  symbols: (name) => `Nothing in the index is called ${name}.`,
  references: (name) => `Nothing in the index mentions ${name}.`,
  calls: (name) => `The index knows no such calls of ${name}.`,
};
