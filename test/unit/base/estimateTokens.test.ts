import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/base/tokenBudget.ts';
import fc from '../../helpers/fastCheck.ts';

describe('estimateTokens', () => {
  // The second numbers were counted by o200k_base.
  it.each([
    ['', 0],
    ['return value;', 3],
    ['export async function openTable(dir: string, name: string): Promise<Table> {', 17],
    ['    for (let index = 0; index < HTTP_STATUS_CODES.length; index++) {\n      total += index;\n    }\n', 26],
    ['The lock is taken before the table is opened, and given back when the run ends.', 18],
    ['Das Verzeichnis wird übersprungen, wenn es keine Einträge enthält.', 15],
    ['打开表之前先获取锁。', 7],
    ['Перед открытием таблицы берётся блокировка, и возвращается она в конце работы.', 18],
    ['テーブルを開く前にロックを取得します。', 13],
    ['{"text":"if (open) {\\n\\t\\treturn table;\\n    }\\n","line":12,"id":"1f3bc9d2ae88"}', 35],
  ])('is near the true count: %j', (text, counted) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.floor(0.85 * counted));
    expect(estimateTokens(text)).toBeLessThanOrEqual(Math.ceil(1.35 * counted) + 1);
  });

  it('splits names as tokenizers do', () => {
    const of = (text: string) => estimateTokens(text.repeat(100)) / 100;
    expect(of('HTTPServerName ')).toBeCloseTo(of('HTTP Server Name '), 1);
    expect(of('openTable ')).toBeGreaterThan(of('opens '));
    expect(of('x123456')).toBeCloseTo(2 * of('x123') - 1, 1);
  });

  it('grows with the text, and two parts are no less than the whole', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aB3_ \n.ü表') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(estimateTokens(a + b)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b) + 2);
        expect(Number.isInteger(estimateTokens(a))).toBe(true);
        if (/[a-z]/.test(a)) expect(estimateTokens(a)).toBeGreaterThan(0);
      }),
    );
  });
});
