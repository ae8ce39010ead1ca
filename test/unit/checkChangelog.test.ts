import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error: a script without declarations
import { faultsOf, missingEntry, sectionOf } from '../../scripts/checkChangelog.mjs';
import { tempRepo } from '../helpers/tempRepo.ts';

const RELEASED = '## 0.1.0 (2026-01-31)\n\n### The index\n\n- It is there.\n';
const page = (...sections: string[]): string => ['# Changelog\n', ...sections].join('\n');

it('takes the changelog that there is', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(faultsOf(readFileSync('CHANGELOG.md', 'utf8'), version)).toEqual([]);
});

it('takes a page with and without unreleased changes', () => {
  expect(faultsOf(page(RELEASED), '0.1.0')).toEqual([]);
  expect(faultsOf(page('## Unreleased\n\n### Changed\n- A.\n\n### Fixed\n- B.\n', RELEASED), '0.1.0')).toEqual([]);
});

it.each([
  [page('## Unreleased\n', RELEASED), '0.2.0', '0.2.0, of package.json, has no section'],
  [page(RELEASED, '## Unreleased\n'), '0.1.0', '"## Unreleased" comes first, and once'],
  [page('## Unreleased\n', '## Unreleased\n', RELEASED), '0.1.0', '"## Unreleased" comes first, and once'],
  [page('## Unreleased\n### Better\n', RELEASED), '0.1.0', '"### Better" is none of: '],
  [page('## Unreleased\n### Added\n### Added\n', RELEASED), '0.1.0', 'a heading of "## Unreleased" stands twice'],
  [page('## v0.2\n', RELEASED), '0.1.0', '"## v0.2" is neither '],
])('says what is wrong with %j', (text, version, fault) => {
  expect(faultsOf(text, version)).toEqual([expect.stringContaining(fault)]);
});

it('gives what it says of a version as the notes of a release', () => {
  const text = page('## 0.2.0 (2026-02-28)\n\nDo this.\n\n### Added\n\n- It.\n', RELEASED);
  expect(sectionOf(text, '0.2.0')).toBe('Do this.\n\n### Added\n\n- It.');
  expect(sectionOf(text, '0.1.0')).toBe('### The index\n\n- It is there.');
  expect(() => sectionOf(text, '0.2')).toThrow('no section for 0.2');
});

it('wants a line where a branch changes what users meet, and nowhere else', () => {
  const repo = tempRepo();
  repo.file('action.yml', 'a').file('src/a.ts', 'a').file('CHANGELOG.md', 'a').commit();
  expect(missingEntry(repo.dir)).toBeNull();
  repo.git('checkout', '-q', '-b', 'topic');
  repo.file('src/a.ts', 'b').commit();
  expect(missingEntry(repo.dir)).toBeNull();
  repo.file('action.yml', 'b').commit();
  expect(missingEntry(repo.dir)).toContain('action.yml changed: write in CHANGELOG.md');
  expect(missingEntry(repo.dir, 'HEAD')).toBeNull();
  expect(missingEntry(repo.dir, 'HEAD~2')).toContain('action.yml');
  repo.file('CHANGELOG.md', 'b');
  expect(missingEntry(repo.dir)).toBeNull();
  repo.file('CHANGELOG.md', 'a').commit('Spelling\n\nChangelog: none, a comment');
  expect(missingEntry(repo.dir)).toBeNull();
});

it('has nothing to compare with in a clone without main, and says that a commit is none', () => {
  const repo = tempRepo();
  repo.file('action.yml', 'a').commit();
  repo.git('branch', '-q', '-m', 'other');
  repo.file('action.yml', 'b').commit();
  expect(missingEntry(repo.dir)).toBeNull();
  expect(missingEntry(repo.dir, 'nowhere')).toBe('nowhere is no commit');
});
