import { expect, it } from 'vitest';
import { repositoryName } from '../../../src/mcp/places.ts';

it.each([
  ['https://github.com/org/repo.git', 'github.com/org/repo'],
  ['https://example.com:8443/a/b/', 'example.com:8443/a/b'],
  ['ssh://git@example.com/org/repo.git', 'example.com/org/repo'],
  ['git@github.com:org/repo.git', 'github.com/org/repo'],
  ['github.com:org/repo', 'github.com/org/repo'],
  ['/srv/git/repo.git', ''],
  ['../other', ''],
  ['C:\\git\\repo', ''],
  ['file:///srv/git/repo.git', ''],
  ['', ''],
])('says %j as %j', (origin, name) => {
  expect(repositoryName(origin)).toBe(name);
});
