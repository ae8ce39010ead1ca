/**
 * pages.json, in which `cora pages` tells its page what there is. Types and names only: the page
 * reads them too.
 */

import type { EmbedderInfo } from '../base/types.ts';
import type { CentralFile } from '../search/repositoryMap.ts';
import type { PageSearch } from '../settings/requests.ts';

export const PAGES_FILE = 'pages.json';
/** The number of the form of pages.json. */
export const PAGES_FORMAT = 2;

export interface PageIndex {
  /**
   * The name of the index in addresses of the page, made of its repository's and different for
   * each.
   */
  id: string;
  /** Its address from the page's. The name holds a digest: another content has another one. */
  file: string;
  /** Bytes of the file. */
  bytes: number;
  /** Where the repository came from, without credentials; '' where that is not known. */
  repository: string;
  commit: string;
  files: number;
  chunks: number;
  embedder: EmbedderInfo;
  /** Where its members lie in the file: view.json.gz, and the packed segment. */
  view: FilePart;
  segment: FilePart;
  /** The files whose definitions the rest of the code mentions most, best first. */
  central: CentralFile[];
}

export type FilePart = [offset: number, size: number];

export interface PagesFile {
  format: number;
  tool: { name: string; version: string };
  /** The weights of the built-in embedder; null where no index was built with it. */
  model: { file: string; bytes: number } | null;
  /** Settings of searches: those of the command line that wrote the page. */
  search: PageSearch;
  indexes: PageIndex[];
  /** SHA-256 of each other file. A later run only replaces files that still have it. */
  written: Record<string, string>;
}
