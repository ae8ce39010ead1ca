import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log.ts';
import { widthOf } from '../../../../src/base/renderText.ts';
import type { Freshness, RelatedHit, SearchHit, SearchResult } from '../../../../src/base/searchTypes.ts';
import { renderAnswer, renderResults } from '../../../../src/cli/render/renderResults.ts';
import { UNREADABLE } from '../../../../src/git/safePath.ts';
import type { CommandContext } from '../../../../src/settings/commandContext.ts';
import { resolveOptions } from '../../../../src/settings/resolveOptions.ts';
import { CALLER, FRESH, hit, result, SECTION } from '../../../helpers/searchAnswers.ts';

const NO_WORD = 'No word of it is in the index: use words that the code itself would use.';

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
      No word of it is in the index: use words that the code itself would use.
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

describe('elided lines', () => {
  test('are never chosen for an excerpt', async () => {
    const elided = [{ startLine: 41, endLine: 49 }];
    const text = await renderResults(result({ results: [hit({ elided })] }), { color: false, width: 100 });
    const numbers = [...text.matchAll(/^ +(\d+) {2}/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual([40, 51, 52, 53, 54]);
    expect(text).toContain('\n     …\n');
  });
});

describe('a line that the question names', () => {
  const shown = async (query: string) => {
    const text = await renderResults(result({ query, results: [hit()] }), { color: false, width: 100, maxLines: 5 });
    return [...text.matchAll(/^ +(\d+) {2}/gm)].map(([, number]) => Number(number));
  };

  test('is in the excerpt of its file, and of no other', async () => {
    expect(await shown('src/store/openTable.ts:47')).toEqual([45, 46, 47, 48, 49]);
    expect(await shown('see `./store/openTable.ts#L54`')).toEqual([51, 52, 53, 54]);
    expect(await shown('src/openTable.ts:47')).toEqual(await shown('src/openTable.ts'));
    expect(await shown('src/store/openTable.ts:470')).toEqual(await shown('src/store/openTable.ts'));
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

  test('ends with the names around a cell that has none', async () => {
    const results = [{ ...SECTION, scope: ['cells'], symbol: '' }];
    const text = await renderResults(result({ results }), { color: false, width: 80 });
    expect(text).toContain('section cells — ');
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
        await renderResults(result({ freshness: { ...FRESH, ...freshness }, results: [], filtered: true }), {
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
    const missingFiles = [{ path: 'x', reason: UNREADABLE }];
    expect(await say({ missingFiles })).toBe(
      '1 file could not be searched (may not be read: permission denied) — check their owner and permissions',
    );
    expect(await say({ missingFiles: [...missingFiles, { path: 'y', reason: 'too many changes' }] })).toMatch(
      / — refresh with: cora index$/,
    );
    expect(await say({ dirtyFiles: 2 })).toBe('2 uncommitted files searched as they are now');
    expect(await say({ headCommit: null })).toBe('');
  });

  test('names the command that answers better', async () => {
    const end = async (more: Parameters<typeof result>[0]) =>
      (await renderResults(result(more), { color: false, width: 100 })).trimEnd().split('\n').at(-1);
    expect(await end({ query: 'who calls openTable' })).toBe(
      'cora refs openTable --callers   lists all its callers that are known',
    );
    expect(await end({ query: 'where is openTable used' })).toBe(
      'cora refs openTable   lists all its uses that are known',
    );
    expect(await end({ query: '#10142', results: [] })).toBe(
      'cora query --commits "#10142"   looks in the messages of commits',
    );
    expect(await end({ query: 'xyzzy', results: [] })).toBe(NO_WORD);
    expect(await end({ query: 'xyzzy', results: [], filtered: true })).toMatch(/^Nothing found/);
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
      `Nothing found for "open a table with options", 12 ms\n${NO_WORD}\n`,
    );
  });
});

describe('jsonl says on stderr what is said of the whole answer', () => {
  const said = async (answer: SearchResult): Promise<string[]> => {
    const notes: string[] = [];
    const context: CommandContext = {
      command: 'query',
      words: [],
      options: resolveOptions({}, {}, null),
      askedLimit: undefined,
      askedHistory: undefined,
      settle: () => resolveOptions({}, {}, null),
      directives: [],
      surroundings: { dir: '/', env: {}, cacheDir: '/', log: { ...silentLog, info: (note) => void notes.push(note) } },
      stdout: { write: () => undefined },
      stderr: { write: () => undefined },
      stdin: process.stdin,
      signal: new AbortController().signal,
    };
    const { text } = await renderAnswer(answer, 'jsonl', {}, context);
    expect(text.split('\n').length - 1).toBe(answer.results.length);
    return notes;
  };

  test('no result, and why there are fewer', async () => {
    expect(await said(result())).toEqual([]);
    expect(await said(result({ results: [] }))).toEqual(['Nothing found for "open a table with options"', NO_WORD]);
    const fewer = '0 of 5: nothing in the index matches.';
    expect(await said(result({ results: [], fewer }))).toEqual([fewer]);
    expect(await said(result({ fewer: '1 of 5: nothing else\u001b matches.' }))).toEqual([
      '1 of 5: nothing else\\x1b matches.',
    ]);
  });

  test('names that were corrected, uncommitted files, the history', async () => {
    const assumed = [{ asked: 'opne_table', meant: ['open_table'] }];
    const gitContext: SearchResult['gitContext'] = {
      kind: 'git',
      asked: { about: 'tables', since: 'v1.2', until: null },
      ...{ recent: [], matching: [], authors: [], commit: null },
      freshness: { headCommit: null, searched: 0, readNow: 0, missing: 0, cutOff: null },
    };
    expect(await said(result({ assumed, gitContext, freshness: { ...FRESH, dirtyFiles: 2 } }))).toEqual([
      'Nothing is named opne_table; showing open_table.',
      'There is no commit since v1.2.',
      '2 uncommitted files searched as they are now',
    ]);
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
