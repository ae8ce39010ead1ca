/**
 * views/<id>.view and its parts: a view is written only where it says something new, because readers that stay read it again then,
 * and by what is different from the one before.
 */

import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobKeyOf } from '../../../src/base/identity.ts';
import { decodeView, encodeView, type ViewPart } from '../../../src/store/viewFile.ts';
import type { ViewRecord } from '../../../src/store/views.ts';
import {
  currentView,
  pruneViews,
  readView,
  viewedBlobs,
  viewStamp,
  writeCurrentView,
  writeView,
} from '../../../src/store/views.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { whileOpening } from '../../helpers/whileOpening.ts';
import { shaOf } from './children/rows.ts';

const VIEW: ViewRecord = {
  commit: '1'.repeat(40),
  tree: '2'.repeat(40),
  repository: 'https://example.com/one.git',
  chunks: 3,
  tokens: 40,
  words: 30,
  hashes: Uint32Array.from([1, 5]),
  counts: Uint32Array.from([2, 3]),
  vectorSum: Float64Array.from([0, 16384]),
  rowsDigest: Uint32Array.from([1, 2, 3, 4]),
  redacted: [],
  files: [{ path: 'src/a.ts', blob: '3'.repeat(40), language: 'typescript' }],
};

it('keeps the file of a view that is what it was', async () => {
  const dir = tempDir();
  await writeView(dir, 'abc', VIEW);
  await writeCurrentView(dir, 'abc');
  const stamp = viewStamp(dir, 'abc');
  await writeView(dir, 'abc', { ...VIEW });
  expect(viewStamp(dir, 'abc')).toBe(stamp);
  const moved = { ...VIEW, commit: '4'.repeat(40) };
  await writeView(dir, 'abc', moved);
  expect(viewStamp(dir, 'abc')).not.toBe(stamp);
  expect(await readView(dir, 'abc')).toMatchObject({ commit: moved.commit, chunks: 3 });
});

it('makes a view that one comes back to the newest', async () => {
  const dir = tempDir();
  for (const id of ['abc', 'def']) {
    await writeView(dir, id, VIEW);
    await writeCurrentView(dir, id);
    utimesSync(join(dir, 'views', `${id}.view`), 1000, id === 'abc' ? 1000 : 2000);
  }
  await writeView(dir, 'abc', VIEW);
  await writeCurrentView(dir, '(torn)');
  expect(await currentView(dir)).toBe('abc');
});

it('keeps as many views as it is told, whatever a killed writer left beside them', async () => {
  const dir = tempDir();
  for (const [at, id] of ['aa', 'bb', 'cc'].entries()) {
    await writeView(dir, id, VIEW);
    utimesSync(join(dir, 'views', `${id}.view`), 1000 + at, 1000 + at);
  }
  await writeCurrentView(dir, 'aa');
  // Newer than all of them: of this Cora and of an earlier one.
  for (const left of ['.dd.view.4711.0123456789ab.tmp', 'ee.view.4711.tmp'])
    writeFileSync(join(dir, 'views', left), '{');
  for (const name of filesIn(dir).filter((one) => one.endsWith('.part')))
    utimesSync(join(dir, 'views', name), 1000, 1000);
  await pruneViews(dir, 1, new Set(['aa']));
  expect(filesIn(dir)).toEqual([expect.stringMatching(/\.part$/), 'aa.view', 'cc.view', 'current']);
});

