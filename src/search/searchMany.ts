/**
 * SEARCH over several repositories: views → merged statistics → retrieve in each → one scale → rank together → text of the winners.
 * Scores compare because nothing that they are made of is a repository's own: document frequencies, lengths and the mean vector are
 * those of all views that are searched, and what a score is divided by is the best of all of them. So the answer is that of one
 * repository that holds them all. Like every search it never locks and never writes.
 */

import { inParallel } from '../base/concurrency.ts';
import { CoraError, isCoraError, throwIfAborted } from '../base/errors.ts';
import { groupBy } from '../base/lists.ts';
import type { ManyResult, RelatedHit, SearchedRepository, SearchHit } from '../base/searchTypes.ts';
import type { Embedder } from '../base/types.ts';
import { relatedToHits } from '../graph/related.ts';
import type { CallerView } from '../view/callerView.ts';
import { checkFilters } from '../view/checkFilters.ts';
import { withPublicIds } from '../view/chunkIds.ts';
import { explainFilters, searchedView } from '../view/searchedView.ts';
import { withFewer } from './answerNotes.ts';
import { type Asked, findCandidates, queryVector, retrievingOf } from './findCandidates.ts';
import { queryWordsOf } from './queryWords.ts';
import {
  type Found,
  type MergedStatistics,
  mergeStatistics,
  type Ranked,
  rankTogether,
  type Scales,
  scalesOf,
} from './rank/rankTogether.ts';
import { idf } from './rank/scoreRows.ts';
import type { Selected } from './rank/select.ts';
import { KnownChunks, rankInTiers, untilEnough } from './rankInTiers.ts';
import { type Query, readQuery } from './readQuery.ts';
import { readTexts, type SearchContext } from './readTexts.ts';
import { askedFor, type SearchRequest } from './searchRequest.ts';
import { assemble } from './show/assemble.ts';

