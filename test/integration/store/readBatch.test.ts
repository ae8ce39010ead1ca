/** The bytes that LanceDB sends, read as Arrow's own reader reads them. */

import { connect } from '@lancedb/lancedb';
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, expect, test } from 'vitest';
import { loadNativeLance, type NativeBatches } from '../../../src/store/loadLance.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { type Column, readBatch, readSchema } from '../../../src/store/readBatch.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, rowOf } from './children/rows.ts';

const dir = tempDir();

beforeAll(async () => {
  const store = await openStore(dir, DIMENSIONS, 'write');
  await store.append(
    Array.from({ length: 37 }, (_, at) =>
      rowOf(`row${at}`, {
        text: at % 5 === 0 ? '' : `\ufefftext ${at} é 日本語 🦀\n`.repeat(at),
        searchText: `word${at} shared`,
        startLine: at + 1,
      }),
    ),
  );
  await store.optimize(0);
  store.close();
});

type Plain = { values: unknown; offsets: number[]; children: Plain[] };
const plain = ({ values, valueOffsets, children }: Column): Plain => ({
  values: values === null || values === undefined ? null : [...(values as Uint8Array)],
  offsets: [...(valueOffsets ?? [])],
  children: children.map(plain),
});

async function all(batches: NativeBatches): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let bytes = await batches.next(); bytes !== null; bytes = await batches.next()) found.push(bytes);
  return found;
}

test.each([
  ['every column of a scan', undefined],
  ['a search for words, with its scores', 'words'],
  ['rows by their place', 'offsets'],
] as const)('reads as Arrow does: %s', async (_, how) => {
  const lance = loadNativeLance();
  const connection = await lance.Connection.new(dir, {});
  const table = await connection.openTable('chunks', []);
  const { fields } = readSchema(await table.schema());
  expect(fields.map(({ name }) => name)).toContain('vector');
  const query = table.query();
  const columns = fields.map(({ name }) => name);
  let selected: { execute(): Promise<NativeBatches> } = query;
  if (how === 'offsets') {
    const taken = table.takeOffsets([30, 2, 11]);
    taken.selectColumns(columns);
    selected = taken;
  } else if (how === 'words') {
    query.fullTextSearch({ query: lance.JsFullTextQuery.matchQuery('shared word7', 'searchText', 1, 0, 50, 'OR', 0) });
    query.selectColumns([...columns, '_score']);
  } else query.selectColumns(columns);
  const files = await all(await selected.execute());
  expect(files.length).toBeGreaterThan(0);
  for (const bytes of files) {
    const ours = readBatch(bytes);
    const { batches, schema } = tableFromIPC(bytes);
    expect(batches).toHaveLength(1);
    const theirs = batches[0]!;
    expect(ours.numRows).toBe(theirs.numRows);
    expect(ours.schema.fields.map(({ name }) => name)).toEqual(schema.fields.map(({ name }) => name));
    expect(ours.data.children.map(plain)).toEqual(theirs.data.children.map((child) => plain(child as never)));
  }
  table.close();
  connection.close();
});

test('reads bytes that do not lie on a multiple of eight', async () => {
  const table = await (await connect(dir)).openTable('chunks');
  const { inner } = table as unknown as { inner: { schema(): Promise<Buffer> } };
  const bytes = await inner.schema();
  const shifted = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  expect(readSchema(shifted)).toEqual(readSchema(bytes));
  table.close();
});

test('refuses what is no Arrow file', () => {
  expect(() => readBatch(Buffer.from(''))).toThrow('no Arrow file');
  expect(() => readBatch(Buffer.from('ARROW1 and some text that is long enough'))).toThrow('no Arrow file');
});
