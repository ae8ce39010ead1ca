import { describe, expect, it } from 'vitest';
import type { ChunkRow, Definition } from '../../../src/base/types.ts';
import { searchTextOf } from '../../../src/base/words.ts';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { withRowWords } from '../../../src/engine/rowWords.ts';
import { askedNames, typeWords } from '../../../src/search/question/readNames.ts';
import { readQuestion, weighTerms } from '../../../src/search/question.ts';
import { askedDefinition, type DefinitionScore, definitionScores } from '../../../src/search/rank/scoreRows.ts';

type Kind = Definition['kind'];

function row(chunkId: string, defines: [string, Kind, number, number][], scope: string[] = []): ChunkRow {
  const definitions = defines.map(([name, kind, startLine, endLine]) => ({ name, kind, startLine, endLine }));
  const names = definitions.map(({ name }) => name);
  return { chunkId, defines: definitions, scope, part: 1, ...searchTextOf('', names, []) } as unknown as ChunkRow;
}

async function scores(text: string, rows: ChunkRow[], path = 'src/a.ts'): Promise<Record<string, DefinitionScore>> {
  const stored: ChunkRow[] = rows.slice(1);
  const read = async ({ chunkIds }: { chunkIds: string[] }) =>
    stored.filter(({ chunkId }) => chunkIds.includes(chunkId));
  const store = { rows: read } as unknown as SearchReader;
  const byId = new Map(rows.map((one) => [one.chunkId, withRowWords(one)]));
  const query = {
    names: askedNames(text, !/\W/.test(text)),
    types: typeWords(text),
    terms: weighTerms(readQuestion(text), () => 1).terms,
    joined: [],
  };
  const wanted = { names: true, unitTests: true };
  return Object.fromEntries(await definitionScores(store, byId, query, wanted, rows.slice(0, 1), () => [path]));
}

describe('askedDefinition', () => {
  const asked = (text: string, row: Pick<ChunkRow, 'defines' | 'scope' | 'symbol' | 'part'>) =>
    askedDefinition(
      row,
      weighTerms(readQuestion(text), () => 1),
      'src/a.ts',
    )?.name ?? null;
  const chunk = (symbol: string, defines: [string, Kind, number, number][]) => ({ ...row('a', defines), symbol });

  it('is the one that a question names, else the function whose words it has, else the chunk’s own', () => {
    const small = chunk('readEnding', [
      ['readEnding', 'function', 1, 3],
      ['Marks', 'class', 4, 9],
      ['skipBlankLines', 'function', 10, 12],
    ]);
    expect(asked('skipBlankLines', small)).toBe('skipBlankLines');
    expect(asked('what is a Marks for', small)).toBe('Marks');
    expect(asked('where are blank lines skipped', small)).toBe('skipBlankLines');
    expect(asked('readEnding', small)).toBeNull();
    expect(asked('something else', small)).toBeNull();
  });

  it('is a function inside of another one only by its name', () => {
    const outer = chunk('returnFuture', [
      ['returnFuture', 'function', 1, 9],
      ['handleError', 'function', 3, 5],
    ]);
    expect(asked('where is an error handled', outer)).toBeNull();
    expect(asked('handleError', outer)).toBe('handleError');
    const second = { ...chunk('returnFuture', [['handleError', 'function', 80, 90]]), part: 2 };
    expect(asked('where is an error handled', second)).toBeNull();
  });
});