/** One repository that is searched with others. */
export interface SearchMember {
  /** As results call it; no two have one. */
  name: string;
  /** @throws CoraError why it cannot be searched: the others answer, and the answer says so */
  view(signal?: AbortSignal): Promise<CallerView>;
  embedder(): Promise<Embedder>;
  /** Opens its table for as long as `run` lasts, or longer. @param texts whether the text of files is read too */
  use<T>(texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Tables and git processes that are open at once. */
export const AT_ONCE = 4;

/** @throws CoraError USAGE for what is asked of one repository only; NO_INDEX where none can be searched; ABORTED */
export async function searchMany(
  members: readonly SearchMember[],
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<ManyResult> {
  const started = performance.now();
  checkFilters(request);
  refuseOfOne(request);
  const { open, failed } = await openViews(members, signal);
  const statistics = mergeStatistics(open.map(({ view, embedder }) => ({ statistics: view.statistics, embedder })));
  const query = readQuery(request.text, (term) => idf(statistics, term));
  const known = new Map(open.map((one) => [one, new KnownChunks()]));
  const vectors: Vectors = new Map();
  let scales: Scales | undefined;
  const rankedFor = rankInTiers<Ranked<OpenView>>(
    async (tier) => {
      const found = await findIn(open, { query, statistics, request, vectors, tier, signal });
      throwIfAborted(signal);
      scales ??= scalesOf(found, statistics, request);
      const members = found.map((one) => ({ ...one, chunks: known.get(one.of)!.take(one.chunks) }));
      return {
        rank: async (limit, above) => rankTogether(members, scales!, { limit, diversity: request.diversity, above }),
        more: found.some(({ more }) => more),
      };
    },
    ({ name, selected: { chunk, score } }) => ({ file: `${name}\0${chunk.path}`, score }),
  );
  const { results, cutBy, tokens, related } = await untilEnough(
    request.limit,
    async (limit) => {
      const { ranked, more } = await rankedFor(limit);
      const shown = await showRanked(ranked, request, signal);
      return { ...cutTo(request, shown.hits, more), related: shown.related, more };
    },
    (some) => some.results.length >= request.limit || some.cutBy === 'budget',
  );
  const counts = new Map<string, number>();
  for (const { repository } of results) counts.set(repository, (counts.get(repository) ?? 0) + 1);
  const searched = open.map(
    ({ member: { name }, view }): SearchedRepository => ({
      name,
      results: counts.get(name) ?? 0,
      freshness: view.freshness,
    }),
  );
  const answer = {
    query: request.text,
    mode: request.mode,
    assumed: [],
    freshness: freshnessOfAll(searched),
    truncated: cutBy !== null,
    cutBy,
    ...askedFor(request),
    tokens,
    tookMs: Math.round(performance.now() - started),
    results,
    related: related.filter(({ repository }) => counts.has(repository!)).slice(0, request.related),
    repositories: [...searched, ...failed].sort(byName),
  };
  const files = results.length > 0 ? [] : open.flatMap(({ view }) => view.files);
  return withFewer(answer, explainFilters(files, request));
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function refuseOfOne({ include, scope }: SearchRequest): void {
  const what = include.length > 0 ? '--include' : scope === '' ? null : '--scope';
  if (what === null) return;
  throw new CoraError('USAGE', `${what} is for one repository.`, { hint: 'Leave it out, or search only that one.' });
}

interface OpenView {
  member: SearchMember;
  view: CallerView;
  embedder: Embedder;
}

async function openViews(
  members: readonly SearchMember[],
  signal: AbortSignal | undefined,
): Promise<{ open: OpenView[]; failed: SearchedRepository[] }> {
  const problems: { name: string; error: CoraError }[] = [];
  const views = await inParallel(members, AT_ONCE, async (member): Promise<OpenView | null> => {
    throwIfAborted(signal);
    try {
      return { member, view: await member.view(signal), embedder: await member.embedder() };
    } catch (error) {
      if (!isCoraError(error) || error.code === 'ABORTED') throw error;
      problems.push({ name: member.name, error });
      return null;
    }
  });
  const open = views.filter((one) => one !== null);
  if (open.length === 0) throw noneOpen(problems.sort(byName)[0]);
  const failed = problems.map(({ name, error }) => ({ name, results: 0, freshness: null, error: error.message }));
  return { open, failed };
}

/** @param first the first by name, with what helps there */
function noneOpen(first: { name: string; error: CoraError } | undefined): CoraError {
  const own = first === undefined || first.error.code === 'NO_INDEX' ? undefined : first.error.hint;
  const hint = own ?? 'cora sync   fetches and indexes them';
  if (first === undefined) return new CoraError('NO_INDEX', 'There is no repository to search.', { hint });
  const { name, error } = first;
  return new CoraError('NO_INDEX', `None of these repositories can be searched; ${name}: ${error.message}`, { hint });
}

interface Asking {
  query: Query;
  statistics: MergedStatistics;
  request: SearchRequest;
  vectors: Vectors;
  tier: number;
  signal: AbortSignal | undefined;
}

/** Of the question, by the fingerprint of the embedder. */
type Vectors = Map<string, Promise<Float32Array | null>>;

async function findIn(
  open: readonly OpenView[],
  { query, statistics, request, vectors, tier, signal }: Asking,
): Promise<(Found<OpenView> & { more: boolean })[]> {
  const askedOf = async (embedder: Embedder): Promise<Asked> => {
    const known = vectors.get(embedder.fingerprint) ?? queryVector(embedder, request.text, request, signal);
    vectors.set(embedder.fingerprint, known);
    return { query, vector: await known };
  };
  return inParallel(open, AT_ONCE, async (one) => {
    throwIfAborted(signal);
    const asked = await askedOf(one.embedder);
    const searched = { ...searchedView(one.view, request), statistics };
    const options = retrievingOf(one.embedder, asked.vector, request, tier);
    const { chunks, more } = await one.member.use(
      false,
      (context) => findCandidates(context, searched, asked, options),
      signal,
    );
    // Hundreds of repositories are in memory together: what is scored needs its vector no more.
    const lean = chunks.map(({ row: { vector: _, ...row }, ...chunk }) => ({ ...chunk, row }));
    return { of: one, name: one.member.name, embedder: one.embedder, asked, chunks: lean, more };
  });
}

interface Shown {
  /** In the order of the ranking. */
  hits: SearchHit[];
  /** Of the best repository first. */
  related: RelatedHit[];
}

async function showRanked(
  ranked: readonly Ranked<OpenView>[],
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<Shown> {
  const byMember = groupBy(ranked, ({ of }) => of);
  const words = queryWordsOf(request.text);
  const groups = await inParallel([...byMember], AT_ONCE, async ([{ member, view }, own]) => {
    throwIfAborted(signal);
    return member.use(
      true,
      async (context) => {
        const selected = own.map((one): Selected => one.selected);
        const texts = await readTexts(context, view, selected);
        // A writer may have taken rows away since they were ranked.
        const there = selected.filter(({ chunk }) => texts.shown.has(chunk.row.chunkId));
        const { results } = assemble({ ranked: there, more: false }, texts.text, texts.shown, {
          repository: member.name,
          commit: view.commit,
          limit: Number.POSITIVE_INFINITY,
          budget: null,
          onlyRelevant: false,
          lines: request.lines,
          context: request.context,
          words,
          elide: request.elide,
          weights: request.explain ? own[0]!.weights : null,
          prose: texts.prose,
        });
        const related = await relatedToHits(
          context.store,
          { view, searched: searchedView(view, request) },
          results,
          texts.shown,
          request.related,
        );
        const shown = await withPublicIds(context.store, view, results);
        return {
          hits: results.map(({ path, chunkId }, at) => [keyOf(member.name, path, chunkId), shown[at]!] as const),
          related: related.map((hit): RelatedHit => ({ ...hit, repository: member.name })),
        };
      },
      signal,
    );
  });
  const hits = new Map(groups.flatMap((group) => group.hits));
  return {
    hits: ranked.flatMap(({ of, selected: { chunk }, elsewhere }) => {
      const hit = hits.get(keyOf(of.member.name, chunk.path, chunk.row.chunkId));
      if (hit === undefined) return [];
      const identical = [...(hit.identical ?? []), ...elsewhere];
      return [identical.length === 0 ? hit : { ...hit, identical }];
    }),
    related: groups.flatMap(({ related }) => related),
  };
}

function keyOf(...parts: string[]): string {
  return parts.join('\0');
}

function cutTo({ limit, budget }: SearchRequest, hits: readonly SearchHit[], more: boolean) {
  const results: SearchHit[] = [];
  let tokens = 0;
  for (const hit of hits) {
    if (results.length === limit) return { results, cutBy: 'limit' as const, tokens };
    if (budget !== null && results.length > 0 && tokens + hit.tokens > budget)
      return { results, cutBy: 'budget' as const, tokens };
    tokens += hit.tokens;
    results.push({ ...hit, rank: results.length + 1 });
  }
  return { results, cutBy: more ? ('limit' as const) : null, tokens };
}

/** Commits of several repositories are no one's: `repositories` has each. */
export function freshnessOfAll(
  searched: readonly Pick<SearchedRepository, 'name' | 'freshness'>[],
): ManyResult['freshness'] {
  return {
    indexedCommit: null,
    headCommit: null,
    commitsBehind: null,
    dirtyFiles: searched.reduce((sum, { freshness }) => sum + (freshness?.dirtyFiles ?? 0), 0),
    asCommitted: searched.flatMap(({ name, freshness }) =>
      (freshness?.asCommitted ?? []).map((path) => `${name}: ${path}`),
    ),
    missingFiles: searched.flatMap(({ name, freshness }) =>
      (freshness?.missingFiles ?? []).map(({ path, reason }) => ({ path: `${name}: ${path}`, reason })),
    ),
  };
}
