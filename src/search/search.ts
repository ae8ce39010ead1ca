/**
 * SEARCH of one or several repositories: question → views (+ uncommitted blobs) → retrieve in each
 * → one scale → expand → fuse → select → rerank → assemble. This file puts the steps in order; the
 * details are in the steps. Several repositories are searched as if they were one. A search never
 * locks and never writes.
 */

import { CoraError, throwIfAborted } from '../base/errors.ts';
import { getOrMake, groupBy } from '../base/lists.ts';
import { nearest } from '../base/nearest.ts';
import { directoriesOf } from '../base/patterns.ts';
import type {
  Freshness,
  ReadParts,
  RelatedHit,
  SearchedRepository,
  SearchHit,
  SearchResult,
} from '../base/searchTypes.ts';
import type { Definition } from '../base/types.ts';
import { identifiersIn, stem } from '../base/words.ts';
import { relatedToHits } from '../graph/related.ts';
import type { CallerView } from '../view/callerView.ts';
import { checkFilters } from '../view/checkFilters.ts';
import { placeOfChunk, withPublicIds } from '../view/chunkIds.ts';
import { explainFilters, type SearchedView, searchedView } from '../view/searchedView.ts';
import type { AddProseRequest } from './addProse.ts';
import { type Anchored, findAnchors, findNamedFiles } from './anchors.ts';
import { isOfGoneFiles, withFewer } from './answerNotes.ts';
import { askedQuery } from './assumeNames.ts';
import { findMissingPaths } from './filesOfPaths.ts';
import {
  type AskedQuery,
  bestFilesOf,
  expandHits,
  findCandidates,
  fusingOf,
  queryVector,
  retrievingOf,
  withQuoted,
} from './findCandidates.ts';
import {
  askSound,
  byName,
  freshnessOfAll,
  historyOf,
  inEach,
  mergeStatistics,
  type OpenMember,
  type OpenMembers,
  openAll,
  type SearchContext,
  type SearchMember,
} from './members.ts';
import { withWords, wordsAmong } from './queryWords.ts';
import { type Query, type Question, type Report, weighTerms } from './question.ts';
import { type FuseOptions, fuse, type Scale, scalesOf } from './rank/fuse.ts';
import { askedDefinition, idf, termsAsked } from './rank/scoreRows.ts';
import { type FusedFiles, REPORT_LINES, REPORT_LOSSES, type Selected, select, selectWithWords } from './rank/select.ts';
import { rankInTiers, reranked, untilEnough } from './rankInTiers.ts';
import { filesOfChunks, readTexts } from './readTexts.ts';
import type { RetrievedChunk } from './retrieve.ts';
import { askedFor, type SearchRequest } from './searchRequest.ts';
import { type AskedDefinition, assemble, type ChunkSource } from './show/assemble.ts';

/**
 * Searches one repository.
 * @param view the view to search: see callerView; several searches may share it
 * @param signal ends the search between two steps
 * @throws CoraError; ABORTED
 */
export async function search(
  context: SearchContext,
  view: CallerView,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const { embedder, reranker } = context;
  const own: OpenMember = { name: view.repository, view, embedder, reranker, use: (_texts, run) => run(context) };
  const missingVectors = await missingFor(context, request);
  const asked: SearchRequest = missingVectors === 0 ? request : { ...request, mode: 'words', related: 0 };
  const choose = missingVectors === 0 ? selectWithWords : select;
  const { repositories: _, ...result } = await answer({ open: [own], failed: [] }, asked, signal, choose);
  return missingVectors === 0 ? result : { ...result, missingVectors };
}

/** If fewer bytes of vectors are missing, the answer waits for them. */
const MOST_AWAITED = 4 * 2 ** 20;