describe('definitionScores', () => {
  it('prefers types, then functions, from the table and from uncommitted rows alike', async () => {
    const found = await scores('router', [
      row('type', [['Router', 'interface', 1, 9]]),
      row('function', [['router', 'function', 1, 9]]),
      row('key', [['router', 'object', 1, 99]]),
      row('other', [['route', 'class', 1, 9]]),
    ]);
    expect(found['type']!.symbol).toBe(1);
    expect(found['function']!.symbol).toBe(0.8);
    expect(found['key']).toMatchObject({ symbol: 0.6, symbolSize: 0 });
    expect(found['other']).toBeUndefined();
  });

  it('halves another spelling of a name that was spelled out', async () => {
    const found = await scores('FromRequest', [
      row('exact', [['FromRequest', 'interface', 1, 9]]),
      row('folded', [['from_request', 'method', 1, 9]]),
    ]);
    expect(found['exact']!.symbol).toBe(2);
    expect(found['folded']!.symbol).toBe(0.8);
  });

  it('wants the scope to be what encloses the definition', async () => {
    const found = await scores('Rack::Builder', [
      row('inside', [['Builder', 'class', 1, 9]], ['Rack']),
      row('deeper', [['Builder', 'class', 1, 9]], ['Rack', 'Internal']),
      row('around', [
        ['Rack', 'module', 1, 20],
        ['Builder', 'class', 2, 9],
      ]),
      row('top', [['Builder', 'class', 1, 9]]),
    ]);
    expect(found['inside']!.symbol).toBe(2);
    expect(found['around']!.symbol).toBe(2);
    expect(found['deeper']!.symbol).toBe(0.5);
    expect(found['top']!.symbol).toBe(0.5);
    const byPath = await scores('Rack::Builder', [row('top', [['Builder', 'class', 1, 9]])], 'lib/rack/builder.rb');
    expect(byPath['top']!.symbol).toBe(2);
  });

  it('puts the member that is asked for before its class, though its name is one plain word', async () => {
    const found = await scores('GitPoller.poll', [
      row('class', [['GitPoller', 'class', 1, 900]]),
      row('member', [['poll', 'method', 400, 460]], ['GitPoller']),
      row('sibling', [['poll', 'method', 4, 60]], ['HgPoller']),
    ]);
    expect(found['member']!.symbol).toBeGreaterThan(2 * found['class']!.symbol);
    expect(found['sibling']!.symbol).toBeLessThan(found['class']!.symbol);
  });

  it('prefers the longer definition only where the name is all that is asked', async () => {
    const rows = [row('body', [['dict_add', 'function', 10, 60]]), row('declared', [['dict_add', 'function', 3, 3]])];
    const alone = await scores('dict_add', rows);
    expect(alone['body']!.symbolSize).toBeGreaterThan(alone['declared']!.symbolSize);
    const sentence = await scores('who calls dict_add', rows);
    expect(sentence['body']!.symbolSize).toBe(0);
    expect(sentence['body']!.symbol).toBe(0.8);
  });

  it('knows the type that a capitalised word names', async () => {
    const rows = [row('type', [['Router', 'class', 1, 9]]), row('function', [['router', 'function', 1, 9]])];
    const found = await scores('how does the Router match', rows);
    expect(found['type']).toMatchObject({ symbol: 0, typeName: 1 });
    expect(found['function']!.typeName).toBe(0);
    expect((await scores('Router matching', rows))['type']!.typeName).toBe(0.7);
    expect(await scores('how does the router match', rows)).toEqual({});
  });

  it('counts the words of a function that a sentence contains, if it contains two of them', async () => {
    const rows = [
      row('whole', [['parseHeader', 'method', 1, 9]]),
      row('half', [['parse_header_of_old_requests', 'function', 1, 9]]),
      row('one', [['parse', 'function', 1, 9]]),
      row('type', [['HeaderParser', 'class', 1, 9]]),
      row('several', [
        ['setUp', 'function', 1, 9],
        ['header_parsed', 'function', 10, 19],
      ]),
    ];
    const found = await scores('where are the headers of a request parsed', rows);
    const names = Object.fromEntries(Object.entries(found).map(([id, { functionName }]) => [id, functionName]));
    expect(names).toEqual({ whole: 1, half: 0.5625, type: 0, several: 1 });
  });

  it('counts half a word for another form of it', async () => {
    const found = await scores('read the configuration of a database', [
      row('stored', [['database_configuration', 'function', 1, 9]]),
      row('short', [['db_config', 'function', 1, 9]]),
    ]);
    expect(found['stored']!.functionName).toBe(1);
    expect(found['short']!.functionName).toBe(0.25);
  });
});
