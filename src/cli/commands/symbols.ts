/** cora symbols, cora refs, cora related: questions to the graph of names. */

import { withOpened } from '../../base/concurrency.ts';
import { CoraError, EXIT } from '../../base/errors.ts';
import { linesIn } from '../../base/patterns.ts';
import { shellWord, visible } from '../../base/renderText.ts';
import type { Freshness } from '../../base/searchTypes.ts';
import type { NamedPlace } from '../../graph/findPlace.ts';
import { type CallEdge, findCallees, findCallers } from '../../graph/findRelations.ts';
import { partsOfName } from '../../graph/pathWords.ts';
import type { SymbolContext } from '../../graph/readFiles.ts';
import type { ReferenceHit, SymbolHit } from '../../graph/referenceModel.ts';
import { related } from '../../graph/related.ts';
import { findReferences, findSymbols } from '../../graph/symbols.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { openSearcher, type Searcher } from '../../session/session.ts';
import { type CommandContext, DEFAULT_LIST, printFound, printJson } from '../../settings/commandContext.ts';
import type { Options } from '../../settings/options.ts';
import { filterSettings, sessionSettings } from '../../settings/requests.ts';
import { matcherOf } from '../../view/checkFilters.ts';
import { staleNote } from '../../view/renderFreshness.ts';
import { explainFilters } from '../../view/searchedView.ts';
import { pathsCalled } from '../../view/viewFiles.ts';
import {
  type CallerPlace,
  clonesInstead,
  findCallerPlace,
  membersHere,
  mustBeInside,
  pathInRepository,
  splitTyped,
} from '../findCallerPlace.ts';
import { bringVectors, freshnessIn } from '../readiness.ts';
import {
  type ListOptions,
  pathSeenFrom,
  renderCalls,
  renderReferences,
  renderRelated,
  renderSymbols,
} from '../render/renderPlaces.ts';
import { describeTerminal } from '../terminal.ts';

export async function runSymbols(context: CommandContext): Promise<number> {
  const { options, words, surroundings } = context;
  return withOpened(openSearcher(sessionSettings(options), surroundings), async (searcher) => {
    const wanted = matcherOf(filterSettings(options));
    const freshness = await freshnessIn(searcher, options);
    const found = await findIn(context, searcher, async (known) =>
      (await findSymbols(known, words[0]!)).filter((hit) => wanted(hit)),
    );
    return await show<SymbolHit>(context, freshness, found, 'symbols', renderSymbols);
  });
}

export async function runRefs(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  const isMany = options.repo.length > 0;
  if (isMany || options.submodules === true) {
    const { runRefsRepos } = await import('./fleetQuestions.ts');
    return runRefsRepos(context, isMany ? undefined : await membersHere(context));
  }
  const opening = openSearcher(sessionSettings(options), surroundings);
  const opened = await opening.catch((error: unknown) => clonesInstead(context, error));
  if (Array.isArray(opened)) return (await import('./fleetQuestions.ts')).runRefsRepos(context, opened);
  return withOpened(opened, (searcher) => refsOfOne(context, searcher));
}

async function refsOfOne(context: CommandContext, searcher: Searcher): Promise<number> {
  const { options, words } = context;
  const freshness = await freshnessIn(searcher, options);
  const name = words[0]!;
  if (options.callers === true || options.callees === true) {
    refuseFilters(options);
    const direction = options.callers === true ? 'callers' : 'callees';
    const find = direction === 'callers' ? findCallers : findCallees;
    const edges = await findIn(context, searcher, (known) => find(known, name, options.depth));
    return show<CallEdge>(context, freshness, edges, 'calls', (shown, style) => renderCalls(shown, direction, style));
  }
  const wanted = matcherOf(filterSettings(options), 'mentions');
  const found = await findIn(context, searcher, async (known) =>
    (await findReferences(known, name)).filter((hit) => wanted(hit)),
  );
  const isQualified = partsOfName(name).outer.length > 0;
  return await show<ReferenceHit>(context, freshness, found, 'references', (shown, style) =>
    renderReferences(shown, style, isQualified),
  );
}

interface Found<T> {
  all: readonly T[];
  /** Names like the one that was asked for. */
  near: readonly string[];
  /** The file whose path or name stands in the place of a name; null for another name. */
  file: string | null;
  /** Says that the filters let nothing through; null where it is something else. */
  nothing: string | null;
}

/** The most files of one name that are listed. */
const MOST_PATHS = 3;

