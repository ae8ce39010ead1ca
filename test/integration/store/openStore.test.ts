/** The ChunkStore port on a real LanceDB table: what goes in comes out, and nothing else. */

import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { ROW_COLUMNS } from '../../../src/store/schema.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { all, DIMENSIONS, keyOf, rowOf, rowsOf, sorted, vectorOf } from './children/rows.ts';

const opened: ChunkStore[] = [];

async function open(dir: string, mode: 'read' | 'write' = 'write'): Promise<ChunkStore> {
  const store = await openStore(dir, DIMENSIONS, mode);
  opened.push(store);
  return store;
}

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

const ODD_NAMES = ['with space', 'perc%20ent', 'hash#mark', 'ünï 日本', "quote'", 'a&b=c', '[x]'];
/** Windows has no such name. */
if (process.platform !== 'win32') ODD_NAMES.push('question?');

const ODD = 'nul\u0000 quote\' "double" back\\slash\r\n\ttab 日本語 🦀 e\u0301 \u2028';

describe('rows', () => {
  it('come back with every column as it was', async () => {
    const store = await open(tempDir());
    const rows = [
      rowOf('plain'),
      rowOf('empty', {
        symbol: '',
        scope: [],
        signature: '',
        parentChunk: '',
        text: '',
        doc: '',
        defines: [],
        references: [],
        searchText: '',
        tokens: 0,
        kind: 'text',
        vector: new Float32Array(DIMENSIONS),
      }),
      rowOf('odd', {
        symbol: ODD,
        scope: [ODD, '', 'x'],
        signature: ODD,
        parentChunk: ODD,
        text: `\ufeff${ODD}`,
        doc: ODD,
        defines: [{ name: ODD, kind: 'enum', startLine: 1, endLine: 2_000_000_000 }],
        references: [
          { name: ODD, kind: 'link' },
          { name: '', kind: 'import', from: '' },
          { name: 'a', kind: 'call', from: ODD },
        ],
        part: 7,
        parts: 9,
        startByte: 2_147_483_000,
        blobSha: 'f'.repeat(64),
      }),
      rowOf('huge', { text: 'line of text\n'.repeat(400_000), searchText: 'huge '.repeat(100_000).trim() }),
    ];
    await store.append(rows);
    expect(sorted(await all(store.scan(ROW_COLUMNS)))).toEqual(sorted(rows));
    const chunkIds = rows.map(({ chunkId }) => chunkId);
    expect(sorted(await store.rows({ chunkIds }, ROW_COLUMNS))).toEqual(sorted(rows));
  });

  it('hold only the columns asked for', async () => {
    const store = await open(tempDir());
    await store.append(rowsOf(3));
    expect(await store.rows({ chunkIds: [rowOf(1).chunkId] }, ['startLine'])).toEqual([{ startLine: 3 }]);
    expect(await all(store.scan(['symbol']))).toHaveLength(3);
    expect(Object.keys((await all(store.scan(['symbol'])))[0]!)).toEqual(['symbol']);
  });

  it('are found by blob and language, and what is not there is left out', async () => {
    const store = await open(tempDir());
    const c = rowOf('as c', { blobSha: 'a'.repeat(40), language: 'c' });
    const cpp = rowOf('as c++', { blobSha: 'a'.repeat(40), language: 'c++' });
    await store.append([c, cpp, rowOf(1)]);
    expect(await store.rows({ blobs: [keyOf(c)] }, ['chunkId'])).toEqual([{ chunkId: c.chunkId }]);
    expect(await store.rows({ blobs: [`${'b'.repeat(40)}:c`] }, ['chunkId'])).toEqual([]);
    expect(await store.rows({ blobs: [] }, ['chunkId'])).toEqual([]);
    expect(await store.rows({ chunkIds: ["' OR true --", ''] }, ['chunkId'])).toEqual([]);
    expect(await store.blobKeys()).toEqual(new Map([c, cpp, rowOf(1)].map((row) => [keyOf(row), 1])));
  });

  it('are found in any number', async () => {
    const store = await open(tempDir());
    const rows = rowsOf(6001);
    await store.append(rows);
    for (const count of [1000, 1001, 5001]) {
      const wanted = rows.slice(0, count);
      const chunkIds = wanted.map(({ chunkId }) => chunkId);
      const byId = await store.rows({ chunkIds: [...chunkIds, ...chunkIds, 'none'] }, ['chunkId']);
      expect(byId.map(({ chunkId }) => chunkId).sort()).toEqual(chunkIds.sort());
      const byBlob = await store.rows({ blobs: wanted.map(keyOf) }, ['symbol']);
      expect(byBlob.map(({ symbol }) => symbol).sort()).toEqual(wanted.map(({ symbol }) => symbol).sort());
      expect(Object.keys(byBlob[0]!)).toEqual(['symbol']);
      const vectors = await store.vectorsOf(wanted.map(({ contentHash }) => contentHash));
      expect(vectors.size).toBe(count);
      expect(vectors.get(rows[0]!.contentHash)).toEqual(rows[0]!.vector);
    }
  });

  it('are removed blob by blob, and nothing else is', async () => {
    const store = await open(tempDir());
    const rows = rowsOf(5);
    await store.append([...rows, rowOf('1 second', { blobSha: rows[1]!.blobSha })]);
    await store.remove([keyOf(rows[1]!), `${rows[2]!.blobSha}:other`, `${"x' OR true --"}:c`]);
    expect([...(await store.blobKeys()).keys()].sort()).toEqual([0, 2, 3, 4].map((i) => keyOf(rows[i]!)).sort());
    await store.remove(rows.map(keyOf));
    expect((await store.stats()).rows).toBe(0);
  });

  it('are replaced in one commit, with those of their blobs that are new or gone', async () => {
    const dir = tempDir();
    const store = await open(dir);
    const kept = rowOf('other', { blobSha: 'c'.repeat(40) });
    const blobSha = 'b'.repeat(40);
    await store.append([kept, rowOf('one', { blobSha, text: 'old' }), rowOf('two', { blobSha })]);
    const reader = await open(dir, 'read');
    const before = (await store.stats()).versions;
    await store.replace([rowOf('one', { blobSha, text: 'new' }), rowOf('three', { blobSha })]);
    expect((await store.stats()).versions).toBe(before + 1);
    const rows = await all(reader.scan(ROW_COLUMNS));
    expect(sorted(rows)).toEqual(sorted([kept, rowOf('one', { blobSha, text: 'new' }), rowOf('three', { blobSha })]));
  });
});

