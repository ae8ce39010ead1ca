/**
 * NDCG@10 with binary gains, Järvelin and Kekäläinen 2002. In the published benchmark's form a target counts at the first
 * result that covers it and further results of a file take places of their own; in the other sets the ranking is reduced
 * to files, and beside it a range counts at the first result that overlaps it and is at most three times as long, or 60 lines.
 */

const K = 10;

/** @returns {[string, number][]} column → NDCG@10 */
export function ndcgOf(set, { gold, category }, results) {
  if (set.byRepository) {
    const value = byRank(gold, (target) => results.findIndex((hit) => covers(hit, target)));
    return [
      [set.name, value],
      ...(category === null || category === undefined ? [] : [[`${set.name}, ${category}`, value]]),
    ];
  }
  const files = [...new Set(results.map(({ path }) => path))];
  const paths = [...new Set(gold.map(({ path }) => path))].map((path) => ({ path }));
  const columns = [[`${set.name}, file`, byRank(paths, ({ path }) => files.indexOf(path))]];
  const ranges = gold.filter(({ start }) => start !== undefined);
  if (ranges.length > 0)
    columns.push([`${set.name}, lines`, byRank(ranges, (range) => results.findIndex((hit) => isTight(hit, range)))]);
  return columns;
}

function byRank(targets, rankOf) {
  const gains = new Set(targets.map(rankOf).filter((rank) => rank >= 0 && rank < K));
  const ideal = Math.min(K, targets.length);
  const discount = (rank) => 1 / Math.log2(rank + 2);
  const best = Array.from({ length: ideal }, (_, rank) => discount(rank)).reduce((sum, gain) => sum + gain, 0);
  return best === 0 ? 0 : [...gains].reduce((sum, rank) => sum + discount(rank), 0) / best;
}

function covers(hit, target) {
  const same = hit.path === target.path || hit.path.endsWith(`/${target.path}`) || target.path.endsWith(`/${hit.path}`);
  return same && (target.start === undefined || target.end === undefined || overlaps(hit, target));
}

function isTight(hit, range) {
  const lines = hit.endLine - hit.startLine + 1;
  return hit.path === range.path && overlaps(hit, range) && lines <= Math.max(3 * (range.end - range.start + 1), 60);
}

function overlaps(hit, { start, end }) {
  return hit.endLine >= start && hit.startLine <= end;
}
