/** What of the caller's view a search looks at: filters by path, language and kind. */

import { matchGlobs } from '../git/matchGlobs.ts';
import { groupByBlob, type SearchedView } from '../query/retrieve.ts';
import type { ChunkKind } from '../types.ts';
import type { CallerView } from './callerView.ts';

export interface Filters {
  /** Globs; none means all. */
  paths: readonly string[];
  languages: readonly string[];
  kinds: readonly string[];
  /** Ends of file names, with or without the dot; none means all. */
  extensions?: readonly string[];
}

export function searchedView(view: CallerView, { paths, languages, kinds, extensions = [] }: Filters): SearchedView {
  const wantedKind = (kind: ChunkKind): boolean => kinds.length === 0 || kinds.includes(kind);
  const { statistics, overlay } = view;
  if (paths.length === 0 && languages.length === 0 && extensions.length === 0) {
    return { files: view.files, byBlob: view.byBlob, statistics, overlay, wantedKind };
  }
  const byPath = paths.length === 0 ? () => true : matchGlobs(paths);
  const wanted = new Set(languages.map((language) => language.toLowerCase()));
  const ends = extensions.map((extension) => `.${extension.replace(/^\*?\./, '').toLowerCase()}`);
  const files = view.files.filter(
    ({ path, language }) =>
      byPath(path) &&
      (wanted.size === 0 || wanted.has(language)) &&
      (ends.length === 0 || ends.some((end) => path.toLowerCase().endsWith(end))),
  );
  return { files, byBlob: groupByBlob(files), statistics, overlay, wantedKind };
}