describe('append', () => {
  it('refuses vectors of another embedder', async () => {
    const store = await open(tempDir());
    const wrong = rowOf(1, { vector: vectorOf(1, 4) });
    await expect(store.append([rowOf(0), wrong])).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' });
    expect((await store.stats()).rows).toBe(0);
  });
});

describe('openStore', () => {
  it('says that there is no index, and creates nothing, for a reader', async () => {
    const dir = join(tempDir(), 'none');
    await expect(open(dir, 'read')).rejects.toMatchObject({
      code: 'NO_INDEX',
      hint: expect.stringContaining('cora index'),
    });
    expect(readdirSync(join(dir, '..'))).toEqual([]);
  });

  it('packs texts, which LanceDB reads as any', async () => {
    const dir = tempDir();
    const store = await open(dir);
    const rows = rowsOf(500).map((row) => ({ ...row, text: `${'text '.repeat(200)}${row.chunkId}` }));
    await store.append(rows);
    expect((await store.stats()).bytes).toBeLessThan(500 * 1000);
    const found = await all((await open(dir, 'read')).scan(['chunkId', 'text']));
    expect(found).toEqual(rows.map(({ chunkId, text }) => ({ chunkId, text })));
  });

  it('answers from an empty store', async () => {
    const dir = tempDir();
    const store = await open(dir);
    await store.optimize(0);
    const reader = await open(dir, 'read');
    expect(await all(reader.scan(['chunkId']))).toEqual([]);
    expect(await reader.blobKeys()).toEqual(new Map());
    expect(await reader.stats()).toMatchObject({ rows: 0 });
  });

  it('lets a reader see what was written after it was opened', async () => {
    const dir = tempDir();
    const store = await open(dir);
    const reader = await open(dir, 'read');
    await store.append(rowsOf(2));
    expect((await reader.blobKeys()).size).toBe(2);
  });

  it('refuses to write for a reader', async () => {
    const dir = tempDir();
    await open(dir);
    const reader = await open(dir, 'read');
    await expect(reader.append([rowOf(1)])).rejects.toMatchObject({ code: 'STORE' });
    await expect(reader.remove([keyOf(rowOf(1))])).rejects.toMatchObject({ code: 'STORE' });
    await expect(reader.optimize(0)).rejects.toMatchObject({ code: 'STORE' });
  });

  it('names the doctor for a table that cannot be opened', async () => {
    const dir = tempDir();
    const store = await open(dir);
    await store.append(rowsOf(2));
    // A run that has not come to its end would be taken back.
    await store.optimize(60_000);
    const versions = join(dir, 'chunks.lance', '_versions');
    for (const name of readdirSync(versions)) truncateSync(join(versions, name), 10);
    for (const mode of ['read', 'write'] as const) {
      await expect(open(dir, mode)).rejects.toMatchObject({
        code: 'BROKEN_INDEX',
        hint: expect.stringContaining('cora doctor --fix'),
      });
    }
  });

  it('goes on from a creation that was killed', async () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'chunks.lance', '_versions'), { recursive: true });
    writeFileSync(join(dir, 'chunks.lance', '_versions', '.tmp_1.manifest_x'), 'half');
    await expect(open(dir, 'read')).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    const store = await open(dir);
    await store.append(rowsOf(2));
    expect((await (await open(dir, 'read')).stats()).rows).toBe(2);
  });

  it('refuses a table of another embedder', async () => {
    const dir = tempDir();
    (await openStore(dir, 4, 'write')).close();
    for (const mode of ['read', 'write'] as const) {
      await expect(open(dir, mode)).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' });
    }
  });

  it('reports files that vanished under it as a broken index', async () => {
    const dir = tempDir();
    await (await open(dir)).append(rowsOf(2));
    const reader = await open(dir, 'read');
    rmSync(join(dir, 'chunks.lance', 'data'), { recursive: true });
    await expect(reader.rows({ chunkIds: ['x'] }, ['text'])).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    await expect(all(reader.scan(['text']))).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
  });

  it.each(ODD_NAMES)('works in a folder named %s', async (name) => {
    const dir = join(tempDir(), name);
    const store = await open(dir);
    await store.append(rowsOf(2));
    await store.optimize(0);
    expect(readdirSync(dir)).toEqual(['chunks.lance']);
    expect(await all((await open(dir, 'read')).scan(['searchText']))).toHaveLength(2);
  });
});
