/** Statistics of many measurements. */

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The mean of the means of groups. Groups are repositories in the published benchmark, and queries in the other sets. */
export function meanOverGroups(list) {
  const groups = new Map();
  for (const { group, value } of list) groups.set(group, [...(groups.get(group) ?? []), value]);
  return mean([...groups.values()].map(mean));
}

/** @returns NaN for none */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns rounded */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)]);
}
