/** What brought a result: a bar for each retriever, against the best of the list. */

import type { Hit } from '../../server/pageTypes.ts';

const SIGNALS = [
  { key: 'words', title: 'words', tells: 'its words are those of the query (BM25)' },
  { key: 'vectors', title: 'meaning', tells: 'it reads like the query (cosine of the vectors)' },
  { key: 'symbol', title: 'symbol', tells: 'it defines a name of the query' },
  { key: 'path', title: 'path', tells: 'its file is called like the query' },
  { key: 'references', title: 'references', tells: 'better results refer to it' },
] as const;

type Signal = (typeof SIGNALS)[number]['key'];
export type Best = Readonly<Record<Signal, number>>;

/** The largest part of each retriever in a list. */
export function bestOf(hits: readonly Pick<Hit, 'why'>[]): Best {
  const best = { words: 0, vectors: 0, symbol: 0, path: 0, references: 0 };
  for (const { why } of hits) for (const { key } of SIGNALS) best[key] = Math.max(best[key], why[key]);
  return best;
}

const WIDTH = 28;

export function WhyBars({ hit: { why, score }, best }: { hit: Hit; best: Best }) {
  const there = SIGNALS.filter(({ key }) => why[key] > 0);
  return (
    <ul class="why" aria-label={`Why: score ${score.toFixed(3)}`}>
      {there.map(({ key, title, tells }) => {
        const share = best[key] > 0 ? why[key] / best[key] : 0;
        return (
          <li key={key} title={`${tells}: ${why[key].toFixed(3)}`}>
            <span>{title}</span>
            <svg viewBox={`0 0 ${WIDTH} 4`} width={WIDTH} height="4" aria-hidden="true">
              <rect class="bar-room" width={WIDTH} height="4" rx="1" />
              <rect class="bar" width={Math.max(2, share * WIDTH)} height="4" rx="1" />
            </svg>
            <span class="sr">{why[key].toFixed(2)}</span>
          </li>
        );
      })}
      {why.include && <li>included</li>}
    </ul>
  );
}
