/** The table of docs/artifact.md says of each credential where it goes, as the code has it. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CREDENTIALS } from '../../../src/net/credentials.ts';

it('shows each variable with the hosts that it goes to', () => {
  const page = readFileSync(new URL('../../../docs/artifact.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| variable \| goes to \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, text]) => [name, plain(text!)]);
  expect(rows).toEqual(Object.entries(CREDENTIALS));
});

/** Without marks of code and links. */
function plain(text: string): string {
  return text.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
