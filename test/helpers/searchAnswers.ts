/** Answers of a search, made up, for the tests of what people see of them. */

import type { Freshness, RelatedHit, SearchHit, SearchResult } from '../../src/base/searchTypes.ts';

const COMMIT = 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0';
export const FRESH: Freshness = {
  indexedCommit: COMMIT,
  headCommit: COMMIT,
  commitsBehind: 0,
  dirtyFiles: 0,
  asCommitted: [],
  missingFiles: [],
};

const OPEN = `/** Opens the table of a store. */
export async function openTable(dir: string, name: string): Promise<Table> {
\tconst connection = await connect(dir);
\tconst names = await connection.tableNames();
\tif (!names.includes(name)) {
\t\tthrow new CoraError('NO_INDEX', 'There is no index.');
\t}
\tconst options = { readConsistencyInterval: 0 };
\tconst started = performance.now();
\tlog.debug('opening');

\tconst table = await connection.openTable(name, options);
\tlog.debug(performance.now() - started);
\treturn table;
}
`;

export function hit(more: Partial<SearchHit> = {}): SearchHit {
  const { startLine = 40, endLine = 54 } = more;
  return {
    rank: 1,
    score: 1,
    repository: '',
    commit: COMMIT,
    path: 'src/store/openTable.ts',
    startLine,
    endLine,
    definition: { startLine, endLine },
    chunk: { startLine, endLine },
    language: 'typescript',
    kind: 'function',
    symbol: 'openTable',
    scope: [],
    signature: 'export async function openTable(dir: string, name: string): Promise<Table>',
    chunkId: '0',
    status: 'committed',
    why: { words: 3, vectors: 0.4, symbol: 1, path: 0, references: 0, include: false },
    tokens: 100,
    text: OPEN,
    ...more,
  };
}

export function result(more: Partial<SearchResult> = {}): SearchResult {
  return {
    query: 'open a table with options',
    mode: 'hybrid',
    assumed: [],
    freshness: FRESH,
    truncated: false,
    cutBy: null,
    asked: null,
    filtered: false,
    fewer: null,
    tokens: 100,
    related: [],
    tookMs: 12.4,
    results: [hit()],
    ...more,
  };
}

export const SECTION = hit({
  rank: 2,
  path: 'docs/guide.md',
  startLine: 7,
  endLine: 9,
  language: 'markdown',
  kind: 'section',
  symbol: 'Tables',
  scope: ['Guide', 'Storage'],
  signature: '## Tables',
  status: 'modified',
  why: { words: 1, vectors: 0, symbol: 0, path: 0.5, references: 0, include: false },
  text: '## Tables\n\nA table is opened once for each process.\n',
});

export const CALLER: RelatedHit = {
  path: 'src/commands/readTables.ts',
  startLine: 12,
  endLine: 30,
  language: 'typescript',
  kind: 'function',
  symbol: 'readTables',
  scope: [],
  chunkId: '1',
  status: 'committed',
  reason: 'calls openTable',
  score: 1,
};
