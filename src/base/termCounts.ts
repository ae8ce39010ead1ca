/** In how many rows of a view each term occurs, and how that changes. */

/** Sorted 32-bit hashes of terms, and in how many rows each occurs. */
export interface SortedCounts {
  hashes: Uint32Array;
  counts: Uint32Array;
}

/** Makes one change; terms between two that change are copied as they are. */
export function changedTerms(
  base: SortedCounts,
  change: { hashes: Uint32Array; counts: ArrayLike<number> },
  /** Takes the count before, 0 where there was none; null leaves the term out. */
  countOf: (before: number, change: number) => number | null,
): SortedCounts {
  const hashes = new Uint32Array(base.hashes.length + change.hashes.length);
  const counts = new Uint32Array(hashes.length);
  let [from, size] = [0, 0];
  const copyTo = (to: number): void => {
    hashes.set(base.hashes.subarray(from, to), size);
    counts.set(base.counts.subarray(from, to), size);
    size += to - from;
    from = to;
  };
  for (let at = 0; at < change.hashes.length; at++) {
    const hash = change.hashes[at]!;
    let next = from;
    while (next < base.hashes.length && base.hashes[next]! < hash) next += 1;
    copyTo(next);
    const before = base.hashes[from] === hash ? base.counts[from++]! : 0;
    const count = countOf(before, change.counts[at]!);
    if (count === null) continue;
    hashes[size] = hash;
    counts[size++] = count;
  }
  copyTo(base.hashes.length);
  return { hashes: hashes.slice(0, size), counts: counts.slice(0, size) };
}

/** Returns the terms of which the counts differ, as they are in `to`: 0 for one that is gone. */
export function differentTerms(from: SortedCounts, to: SortedCounts): SortedCounts {
  const hashes: number[] = [];
  const counts: number[] = [];
  let at = 0;
  for (let other = 0; other <= to.hashes.length; other++) {
    const hash = to.hashes[other] ?? Number.POSITIVE_INFINITY;
    for (; at < from.hashes.length && from.hashes[at]! < hash; at++) {
      hashes.push(from.hashes[at]!);
      counts.push(0);
    }
    if (other === to.hashes.length) break;
    const before = from.hashes[at] === hash ? from.counts[at++] : 0;
    if (before === to.counts[other]) continue;
    hashes.push(hash);
    counts.push(to.counts[other]!);
  }
  return { hashes: Uint32Array.from(hashes), counts: Uint32Array.from(counts) };
}
