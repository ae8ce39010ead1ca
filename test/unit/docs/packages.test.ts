import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ARTIFACT_VERSION, CHUNKER_FINGERPRINT } from '../../../src/base/version.ts';
import { LIST_FORMAT } from '../../../src/engine/searchFile.ts';

it('docs/packages.md has the numbers of this version in the last column of its table', () => {
  const text = readFileSync('docs/packages.md', 'utf8');
  const [, table = ''] = text.split('## Versions');
  const rows = [...table.split('\n- ')[0]!.matchAll(/^\| ([^|]+) \|.*\| ([^|]+) \|$/gm)];
  const now = Object.fromEntries(rows.map(([, name, value]) => [name, value]));
  const [chunks, vectors, redaction, columns] = CHUNKER_FINGERPRINT.split('.');
  expect(now).toMatchObject({
    'packed index: writes': String(ARTIFACT_VERSION),
    'packed index: reads': String(ARTIFACT_VERSION),
    'chunks and words': chunks,
    vectors,
    redaction,
    'columns of a row': columns,
    'search file': String(LIST_FORMAT),
  });
});
