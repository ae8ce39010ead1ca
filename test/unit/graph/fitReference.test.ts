import { expect, it } from 'vitest';
import { fitReference } from '../../../src/graph/referenceGraph.ts';

it.each([
  ['.', 'src/a/x.py', 'src/a/y.py', 4],
  ['.', 'src/a/x.py', 'src/a/b/y.py', 4],
  // Another folder whose name begins alike.
  ['.', 'src/a/x.py', 'src/ab/y.py', 0],
  ['..', 'src/a/x.py', 'src/y.py', 4],
  ['..', 'src/a/x.py', 'srcs/y.py', 0],
  ['.', 'x.py', 'any/y.py', 4],
])('an import from %s in %s fits %s: %i', (from, path, target, fit) => {
  const reference = { name: 'thing', kind: 'import' as const, from };
  expect(fitReference(reference, path, { path: target, row: { scope: [] } }, () => [])).toBe(fit);
});
