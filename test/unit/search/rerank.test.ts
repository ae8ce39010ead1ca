import { describe, expect, it } from 'vitest';
import type { OpenMember } from '../../../src/search/members.ts';
import type { Selected } from '../../../src/search/rank/select.ts';
import { reranked } from '../../../src/search/rankInTiers.ts';
import type { CallerView } from '../../../src/view/callerView.ts';

/** Chunks c0, c1, … with falling scores; their texts are in the overlay. */
function stage(count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({
    chunkId: `c${at}`,
    scope: ['Outer'],
    symbol: `s${at}`,
    text: `text ${at}`,
    searchText: `text ${at}`,
  }));
  const all = rows.map(
    (row, at) => ({ repository: '', chunk: { row, path: `${at}.ts` }, score: count - at }) as unknown as Selected,
  );
  const told: number[] = [];
  return {
    told,
    view: { overlay: rows } as unknown as CallerView,
    selectBest: (limit: number) => {
      told.push(limit);
      return { ranked: all.slice(0, limit), more: all.length > limit };
    },
  };
}

function openWith(view: CallerView, score: ((texts: readonly string[]) => number[]) | null, store = {}): OpenMember[] {
  const reranker = score === null ? null : { score: async (_: string, texts: readonly string[]) => score(texts) };
  const use: OpenMember['use'] = (_, run) => run({ store: Promise.resolve(store) } as never);
  return [{ name: '', view, embedder: null as never, reranker: reranker as OpenMember['reranker'], use }];
}

describe('rerank', () => {
  it('leaves a file first that the question names by its path', async () => {
    const { view, selectBest } = stage(3);
    const named = (limit: number) => {
      const { ranked, more } = selectBest(limit);
      return { ranked: ranked.map((one, at) => (at === 0 ? { ...one, bonus: 5 } : one)), more };
    };
    const open = openWith(view, (texts) => texts.map((_, at) => at));
    const { ranked } = await reranked(open, 'q', named)(3, Number.POSITIVE_INFINITY);
    expect(ranked.map(({ chunk }) => chunk.path)).toEqual(['0.ts', '2.ts', '1.ts']);
  });

  it('asks for nothing more where there is no reranker', async () => {
    const { view, selectBest, told } = stage(50);
    const { ranked, more } = await reranked(openWith(view, null), 'q', selectBest)(5, Number.POSITIVE_INFINITY);
    expect({ told, more, fused: ranked.map(({ fused }) => fused) }).toEqual({
      told: [5],
      more: true,
      fused: new Array(5).fill(undefined),
    });
  });

  it('reads path, name and text of the best thirty', async () => {
    const { view, selectBest, told } = stage(50);
    const seen: string[] = [];
    const open = openWith(view, (texts) => {
      seen.push(...texts);
      return texts.map((_, at) => at);
    });
    const { ranked, more } = await reranked(open, 'q', selectBest)(2, Number.POSITIVE_INFINITY);
    expect(told).toEqual([30]);
    expect(seen[7]).toBe('7.ts Outer.s7\ntext 7');
    expect(ranked.length).toBe(30);
    expect(ranked.slice(0, 2).map(({ chunk, score, fused }) => [chunk.path, score, fused])).toEqual([
      ['29.ts', 29, 21],
      ['28.ts', 28, 22],
    ]);
    expect(more).toBe(true);
  });

  it('leaves what it scores alike to four digits in the order of the ranking', async () => {
    const { view, selectBest } = stage(4);
    const open = openWith(view, () => [0.50001, 0.50004, 0.7, 0.49999]);
    const { ranked, more } = await reranked(open, 'q', selectBest)(10, Number.POSITIVE_INFINITY);
    expect(ranked.map(({ chunk, score }) => [chunk.path, score])).toEqual([
      ['2.ts', 0.7],
      ['0.ts', 0.5],
      ['1.ts', 0.5],
      ['3.ts', 0.5],
    ]);
    expect(more).toBe(false);
  });

  it('reads the path alone of a chunk that a writer has taken away since', async () => {
    const { view, selectBest } = stage(2);
    const seen: string[] = [];
    const left = { ...view, overlay: view.overlay.slice(1) };
    const score = (texts: readonly string[]) => {
      seen.push(...texts);
      return texts.map(() => 0);
    };
    const open = openWith(left, score, { rows: async () => [] });
    const { ranked } = await reranked(open, 'q', selectBest)(2, Number.POSITIVE_INFINITY);
    expect(seen).toEqual(['0.ts', '1.ts Outer.s1\ntext 1']);
    expect(ranked).toHaveLength(2);
  });

  it('reads candidates of several repositories with the reranker of the first that has one', async () => {
    const { view, selectBest } = stage(4);
    const seen: string[] = [];
    const [one] = openWith(view, null);
    const [other] = openWith(view, (texts) => {
      seen.push(...texts);
      return texts.map((_, at) => at);
    });
    const { ranked } = await reranked([one!, { ...other!, name: 'b' }], 'q', (limit) => {
      const found = selectBest(limit);
      return { ...found, ranked: found.ranked.map((each, at) => ({ ...each, repository: at % 2 === 0 ? '' : 'b' })) };
    })(4, Number.POSITIVE_INFINITY);
    expect(seen).toEqual([0, 1, 2, 3].map((at) => `${at}.ts Outer.s${at}\ntext ${at}`));
    expect(ranked.map(({ chunk }) => chunk.path)).toEqual(['3.ts', '2.ts', '1.ts', '0.ts']);
  });
});
