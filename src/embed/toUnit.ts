/** Sums to a vector of length one: in this order of operations, so that every machine gives the same bits. */

/** @returns unit length; zeros where there is nothing to measure */
export function toUnit(sums: Float64Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < sums.length; at++) squares += sums[at]! * sums[at]!;
  const vector = new Float32Array(sums.length);
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  for (let at = 0; at < sums.length; at++) vector[at] = sums[at]! / length;
  return vector;
}
