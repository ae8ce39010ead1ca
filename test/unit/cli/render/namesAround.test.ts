import { expect, it } from 'vitest';
import { renderReferences, renderSymbols } from '../../../../src/cli/render/renderPlaces.ts';

const scope = Array.from({ length: 90 }, (_, at) => `${'n'.repeat(490)}${at}`);
const place = { path: 'a.ts', scope, status: 'committed', repository: undefined } as const;

it('prints the end of the names around a place, not forty kilobytes of them for each', () => {
  const symbol = { ...place, name: 'f', kind: 'function', startLine: 3, endLine: 4, signature: 'function f()' };
  const reference = { ...place, symbol: 'f', kind: 'call', line: 3, preview: 'b();', target: null };
  const symbols = renderSymbols([symbol as unknown as Parameters<typeof renderSymbols>[0][number]]);
  const references = renderReferences([reference as unknown as Parameters<typeof renderReferences>[0][number]]);
  expect(symbols).toMatch(/^a\.ts:3-4 {2}function …n*88\.n{490}89\.f\n/);
  expect(references).toMatch(/^a\.ts:3 {2}call in …n*88\.n{490}89\.f\n/);
  expect(symbols.length + references.length).toBeLessThan(1200);
});

it('marks mentions that only have the name, where one definition of it was asked for', () => {
  const reference = { ...place, scope: [], symbol: '', kind: 'call', line: 3, preview: 'b();', target: null };
  const hits = [reference as unknown as Parameters<typeof renderReferences>[0][number]];
  expect(renderReferences(hits)).toBe('a.ts:3  call\n    b();\n');
  expect(renderReferences(hits, {}, true)).toBe('a.ts:3  call  (by name only)\n    b();\n');
});
