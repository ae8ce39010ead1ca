/**
 * SEARCH of one repository: query → view (+ uncommitted blobs) → retrieve → fuse → select → rerank → assemble. It puts the steps in
 * order; each step holds its own detail. A search never locks and never writes.
 */

import { CoraError, throwIfAborted } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { Freshness, SearchResult } from '../base/searchTypes.ts';
import type { Reranker } from '../base/types.ts';
import { qualifiedName } from '../base/words.ts';
import { relatedToHits } from '../graph/related.ts';
import type { ViewPath } from '../store/views.ts';
import type { CallerView } from '../view/callerView.ts';
import { checkFilters } from '../view/checkFilters.ts';
import { withPublicIds } from '../view/chunkIds.ts';
import { explainFilters, searchedView } from '../view/searchedView.ts';
import type { AddProseRequest } from './addProse.ts';
import { withFewer } from './answerNotes.ts';
import { askedQuery } from './askedQuery.ts';
import { expandHits, findCandidates, fusingOf, queryVector, retrievingOf } from './findCandidates.ts';
import { wordsOfAnswer } from './queryWords.ts';
import { fuse, type Scale, scaleOf } from './rank/fuse.ts';
import { idf } from './rank/scoreRows.ts';
import { type Selected, type Selection, select } from './rank/select.ts';
import { KnownChunks, rankInTiers, untilEnough } from './rankInTiers.ts';
import { readQuery } from './readQuery.ts';
import { readTexts, type SearchContext, shownRows } from './readTexts.ts';
import type { RetrievedChunk } from './retrieve.ts';
import { askedFor, type SearchRequest } from './searchRequest.ts';
import { assemble } from './show/assemble.ts';
import { SHOWN_COLUMNS, type ShownRow } from './show/placeChunk.ts';

export { type CallerView, callerView } from '../view/callerView.ts';
export type { SearchRequest } from './searchRequest.ts';

/**
 * @param view what to search: see callerView; may serve several searches
 * @param signal ends the search between two of its steps
 * @throws CoraError; ABORTED
 */
export async function search(
  context: SearchContext,
  view: CallerView,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const started = performance.now();
  checkFilters(request);
  checkScope(request.scope, view.files);
  const prose = context.prose?.read() ?? Promise.resolve([]);
  // It is awaited where it is used; until then its failure must not end the process.
  prose.catch(() => undefined);
  const included = await includedFirst(context, view, request);
  const { query, text, assumed } = await askedQuery(context.store, view, request.text);
  throwIfAborted(signal);
  const vector = await queryVector(context.embedder, text, request, signal);
  const asked = { query, vector };
  const searched = searchedView(view, request);
  const fusing = fusingOf(context.embedder, asked, request, () => view.statistics.meanVector());
  const known = new KnownChunks();
  let among: Scale | undefined;
  const rankedFor = rankInTiers(
    async (tier) => {
      const options = retrievingOf(context.embedder, vector, request, tier);
      const { chunks, more } = await findCandidates(context, searched, asked, options);
      throwIfAborted(signal);
      const described = await withProse(chunks, await prose, async () => ({
        store: await context.store,
        query: assumed.length === 0 ? query : readQuery(request.text, (term) => idf(view.statistics, term)),
        view: searched,
        options,
      }));
      throwIfAborted(signal);
      among ??= scaleOf(described, fusing.meanCosine);
      const files =
        tier === 0
          ? await expandHits(context.store, { view, searched }, described, asked, fusing)
          : fuse(known.take(described), { ...fusing, among });
      if (tier === 0) for (const file of files) for (const { chunk } of file.chunks) known.add(chunk);
      const { diversity } = request;
      const rank = reranked(context, view, text, (limit, above) => select(files, { limit, diversity, above }));
      return { rank, more };
    },
    ({ chunk, score }) => ({ file: chunk.path, score }),
  );
  const words = wordsOfAnswer({ query: request.text, assumed });
  const shownOf = async (limit: number) => {
    const { ranked: best, more } = await rankedFor(limit);
    throwIfAborted(signal);
    const ranked = [...included, ...best];
    const texts = await readTexts(context, view, ranked);
    const there = ranked.filter(({ chunk }) => texts.shown.has(chunk.row.chunkId));
    const assembled = assemble({ ranked: there, more }, texts.text, texts.shown, {
      repository: view.repository,
      commit: view.commit,
      limit: request.limit,
      budget: request.budget,
      onlyRelevant: request.onlyRelevant,
      lines: request.lines,
      context: request.context,
      words,
      elide: request.elide,
      weights: request.explain ? fusing.weights : null,
      prose: texts.prose,
    });
    return { ...assembled, texts, more, freshness: withGone(view.freshness, ranked, there) };
  };
  const { results, cutBy, tokens, texts, freshness } = await untilEnough(request.limit, shownOf, (some) => {
    return some.results.length - included.length >= request.limit || some.isCut;
  });
  throwIfAborted(signal);
  const related = await relatedToHits(context.store, { view, searched }, results, texts.shown, request.related);
  const shown = await withPublicIds(context.store, view, results);
  const answer = {
    query: request.text,
    mode: request.mode,
    assumed,
    freshness,
    truncated: cutBy !== null,
    cutBy,
    ...askedFor(request),
    tokens,
    tookMs: Math.round(performance.now() - started),
    results: shown,
    related,
  };
  return withFewer(answer, results.length === 0 ? explainFilters(view.files, request) : null);
}