describe('by difference', () => {
  it('is read as it was, after any number of changes, and writes little more than these', async () => {
    const dir = tempDir();
    let view = large();
    await writeView(dir, 'a0', view);
    const whole = bytesIn(dir);
    let last = await readView(dir, 'a0');
    for (let at = 1; at <= 60; at++) {
      view = changed(view, at);
      await writeView(dir, `a${at}`, view, last);
      last = await readView(dir, `a${at}`);
      const { parts, ...read } = last!;
      expect(read).toEqual(view);
      expect(parts!.length).toBeLessThan(16);
      const changes = parts!.slice(1).reduce((sum, { bytes }) => sum + bytes, 0);
      expect(changes).toBeLessThanOrEqual(parts![0]!.bytes / 4);
    }
    expect(bytesIn(dir)).toBeLessThan(6 * whole);
    expect((await readView(dir, 'a30'))!.commit).toBe(shaOf('commit 30'));
  });

  it('is nothing where a byte of a part is another one, or a part is gone', async () => {
    const dir = tempDir();
    await writeView(dir, 'aa', large());
    await writeView(dir, 'bb', changed(large(), 1), await readView(dir, 'aa'));
    const { parts } = (await readView(dir, 'bb'))!;
    expect(parts).toHaveLength(2);
    for (const { name } of parts!) {
      const file = join(dir, 'views', `${name}.part`);
      const bytes = readFileSync(file);
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const other = Buffer.from(bytes);
        other[at]! ^= 1;
        writeFileSync(file, other);
        expect(await readView(dir, 'bb')).toBeNull();
      }
      writeFileSync(file, Buffer.concat([bytes, Buffer.from('\n')]));
      expect(await readView(dir, 'bb')).toBeNull();
      rmSync(file);
      expect(await readView(dir, 'bb')).toBeNull();
      writeFileSync(file, bytes);
      expect(await readView(dir, 'bb')).not.toBeNull();
    }
  });

  it('is written whole where the part that it would take in cannot be read any more', async () => {
    const dir = tempDir();
    await writeView(dir, 'aa', large());
    await writeView(dir, 'bb', changed(large(), 1), await readView(dir, 'aa'));
    const from = (await readView(dir, 'bb'))!;
    rmSync(join(dir, 'views', `${from.parts![1]!.name}.part`));
    const view = changed(changed(large(), 1), 2);
    await writeView(dir, 'cc', view, from);
    const { parts, ...read } = (await readView(dir, 'cc'))!;
    expect(parts).toHaveLength(1);
    expect(read).toEqual(view);
  });

  it('names few parts, each once, of no more bytes than a view has, and only in a store', () => {
    const part = (at: number, bytes = 100): ViewPart => ({ name: shaOf(at).slice(0, 32), bytes });
    const many = Array.from({ length: 64 }, (_, at) => part(at));
    const decoded = (parts: readonly ViewPart[], isInStore = true) => decodeView(encodeView(VIEW, parts), isInStore);
    expect(decoded(many)).toMatchObject({ parts: many, files: [] });
    for (const refused of [[], [...many, part(64)], [part(1), part(2), part(1)], [part(1, 2 ** 30), part(2, 1)]])
      expect(decoded(refused)).toBeNull();
    expect(decoded([part(1)], false)).toBeNull();
  });

  it('is read again where a writer removes its parts meanwhile', async () => {
    const dir = tempDir();
    await writeView(dir, 'bb', large());
    const next = changed(large(), 1);
    let isGone = false;
    const read = await whileOpening(
      async (name) => {
        if (isGone || !name.endsWith('.part')) return;
        isGone = true;
        rmSync(join(dir, 'views', name));
        await writeView(dir, 'bb', next);
      },
      () => readView(dir, 'bb'),
    );
    expect(read).toMatchObject(next);
  });

  it('tells the files of all views that are kept, and reads each part once', async () => {
    const dir = tempDir();
    const views = [large()];
    await writeView(dir, 'a0', views[0]!);
    for (let at = 1; at < 8; at++) {
      views.push(changed(views[at - 1]!, at));
      await writeView(dir, `a${at}`, views[at]!, await readView(dir, `a${at - 1}`));
    }
    const opened: string[] = [];
    const note = async (name: string) => void opened.push(name);
    const { kept } = viewedBlobs(dir, null);
    const keys = await whileOpening(note, kept);
    expect([...keys].sort()).toEqual([...new Set(views.flatMap(({ files }) => files.map(blobKeyOf)))].sort());
    const parts = opened.filter((name) => name.endsWith('.part'));
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts).size).toBe(parts.length);
  });

  it('keeps parts as long as a view names them, and an hour for those who read one that is gone', async () => {
    const dir = tempDir();
    await writeView(dir, 'aa', large());
    await writeView(dir, 'bb', changed(large(), 1), await readView(dir, 'aa'));
    await writeView(dir, 'cc', { ...large(), files: [] });
    await pruneViews(dir, 0, new Set(['bb']));
    expect(filesIn(dir).filter((name) => name.endsWith('.part'))).toHaveLength(3);
    for (const name of filesIn(dir)) utimesSync(join(dir, 'views', name), 1000, 1000);
    await pruneViews(dir, 0, new Set(['bb']));
    expect(filesIn(dir).filter((name) => name.endsWith('.part'))).toHaveLength(2);
    expect(await readView(dir, 'bb')).toMatchObject(changed(large(), 1));
  });
});

function large(): ViewRecord {
  const numbers = Uint32Array.from({ length: 3000 }, (_, at) => 1 + 7 * at);
  const file = (at: number) => ({
    path: `src/${String(at).padStart(4, '0')}.ts`,
    blob: shaOf(at),
    language: 'typescript',
  });
  const files = Array.from({ length: 400 }, (_, at) => file(at));
  return { ...VIEW, hashes: numbers, counts: numbers.map((hash) => hash % 9 || 1), files };
}

/** Changes, moves, adds and removes files and words, and now and then the repository lacks some. */
function changed(view: ViewRecord, at: number): ViewRecord {
  const path = `src/${String((37 * at) % 400).padStart(4, '0')}.ts`;
  const other = { path: at % 3 === 0 ? `new/${at}.py` : path, blob: shaOf(`blob ${at}`), language: 'python' };
  const rest = view.files.filter((file) => file.path !== path);
  const lacks = at % 5 === 0;
  const files = lacks ? rest : [...rest, other].sort((a, b) => (a.path < b.path ? -1 : 1));
  const counts = new Map([...view.hashes].map((hash, index) => [hash, view.counts[index]!]));
  counts.set(1 + 7 * at, at);
  counts.set(5000 + 7 * at, 2);
  if (at % 2 === 0) counts.delete(8 + 7 * at);
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const { missing: _, ...about } = view;
  return {
    ...about,
    commit: shaOf(`commit ${at}`),
    chunks: view.chunks + 1,
    vectorSum: view.vectorSum.map((sum) => sum + at),
    hashes: Uint32Array.from(sorted, ([hash]) => hash),
    counts: Uint32Array.from(sorted, ([, count]) => count),
    files,
    ...(lacks ? { missing: [other] } : {}),
  };
}

function filesIn(dir: string): string[] {
  return readdirSync(join(dir, 'views')).sort();
}

function bytesIn(dir: string): number {
  return filesIn(dir).reduce((sum, name) => sum + statSync(join(dir, 'views', name)).size, 0);
}
