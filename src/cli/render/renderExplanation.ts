/** `--explain`: the sum behind a score, the largest part first. */

import type { SearchHit } from '../../base/searchTypes.ts';

/** `2.31 = 1.00 words + 0.47 vectors - 0.20 depth`, with `-1.04 by the reranker; ` before it where one was used, wrapped by the caller; '' where no explanation was asked for */
export function renderExplanation({ score, why, explain }: Pick<SearchHit, 'score' | 'why' | 'explain'>): string {
  if (explain === undefined) return '';
  const parts = Object.entries(explain)
    .map(([name, { score: part }]) => ({ name, part }))
    .filter(({ part }) => part !== 0)
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part) || (a.name < b.name ? -1 : 1));
  const sum = parts.map(({ name, part }, at) => `${signOf(part, at)}${Math.abs(part).toFixed(2)} ${name}`);
  const reranked = why.fused === undefined ? '' : `${score.toFixed(2)} by the reranker; `;
  return `${reranked}${(why.fused ?? score).toFixed(2)} = ${sum.join(' ') || '0'}`;
}

function signOf(part: number, at: number): string {
  if (at === 0) return part < 0 ? '-' : '';
  return part < 0 ? '- ' : '+ ';
}
