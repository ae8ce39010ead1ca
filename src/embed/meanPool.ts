/** Mean pooling: the vector of a text is the average of its tokens' vectors, padding left out (Reimers & Gurevych 2019). */

import type { Tensor } from './loadTransformers.ts';

/** @param hidden [texts, tokens, dimensions]; @param mask [texts, tokens], 0 for padding
 *  @returns one row of `dimensions` sums divided by the number of tokens, for each text */
export function meanPool(hidden: Tensor, mask: Tensor): Float64Array[] {
  const [texts = 0, tokens = 0, dimensions = 0] = hidden.dims;
  const rows: Float64Array[] = [];
  for (let text = 0; text < texts; text++) {
    const row = new Float64Array(dimensions);
    let counted = 0;
    for (let token = 0; token < tokens; token++) {
      if (Number(mask.data[text * tokens + token]) === 0) continue;
      counted++;
      const start = (text * tokens + token) * dimensions;
      for (let at = 0; at < dimensions; at++) row[at]! += Number(hidden.data[start + at]);
    }
    rows.push(counted === 0 ? row : row.map((sum) => sum / counted));
  }
  return rows;
}
