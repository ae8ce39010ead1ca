/**
 * SEARCH: query → view (+ uncommitted blobs) → retrieve → fuse → select → assemble. The steps in order; each holds its
 * own detail. A search never locks and never writes.
 */

import { matchGlobs } from './git/matchGlobs.ts';
import { assemble } from './query/assemble.ts';
import { dot } from './query/dot.ts';
import { askedKinds } from './query/fileFeatures.ts';
import { fuse, WEIGHTS, type Weights } from './query/fuse.ts';
import { readQuery } from './query/readQuery.ts';
import { groupByBlob, retrieve, type SearchedView } from './query/retrieve.ts';
import { idf } from './query/scoreWords.ts';
import { select } from './query/select.ts';
import { addPaths } from './search/addPaths.ts';
import type { CallerView } from './search/callerView.ts';
import { readTexts, type SearchContext } from './search/readTexts.ts';
import type { ChunkKind, Embedder, SearchMode, SearchResult } from './types.ts';

export interface SearchRequest {
  text: string;
  mode: SearchMode;
  limit: number;
  /** Globs; none means all. */
  paths: readonly string[];
  languages: readonly string[];
  kinds: readonly string[];
  /** Lines shown before and after each chunk. */
  context: number;
}

export { type CallerView, callerView } from './search/callerView.ts';

/** How many rows of the view each retriever brings. 500 rank no better on any set and cost a quarter more time. */
const DEPTH = 200;

const NO_WEIGHTS = Object.fromEntries(Object.keys(WEIGHTS).map((name) => [name, 0])) as Record<keyof Weights, number>;

const MODE_WEIGHTS: Record<SearchMode, Weights> = {
  hybrid: WEIGHTS,
  words: { ...WEIGHTS, vectors: 0, bestVector: 0 },
  vectors: { ...NO_WEIGHTS, vectors: WEIGHTS.vectors, bestVector: WEIGHTS.bestVector },
};

/** Hashed words know nothing that the words do not: alone they are no evidence, and beside the words they count little. */
const LEXICAL_EMBEDDER = /^hash\b/;
/** Its vectors of paths cost microseconds and live in the space of its documents. */
const PATHS_EMBEDDER = /^builtin$/;
const LEXICAL_WEIGHTS: Weights = { ...WEIGHTS, vectors: 0.1, bestVector: 0.1 };

/**
 * @param view what to search: see callerView; may serve several searches
 * @throws CoraError
 */
export async function search(context: SearchContext, view: CallerView, request: SearchRequest): Promise<SearchResult> {
  const started = performance.now();
  const query = readQuery(request.text, (term) => idf(view.statistics, term));
  const lexical = request.mode === 'hybrid' && LEXICAL_EMBEDDER.test(context.embedder.id);
  const vector = request.mode === 'words' ? null : await queryVector(context.embedder, request.text);
  const options = { words: request.mode !== 'vectors', vector, lexical, depth: depthOf(request) };
  const retrieved = await retrieve(await context.store, context.rows, query, searchedView(view, request), options);
  const found =
    vector !== null && PATHS_EMBEDDER.test(context.embedder.id)
      ? await addPaths(retrieved, vector, context.embedder, context.paths)
      : retrieved;
  const asked = askedKinds(new Set(query.terms.map(({ term }) => term)));
  const meanCosine = vector === null ? 0 : dot(vector, view.statistics.meanVector());
  const files = fuse(found, meanCosine, lexical ? LEXICAL_WEIGHTS : MODE_WEIGHTS[request.mode], asked);
  const { selected, truncated } = select(files, request.limit);
  const texts = await readTexts(context, view, selected);
  const results = assemble(selected, texts.text, texts.shown, {
    repository: view.repository,
    commit: view.commit,
    context: request.context,
  });
  return {
    query: request.text,
    mode: request.mode,
    freshness: view.freshness,
    truncated,
    tookMs: Math.round(performance.now() - started),
    results,
  };
}

async function queryVector(embedder: Embedder, text: string): Promise<Float32Array | null> {
  const [vector] = await embedder.embed([text], 'query');
  return vector === undefined || vector.every((value) => value === 0) ? null : vector;
}

/** A filter by kind is applied to rows, so more of them are asked for. */
function depthOf({ kinds, limit }: SearchRequest): number {
  return Math.max(DEPTH, 10 * limit) * (kinds.length === 0 ? 1 : 4);
}

function searchedView(view: CallerView, { paths, languages, kinds }: SearchRequest): SearchedView {
  const wantedKind = (kind: ChunkKind): boolean => kinds.length === 0 || kinds.includes(kind);
  const { statistics, overlay } = view;
  if (paths.length === 0 && languages.length === 0) {
    return { files: view.files, byBlob: view.byBlob, statistics, overlay, wantedKind };
  }
  const byPath = paths.length === 0 ? () => true : matchGlobs(paths);
  const wanted = new Set(languages.map((language) => language.toLowerCase()));
  const files = view.files.filter(({ path, language }) => byPath(path) && (wanted.size === 0 || wanted.has(language)));
  return { files, byBlob: groupByBlob(files), statistics, overlay, wantedKind };
}
