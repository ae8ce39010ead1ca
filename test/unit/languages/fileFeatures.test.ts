import { expect, it } from 'vitest';
import { fileFeaturesOf } from '../../../src/languages/fileFeatures.ts';

it('a path is prose by its language, which in another repository may be another one', () => {
  expect(fileFeaturesOf('tools/run', 'bash')).toMatchObject({ prose: false, test: false, depth: 1 });
  expect(fileFeaturesOf('tools/run', 'text')).toMatchObject({ prose: true, test: false, depth: 1 });
  expect(fileFeaturesOf('tools/run', 'bash').prose).toBe(false);
});
