/** Rows of the caller's view that define or mention a name, and what resolving a mention needs of its file. */

import { blobKeyOf } from '../identity.ts';
import type { Site } from '../query/resolveReference.ts';
import type { CallerView, ViewedFile } from '../search/callerView.ts';
import type { ChunkStore } from '../store-port.ts';
import type { BlobKey, ChunkRow, Reference } from '../types.ts';

export interface SymbolContext {
  store: ChunkStore;
  view: CallerView;
}

export const COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'signature',
  'startLine',
  'endLine',
  'defines',
  'references',
  'text',
] as const;
export type Row = Pick<ChunkRow, (typeof COLUMNS)[number]>;
/** A name that more chunks than this mention says nothing. */
const MOST_ROWS = 20_000;

/** Rows of the view whose full-text index holds the token, with the files they stand in. */
export async function rowsWith(
  { store, view }: SymbolContext,
  token: string,
): Promise<{ row: Row; files: ViewedFile[] }[]> {
  const byKey = new Map<BlobKey, ViewedFile[]>();
  for (const file of view.files) byKey.set(blobKeyOf(file), [...(byKey.get(blobKeyOf(file)) ?? []), file]);
  const found = (await store.searchWords([token], MOST_ROWS)).filter(({ blobSha, language }) =>
    byKey.has(blobKeyOf({ blob: blobSha, language })),
  );
  const stored: Row[] =
    found.length === 0 ? [] : await store.rows({ chunkIds: found.map(({ chunkId }) => chunkId) }, COLUMNS);
  const fresh: Row[] = view.overlay.filter(({ searchText }) => ` ${searchText} `.includes(` ${token} `));
  return [...stored, ...fresh].map((row) => ({
    row,
    files: byKey.get(blobKeyOf({ blob: row.blobSha, language: row.language })) ?? [],
  }));
}

export async function importsOf(
  { store, view }: SymbolContext,
  rows: readonly Row[],
): Promise<ReadonlyMap<BlobKey, Reference[]>> {
  const keys = new Set(rows.map((row) => blobKeyOf({ blob: row.blobSha, language: row.language })));
  const out = new Map<BlobKey, Reference[]>();
  const all = [
    ...(keys.size === 0 ? [] : await store.rows({ blobs: [...keys] }, ['blobSha', 'language', 'references'])),
    ...view.overlay,
  ];
  for (const { blobSha, language, references } of all) {
    const key = blobKeyOf({ blob: blobSha, language });
    if (keys.has(key)) out.set(key, [...(out.get(key) ?? []), ...references.filter(({ kind }) => kind === 'import')]);
  }
  return out;
}

export function siteOf(row: Row, path: string, imports: ReadonlyMap<BlobKey, Reference[]>): Site {
  return {
    path,
    language: row.language,
    scope: [...row.scope, row.symbol],
    imports: imports.get(blobKeyOf({ blob: row.blobSha, language: row.language })) ?? [],
  };
}

/** The lines of the chunk that hold the name as a whole word; the chunk's first line if none does (a generated name). */
export function linesWith(row: Row, name: string, all: boolean): { line: number; preview: string }[] {
  const lines = row.text.split('\n');
  const out: { line: number; preview: string }[] = [];
  lines.forEach((text, at) => {
    if (hasWord(text, name)) out.push({ line: row.startLine + at, preview: text.trim() });
  });
  if (out.length === 0) return [{ line: row.startLine, preview: lines[0]?.trim() ?? '' }];
  return all ? out : out.slice(0, 1);
}

function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}_$]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}_$]/u.test(text[at + name.length] ?? ' '))
      return true;
  }
  return false;
}

export function lineOf(row: Row, line: number): string | undefined {
  return row.text.split('\n')[line - row.startLine];
}
