import { expect, it } from 'vitest';
import { explainFilters } from '../../../src/view/searchedView.ts';

const files = ['src/click/core.py', 'src/click/shell/bash.py', 'docs/api.md', 'examples/naval/naval.py', 'LICENSE'].map(
  (path) => ({ path, language: path.endsWith('.py') ? 'python' : path.endsWith('.md') ? 'markdown' : 'text' }),
);
const ofPaths = (...paths: string[]) => explainFilters(files, { paths });

it('says nothing where a file passes, or there is none', () => {
  expect(ofPaths('src/**')).toBeNull();
  expect(ofPaths('clik/**', 'docs')).toBeNull();
  expect(ofPaths('src\\click')).toBeNull();
  expect(explainFilters(files, {})).toBeNull();
  expect(explainFilters([], { paths: ['src'] })).toBeNull();
  expect(explainFilters(files, { languages: ['Python'], extensions: ['*.py'] })).toBeNull();
});

it.each([
  ['src/clik/**', 'src/click/**'],
  ['src/clik', 'src/click'],
  ['./SRC/clik/*.py', 'src/click/*.py'],
  ['/src/click/shel/', 'src/click/shell'],
  ['src/click/cores.py', 'src/click/core.py'],
  ['click/**', 'src/click/**'],
  ['clik', 'src/click'],
  ['core.pi', 'src/click/core.py'],
  ['docs/apj.md', 'docs/api.md'],
  ['src\\click\\*.py', 'src/click/*.py'],
])('names what is near a path that matches nothing: %s', (glob, meant) => {
  expect(ofPaths(glob)).toBe(`No file matches the path ${glob}. Did you mean ${meant}?`);
});

it('names what a folder holds where nothing is near', () => {
  expect(ofPaths('lib/**')).toBe(
    'No file matches the path lib/**. In the top folder there are: src/ (2), LICENSE (1), docs/ (1), examples/ (1).',
  );
  expect(ofPaths('src/click/terminal/**')).toBe(
    'No file matches the path src/click/terminal/**. In src/click/ there are: core.py (1), shell/ (1).',
  );
  expect(ofPaths('*.go')).toMatch(/^No file matches the path \*\.go\. In the top folder/);
  expect(ofPaths('src/click/*.go')).toMatch(/In src\/click\/ there are/);
  expect(ofPaths('!**')).toMatch(/^No file matches the path !\*\*\./);
  expect(ofPaths('clik/**', 'doc/**')).toBe(
    'No file matches the path clik/** or doc/**. Did you mean src/click/**, docs/**?',
  );
});

it('says which languages and ends of names there are', () => {
  expect(explainFilters(files, { languages: ['rust'] })).toBe(
    'No file here is rust. The languages: python (3), markdown (1), text (1).',
  );
  expect(explainFilters(files, { extensions: ['pyy'] })).toBe('No file here ends in .pyy. Did you mean .py?');
  expect(explainFilters(files, { extensions: ['swift'] })).toBe(
    'No file here ends in .swift. There are: .py (3), .md (1).',
  );
  expect(explainFilters(files, { languages: ['markdown'], paths: ['src/**'] })).toBe(
    'No file passes these filters together: src/**, markdown.',
  );
});

it('looks through 100,000 paths', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({
    path: `packages/p${at % 3000}/src/module${at % 7}/file${at}.ts`,
    language: 'typescript',
  }));
  expect(explainFilters(many, { paths: ['packges/p12/**'] })).toContain('packages/p12/**');
});
