/** Tells text that spells words from letters in no order, by the pairs of letters that stand in it: `servingCell` from `vcocqzenghcjqw`. */

/** Pairs that make up 95 % of what English words and names of programs consist of, by their first letter; 41 % of all pairs. */
const FOLLOWERS: Readonly<Record<string, string>> = Object.fromEntries(
  'abcdfgiklmnprstuvwy baceilorsu cacehiklorstu dabdeilorsu eabcdefgilmnopqrstuvwxy faefilorstuy gaeghilnorsu haeiortu iabcdefglmnoprstvxz jeaou keis lacdeilostuvy mabeilmopsu nacdefgiklnopstuv oabcdfgiklmnoprstuvwx paehiloprstuy qu racdefgiklmnoprstuvy sacehiklmopstuwy tacefhilorstuy uabcdegilmnprst vaeio waehinors xceipt yeinps zaei'
    .split(' ')
    .map((row) => [row[0]!, row.slice(1)]),
);

/** The share of pairs of neighbouring letters, in either case, that are usual; NaN where there are fewer than `least` of them. */
export function shareOfUsualPairs(value: string, least: number): number {
  const lower = value.toLowerCase();
  let pairs = 0;
  let usual = 0;
  for (let at = 1; at < lower.length; at++) {
    const followers = FOLLOWERS[lower[at - 1]!];
    const next = lower.charCodeAt(at);
    if (followers === undefined || next < 97 || next > 122) continue;
    pairs += 1;
    if (followers.includes(lower[at]!)) usual += 1;
  }
  return pairs < least ? Number.NaN : usual / pairs;
}

/** Capitals with the small letters behind them, small letters, digits: what a word, or a number, is in a name. */
const SEGMENT = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;

/** How many characters such a part has on average; chance makes them short. */
export function lengthOfSegments(value: string): number {
  const segments = value.match(SEGMENT) ?? [];
  return segments.reduce((sum, segment) => sum + segment.length, 0) / Math.max(1, segments.length);
}
