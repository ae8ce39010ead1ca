/**
 * Answers as a server would: /search, /files, /symbols, /map, /graph, /repos, in the shapes of
 * src/server/schemas. All else is not there.
 */

import { CoraError } from '../../base/errors.ts';
import { blobKeyOf } from '../../base/identity.ts';
import { listOf, snakeKeys } from '../../base/lists.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import { neighbourhood } from '../../graph/related.ts';
import { findSymbols } from '../../graph/symbols.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { fileOutline, indexedFiles } from '../../search/indexedFiles.ts';
import { folderMapOf } from '../../search/repositoryMap.ts';
import { search, searchMany } from '../../search/search.ts';
import { type SearchRequest, searchRequestOf } from '../../search/searchRequest.ts';
import type {
  FileContent,
  FileList,
  Graph,
  Repository,
  RepositoryMap,
  SearchAnswer,
  SearchRequestBody,
  SymbolList,
} from '../../server/pageTypes.ts';
import type { PageSearch } from '../../settings/requests.ts';
import type { PageIndex } from '../../share/pagesFile.ts';
import { cutLines, TEXT_COLUMNS, textOfRows } from '../../view/cutLines.ts';
import { fileAt, notIndexed } from '../../view/viewFiles.ts';
import type { OpenPageIndex } from './openPageIndex.ts';
import type { WorkerRequest } from './transport.ts';

export interface PageIndexes {
  /** In the order of the page; the first is meant where a request names none. */
  all: readonly PageIndex[];
  search: PageSearch;
  /** @throws CoraError NETWORK, … */
  open(index: PageIndex): Promise<OpenPageIndex>;
}

type Asked = Pick<WorkerRequest, 'method' | 'path' | 'query' | 'body'>;

/** @returns null for what this page does not have. @throws CoraError */
export function answerTo(indexes: PageIndexes, asked: Asked, signal: AbortSignal): Promise<unknown> | null {
  const { method, path, query, body } = asked;
  const withOpen = async <T extends object>(run: (open: OpenPageIndex, index: PageIndex) => Promise<T>) => {
    const index = indexOf(indexes, query['repo_id']);
    return { repo_id: index.id, ...(await run(await indexes.open(index), index)) };
  };
  const routes: Readonly<Record<string, () => Promise<unknown>>> = {
    'GET /health': async () => ({ status: 'ok' }),
    'GET /repos': async () => indexes.all.map(repositoryBody),
    'POST /search': () => answerSearch(indexes, body as SearchRequestBody, signal),
    'GET /files': () => withOpen((open) => listFiles(open, Number(query['limit']))),
    'GET /files/content': () => withOpen((open) => readContent(open, query['file_path'] ?? '')),
    'GET /symbols': () => withOpen((open) => listSymbols(open, query)),
    'GET /map': () => withOpen((open, index) => drawMap(open, index, Number(query['limit']))),
    'GET /graph': () => withOpen((open) => drawGraph(open, query)),
  };
  return routes[`${method} ${path}`]?.() ?? null;
}

/** @throws CoraError BAD_PATH */
function indexOf({ all }: PageIndexes, id: string | undefined): PageIndex {
  if (id === undefined || id === '') return all[0]!;
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new CoraError('BAD_PATH', 'There is no repository with this id on this page.');
  return found;
}

function repositoryBody({ id, repository, commit, files, chunks }: PageIndex, at: number): Repository {
  return {
    id,
    name: id,
    path: '',
    url: repository,
    kind: 'clone',
    branch: null,
    fixed: true,
    is_active: at === 0,
    created_at: null,
    last_indexed_at: null,
    last_commit: commit,
    indexing_status: 'completed',
    total_files: files,
    total_chunks: chunks,
    error: null,
    build_command: null,
  };
}

async function answerSearch(indexes: PageIndexes, body: SearchRequestBody, signal: AbortSignal): Promise<SearchAnswer> {
  const request = requestOf(indexes.search, body);
  if (body.repos === undefined) {
    const { context, view } = await indexes.open(indexOf(indexes, body.repo_id));
    return (await search(context, view, request, signal)) as SearchAnswer;
  }
  const members = indexes.all.map((index) => {
    const open = () => indexes.open(index);
    return {
      name: index.id,
      view: async () => (await open()).view,
      models: async () => (await open()).context,
      use: async <T>(_texts: boolean, run: (context: OpenPageIndex['context']) => Promise<T>) =>
        run((await open()).context),
    };
  });
  return (await searchMany(members, request, signal)) as SearchAnswer;
}

/** Results and related places where the page does not say how many. */
const RESULTS = 10;
const RELATED = 5;

function requestOf(settings: PageSearch, body: SearchRequestBody): SearchRequest {
  const { query, k, related = RELATED } = body;
  const asked = {
    ...settings,
    paths: listOf(body.path),
    languages: listOf(body.language),
    kinds: listOf(body.kind),
    limit: k ?? RESULTS,
    budget: null,
    scope: '',
    related,
    explain: false,
  };
  return searchRequestOf(query, asked, [], k);
}

async function listFiles({ symbols, view }: OpenPageIndex, limit: number): Promise<Omit<FileList, 'repo_id'>> {
  const found = await indexedFiles(symbols, { paths: [], languages: [], offset: 0, limit });
  return { offset: 0, freshness: view.freshness, ...found };
}

/** Estimated tokens of a file that are shown at most: about a megabyte. */
const LARGEST = 250_000;

async function readContent({ context, view }: OpenPageIndex, path: string): Promise<Omit<FileContent, 'repo_id'>> {
  const file = fileAt(view, path);
  if (file === undefined) throw notIndexed('BAD_PATH', path, view.files);
  const store = await context.store;
  const whole = textOfRows(await store.rows({ blobs: [blobKeyOf(file)] }, TEXT_COLUMNS));
  const shown = cutLines(whole, { path }, ({ text }) => estimateTokens(text) <= LARGEST);
  return {
    file_path: path,
    language: file.language,
    status: 'committed',
    commit: view.commit,
    ...snakeKeys(shown),
  };
}

async function listSymbols(
  { symbols, view }: OpenPageIndex,
  { name, file_path: path = '' }: Record<string, string>,
): Promise<Omit<SymbolList, 'repo_id'>> {
  const found = name === undefined ? await fileOutline(symbols, path) : await findSymbols(symbols, name);
  const near = name === undefined || found.length > 0 ? [] : await nearNames(symbols, name);
  return { near, symbols: found.map(snakeKeys), freshness: view.freshness };
}

type MapBody = Omit<RepositoryMap, 'repo_id'>;

async function drawMap({ view }: OpenPageIndex, { central }: PageIndex, most: number): Promise<MapBody> {
  const files = central.slice(0, most).map(({ path, mentions, defines }) => ({
    path,
    mentions,
    defines: defines.map(snakeKeys),
  }));
  return { ...folderMapOf(view, most), central: files, freshness: view.freshness };
}

async function drawGraph(
  { symbols, view }: OpenPageIndex,
  { file_path: path = '', line, limit }: Record<string, string>,
): Promise<Omit<Graph, 'repo_id'>> {
  const found = await neighbourhood(symbols, { path, line: Number(line) }, Number(limit));
  return { ...found, freshness: view.freshness };
}
