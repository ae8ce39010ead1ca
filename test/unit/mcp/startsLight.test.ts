/** Before a client has asked for anything, `cora mcp` loads no room that searches, reads or builds. */

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../../src', import.meta.url));

/** The modules that are loaded with one, without those of types alone and those that are imported when they are needed. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, names = '', from = ''] of text.matchAll(/^(?:import|export) (?!type )([^;]*?)from '(\.[^']+)';/gm)) {
    const named = names.replace(/[{}]/g, '').split(',');
    const isOfTypes = names.startsWith('{') && named.every((name) => /^\s*(?:type\s.*)?$/.test(name));
    if (!isOfTypes) loadedWith(join(dirname(path), from), seen);
  }
  return seen;
}

it('loads the list of tools, and none of what they do', () => {
  const loaded = [...loadedWith(join(src, 'server/serveMcp.ts'))].map((path) =>
    relative(src, path).replaceAll('\\', '/'),
  );
  expect(loaded).toContain('mcp/toolList.ts');
  const rooms = new Set(loaded.map((path) => path.split('/')[0]));
  expect([...rooms].sort()).toEqual(['base', 'mcp', 'server', 'settings']);
  expect(loaded.filter((path) => /^mcp\/(tools|callTool|answer|places)|^server\/(?!serveMcp)/.test(path))).toEqual([]);
});
