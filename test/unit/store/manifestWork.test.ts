/** What a manifest may cost: as much as its bytes, whatever they repeat. Sizes are such that work that grows faster would not end. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, Index } from '@lancedb/lancedb';
import { describe, expect, it } from 'vitest';
import { checkIndexFile, checkManifest, fieldsOfOneFile, readFields } from '../../../src/store/lanceFiles.ts';
import { bytesField, numberField } from '../../helpers/lanceManifest.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

function section(message: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(message.length);
  return Buffer.concat([length, message]);
}

/** @param before sections, and what points to them is in the manifest */
function fileOf(manifest: Uint8Array, before: Buffer = Buffer.alloc(0)): Buffer {
  const trailer = Buffer.alloc(16);
  trailer.writeBigInt64LE(BigInt(before.length));
  trailer.write('LANC', 12);
  return Buffer.concat([before, section(manifest), trailer]);
}

function times(count: number, bytes: readonly number[]): Buffer {
  return Buffer.alloc(count * bytes.length, Buffer.from(bytes));
}

/** With its length before it, where numberField and bytesField would make a list of millions. */
function wrapped(field: number, value: Uint8Array): Buffer {
  const head = bytesField(field, Buffer.alloc(0)).slice(0, -1);
  return Buffer.concat([Buffer.from([...head, ...numberField(0, value.length).slice(1)]), value]);
}

const FRAGMENT = bytesField(
  2,
  Buffer.from([
    ...numberField(1, 100_000),
    ...bytesField(
      2,
      Buffer.from([
        ...bytesField(1, Buffer.from('0123456789abcdef0123456789abcdef.lance')),
        ...bytesField(2, Buffer.from([0, 1, 2])),
        ...bytesField(3, Buffer.from([0, 1, 2])),
        ...[numberField(4, 2), numberField(5, 1), numberField(6, 70_000)].flat(),
      ]),
    ),
    ...bytesField(3, Buffer.from([1, 2, 3, 4].flatMap((field) => numberField(field, 7)))),
    ...numberField(4, 5),
  ]),
);
const FRAGMENTS = 200_000;

describe('checkManifest', () => {
  it('reads a table of 200,000 fragments, and what rewrote them all', () => {
    const fragments = times(FRAGMENTS, FRAGMENT);
    // The old ones and the new ones of a group of a rewrite.
    const group = Buffer.concat([times(FRAGMENTS, [0x0a, ...FRAGMENT.slice(1)]), fragments]);
    const transaction = section(wrapped(104, wrapped(3, group)));
    const manifest = Buffer.concat([fragments, Buffer.from([...numberField(3, 9), ...numberField(21, 0)])]);
    expect(() => checkManifest(fileOf(manifest, transaction))).not.toThrow();
  });

  it('reads all that LanceDB writes of a table to which everything is done', async () => {
    const dir = tempDir();
    const row = (at: number) => ({ key: `k${at}`, text: `some words ${at}`, at });
    const table = await (await connect(dir)).createTable('x', [row(0)]);
    for (let at = 1; at < 60; at++) await table.add([row(at), row(at + 1000)]);
    await table.createIndex('key', { config: Index.btree() });
    await table.createIndex('text', { config: Index.fts({ baseTokenizer: 'whitespace' }) });
    await table.delete('at < 20');
    const merge = table.mergeInsert('key').whenMatchedUpdateAll().whenNotMatchedInsertAll();
    await merge.execute([row(30), row(5000)]);
    await table.update({ where: 'at = 40', values: { text: 'other' } });
    await table.optimize();
    for (let at = 1; at < 9; at++) await table.add([row(at)]);
    await table.createIndex('key', { config: Index.btree(), replace: true });
    await table.optimize();
    const versions = join(dir, 'x.lance/_versions');
    const manifests = readdirSync(versions).filter((name) => name.endsWith('.manifest'));
    expect(manifests.length).toBeGreaterThan(70);
    for (const name of manifests) expect(() => checkManifest(readFileSync(join(versions, name)))).not.toThrow();
  });

  it('reads a list of numbers that are each a field', () => {
    const transaction = section(wrapped(101, times(1_000_000, numberField(2, 1))));
    expect(() => checkManifest(fileOf(Buffer.from(numberField(21, 0)), transaction))).not.toThrow();
  });

  it.each([3, 4, 6, 9, 10, 11, 14, 21])('refuses field %i twice, and so a million times', (field) => {
    for (const count of [2, 1_000_000])
      expect(() => checkManifest(fileOf(times(count, numberField(field, 1))))).toThrow(`field ${field} twice`);
  });

  it.each([6, 21])('refuses a hundred thousand pointers of field %i to one section', (field) => {
    const shared = section(times(500_000, field === 6 ? [0x0a, 0] : [0x22, 0]));
    expect(() => checkManifest(fileOf(Buffer.from(numberField(field, 0)), shared))).not.toThrow();
    const pointers = times(100_000, numberField(field, 0));
    expect(() => checkManifest(fileOf(pointers, shared))).toThrow(`field ${field} twice`);
  });

  it('refuses twice what is once in a message within', () => {
    const fragment = Buffer.from([...bytesField(3, Buffer.alloc(0)), ...bytesField(3, Buffer.alloc(0))]);
    expect(() => checkManifest(fileOf(Buffer.from(bytesField(2, fragment))))).toThrow('field 3 twice');
  });
});

describe('readFields', () => {
  it('counts the fields of messages within, and of all messages of a file', () => {
    const allowance = fieldsOfOneFile();
    const { left } = allowance;
    const message = Buffer.from(bytesField(1, Buffer.from([...numberField(1, 1), ...numberField(2, 2)])));
    for (const spent of [3, 6]) {
      readFields(message, { 1: { 1: 'any', 2: 'any' } }, allowance);
      expect(left - allowance.left).toBe(spent);
    }
  });

  it('refuses more fields than a file may have', () => {
    const message = times(1000, bytesField(1, Buffer.from(numberField(2, 1))));
    const shape = { 1: [{ 2: 'any' }] } as const;
    expect(() => readFields(message, shape, { left: 2000 })).not.toThrow();
    expect(() => readFields(message, shape, { left: 1999 })).toThrow(/^more than \d+ fields$/);
    expect(fieldsOfOneFile().left).toBeGreaterThan(10_000_000);
  });
});

describe('checkIndexFile', () => {
  it('reads a head whose numbers and names are many', () => {
    const schema = Buffer.concat([
      times(300_000, bytesField(1, Buffer.alloc(0))),
      times(300_000, bytesField(5, Buffer.alloc(0))),
    ]);
    const descriptor = wrapped(1, schema);
    const footer = Buffer.alloc(16 + 40);
    footer.writeBigUInt64LE(0n, 0);
    footer.writeBigUInt64LE(BigInt(descriptor.length), 8);
    footer.writeBigUInt64LE(BigInt(descriptor.length), 16 + 16);
    footer.writeUInt16LE(2, 16 + 32);
    footer.write('LANC', 16 + 36);
    expect(() => checkIndexFile(Buffer.concat([descriptor, footer]))).not.toThrow();
  });
});
