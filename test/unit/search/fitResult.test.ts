/** The budget holds over what is printed, tags and names included, in every format. */

import { describe, expect, it } from 'vitest';
import type { SearchHit, SearchResult } from '../../../src/base/searchTypes.ts';
import { RESULT_FORMATS, type ResultFormat } from '../../../src/base/searchTypes.ts';
import { estimateTokens } from '../../../src/base/tokenBudget.ts';
import { fitResult } from '../../../src/search/fitResult.ts';
import { renderResult } from '../../../src/search/renderResult.ts';
import fc from '../../helpers/fastCheck.ts';
import { CALLER, hit, result } from '../../helpers/searchAnswers.ts';

function answer(lengths: readonly number[], related = 0): SearchResult {
  const results = lengths.map((length, at): SearchHit => {
    const text = Array.from({ length }, (_, line) => `const name${line} = valueOf(${line});`).join('\n');
    return hit({ rank: at + 1, path: `src/${at % 3}.ts`, startLine: 100 * at + 1, endLine: 100 * at + length, text });
  });
  return result({ results, related: Array.from({ length: related }, () => CALLER) });
}

const tokensOf = (text: string) => estimateTokens(text);

describe('a budget', () => {
  it.each(RESULT_FORMATS)('holds for %s; where not even a line fits, the answer says so', (format) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 6000 }),
        fc.nat(4),
        (lengths, budget, related) => {
          const whole = answer(lengths, related);
          const print = (some: SearchResult) => renderResult(some, format, { isCompact: true });
          const fitted = fitResult(whole, budget, (some) => tokensOf(print(some)));
          const text = renderResult(whole, format, { budget });
          expect(text).toBe(print(fitted));
          if (fitted.results.length > 0) expect(tokensOf(text)).toBeLessThanOrEqual(budget);
          else
            expect(fitted.fewer).toMatch(/^No result fits into a budget of \d+ tokens: the first of \d+ takes \d+\.$/);
          expect(fitted.results.map(({ rank, path }) => ({ rank, path }))).toEqual(
            whole.results.slice(0, fitted.results.length).map(({ rank, path }) => ({ rank, path })),
          );
          if (fitted.results.length < lengths.length)
            expect(fitted).toMatchObject({ truncated: true, cutBy: 'budget' });
          expect(fitted.related).toEqual(whole.related.slice(0, fitted.related.length));
        },
      ),
      // In JSON the number of tokens is printed too, and a shorter result may have another one.
      { numRuns: 60, examples: [[[17, 40, 46, 51, 14, 31, 19, 37], 4812, 0]] },
    );
  });

  it('leaves room for code in JSON: what results share stands once, and what nobody reads with them is left out', () => {
    const read = (some: SearchResult) => JSON.parse(renderResult(some, 'json', { budget: 9000 }));
    const whole = answer([5, 5]);
    const { repository, commit } = whole.results[0]!;
    const lean = read(whole);
    expect(lean).toMatchObject({ repository, commit, query: whole.query, tokens: whole.tokens });
    for (const [at, result] of lean.results.entries()) {
      const { path, startLine, endLine, symbol, text } = whole.results[at]!;
      expect(result).toMatchObject({ path, startLine, endLine, symbol, text });
      for (const name of ['repository', 'commit', 'why', 'signature', 'chunk', 'chunkId', 'tokens'])
        expect(result).not.toHaveProperty(name);
    }
    const [first, second] = whole.results;
    const other = read({ ...whole, results: [first!, { ...second!, repository: 'other' }] });
    expect(other).not.toHaveProperty('repository');
    expect(other.results.map((one: SearchHit) => [one.repository, one.commit])).toEqual([
      [repository, commit],
      ['other', commit],
    ]);
    const explained = read({ ...whole, results: [{ ...first!, explain: {} }] });
    expect(explained.results[0].why).toEqual(first!.why);
    expect(read(answer([]))).not.toHaveProperty('repository');
  });

  it('is filled: the last result is shortened where five of its lines fit', () => {
    const whole = answer([40, 40, 40]);
    const two = tokensOf(renderResult({ ...whole, results: whole.results.slice(0, 2) }, 'xml'));
    const fitted = fitResult(whole, two + 250, (some) => tokensOf(renderResult(some, 'xml')));
    expect(fitted.results.length).toBe(3);
    expect(fitted.results[2]!.endLine - fitted.results[2]!.startLine + 1).toBeGreaterThan(10);
    expect(fitted.results[2]!.endLine).toBeLessThan(whole.results[2]!.endLine);
    expect(fitted.tokens).toBe(fitted.results.reduce((sum, { tokens }) => sum + tokens, 0));
  });

  it('does not count what was found where the search has left out what it had no room for', () => {
    const fitted = fitResult({ ...answer([20], 0), cutBy: 'budget' }, 1, () => 99);
    expect(fitted.fewer).toBe('No result fits into a budget of 1 tokens: the first takes 99.');
  });

  it('is filled: where fewer than five lines fit, with the first of them, and with places to read next', () => {
    const whole = answer([40, 4, 40], 6);
    const print = (some: SearchResult) => tokensOf(renderResult(some, 'markdown'));
    const one = print({ ...whole, results: whole.results.slice(0, 1), related: [], fewer: null });
    const budgets = Array.from({ length: 20 }, (_, at) => one + 12 * at);
    const used = budgets.map((budget) => print(fitResult(whole, budget, print)) / budget);
    expect(used.filter((share) => share > 1)).toEqual([]);
    expect(used.sort((a, b) => a - b)[10]).toBeGreaterThan(0.92);
    const short = whole.results.slice(0, 2);
    const budget = print({ ...whole, results: short.slice(0, 1), related: [], truncated: true, cutBy: 'budget' }) + 90;
    const fitted = fitResult({ ...whole, results: short }, budget, print);
    expect(fitted.related.length).toBeGreaterThan(0);
  });

  it('repeats only the beginning of a long question, where that makes room for results', () => {
    const whole = { ...answer([40, 40, 40]), query: 'The parser fails for an empty file. '.repeat(100) };
    const fitIn = (budget: number, format: ResultFormat) =>
      fitResult(whole, budget, (some) => tokensOf(renderResult(some, format, { isCompact: true })));
    const all = tokensOf(renderResult(whole, 'json', { isCompact: true }));
    expect(fitIn(all, 'json')).toEqual(whole);
    const cut = fitIn(all - 100, 'json');
    expect(cut.query).toHaveLength(200);
    expect(cut.query).toMatch(/^The parser fails for an empty file\. .*…$/);
    expect(cut).toMatchObject({ ...whole, query: cut.query });
    // It is no part of this format.
    const { query, results } = fitIn(all / 3, 'xml');
    expect(query).toBe(whole.query);
    expect(results.length).toBeLessThan(whole.results.length);
  });

  it('leaves places to read next out before any line of a result', () => {
    const whole = answer([5], 4);
    const budget = tokensOf(renderResult({ ...whole, related: whole.related.slice(0, 2) }, 'markdown'));
    const fitted = fitResult(whole, budget, (some) => tokensOf(renderResult(some, 'markdown')));
    expect(fitted).toMatchObject({ related: [CALLER, CALLER], truncated: false, results: whole.results });
  });
});
