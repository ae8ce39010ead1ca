/** What searches in a page runs in a browser: Node's own globals are not there, and a worker that meets one only falls silent. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ASSETS = new URL('../../../../dist/pages/assets/', import.meta.url);

it('uses no Buffer in a page, but for the one of boundedJson.ts, which gets texts there', () => {
  const workers = readdirSync(ASSETS).filter((name) => /^worker-.*\.js$/.test(name));
  expect(workers).toHaveLength(1);
  const text = readFileSync(new URL(workers[0]!, ASSETS), 'utf8');
  expect(text.match(/(?<![.\w$])Buffer\b/g)).toHaveLength(1);
});
