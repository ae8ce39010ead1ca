/** Lists the files of the caller's view page by page, and the definitions in a file. */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { countEach, mostFrequent } from '../base/lists.ts';
import type { FileStatus, Filters } from '../base/searchTypes.ts';
import { readFiles, type SymbolContext } from '../graph/readFiles.ts';
import type { SymbolHit } from '../graph/referenceModel.ts';
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
 * @returns the files by path; `total` and `languages` (most files first) count the matching files
 * of all pages
 */
export async function indexedFiles(
  { store, view }: SymbolContext,
  { paths, languages, offset, limit }: FilesRequest,
): Promise<{ total: number; languages: { language: string; files: number }[]; files: IndexedFile[] }> {
  const { files } = searchedView(view, { paths, languages, kinds: [] });
  const page = files.slice(offset, offset + limit);
  const wanted = new Set(page.map(blobKeyOf));
  const fresh = countEach(view.overlay.map(rowKeyOf));
  const blobs = [...wanted].filter((key) => !fresh.has(key));
  const stored = blobs.length === 0 ? [] : await store.rows({ blobs }, ['blobSha', 'language']);
  const counts = countEach(stored.map(rowKeyOf));
  const frequent = mostFrequent(files.map(({ language }) => language));
  return {
    total: files.length,
    languages: frequent.map(([language, count]) => ({ language, files: count })),
    files: page.map(({ path, blob, language, status }) => {
      const key = blobKeyOf({ blob, language });
      return { path, language, status, chunks: fresh.get(key) ?? counts.get(key) ?? 0 };
    }),
  };
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
