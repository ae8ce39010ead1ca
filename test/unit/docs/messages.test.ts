/** docs/troubleshooting.md quotes messages: what stands between two `…` of a quotation stands in the sources. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const rows = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8').matchAll(/^\| ([^|]*) \| /gm);
const quoted = [...rows].flatMap(([, seen]) => [...seen!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!));
const sources = ['src', 'packages']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
  )
  .filter((path) => /\.(?:ts|mjs|js)$/.test(path))
  .map((path) => plain(readFileSync(path, 'utf8')))
  .join('\n');

it('quotes no message that nothing says', () => {
  expect(quoted.length).toBeGreaterThan(25);
  const parts = quoted.flatMap((text) => text.split('…').map((part) => plain(part)));
  expect(parts.filter((part) => /\w{3}/.test(part) && !sources.includes(part))).toEqual([]);
});

/** Without case, wide gaps and marks at the ends. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s".?:]+|[\s".?:]+$/g, '');
}
