/** What a search asks one view, and what the view has to say to it: the steps before anything is ranked. */

import { dot } from '../base/dot.ts';
import type { Embedder } from '../base/types.ts';
import { askedKinds } from '../languages/fileFeatures.ts';
import type { SearchedView } from '../view/searchedView.ts';
import { addPaths } from './addPaths.ts';
import type { FuseOptions } from './rank/fuse.ts';
import { weightsOf } from './rank/weights.ts';
import type { Query } from './readQuery.ts';
import type { SearchContext } from './readTexts.ts';
import { type Retrieved, type RetrieveOptions, retrieve } from './retrieve.ts';
import type { SearchRequest } from './searchRequest.ts';

export interface Asked {
  query: Query;
  /** The unit vector of the query; null where vectors are not asked for or say nothing. */
  vector: Float32Array | null;
}

/**
 * How many rows of the view each retriever brings, whatever is asked for; 200 and 500 rank no better on any set, and 200 cost a
 * third more time. Where these give too few results, deeper ones follow below them: see rankInTiers.ts.
 */
const DEPTH = 100;
const DEEPER = 8;

/** Hashed words know nothing that the words do not: alone they are no evidence, and beside the words they count little. */
const LEXICAL_EMBEDDER = /^hash\b/;
/** Its vectors of paths cost microseconds and live in the space of its documents. */
const PATHS_EMBEDDER = /^builtin$/;

export async function findCandidates(
  context: Pick<SearchContext, 'store' | 'rows' | 'paths' | 'embedder'>,
  searched: SearchedView,
  { query, vector }: Asked,
  options: RetrieveOptions,
): Promise<Retrieved> {
  const { embedder, rows, paths } = context;
  const found = await retrieve(await context.store, rows, query, searched, options);
  if (vector === null || !PATHS_EMBEDDER.test(embedder.id)) return found;
  return { ...found, chunks: await addPaths(found.chunks, vector, embedder, paths) };
}

/** @param tier 0 for the candidates that are ranked first */
export function retrievingOf(
  embedder: Embedder,
  vector: Float32Array | null,
  request: SearchRequest,
  tier: number,
): RetrieveOptions {
  const lexical = isLexical(embedder, request);
  return { words: request.mode !== 'vectors', vector, lexical, depth: depthOf(request) * DEEPER ** tier };
}

/** @param meanVector of all rows that are searched */
export function fusingOf(
  embedder: Embedder,
  { query, vector }: Asked,
  request: SearchRequest,
  meanVector: () => Float32Array,
): FuseOptions {
  const asked = askedKinds(new Set(query.terms.map(({ term }) => term)));
  const meanCosine = vector === null ? 0 : dot(vector, meanVector());
  const weights = { ...weightsOf(request.mode, isLexical(embedder, request)), ...request.weights };
  return { meanCosine, weights, asked, scope: request.scope };
}

export async function queryVector(
  embedder: Embedder,
  text: string,
  { mode }: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<Float32Array | null> {
  if (mode === 'words') return null;
  const [vector] = await embedder.embed([text], 'query', signal);
  return vector === undefined || vector.every((value) => value === 0) ? null : vector;
}

function isLexical({ id }: Embedder, { mode }: SearchRequest): boolean {
  return mode === 'hybrid' && LEXICAL_EMBEDDER.test(id);
}

/** A filter by kind is applied to rows, so more of them are asked for. */
function depthOf({ kinds }: SearchRequest): number {
  return DEPTH * (kinds.length === 0 ? 1 : 4);
}
