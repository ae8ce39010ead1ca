/** How much of something a budget has room for. Pure. */

/**
 * @param fits where one number fits, so does every smaller one
 * @returns the largest whole number from `least` to `most` that fits; `least` is not asked about
 */
export function mostThatFits(least: number, most: number, fits: (count: number) => boolean): number {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
