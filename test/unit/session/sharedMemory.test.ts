/** What questions of one process remember together must not mislead the one that is under way. */

import { describe, expect, it } from 'vitest';
import type { ChunkedBlob, Embedder } from '../../../src/base/types.ts';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { blobName, type Repository } from '../../../src/git/repository.ts';
import { definedNamesOf } from '../../../src/search/assumeNames.ts';
import { addPaths, type PathVectors, type RetrievedChunk } from '../../../src/search/retrieve.ts';
import type { CallerView } from '../../../src/view/callerView.ts';
import { type NewBlob, newBlobs } from '../../../src/view/moveView.ts';

describe('vectors of paths', () => {
  const chunk = (path: string) =>
    ({ path, cosine: 0.5, row: { vector: Float32Array.of(0.6, 0.8) } }) as unknown as RetrievedChunk;
  const embedder = (before: () => void): Embedder =>
    ({
      embed: async (texts: string[]) => {
        before();
        return texts.map(() => Float32Array.of(1, 0));
      },
    }) as unknown as Embedder;
  const query = Float32Array.of(1, 0);

  it('are those that were known when the search began, whatever another one forgets', async () => {
    const known: PathVectors = new Map([['a.ts', Float32Array.of(0, 1)]]);
    const chunks = [chunk('a.ts'), chunk('b.ts')];
    const wanted = await addPaths(
      chunks,
      query,
      embedder(() => undefined),
      new Map(known),
    );
    const found = await addPaths(
      chunks,
      query,
      embedder(() => known.clear()),
      known,
    );
    expect(found).toEqual(wanted);
    expect([...known.keys()]).toEqual(['b.ts']);
  });
});

describe('the names of a view', () => {
  it('are read again after a reading that failed', async () => {
    const row = { blobSha: 'aa', language: 'typescript', defines: [{ name: 'openTable', kind: 'function' }] };
    let scans = 0;
    const store = {
      scan: async function* () {
        scans += 1;
        if (scans === 1) throw new Error('too many open files');
        yield [row];
      },
    } as unknown as SearchReader;
    const view = { byBlob: new Map([['aa:typescript', []]]), overlay: [] } as unknown as CallerView;
    await expect(definedNamesOf(store, view)).rejects.toThrow('too many');
    expect((await definedNamesOf(store, view)).has('opentable')).toBe(true);
    await definedNamesOf(store, view);
    expect(scans).toBe(2);
  });
});

describe('uncommitted files', () => {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const texts = new Map(['first', 'second one', 'the third of them'].map((text, at) => [`f${at}.ts`, bytesOf(text)]));
  const files = [...texts].map(([path, bytes]) => ({
    path,
    blob: blobName(bytes, 'sha1'),
    language: 'typescript',
    status: 'modified' as const,
  }));

  it('keep their own bytes while another question changes what is remembered', async () => {
    const remembered = new Map<string, NewBlob>();
    const memory = { newBlob: (key: string) => remembered.get(key) };
    const repository = { objectFormat: 'sha1', partial: false } as unknown as Repository;
    const chunk = async (): Promise<ChunkedBlob> => ({ chunks: [], note: null });
    const workspace = { repository } as unknown as Parameters<typeof newBlobs>[0]['workspace'];
    const found: [path: string, bytes: number, torn: boolean][] = [];
    for await (const { file, blob } of newBlobs({ workspace, memory, contents: texts, chunk }, files)) {
      found.push([file.path, blob!.bytes, blob!.torn]);
      remembered.set(`${files[1]!.blob}:typescript`, { rows: [], bytes: 10 });
    }
    expect(found).toEqual(files.map(({ path }) => [path, texts.get(path)!.length, false]));
  });
});
