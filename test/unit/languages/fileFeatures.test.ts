import { expect, it } from 'vitest';
import { fileFeaturesOf } from '../../../src/languages/fileFeatures.ts';

it('a path is prose by its language, which in another repository may be another one', () => {
  expect(fileFeaturesOf('tools/run', 'bash')).toMatchObject({ prose: false, test: false });
  expect(fileFeaturesOf('tools/run', 'text')).toMatchObject({ prose: true, test: false });
  expect(fileFeaturesOf('tools/run', 'bash').prose).toBe(false);
});

it('tells tests, examples and old versions by their folders and names', () => {
  const kindsOf = (path: string) => {
    const { test, example, legacy } = fileFeaturesOf(path, 'typescript');
    return [test && 'test', example && 'example', legacy && 'legacy'].filter(Boolean).join(' ');
  };
  expect(kindsOf('packages/core/src/query.ts')).toBe('');
  expect(kindsOf('packages/core/__tests__/query.ts')).toBe('test');
  expect(kindsOf('codemods/rename/__testfixtures__/input.ts')).toBe('test');
  expect(kindsOf('integration-tests/query.ts')).toBe('test');
  expect(kindsOf('src/integration/query.ts')).toBe('');
  expect(kindsOf('types/query.test-d.ts')).toBe('test');
  expect(kindsOf('benches/query.ts')).toBe('example');
  expect(kindsOf('www/versioned_docs/version-10.x/query.ts')).toBe('legacy');
});