async function findIn<T>(
  context: CommandContext,
  searcher: Searcher,
  find: (known: SymbolContext) => Promise<readonly T[]>,
): Promise<Found<T>> {
  const { options, words } = context;
  return searcher.withSymbols(async (known) => {
    const all = await find(known);
    const { files } = known.view;
    const nothing = explainFilters(files, filterSettings(options));
    if (all.length > 0) return { all, near: [], file: null, nothing };
    const place = await findCallerPlace(context);
    const written = splitTyped(words[0]!, context).path;
    const [inside = [], named = []] = [pathInRepository(written, place) ?? '', written].map((one) =>
      pathsCalled(files, one),
    );
    const paths = (inside.length > 0 ? inside : named).map((path) => pathSeenFrom(place.cwdPrefix, path));
    if (paths.length === 1) return { all, near: [], file: paths[0]!, nothing };
    const near = paths.length > 0 ? paths.slice(0, MOST_PATHS) : await nearNames(known, words[0]!);
    return { all, near, file: null, nothing };
  });
}

async function show<T>(
  context: CommandContext,
  freshness: Freshness,
  { all, near, file, nothing }: Found<T>,
  key: string,
  render: (shown: readonly T[], options: ListOptions) => string,
): Promise<number> {
  const { options, stdout, surroundings, words } = context;
  const shown = all.slice(0, context.askedLimit ?? DEFAULT_LIST);
  if (options.json === true) printJson(stdout, { [key]: shown, truncated: all.length > shown.length, freshness });
  else stdout.write(render(shown, { ...describeTerminal(context), ...(await findCallerPlace(context)) }));
  if (all.length > shown.length) surroundings.log.info(`${all.length - shown.length} more: -k ${all.length}`);
  if (all.length === 0) {
    const meant = near.length === 0 ? '' : ` Did you mean ${visible(near.join(', '))}?`;
    const path = shellWord(visible(file ?? ''));
    const next =
      file !== null
        ? `  cora chunks ${path}   lists what this file defines; cora related ${path}   shows who uses it`
        : key === 'calls'
          ? `  cora refs ${shellWord(words[0]!)}   lists every mention, also where it is not called by its name`
          : `  cora grep -F ${shellWord(words[0]!)}   looks for it as text`;
    const said = [NOTHING[key]!(words[0]!) + meant, ...(isFiltered(options) ? [FILTERED] : []), next];
    for (const line of nothing === null ? said : [visible(nothing)]) surroundings.log.info(line);
  }
  return ended(context, freshness, all);
}

function ended({ surroundings }: CommandContext, freshness: Freshness, found: readonly unknown[]): number {
  const note = staleNote(freshness);
  if (note !== null) surroundings.log.info(note);
  return found.length === 0 ? EXIT.finding : EXIT.ok;
}

/** Refuses filters for call chains: a chain with holes would mislead. */
function refuseFilters(options: Options): void {
  const both = options.callers === true && options.callees === true;
  if (!both && !isFiltered(options)) return;
  const what = both ? '--callers and --callees do not go together' : 'A call chain is not filtered';
  throw new CoraError('USAGE', `${what}.`, {
    hint: both ? 'Ask for one of them.' : 'Leave --path, --lang and --kind out.',
  });
}

const FILTERED = 'Only what --path, --lang and --kind let through was looked at.';

function isFiltered({ path, lang, kind }: Options): boolean {
  return path.length + lang.length + kind.length > 0;
}

const NOTHING: Readonly<Record<string, (name: string) => string>> = {
  symbols: (name) => `Nothing in the index is called ${name}.`,
  references: (name) =>
    `Nothing in the index calls, imports, links to, inherits from, has the type or is known to use ${name}.`,
  calls: (name) => `The index knows no such calls of ${name}.`,
};

export async function runRelated(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  const caller = await findCallerPlace(context);
  const place = placeOf(context, caller);
  return withOpened(openSearcher(sessionSettings(options), surroundings), async (searcher) => {
    const request = { place, limit: options.limit, ...filterSettings(options) };
    const freshness = await freshnessIn(searcher, options);
    await bringVectors(searcher, context);
    const { related: found, ...more } = await searcher.withSymbols((known) => related(known, request));
    printFound(context, { related: found, ...more, freshness }, () =>
      renderRelated(found, { ...describeTerminal(context), ...caller }),
    );
    if (more.note !== undefined) surroundings.log.info(visible(more.note));
    if (found.length === 0) surroundings.log.info('The index knows nothing related to this place.');
    return ended(context, freshness, found);
  });
}

/** `src/a.ts:12` or `src/a.ts`, seen from where the caller stands; or a chunk's id. */
function placeOf(context: CommandContext, caller: CallerPlace): NamedPlace {
  const text = context.words[0]!;
  if (/^[0-9a-f]{16}$/.test(text)) return { chunkId: text };
  const { path, lines } = splitTyped(text, context);
  const range = linesIn(lines ?? '');
  if (lines !== null && range === null)
    throw new CoraError('USAGE', `"${text}" does not name a place in a file.`, {
      hint: 'cora related src/search.ts:40   a path and a line, or the chunkId of a result',
    });
  return { path: mustBeInside(path, caller), line: range?.startLine ?? null };
}