/** A writer may have taken rows away since they were ranked: `cora index --full` computes them anew. */
function withGone(freshness: Freshness, ranked: readonly Selected[], there: readonly Selected[]): Freshness {
  if (ranked.length === there.length) return freshness;
  const gone = new Set(ranked.filter((one) => !there.includes(one)).map(({ chunk }) => chunk.path));
  const missing = [...gone].map((path) => ({ path, reason: 'its rows are being written anew: ask again' }));
  return { ...freshness, missingFiles: [...freshness.missingFiles, ...missing] };
}

/** Few indexes hold commentary, and none of the others loads what reads it. */
async function withProse(
  found: readonly RetrievedChunk[],
  prose: AddProseRequest['prose'],
  request: () => Promise<Omit<AddProseRequest, 'prose'>>,
): Promise<readonly RetrievedChunk[]> {
  if (prose.length === 0) return found;
  const { addProse } = await import('./addProse.ts');
  return addProse(found, { ...(await request()), prose });
}

/** Few queries name what they want beforehand, and none of the others loads what resolves it. */
async function includedFirst(
  context: SearchContext,
  view: CallerView,
  { include }: SearchRequest,
): Promise<Selected[]> {
  if (include.length === 0) return [];
  const { resolveIncludes } = await import('./resolveIncludes.ts');
  return resolveIncludes({ store: await context.store, view }, include);
}

// A scope without a single file is a typing error, not a preference.

/** @throws CoraError USAGE that suggests the folder with the nearest name */
function checkScope(scope: string, files: readonly Pick<ViewPath, 'path'>[]): void {
  if (scope === '' || files.some(({ path }) => path.startsWith(`${scope}/`))) return;
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  const near = nearest(scope, [...folders].sort());
  throw new CoraError('USAGE', `No indexed file is in the folder ${scope}.`, {
    hint: near === undefined ? 'cora files   lists what is indexed' : `Did you mean --scope ${near}?`,
  });
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

// The optional last word on the order: a reranker reads the query together with each of the best candidates.

/**
 * How many candidates are read together and put in a new order: what answers is rarely further down, and each costs time. Where
 * more are asked for, the next as many follow below them.
 */
const RERANKED = 30;

/**
 * @param selectBest brings the best candidates in the order of the ranking, enough for as many results as it is told
 * @returns without a reranker what it brings; with one its order, ties as they were; what it has read it reads once
 * @throws CoraError what the reranker throws
 */
export function reranked(
  context: SearchContext,
  view: CallerView,
  text: string,
  selectBest: (limit: number, above: number) => Selection,
): (limit: number, above: number) => Promise<Selection> {
  const { reranker } = context;
  if (reranker === null) return async (limit, above) => selectBest(limit, above);
  const known: Selected[][] = [];
  return async (limit) => {
    const most = RERANKED * Math.ceil(limit / RERANKED);
    const { ranked, more } = selectBest(most, Number.POSITIVE_INFINITY);
    for (let from = RERANKED * known.length; from < Math.min(most, ranked.length); from += RERANKED) {
      known.push(await inItsOrder(reranker, context, view, text, ranked.slice(from, Math.min(most, from + RERANKED))));
    }
    return { ranked: known.slice(0, most / RERANKED).flat(), more: more || ranked.length > most };
  };
}

async function inItsOrder(
  reranker: Reranker,
  { store }: SearchContext,
  view: CallerView,
  text: string,
  selected: readonly Selected[],
): Promise<Selected[]> {
  const shown = await shownRows(await store, view, selected, SHOWN_COLUMNS);
  const scores = await reranker.score(
    text,
    selected.map(({ chunk }) => passageOf(chunk.path, shown.get(chunk.row.chunkId))),
  );
  // What is shown as equal is a tie.
  const scored = selected.map((one, at) => ({ ...one, fused: one.score, score: Math.round(scores[at]! * 1e4) / 1e4 }));
  return scored.sort((a, b) => b.score - a.score);
}

/**
 * Where it stands and what it is, then the text, of which the end may be cut. Of a row that a writer has taken away since, the path:
 * search.ts says of it that it is gone.
 */
function passageOf(path: string, row: ShownRow | undefined): string {
  if (row === undefined) return path;
  const name = qualifiedName(row);
  return `${path}${name === '' ? '' : ` ${name}`}\n${row.text}`;
}