/** Returns how many bytes of vectors are missing that the answer does not wait for. */
async function missingFor({ caller, store }: SearchContext, { mode }: SearchRequest): Promise<number> {
  // The repository's own index is always complete.
  if (caller !== null || mode !== 'hybrid') return 0;
  const missing = (await store).afar?.missing() ?? 0;
  return missing <= MOST_AWAITED ? 0 : missing;
}

/**
 * Searches several repositories by name.
 * @throws CoraError NO_INDEX if none can be searched; ABORTED
 */
export async function searchMany(
  members: readonly SearchMember[],
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchResult & { repositories: SearchedRepository[] }> {
  return askSound(await openAll(members, signal), (sound) => answer(sound, request, signal));
}

async function answer(
  { open, failed }: OpenMembers,
  request: SearchRequest,
  signal: AbortSignal | undefined,
  choose: typeof select | typeof selectWithWords = selectWithWords,
): Promise<SearchResult & { repositories: SearchedRepository[] }> {
  const started = Date.now();
  checkFilters(request);
  checkScope(request.scope, open);
  const history = request.history ? historyOf(open, request.question, signal) : Promise.resolve(null);
  // It is awaited where it is used; until then a failure must not count as unhandled.
  history.catch(() => undefined);
  const included = await includedFirst(open, request);
  const statistics = mergeStatistics(open);
  const { query, meant, implied, assumed } = await askedQuery(open, statistics, request.question);
  throwIfAborted(signal);
  const lead = meant.lead === null ? null : weighTerms(meant.lead, (term) => idf(statistics, term));
  const vectors = new Map<string, Promise<Float32Array | null>>();
  const vectorOf = ({ embedder }: OpenMember, question: Pick<Question, 'subject'>): Promise<Float32Array | null> =>
    getOrMake(vectors, `${embedder.fingerprint}\0${question.subject}`, () =>
      queryVector(embedder, question, request, signal),
    );
  // A chat or pasted code names files of other projects.
  const written = request.question.isLong ? [] : request.question.paths;
  const everywhere = open.map(({ view }) => view.files);
  const isWord = (word: string): boolean => statistics.frequency(stem(word.toLowerCase())) > 0;
  const { missingPaths, corrected } = findMissingPaths(written, everywhere, isWord);
  const paths = [...request.question.paths, ...corrected];
  const isInPath = ({ asked }: { asked: string }): boolean =>
    missingPaths.some((one) => one.asked.includes(asked) && corrected.some(({ path }) => path === one.nearest));
  const searching = await inEach(open, signal, async (member): Promise<Searching> => {
    const asked = {
      query,
      vector: await vectorOf(member, meant),
      report: meant.report,
      paths,
      outright: request.question.outright,
      lead: lead === null ? null : { query: lead, vector: await vectorOf(member, meant.lead!) },
    };
    return {
      member,
      asked,
      searched: { ...searchedView(member.view, request), statistics },
      fusing: fusingOf(member.embedder, asked, request, statistics.meanVector, member.view.files),
      known: new Set(),
      anchored: { found: null },
    };
  });
  const proseQuery = (): Query =>
    assumed.length === 0 ? query : weighTerms(request.question, (term) => idf(statistics, term));
  const isReportInBudget = meant.report !== null && request.onlyRelevant;
  let scales: ReadonlyMap<string, Scale> | undefined;
  const rankedFor = rankInTiers(async (tier) => {
    const all = await inEach(searching, signal, (one) => findIn(one, request, tier, proseQuery));
    const found = searching.length === 1 ? all : all.map(withoutVectors);
    throwIfAborted(signal);
    scales ??= scalesOf(found.map(scoredOf));
    const files = tier === 0 ? await fuseWithNeighbours(found, scales) : fuseEach(found.map(takeNew), scales);
    const options = { diversity: request.diversity, losses: isReportInBudget ? REPORT_LOSSES : undefined };
    const rank = reranked(open, meant.text, (limit, above) => choose(files, { ...options, limit, above }));
    return { rank, more: found.some(({ more }) => more) };
  });
  const words = wordsAmong([
    ...request.question.identifiers,
    ...implied,
    ...assumed.flatMap((one) => identifiersIn(one.meant.join(' '))),
  ]);
  const show = async (limit: number) => {
    const { ranked: best, more } = await rankedFor(limit);
    throwIfAborted(signal);
    const ranked = [...included, ...best];
    const sources = await readSources(searching, ranked, request, signal);
    const there = ranked.filter(({ repository, chunk }) => sources.get(repository)!.shown.has(chunk.row.chunkId));
    const shares = isReportInBudget ? REPORT_LINES : { best: 1, further: 1 };
    const lines = Math.ceil(shares.best * request.lines);
    const furtherLines = Math.ceil(shares.further * request.lines);
    const ofKind = ({ kind }: Definition): boolean => request.kinds.length === 0 || request.kinds.includes(kind);
    const asked: AskedDefinition = (row, path) =>
      askedDefinition({ ...row, defines: row.defines.filter(ofKind) }, query, path);
    const options = { ...request, lines, furtherLines, words, asked };
    const gone = there.length === ranked.length ? [] : ranked.filter((one) => !there.includes(one));
    return { ...assemble({ ranked: there, more }, sources, options), sources, more, gone };
  };
  const enough = await untilEnough(request.limit, show, (some) => {
    return some.results.length - included.length >= request.limit || some.cutBy === 'relevance';
  });
  throwIfAborted(signal);
  const gitContext = await history;
  const files = () => open.flatMap(({ view }) => view.files);
  const isGone = gitContext !== null && included.length === 0 && isOfGoneFiles(gitContext, files());
  const { cutBy, tokens, sources, gone, ...assembled } = isGone ? { ...enough, ...NO_CODE } : enough;
  const { results, related } = await lookAround(searching, assembled.results, sources, request, signal);
  const searched = open.map(({ name, view }) => ({
    name,
    results: results.reduce((count, { repository }) => count + (repository === name ? 1 : 0), 0),
    freshness: withGone(
      view.freshness,
      gone.filter(({ repository }) => repository === name),
    ),
  }));
  const [alone] = searched;
  const found = {
    query: request.question.text,
    mode: request.mode,
    assumed: assumed.filter((one) => !isInPath(one)),
    ...(missingPaths.length === 0 ? {} : { missingPaths }),
    freshness: open.length + failed.length === 1 ? alone!.freshness : freshnessOfAll(searched),
    truncated: cutBy !== null,
    cutBy,
    ...askedFor(request),
    tokens,
    tookMs: Date.now() - started,
    results,
    related,
    repositories: [...searched, ...failed].sort(byName),
  };
  const nothing = isGone ? GONE : results.length > 0 ? null : explainFilters(files(), request);
  return withWords(words, {
    ...withFewer(found, nothing),
    ...(gitContext === null ? {} : { gitContext }),
    ...(request.explain && meant.report !== null ? { report: partsOf(meant.report, meant.allNames) } : {}),
  });
}

/** Code that only sounds like a file that is gone would lead astray. */
const NO_CODE = { results: [], tokens: 0, cutBy: null, gone: [] };
const GONE = 'No code is shown: no indexed file is called so any more.';

/** Returns the parts of a report for --explain. */
function partsOf({ title, frames, paths, linked }: Report, names: Question['allNames']): ReadParts {
  const written = names.map(({ written }) => written);
  return {
    title,
    frames: [...frames],
    paths: [...new Set([...paths, ...linked].map(({ path }) => path))],
    names: [...new Set(written)],
  };
}

/** A repository, with the question in the form for it. */
interface Searching {
  member: OpenMember;
  asked: AskedQuery;
  searched: SearchedView;
  fusing: FuseOptions;
  /** The places of the chunks of earlier tiers: later ones leave them out. */
  known: Set<string>;
  /** The places in this repository that the question names, looked up once. */
  anchored: { found: Promise<Anchored | null> | null };
}

interface Found {
  of: Searching;
  chunks: readonly RetrievedChunk[];
  more: boolean;
}

function findIn(of: Searching, request: SearchRequest, tier: number, proseQuery: () => Query): Promise<Found> {
  const { member, asked, searched, fusing, anchored } = of;
  const options = retrievingOf(member.embedder, asked.vector, request, tier);
  return member.use(false, async (context) => {
    const prose = context.prose?.read() ?? Promise.resolve([]);
    prose.catch(() => undefined);
    if (asked.report !== null) {
      const store = await context.store;
      anchored.found ??= findAnchors(store, asked.report, searched);
      // Starts reading terms now: in a far index both reads then share a round of requests.
      const readings = asked.lead === null ? [asked] : [asked, asked.lead];
      await Promise.all([anchored.found, store.readTerms(readings.flatMap(({ query }) => termsAsked(query)))]);
    } else if (fusing.weights.namedPath > 0) {
      anchored.found ??= Promise.resolve(findNamedFiles(asked.paths, asked.outright, searched));
    }
    const { chunks: all, more } = await findCandidates(context, searched, asked, options, await anchored.found);
    const { quoted } = asked.outright;
    const isQuoted = quoted.length > 0 && fusing.weights.quoted > 0;
    const chunks = isQuoted
      ? await withQuoted(all, quoted, (best) => {
          const selected = best.map((chunk) => ({ chunk }));
          return filesOfChunks(context, member.view, selected);
        })
      : all;
    const described = await withProse(chunks, await prose, async () => ({
      store: await context.store,
      query: proseQuery(),
      view: searched,
      options,
    }));
    return { of, chunks: described, more };
  });
}

/** Loads the code for commentary only if an index has some; few do. */
async function withProse(
  found: readonly RetrievedChunk[],
  prose: AddProseRequest['prose'],
  request: () => Promise<Omit<AddProseRequest, 'prose'>>,
): Promise<readonly RetrievedChunk[]> {
  if (prose.length === 0) return found;
  const { addProse } = await import('./addProse.ts');
  return addProse(found, { ...(await request()), prose });
}

/**
 * Drops vectors of candidates that have been scored: hundreds of repositories may be in memory
 * together.
 */
function withoutVectors(found: Found): Found {
  return { ...found, chunks: found.chunks.map(withoutVector) };
}

function withoutVector({ row: { vector: _, ...row }, lead, ...chunk }: RetrievedChunk): RetrievedChunk {
  return { ...chunk, row, ...(lead === undefined ? {} : { lead: { ...lead, row } }) };
}

function takeNew(found: Found): Found {
  const { known } = found.of;
  const chunks = found.chunks.filter((chunk) => !known.has(placeOfChunk(chunk)));
  for (const chunk of chunks) known.add(placeOfChunk(chunk));
  return { ...found, chunks };
}

function scoredOf({ of: { member, fusing }, chunks }: Found) {
  return { fingerprint: member.embedder.fingerprint, meanCosine: fusing.meanCosine, leadMean: fusing.leadMean, chunks };
}

function fuseEach(found: readonly Found[], scales: ReadonlyMap<string, Scale>): FusedFiles[] {
  return found.map(({ of: { member, fusing }, chunks }) => ({
    repository: member.name,
    files: fuse(chunks, scales.get(member.embedder.fingerprint)!, fusing),
  }));
}

/**
 * Ranks the first tier with the neighbours of the best files. If the weight of the graph is 0,
 * nothing is added.
 */
async function fuseWithNeighbours(
  found: readonly Found[],
  scales: ReadonlyMap<string, Scale>,
): Promise<readonly FusedFiles[]> {
  const fused = fuseEach(found, scales);
  const best = bestFilesOf(fused);
  const expanded = await inEach(found, undefined, async (one): Promise<Found> => {
    const { member, searched, asked, fusing } = one.of;
    const files = best.get(member.name) ?? [];
    if (fusing.weights.graph === 0 || files.length === 0) return one;
    const views = { view: member.view, searched };
    const chunks = await member.use(false, async ({ store }) =>
      expandHits(await store, views, one.chunks, files, asked),
    );
    return found.length === 1 ? { ...one, chunks } : withoutVectors({ ...one, chunks });
  });
  for (const one of expanded) takeNew(one);
  if (expanded.every((one, at) => one === found[at])) return fused;
  return fuseEach(expanded, scalesOf(expanded.map(scoredOf)));
}

async function readSources(
  searching: readonly Searching[],
  ranked: readonly Selected[],
  { explain }: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, ChunkSource>> {
  const byRepository = groupBy(ranked, ({ repository }) => repository);
  const sources = new Map<string, ChunkSource>();
  await inEach(searching, signal, async ({ member: { name, view, use }, fusing }) => {
    const own = byRepository.get(name);
    if (own === undefined) return;
    const texts = await use(true, (context) => readTexts(context, view, own), signal);
    sources.set(name, { ...texts, commit: view.commit, weights: explain ? fusing.weights : null });
  });
  return sources;
}

/**
 * Returns the results with public ids, and places to read next, those of the best repository first.
 */
async function lookAround(
  searching: readonly Searching[],
  results: readonly SearchHit[],
  sources: ReadonlyMap<string, ChunkSource>,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<{ results: SearchHit[]; related: RelatedHit[] }> {
  const byRepository = groupBy(results, ({ repository }) => repository);
  const around = await inEach([...byRepository], signal, async ([repository, own]) => {
    const { member, searched } = searching.find(({ member: { name } }) => name === repository)!;
    const { view } = member;
    return member.use(false, async ({ store }) => {
      const { shown } = sources.get(repository)!;
      const related = await relatedToHits(store, { view, searched }, own, shown, request.related);
      return {
        shown: await withPublicIds(store, view, own),
        related: searching.length === 1 ? related : related.map((hit): RelatedHit => ({ ...hit, repository })),
      };
    });
  });
  const byRank = around.flatMap(({ shown }) => shown).sort((a, b) => a.rank - b.rank);
  return { results: byRank, related: around.flatMap(({ related }) => related).slice(0, request.related) };
}

/**
 * Adds rows that a writer has removed since they were ranked: `cora index --full` makes them again.
 */
function withGone(freshness: Freshness, gone: readonly Selected[]): Freshness {
  if (gone.length === 0) return freshness;
  const paths = new Set(gone.map(({ chunk }) => chunk.path));
  const missing = [...paths].map((path) => ({ path, reason: 'its rows are being written anew: ask again' }));
  return { ...freshness, missingFiles: [...freshness.missingFiles, ...missing] };
}

/** Loads the code for include directives only if the query has some; few do. */
async function includedFirst(open: readonly OpenMember[], { include }: SearchRequest): Promise<Selected[]> {
  if (include.length === 0) return [];
  const { resolveIncludes } = await import('./resolveIncludes.ts');
  return resolveIncludes(open, include);
}

/**
 * A scope without any file is a typing error, not a preference.
 * @throws CoraError USAGE that suggests the folder with the nearest name
 */
function checkScope(scope: string, open: readonly OpenMember[]): void {
  if (scope === '') return;
  if (open.some(({ view }) => view.files.some(({ path }) => path.startsWith(`${scope}/`)))) return;
  const folders = new Set(open.flatMap(({ view }) => view.files.flatMap(({ path }) => directoriesOf(path))));
  const near = nearest(scope, [...folders].sort());
  throw new CoraError('USAGE', `No indexed file is in the folder ${scope}.`, {
    hint: near === undefined ? 'cora files   lists what is indexed' : `Did you mean --scope ${near}?`,
  });
}
