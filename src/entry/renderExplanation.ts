/** `--explain`: the sum behind a score, the largest part first. */

import type { SearchHit } from '../types.ts';

/** `2.31 = 1.00 words + 0.47 vectors - 0.20 depth`, wrapped by the caller; '' where no explanation was asked for */
export function renderExplanation({ score, explain }: Pick<SearchHit, 'score' | 'explain'>): string {
  if (explain === undefined) return '';
  const parts = Object.entries(explain)
    .map(([name, { score: part }]) => ({ name, part }))
    .filter(({ part }) => part !== 0)
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part) || (a.name < b.name ? -1 : 1));
  const sum = parts.map(({ name, part }, at) => `${signOf(part, at)}${Math.abs(part).toFixed(2)} ${name}`);
  return `${score.toFixed(2)} = ${sum.join(' ') || '0'}`;
}

function signOf(part: number, at: number): string {
  if (at === 0) return part < 0 ? '-' : '';
  return part < 0 ? '- ' : '+ ';
}
