/** Ranks before and after, and whether quality was lost. Pure. */

import type { Corpus } from './corpus.ts';

/** Target → its place in the answer, from 1; null where it is not among the first RANKED. A target is `path` or `path#text in it`. */
export type Ranks = Record<string, number | null>;

/** ranks.json: queries by kind. The first three are computed, the targets are what a developer would want. */
export interface Golden {
  corpus: Corpus;
  /** Means over all queries, four digits: of 1 / best rank, and of NDCG at 10 with every target worth the same. */
  mrr: number;
  ndcg10: number;
  queries: Record<string, Record<string, Ranks>>;
}

/** How many results are looked at. */
export const RANKED = 20;
/** What one target may lose while the means hold. A target that is not in the answer counts as one place behind the last. */
export const MOST_LOST = 3;

const UPDATE = 'CORA_UPDATE_RANKS=1 npx vitest run --project shared test/integration/search/ranking.test.ts';

/** Every query's ranks, in one list. */
export function allRanks({ queries }: Pick<Golden, 'queries'>): [query: string, ranks: Ranks][] {
  return Object.values(queries).flatMap((kind) => Object.entries(kind));
}

export function meansOf(queries: readonly Ranks[]): Pick<Golden, 'mrr' | 'ndcg10'> {
  return { mrr: mean(queries.map(reciprocalRank)), ndcg10: mean(queries.map(ndcgAt10)) };
}

function reciprocalRank(ranks: Ranks): number {
  return Math.max(...Object.values(ranks).map((rank) => (rank === null ? 0 : 1 / rank)));
}

function ndcgAt10(ranks: Ranks): number {
  const found = Object.values(ranks);
  const gain = found.reduce<number>((sum, rank) => sum + (rank === null || rank > 10 ? 0 : 1 / Math.log2(rank + 1)), 0);
  return gain / found.reduce<number>((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
}

/** Four digits, so that the file says all that is compared. */
function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10_000) / 10_000;
}

export interface Verdict {
  lost: boolean;
  /** What changed and what to do about it; null where nothing changed. */
  report: string | null;
}

export function judge(before: Golden, after: Golden): Verdict {
  const moved = movedTargets(before, after);
  // From the ranks: a query that was just written in by hand is not in the means of the file yet.
  const old = meansOf(allRanks(before).map(([, ranks]) => ranks));
  const fell = after.mrr < old.mrr || after.ndcg10 < old.ndcg10;
  const lost = fell || moved.some(({ places }) => places > MOST_LOST);
  if (moved.length === 0 && !fell) return { lost, report: null };
  const advice = lost
    ? `A mean fell, or a target lost more than ${MOST_LOST} places. Mend the ranking; where the loss is meant, say why in the commit and run:`
    : 'Nothing was lost. So that the gain is kept, run:';
  const means = (['mrr', 'ndcg10'] as const).map((name) => `${name} ${old[name]} → ${after[name]}`);
  return { lost, report: [means.join(', '), ...tableOf(moved), advice, `  ${UPDATE}`].join('\n') };
}

interface Moved {
  query: string;
  target: string;
  before: number | null;
  after: number | null;
  /** Lost, so negative for a gain. */
  places: number;
}

/** Worst loss first. */
function movedTargets(before: Golden, after: Golden): Moved[] {
  const known = new Map(allRanks(before));
  const moved = allRanks(after).flatMap(([query, ranks]) =>
    Object.entries(ranks).map(([target, rank]) => {
      const old = known.get(query)?.[target] ?? null;
      return { query, target, before: old, after: rank, places: (rank ?? RANKED + 1) - (old ?? RANKED + 1) };
    }),
  );
  return moved.filter(({ places }) => places !== 0).sort((a, b) => b.places - a.places);
}

function tableOf(moved: readonly Moved[]): string[] {
  const shown = (rank: number | null): string => (rank === null ? `>${RANKED}` : String(rank)).padStart(6);
  const rows = moved.map(
    ({ query, target, ...ranks }) => `${shown(ranks.before)} ${shown(ranks.after)}  ${query}  →  ${target}`,
  );
  return ['before  after  query  →  wanted', ...rows];
}

/** Ranks on another corpus say nothing about the ranking. Null where it is the same. */
export function corpusChange(before: Corpus, after: Corpus): string | null {
  if (before.tree === after.tree) return null;
  const versions = Object.entries(after.packages)
    .filter(([name, version]) => before.packages[name] !== version)
    .map(([name, version]) => `${name} ${before.packages[name] ?? 'new'} → ${version}`);
  const what = versions.length > 0 ? versions.join(', ') : 'the same versions with other files';
  return `The corpus changed (${what}), so the ranks cannot be compared. On a commit whose ranking is as before, run:\n  ${UPDATE}`;
}
