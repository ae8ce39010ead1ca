/** Files that are asked for again are not read again, but those in memory, and those that there is no room for. */

import { beforeEach, describe, expect, it } from 'vitest';
import { rowKeyOf } from '../../../src/base/identity.ts';
import type { BlobKey, ChunkRow } from '../../../src/base/types.ts';
import { DEFINES, REFERS } from '../../../src/base/words.ts';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { readFiles, rowsOfName, type SymbolContext } from '../../../src/graph/readFiles.ts';
import { findDefinitions } from '../../../src/graph/symbols.ts';
import type { CallerView } from '../../../src/view/callerView.ts';
import { rowOf, shaOf } from '../../integration/store/children/rows.ts';

const keyOf = (name: string): BlobKey => `${shaOf(name)}:typescript`;
const fileRow = (name: string, text: string): ChunkRow =>
  rowOf(name, { blobSha: shaOf(name), language: 'typescript', text, startLine: 1, endLine: 1 });

let asked: string[][];
let context: SymbolContext;

function contextOf(rows: readonly ChunkRow[], overlay: readonly ChunkRow[] = []): SymbolContext {
  const store = {
    rows: async ({ blobs }: { blobs: readonly string[] }) => {
      asked.push([...blobs]);
      return rows.filter(({ blobSha, language }) => blobs.includes(`${blobSha}:${language}`));
    },
  };
  return { store, view: { overlay } } as unknown as SymbolContext;
}

beforeEach(() => {
  asked = [];
  context = contextOf(['a', 'b', 'c'].map((name) => fileRow(name, `of ${name}`)));
});

describe('files', () => {
  it('are read once, and come in the order of their keys', async () => {
    const first = await readFiles(context, [keyOf('b'), keyOf('a'), keyOf('gone')]);
    expect([...first.keys()]).toEqual([keyOf('b'), keyOf('a')]);
    const second = await readFiles(context, [keyOf('c'), keyOf('a'), keyOf('b'), keyOf('a')]);
    expect([...second.keys()]).toEqual([keyOf('c'), keyOf('a'), keyOf('b')]);
    expect(second.get(keyOf('a'))).toBe(first.get(keyOf('a')));
    expect(second.get(keyOf('c'))!.lines).toEqual(['of c']);
    expect(asked).toEqual([[keyOf('b'), keyOf('a'), keyOf('gone')], [keyOf('c')]]);
  });

  it('of another store, or in memory, are not those', async () => {
    await readFiles(context, [keyOf('a')]);
    const other = contextOf([fileRow('a', 'of another store')]);
    expect((await readFiles(other, [keyOf('a')])).get(keyOf('a'))!.lines).toEqual(['of another store']);
    const edited = { ...context, view: contextOf([], [fileRow('a', 'in memory')]).view };
    expect((await readFiles(edited, [keyOf('a')])).get(keyOf('a'))!.lines).toEqual(['in memory']);
    expect((await readFiles(context, [keyOf('a')])).get(keyOf('a'))!.lines).toEqual(['of a']);
  });

  it('go, those first that nobody asked for longest, where they are too large together', async () => {
    const large = contextOf(['a', 'b', 'c'].map((name) => fileRow(name, name.repeat(5_400_000))));
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await readFiles(large, [keyOf(name)]);
    expect(asked.flat()).toEqual(['a', 'b', 'c', 'b'].map(keyOf));
  });
});

describe('definitions', () => {
  const rows = ['first', 'second'].map((name) => ({
    ...fileRow(name, `const ${name} = 1`),
    defines: [{ name, kind: 'constant' as const, startLine: 1, endLine: 1 }],
    searchText: DEFINES + name,
  }));
  const view = (paths: readonly string[], overlay: readonly ChunkRow[] = []): CallerView => {
    const file = (path: string) => ({ path, language: 'typescript', status: 'committed' });
    const byBlob = new Map(rows.map((row, at) => [rowKeyOf(row), [file(paths[at]!)]]));
    return { overlay, byBlob, files: [] } as unknown as CallerView;
  };
  const store = {
    rowsWithTerms: async (terms: readonly string[]) => {
      asked.push([...terms]);
      return rows.filter(({ searchText }) => terms.includes(searchText));
    },
    rows: async ({ chunkIds }: { chunkIds: readonly string[] }) =>
      rows.filter(({ chunkId }) => chunkIds.includes(chunkId)),
  } as unknown as SearchReader;
  const placesOf = async (of: CallerView, names: readonly string[]) =>
    (await findDefinitions({ store, view: of }, names)).map(({ path, name }) => `${path} ${name}`);

  it('of a name are looked up once for a view, and again for another one', async () => {
    const one = view(['a.ts', 'b.ts']);
    expect(await placesOf(one, ['first', 'none'])).toEqual(['a.ts first']);
    expect(await placesOf(one, ['second', 'First', 'none'])).toEqual(['a.ts first', 'b.ts second']);
    const moved = view(['c.ts', 'b.ts']);
    expect(await placesOf(moved, ['first', 'second'])).toEqual(['b.ts second', 'c.ts first']);
    const tokens = asked.map((terms) => terms.map((term) => term.slice(DEFINES.length)));
    expect(tokens).toEqual([['first', 'none'], ['second'], ['first', 'second']]);
  });
});

it('finds all definitions of a name, also beside other names with thousands of them', async () => {
  const MANY = 12_000;
  const rowsOfTerm = (term: string) =>
    Array.from({ length: MANY }, (_, at) => ({ chunkId: `${term}${at}`, blobSha: 'a', language: 'c', score: 1 }));
  const store = {
    rowsWithTerms: async (terms: readonly string[], most: number) => terms.flatMap(rowsOfTerm).slice(0, most),
  };
  const many = { store, view: { overlay: [], byBlob: new Map() } } as unknown as SymbolContext;
  const names = ['first', 'second', 'third'];
  expect((await rowsOfName(many, DEFINES, names)).stored.size).toBe(3 * MANY);
  expect((await rowsOfName(many, REFERS, names)).stored.size).toBe(20_000);
});
