/** A table in one file: rows come back as they were given, and bytes that are not as written are no rows. */

import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ByteWriter } from '../../../src/engine/bytes.ts';
import { roundVector } from '../../../src/engine/byteVectors.ts';
import { type SideTable, SideTableForm } from '../../../src/store/sideTable.ts';
import fc from '../../helpers/fastCheck.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

interface Row {
  key: string;
  text: string;
  list: string[];
  vector: Float32Array;
}

const DIMENSIONS = 8;

const FORM = new SideTableForm<Row>({
  ...{ name: 'rows', label: 'the table of rows', key: 'key', version: '1', hasVector: true },
  texts: ['key', 'text', 'list'],
  toText: (row, column) => (column === 'list' ? JSON.stringify(row.list) : String(row[column])),
  ofText: (text, column) => (column === 'list' ? JSON.parse(text) : text),
});

const ALL = ['key', 'text', 'list', 'vector'] as const;
const free = () => undefined;

function rowOf(key: string, text = `about ${key}`): Row {
  const vector = roundVector(Float32Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(key.length + at)));
  return { key, text, list: [key, 'é🦀\0'], vector };
}

function rowsOf(count: number, from = 0): Row[] {
  return Array.from({ length: count }, (_, at) => rowOf(`k${from + at}`));
}

async function tableWith(dir: string, ...batches: Row[][]): Promise<SideTable<Row>> {
  const table = await FORM.create(dir, DIMENSIONS);
  for (const batch of batches) await table.append([batch], free);
  return table;
}

const read = (dir: string) => FORM.open(dir, 'read', DIMENSIONS);
const write = (dir: string) => FORM.open(dir, 'write', DIMENSIONS);
const BROKEN = { code: 'BROKEN_INDEX', message: 'the table of rows is not as it was written' };

describe('rows', () => {
  quick.it('come back as they were given, whole and by key, in one append or in many', async () => {
    const dir = tempDir();
    const rows = [...rowsOf(1300), rowOf('odd', ''), rowOf('long', 'word '.repeat(20_000)), rowOf('x\ud800y')];
    const table = await tableWith(dir, rows.slice(0, 1), rows.slice(1, 900), rows.slice(900));
    rows.at(-1)!.key = 'x\ufffdy';
    rows.at(-1)!.list = ['x\ud800y', 'é🦀\0'];
    for (const opened of [table, (await read(dir))!, (await write(dir))!]) {
      expect(opened.count()).toBe(rows.length);
      const scanned = opened.scan(ALL);
      expect(scanned.slice(0, -1)).toEqual(rows.slice(0, -1).map((row) => ({ ...row, text: row.text })));
      expect(opened.rows(['k7', 'long', 'nobody', 'k1299'], ['key', 'vector'])).toEqual(
        [rows[7]!, rows[1299]!, rowOf('long')].map(({ key, vector }) => ({ key, vector })),
      );
      expect(opened.rows([], ALL)).toEqual([]);
    }
  });

  quick.it('are removed by key', async () => {
    const dir = tempDir();
    const table = await tableWith(dir, rowsOf(600), rowsOf(3, 600));
    await table.remove(['k0', 'k601', 'nobody'], free);
    for (const opened of [table, (await read(dir))!]) {
      expect(opened.count()).toBe(601);
      expect(opened.rows(['k0', 'k1', 'k601', 'k602'], ['key'])).toEqual([{ key: 'k1' }, { key: 'k602' }]);
    }
  });

  slow.it('are added a few at a time a thousand times, to a file that stays small', async () => {
    const dir = tempDir();
    const table = await tableWith(dir, rowsOf(100));
    for (let at = 0; at < 1000; at++) await table.append([rowsOf(1, 100 + at)], free);
    const { length } = readFileSync(FORM.file(dir));
    expect((await read(dir))!.scan(['key'])).toEqual(rowsOf(1100).map(({ key }) => ({ key })));
    const fresh = tempDir();
    await tableWith(fresh, rowsOf(1100));
    expect(length).toBeLessThan(3 * readFileSync(FORM.file(fresh)).length);
  });

  quick.it('are not written where the caller stops it, or the table was opened to be read', async () => {
    const dir = tempDir();
    const table = await tableWith(dir, rowsOf(2));
    const stop = () => {
      throw new Error('stop');
    };
    await expect(table.append([rowsOf(1, 2)], stop)).rejects.toThrow('stop');
    await expect(table.remove(['k0'], stop)).rejects.toThrow('stop');
    await expect((await read(dir))!.append([rowsOf(1, 2)], free)).rejects.toMatchObject({ code: 'STORE' });
    await expect(table.append([[{ ...rowOf('x'), vector: new Float32Array(3) }]], free)).rejects.toThrow(RangeError);
    expect((await read(dir))!.count()).toBe(2);
  });
});

