/** Names that are asked for with their module, package, namespace or type: `models.User`, `Cache.render`. */

import { describe, expect, it } from 'vitest';
import { findReferences, findSymbols } from '../../../src/graph/symbols.ts';
import { contextOf } from '../../helpers/links.ts';

const SOURCES = {
  'go.mod': 'module example.com/dex\n',
  'connector/refresh.go': 'package connector\n\ntype Refresher interface {\n\tRefresh() error\n}\n',
  'bookmarks/models.py': 'class Bookmark:\n    def save(self):\n        pass\n\n\ndef prune():\n    pass\n',
  'other/models.py': 'class Bookmark:\n    pass\n',
  'src/utils.ts': 'export function parse(): number {\n  return 1;\n}\n',
  'src/main/java/org/acme/Engine.java': 'package org.acme;\n\npublic class Engine {\n    public void start() {}\n}\n',
  'src/main/java/org/other/Engine.java': 'package org.other;\n\npublic class Engine {}\n',
  'composer.json': '{"autoload":{"psr-4":{"Shop\\\\":"src/"}}}',
  'src/Node/Node.php': '<?php\nnamespace Shop\\Node;\n\nclass Node\n{\n    public function walk() {}\n}\n',
  'lib/cache.py': 'class Cache:\n    pass\n\n\nclass Disk:\n    def flush(self):\n        pass\n',
  'lib/views/page.rb': 'module Views\n  class Page\n  end\nend\n',
};

describe('a name with what it is in', () => {
  it.each([
    ['connector.Refresher', ['connector/refresh.go:3']],
    ['example.com/dex/connector.Refresher', ['connector/refresh.go:3']],
    ['bookmarks.models.Bookmark', ['bookmarks/models.py:1']],
    ['bookmarks.models.Bookmark.save', ['bookmarks/models.py:2']],
    ['models.Bookmark', ['bookmarks/models.py:1', 'other/models.py:1']],
    ['models.prune', ['bookmarks/models.py:6']],
    ['utils.parse', ['src/utils.ts:1']],
    ['org.acme.Engine', ['src/main/java/org/acme/Engine.java:3']],
    ['org.acme.Engine.start', ['src/main/java/org/acme/Engine.java:4']],
    ['Shop\\Node\\Node', ['src/Node/Node.php:4']],
    ['\\Shop\\Node\\Node::walk', ['src/Node/Node.php:6']],
    ['Views::Page', ['lib/views/page.rb:2']],
    // No such module, a type that has no such member, modules in another order.
    ['wrong.Bookmark', []],
    ['Cache.flush', []],
    ['models.bookmarks.Bookmark', []],
    ['bookmarks.models.Missing', []],
  ])('%s', async (name, places) => {
    const found = await findSymbols(await contextOf(SOURCES), name);
    expect(found.map(({ path, startLine }) => `${path}:${startLine}`)).toEqual(places);
  });

  it('has its own references first, then those that may mean it', async () => {
    const sources = {
      'a.py': 'from lib.cache import Cache\n\n\ndef first(x):\n    x.flush()\n\n\ndef second(x):\n    Cache.flush(x)\n',
      'lib/cache.py': 'class Cache:\n    def flush(self):\n        pass\n',
      'lib/disk.py': 'class Disk:\n    def flush(self):\n        pass\n\n\nDisk.flush(1)\n',
    };
    const found = await findReferences(await contextOf(sources), 'lib.cache.Cache.flush');
    expect(found.map(({ path, line, target }) => `${path}:${line} ${target?.path ?? null}`)).toEqual([
      'a.py:9 lib/cache.py',
      'a.py:5 null',
    ]);
  });
});

it('a file that is a component has its name', async () => {
  const sources = {
    'src/StatusCard.vue': '<template>\n  <b>x</b>\n</template>\n\n<script setup>\nconst a = 1;\n</script>\n',
    'src/Tile.svelte': '<script>\n  export let a;\n</script>\n',
    'src/Tile.ts': 'export class Tile {}\n',
    'src/other.ts': 'export const a = 1;\n',
  };
  const context = await contextOf(sources);
  const found = async (name: string): Promise<string[]> =>
    (await findSymbols(context, name)).map(({ path, kind, startLine }) => `${path}:${startLine} ${kind}`);
  expect(await found('StatusCard')).toEqual(['src/StatusCard.vue:1 module']);
  expect(await found('Tile')).toEqual(['src/Tile.svelte:1 module', 'src/Tile.ts:1 class']);
  expect(await found('other')).toEqual([]);
});
