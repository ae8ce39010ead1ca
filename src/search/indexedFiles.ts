/** The files of the caller's view, a page at a time, and the definitions of one of them. */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { FileStatus, Filters } from '../base/searchTypes.ts';
import type { BlobKey } from '../base/types.ts';
import { readFiles, type SymbolContext } from '../graph/readFiles.ts';
import type { SymbolHit } from '../graph/symbols.ts';
import { checkFilters } from '../view/checkFilters.ts';
import { searchedView } from '../view/searchedView.ts';
import { notIndexed } from '../view/viewFiles.ts';

export interface IndexedFile {
  path: string;
  language: string;
  status: FileStatus;
  chunks: number;
}

export interface FilesRequest extends Pick<Filters, 'paths' | 'languages'> {
  offset: number;
  limit: number;
}

/**
 * @returns by path; `total` and `languages` (most files first) count those that match on all pages
 */
export async function indexedFiles(
  { store, view }: SymbolContext,
  { paths, languages, offset, limit }: FilesRequest,
): Promise<{ total: number; languages: { language: string; files: number }[]; files: IndexedFile[] }> {
  checkFilters({ languages });
  const { files } = searchedView(view, { paths, languages, kinds: [] });
  const page = files.slice(offset, offset + limit);
  const counts = new Map<BlobKey, number>();
  const count = (row: Parameters<typeof rowKeyOf>[0]): void => {
    counts.set(rowKeyOf(row), (counts.get(rowKeyOf(row)) ?? 0) + 1);
  };
  const wanted = new Set(page.map(blobKeyOf));
  const fresh = view.overlay.filter((row) => wanted.has(rowKeyOf(row)));
  for (const row of fresh) count(row);
  const blobs = [...wanted].filter((key) => !counts.has(key));
  if (blobs.length > 0) for (const row of await store.rows({ blobs }, ['blobSha', 'language'])) count(row);
  return {
    total: files.length,
    languages: languagesOf(files),
    files: page.map(({ path, blob, language, status }) => ({
      path,
      language,
      status,
      chunks: counts.get(blobKeyOf({ blob, language })) ?? 0,
    })),
  };
}

function languagesOf(files: readonly { language: string }[]): { language: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .map(([language, count]) => ({ language, files: count }))
    .sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}

/**
 * @returns definitions by line, outer before inner.
 * @throws CoraError BAD_PATH for a file that is not indexed
 */
export async function fileOutline(context: SymbolContext, path: string): Promise<SymbolHit[]> {
  const { files } = context.view;
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw notIndexed('BAD_PATH', path, files);
  const { language, status } = file;
  const [read] = (await readFiles(context, [blobKeyOf(file)])).values();
  return (read?.definitions ?? []).map((definition) => ({ ...definition, path, language, status }));
}