describe('a file', () => {
  quick.it('of another version, other columns or dimensions is none', async () => {
    const dir = tempDir();
    expect(await read(dir)).toBeNull();
    await tableWith(dir, rowsOf(1));
    expect(await FORM.open(dir, 'read', 4)).toBeNull();
    expect(await new SideTableForm({ ...FORM.form, version: '2' }).open(dir, 'read')).toBeNull();
    expect(await new SideTableForm({ ...FORM.form, hasVector: false }).open(dir, 'read')).toBeNull();
    expect((await FORM.open(dir, 'read'))!.scan(['key'])).toEqual([{ key: 'k0' }]);
  });

  quick.it(
    'that is cut off at its end lacks the last rows, and the next writer takes back what is left of them',
    async () => {
      const dir = tempDir();
      await tableWith(dir, rowsOf(3));
      const whole = readFileSync(FORM.file(dir)).length;
      await (await write(dir))!.append([rowsOf(2, 3)], free);
      const all = readFileSync(FORM.file(dir)).length;
      for (let length = whole; length < all; length += 7) {
        truncateSync(FORM.file(dir), length);
        expect((await read(dir))!.count()).toBe(3);
        if (length > whole) await expect(FORM.check(dir)).rejects.toMatchObject(BROKEN);
        const again = (await write(dir))!;
        expect(readFileSync(FORM.file(dir))).toHaveLength(whole);
        await again.append([rowsOf(2, 3)], free);
        await FORM.check(dir);
        expect((await read(dir))!.count()).toBe(5);
      }
    },
  );

  quick.it('with zeros at its end, as after a power cut, is taken back by a writer', async () => {
    const dir = tempDir();
    await tableWith(dir, rowsOf(3));
    appendFileSync(FORM.file(dir), Buffer.alloc(200));
    await expect(read(dir)).rejects.toMatchObject(BROKEN);
    expect((await write(dir))!.count()).toBe(3);
    expect((await read(dir))!.count()).toBe(3);
  });

  slow.it('with a changed byte is refused, or lacks its last rows', async () => {
    const dir = tempDir();
    await tableWith(dir, rowsOf(20), rowsOf(20, 20));
    const bytes = readFileSync(FORM.file(dir));
    const kept = new Set<number>();
    const ways = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(ways, async ([at, change]) => {
        const changed = Buffer.from(bytes);
        changed[at]! ^= change;
        writeFileSync(FORM.file(dir), changed);
        try {
          const rows = (await read(dir))!.scan(ALL);
          expect(rows).toEqual([...rowsOf(20), ...rowsOf(20, 20)].slice(0, rows.length));
          kept.add(rows.length);
        } catch (error) {
          expect(error).toMatchObject(BROKEN);
        }
      }),
      { numRuns: 1500 },
    );
    for (const count of kept) expect([0, 20]).toContain(count);
  });

  quick.it('that says that it unpacks to more than there is room for is not unpacked', async () => {
    const dir = tempDir();
    await tableWith(dir, []);
    const piece = new ByteWriter();
    piece.varint(0);
    for (const _ of FORM.form.texts) {
      piece.varint(2 ** 26);
      piece.varint(1);
      piece.bytes(new Uint8Array(1));
    }
    const body = Buffer.from(piece.finish());
    const lead = Buffer.alloc(4);
    lead.writeUInt32LE(body.length);
    const record = Buffer.concat([lead, createHash('sha256').update(body).digest().subarray(0, 16), body]);
    appendFileSync(FORM.file(dir), Buffer.concat(Array.from({ length: 20 }, () => record)));
    await expect(read(dir)).rejects.toMatchObject(BROKEN);
    expect(await FORM.isWhole(dir)).toBe(false);
  });

  quick.it('that is a folder, a link, or nobody can read, is told', async () => {
    const dir = tempDir();
    mkdirSync(FORM.file(dir));
    await expect(read(dir)).rejects.toMatchObject(BROKEN);
    expect(await (await FORM.create(dir, DIMENSIONS)).count()).toBe(0);
    const other = tempDir();
    symlinkSync(FORM.file(dir), join(other, 'rows.rows'));
    await expect(read(other)).rejects.toMatchObject(BROKEN);
    await FORM.create(other, DIMENSIONS);
    expect(await FORM.exists(dir)).toBe(true);
    await FORM.remove(other);
    expect(await FORM.exists(other)).toBe(false);
  });
});
