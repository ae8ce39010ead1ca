import { describe, expect, test } from 'vitest';
import { renderResults } from '../../../src/entry/renderResults.ts';
import { widthOf } from '../../../src/entry/renderText.ts';
import type { Freshness, RelatedHit, SearchHit, SearchResult } from '../../../src/searchTypes.ts';

const COMMIT = 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0';
const FRESH: Freshness = {
  indexedCommit: COMMIT,
  headCommit: COMMIT,
  commitsBehind: 0,
  dirtyFiles: 0,
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

function hit(more: Partial<SearchHit> = {}): SearchHit {
  const { startLine = 40, endLine = 54 } = more;
  return {
    rank: 1,
    score: 1,
    repository: '',
    commit: COMMIT,
    path: 'src/store/openTable.ts',
    startLine,
    endLine,
    chunk: { startLine, endLine },
    language: 'typescript',
    kind: 'function',
    symbol: 'openTable',
    scope: [],
    signature: 'export async function openTable(dir: string, name: string): Promise<Table>',
    chunkId: '0',
    blobSha: '0',
    status: 'committed',
    why: { words: 3, vectors: 0.4, symbol: 1, path: 0, references: 0, include: false },
    tokens: 100,
    text: OPEN,
    ...more,
  };
}

function result(more: Partial<SearchResult> = {}): SearchResult {
  return {
    query: 'open a table with options',
    mode: 'hybrid',
    assumed: [],
    freshness: FRESH,
    truncated: false,
    cutBy: null,
    tokens: 100,
    related: [],
    tookMs: 12.4,
    results: [hit()],
    ...more,
  };
}

const SECTION = hit({
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

const CALLER: RelatedHit = {
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

describe('places to read next', () => {
  const TEST: RelatedHit = {
    ...CALLER,
    path: 'test/openTable.test.ts',
    startLine: 1,
    endLine: 1,
    symbol: '',
    status: 'untracked',
    reason: 'test of open\u001b[2JTable',
  };

  test('stand behind the results with their reasons, no control character among them', async () => {
    const text = await renderResults(result({ results: [], related: [CALLER, TEST] }), { color: false, width: 100 });
    expect(text).toMatchInlineSnapshot(`
      " → read next
         src/commands/readTables.ts:12-30  calls openTable — function readTables
         test/openTable.test.ts:1  untracked, test of open\\x1b[2JTable

      Nothing found for "open a table with options", 12 ms
      "
    `);
  });

  test('fit the columns', async () => {
    const related = [CALLER, { ...CALLER, path: `${'deep/'.repeat(20)}file.ts`, symbol: 'x'.repeat(90) }];
    const text = await renderResults(result({ results: [], related }), { color: false, width: 60 });
    for (const line of text.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(60);
    expect(text).toContain('deep/file.ts:12-30');
  });
});

describe('a result list', () => {
  test('at 80 columns, without colours', async () => {
    const text = await renderResults(result({ results: [hit(), SECTION] }), { color: false, width: 80 });
    expect(text).toMatchInlineSnapshot(`
      " 1 src/store/openTable.ts:40-54
         function openTable — open, table, options; symbol
          40  /** Opens the table of a store. */
          41  export async function openTable(dir: string, name: string): Promise<Tab…
          42      const connection = await connect(dir);
           …
          47      const options = { readConsistencyInterval: 0 };
          48      const started = performance.now();
          49      log.debug('opening');
          50
          51      const table = await connection.openTable(name, options);
          52      log.debug(performance.now() - started);

       2 docs/guide.md:7-9  modified
         section Guide › Storage › Tables — open, table; path
           7  ## Tables
           8
           9  A table is opened once for each process.

      2 results, 12 ms
      "
    `);
  });

  test('says what is off about the index, and only then', async () => {
    expect(await renderResults(result(), { color: false, width: 80 })).not.toContain('ndex is');
    const freshness = {
      ...FRESH,
      headCommit: 'b'.repeat(40),
      commitsBehind: 3,
      dirtyFiles: 1,
      missingFiles: [{ path: 'x', reason: 'too many changes' }],
    };
    const text = await renderResults(result({ freshness, results: [], truncated: true }), { color: false, width: 80 });
    expect(text).toMatchInlineSnapshot(`
      "Nothing found for "open a table with options", 12 ms
      The index is 3 commits behind HEAD; 1 file could not be searched (too many
      changes); 1 uncommitted file searched as it is now — refresh with: cora index
      "
    `);
  });

  test('a history that can not be counted, an index that is not there, dirty files alone', async () => {
    const say = async (freshness: Partial<Freshness>) =>
      (
        await renderResults(result({ freshness: { ...FRESH, ...freshness }, results: [] }), {
          color: false,
          width: 200,
        })
      ).split('\n')[1];
    expect(await say({ headCommit: 'b'.repeat(40), commitsBehind: null })).toBe(
      'The index is of a1b2c3d4e, HEAD is bbbbbbbbb — refresh with: cora index',
    );
    expect(await say({ indexedCommit: null, commitsBehind: null })).toBe(
      'Nothing of this repository is indexed yet — refresh with: cora index',
    );
    expect(await say({ dirtyFiles: 2 })).toBe('2 uncommitted files searched as they are now');
    expect(await say({ headCommit: null })).toBe('');
  });

  test('paths are shown as seen from where the caller is', async () => {
    const first = async (cwdPrefix: string) =>
      (await renderResults(result(), { color: false, width: 80, cwdPrefix })).split('\n')[0];
    expect(await first('')).toBe(' 1 src/store/openTable.ts:40-54');
    expect(await first('src/')).toBe(' 1 store/openTable.ts:40-54');
    expect(await first('test/unit')).toBe(' 1 ../../src/store/openTable.ts:40-54');
  });

  test('no line is wider than the terminal, whatever is in it', async () => {
    const wide = hit({
      path: `${'deep/'.repeat(30)}file.ts`,
      scope: ['A'.repeat(60), 'B'.repeat(60)],
      symbol: 'c'.repeat(90),
      text: `${'日本語 openTable '.repeat(30)}\n`,
      status: 'untracked',
    });
    for (const width of [60, 80, 140]) {
      const text = await renderResults(result({ results: [wide, hit(), SECTION] }), { color: false, width });
      expect(Math.max(...text.split('\n').map(widthOf)), `${width}`).toBeLessThanOrEqual(width);
    }
  });

  test('the part of a long line that matched is shown', async () => {
    const minified = hit({ text: `${'var a=1;'.repeat(500)}openTable(1);${'var b=2;'.repeat(500)}`, signature: '' });
    const text = await renderResults(result({ results: [minified] }), { color: false, width: 80 });
    expect(text).toMatch(/ 40 {2}….*openTable\(1\);.*…$/m);
  });

  test('an empty list says so', async () => {
    expect(await renderResults(result({ results: [] }), { color: false, width: 80 })).toBe(
      'Nothing found for "open a table with options", 12 ms\n',
    );
  });
});

test('says first what it took for a name that nothing has', async () => {
  const assumed = [
    { asked: 'opne_table', meant: ['open_table'] },
    { asked: 'read', meant: ['readAll', 'readOne', 'readTwo'] },
  ];
  const text = await renderResults(result({ assumed }), { color: false, width: 80 });
  expect(text).toMatch(
    /^Nothing is named opne_table; showing open_table\.\nNothing is named read; showing readAll, readOne and readTwo\.\n\n 1 /,
  );
});

describe('escapes', () => {
  const HOSTILE = '\x1b[2J\x1b]0;owned\x07\x9b\r\u202e';

  test.each([true, false])('of the repository never reach the terminal (colours: %s)', async (color) => {
    const evil = hit({
      path: `a${HOSTILE}.ts`,
      symbol: HOSTILE,
      scope: [HOSTILE],
      text: `${HOSTILE} openTable // ${HOSTILE}\n'${HOSTILE}`,
      language: 'javascript',
    });
    const freshness = { ...FRESH, missingFiles: [{ path: HOSTILE, reason: HOSTILE }] };
    const text = await renderResults(result({ query: `x${HOSTILE}`, results: [evil], freshness }), {
      color,
      width: 200,
      links: color,
      root: '/repo',
    });
    const ours = /\x1b\[[\d;]*m|\x1b\]8;;[!-~]*\x1b\\/g;
    expect(text.replace(ours, '')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(text).toContain('\\x1b[2J');
    expect(text.match(ours) ?? []).not.toContain('\x1b[2J');
  });

  test('plain text holds none at all', async () => {
    expect(
      await renderResults(result({ results: [hit(), SECTION] }), {
        color: false,
        width: 80,
        links: false,
        root: '/repo',
      }),
    ).not.toContain('\x1b');
  });
});

describe('on a terminal', () => {
  test("code is coloured, the query's words are bold and underlined", async () => {
    const text = await renderResults(
      result({ query: 'connection', results: [hit({ text: "const connection = 'a'; // note\n" })] }),
      { color: true, width: 80 },
    );
    expect(text).toContain(
      "\x1b[35mconst\x1b[39m \x1b[1;4mconnection\x1b[22;24m = \x1b[32m'a'\x1b[39m; \x1b[90m// note\x1b[39m",
    );
  });

  test('colours add nothing to the text', async () => {
    const plain = await renderResults(result({ results: [hit(), SECTION] }), { color: false, width: 80 });
    const colored = await renderResults(result({ results: [hit(), SECTION] }), { color: true, width: 80 });
    expect(colored.replace(/\x1b\[[\d;]*m/g, '').replace(/ +$/gm, '')).toBe(plain);
  });

  test("each line ends in the terminal's own colours", async () => {
    const comment = hit({ text: '/*\n * openTable in a comment\n */\nconst a = `\nopenTable\n`;\n', signature: '' });
    const text = await renderResults(result({ results: [comment] }), { color: true, width: 80 });
    for (const line of text.split('\n')) {
      const codes = [...line.matchAll(/\x1b\[([\d;]*)m/g)].flatMap((match) => match[1]!.split(';'));
      const colors = codes.filter((code) => /^(3|9)\d$/.test(code));
      expect(colors.length === 0 || colors.at(-1) === '39', JSON.stringify(line)).toBe(true);
      expect(codes.filter((code) => code === '4').length).toBe(codes.filter((code) => code === '24').length);
    }
  });

  test('a path is a link to its line where links are wanted and the place is known', async () => {
    const linked = await renderResults(result(), { color: true, width: 80, links: true, root: '/repo/it' });
    expect(linked).toContain('\x1b]8;;file:///repo/it/src/store/openTable.ts#40\x1b\\');
    expect(await renderResults(result(), { color: true, width: 80, links: true })).not.toContain('\x1b]8');
    expect(await renderResults(result(), { color: true, width: 80, root: '/repo/it' })).not.toContain('\x1b]8');
  });

  test('a language without a grammar is shown plain', async () => {
    const text = await renderResults(
      result({ query: 'x', results: [hit({ language: 'klingon', text: 'const a = 1;\n' })] }),
      { color: true, width: 80 },
    );
    expect(text).toContain('  const a = 1;');
  });
});

test('the excerpt is of the chunk, not of what stands around it', async () => {
  const lines = Array.from({ length: 40 }, (_, at) =>
    at === 20 ? 'function openTable() {}' : `const table${at} = open();`,
  );
  const wide = hit({ startLine: 20, endLine: 59, chunk: { startLine: 40, endLine: 40 }, text: lines.join('\n') });
  const shown = async (around: number) =>
    (await renderResults(result({ results: [wide] }), { color: false, width: 80, around })).split('\n');
  expect((await shown(0)).slice(0, 4)).toEqual([
    ' 1 src/store/openTable.ts:40',
    '   function openTable — open, table; symbol',
    '    40  function openTable() {}',
    '',
  ]);
  expect((await shown(1)).slice(2, 5).map((line) => line.trim().slice(0, 2))).toEqual(['39', '40', '41']);
});

test('what was folded is named in one line', async () => {
  const copy = (path: string, nearly = false) => ({ path, startLine: 1, endLine: 9, nearly });
  const last = async (identical: SearchHit['identical'] & object) =>
    (await renderResults(result({ results: [hit({ identical })] }), { color: false, width: 60 })).split('\n').at(-4);
  expect(await last([copy('lib/a.ts')])).toBe('   and 1 identical: lib/a.ts:1-9');
  expect(await last([copy('a.ts'), copy('b.ts', true)])).toBe('   and 2 nearly identical: a.ts:1-9, b.ts:1-9');
  expect(await last(['a', 'b', 'c', 'd'].map((path) => copy(path)))).toBe('   and 4 identical: a:1-9, b:1-9, c:1-9, …');
});
