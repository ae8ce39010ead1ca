/** docs/secrets.md lists the rules as they are. Written anew by `-u`. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KNOWN_FORMATS } from '../../../src/secrets/issuers.ts';
import { contentRules } from '../../../src/secrets/redact.ts';

const FILE = fileURLToPath(new URL('../../../docs/secrets.md', import.meta.url));
const TABLE = /(<!-- rules: [^\n]*-->\n)[\s\S]*(<!-- end -->\n)/;

test('the documentation lists every rule, and no other', async () => {
  const byId = new Map<string, string[]>();
  for (const { id, what } of contentRules()) byId.set(id, [...(byId.get(id) ?? []), what]);
  const forms = new Set(KNOWN_FORMATS.map(([, what]) => what));
  const isIssuers = (what: readonly string[]) => what.every((one) => forms.has(one));
  const issuers = [...byId].filter(([, what]) => isIssuers(what)).map(([id]) => `\`${id}\``);
  const others = [...byId].filter(([, what]) => !isIssuers(what));
  const rows = others.map(([id, what]) => `| \`${id}\` | ${what.join('; ')} |`);
  const first = `| ${issuers.join(', ')} | what this issuer gives out, by its form |`;
  const table = ['| rule | finds |', '|---|---|', first, ...rows, ''].join('\n');
  const text = readFileSync(FILE, 'utf8').replace(TABLE, (_, head: string, end: string) => head + table + end);
  await expect(text).toMatchFileSnapshot(FILE);
});

test('no two rules of one name say the same', () => {
  const said = contentRules().map(({ id, what }) => `${id}: ${what}`);
  expect(new Set(said).size).toBe(said.length);
});
