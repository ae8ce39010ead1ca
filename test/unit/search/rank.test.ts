import { describe, expect, it } from 'vitest';
import { searchTextOf } from '../../../src/base/words.ts';
import { wordsIn } from '../../../src/engine/rowWords.ts';
import { pathWordsOf } from '../../../src/graph/pathWords.ts';
import { askedKinds, fileFeaturesOf, isDeclarationBeside, isPartBeside } from '../../../src/languages/fileFeatures.ts';
import { isQuestion, readQuestion, weighTerms } from '../../../src/search/question.ts';
import { type FusedFile, type FuseOptions, fuse as fuseOn, scalesOf } from '../../../src/search/rank/fuse.ts';
import { createNameScorer, createWordScorer, NO_DEFINITION } from '../../../src/search/rank/scoreRows.ts';
import { type SelectOptions, select as selectAmong } from '../../../src/search/rank/select.ts';
import { WEIGHTS } from '../../../src/search/rank/weights.ts';
import type { RetrievedChunk } from '../../../src/search/retrieve.ts';

const flat = () => 1;
const plain: FuseOptions = {
  meanCosine: 0,
  leadMean: null,
  weights: WEIGHTS,
  asked: new Set(),
  isQuestion: false,
  wantsTests: false,
  scope: '',
  packages: new Set(),
};

const readQuery = (text: string, idfOf: (term: string) => number) => weighTerms(readQuestion(text), idfOf);
const fuse = (chunks: readonly RetrievedChunk[], options: FuseOptions): FusedFile[] =>
  fuseOn(
    chunks,
    scalesOf([{ fingerprint: '', meanCosine: options.meanCosine, leadMean: options.leadMean, chunks }]).get('')!,
    options,
  );
const select = (files: FusedFile[], options: SelectOptions) => selectAmong([{ repository: '', files }], options);

describe('readQuestion', () => {
  it('drops stop words from a question, and not from an identifier', () => {
    expect(readQuery('how are the hooks installed', flat).terms.map(({ term }) => term)).toEqual(['hook', 'install']);
    expect(readQuery('get', flat).terms.map(({ term }) => term)).toEqual(['get']);
    expect(readQuery('what is it', flat).terms).not.toEqual([]);
  });

  it('joins identifiers and neighbours', () => {
    const query = readQuery('flat hash map of loss_mask', flat);
    expect(query.joined.map(({ term }) => term)).toEqual(expect.arrayContaining(['lossmask', 'flathash', 'hashmap']));
    expect(query.names.map(({ name }) => name)).toEqual(['lossmask']);
  });

  it('takes from a chat the words that are rare and those at its end', () => {
    const chatter = Array.from(
      { length: 80 },
      (_, at) => `filler${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}`,
    ).join(' ');
    const query = readQuery(`${chatter} why does the reconciler lose the checkpoint`, (term) =>
      term.startsWith('filler') ? 0.1 : 5,
    );
    const terms = query.terms.map(({ term }) => term);
    expect(terms.length).toBeLessThanOrEqual(32);
    expect(terms).toContain('checkpoint');
    expect(terms.some((term) => term.startsWith('reconcil'))).toBe(true);
  });
});

it('reads the last turn of a person as what a chat asks', () => {
  const talk = Array.from(
    { length: 60 },
    (_, at) => `word${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))}`,
  ).join(' ');
  const chat = `User: ${talk} old_name\nAssistant: it is done\nUser: where is adjust_delay called?\nAssistant: let me look ${talk} other_name`;
  const query = readQuery(chat, flat);
  const names = query.names.map(({ name }) => name);
  expect(names).toContain('adjustdelay');
  expect(names).not.toContain('oldname');
  expect(query.terms.map(({ term }) => term)).toContain('delai');
});

describe('paths', () => {
  it('lets a folder speak for index files', () => {
    expect(pathWordsOf('src/router/index.ts').stem).toEqual(pathWordsOf('src/router.ts').stem);
  });

  it('measures how much of a name is asked for', () => {
    const even = { chunks: 100, averageTokens: 10, frequency: () => 2 };
    const nameOf = createNameScorer(readQuery('where is error handling', flat), even);
    expect(nameOf(pathWordsOf('a/error_handling.py'))).toBe(1);
    expect(nameOf(pathWordsOf('a/errors.py'))).toBe(1);
    expect(nameOf(pathWordsOf('a/error_page_view.py'))).toBeLessThan(0.3);
    expect(nameOf(pathWordsOf('.env'))).toBe(0);
  });

  it('counts a name less for a word that is common in the repository', () => {
    const statistics = { chunks: 100, averageTokens: 10, frequency: (term: string) => (term === 'pag' ? 60 : 2) };
    const scoresIn = (text: string) => {
      const nameOf = createNameScorer(readQuery(text, flat), statistics);
      return ['page.go', 'alias.go', 'page_alias.go'].map((path) => nameOf(pathWordsOf(path)));
    };
    const [page, alias, both] = scoresIn('how is an alias of a page rendered');
    expect(page).toBeLessThan(0.6);
    expect([alias, both]).toEqual([1, 1]);
    // Nothing rarer is asked for, or the question names the file.
    expect(scoresIn('how does the page work')[0]).toBe(1);
    expect(scoresIn('which alias has a Page')[0]).toBe(1);
    // An identifier is rarer than its parts.
    expect(scoresIn('how does pageHas work')[0]).toBeLessThan(0.6);
  });
});

describe('createWordScorer', () => {
  const statistics = { chunks: 100, averageTokens: 10, frequency: (term: string) => (term === 'common' ? 90 : 2) };
  const scorer = createWordScorer(readQuery('rare common', flat), statistics);
  const score = (text: string, path = 'x.ts') => {
    const { searchText, tokens } = searchTextOf(text, [], []);
    return scorer.score(wordsIn(searchText), tokens, pathWordsOf(path)).words;
  };

  it('counts rare words more, saturates, and knows length and path', () => {
    expect(score('rare')).toBeGreaterThan(score('common'));
    expect(score('rare rare')).toBeGreaterThan(score('rare x'));
    expect(score('rare rare')).toBeLessThan(2 * score('rare x'));
    expect(score('rare')).toBeGreaterThan(score(`rare ${'word '.repeat(50)}`));
    expect(score('other', 'code/rare.ts')).toBeGreaterThan(score('other', 'rare/code.ts'));
    expect(score('other')).toBe(0);
  });

  it('says of a long text how many of its words are found, and not whether the heaviest is', () => {
    const filler = Array.from({ length: 40 }, (_, at) => `word${String.fromCharCode(97 + (at % 26)).repeat(2 + at)}`);
    const long = readQuery(`${filler.join(' ')} common rare`, flat);
    const even = { chunks: 100, averageTokens: 10, frequency: () => 5 };
    const coverage = (text: string) =>
      createWordScorer(long, even).score(wordsIn(text), 10, pathWordsOf('a.ts')).coverage;
    const [first, second] = long.terms.map(({ term }) => term) as [string, string];
    expect(coverage(first)).toBeLessThan(0.2);
    expect(coverage(`${first} ${second}`)).toBeGreaterThan(coverage(first));
    expect(coverage(long.terms.map(({ term }) => term).join(' '))).toBeCloseTo(1);
  });

  it('matches whole words only, also side by side', () => {
    expect(score('rarely')).toBe(score('rarely'));
    expect(score('prefixrare')).toBe(0);
    expect(score('rare rare rare')).toBeGreaterThan(score('rare rare zzz'));
  });
});

function chunk(path: string, startLine: number, scores: Partial<RetrievedChunk>): RetrievedChunk {
  const row = {
    startLine,
    endLine: startLine,
    startByte: startLine,
    words: wordsIn(`${path} ${startLine}`),
    chunkId: `${path}${startLine}`,
    language: 'typescript',
  } as RetrievedChunk['row'];
  return { row, path, status: 'committed', words: 0, coverage: 0, cosine: 0, ...NO_DEFINITION, name: 0, ...scores };
}

const best = (limit: number) => ({ limit, diversity: 0 });

describe('fuse and select', () => {
  it('prefers the file with several good chunks, one best chunk of each file first', () => {
    const chunks = [
      chunk('b.ts', 1, { words: 10 }),
      chunk('a.ts', 1, { words: 9 }),
      chunk('a.ts', 50, { words: 8 }),
      chunk('c.ts', 1, { words: 2 }),
    ];
    const { ranked, more } = select(fuse(chunks, plain), best(2));
    expect(ranked.map(({ chunk: { path, row } }) => `${path}:${row.startLine}`)).toEqual(['a.ts:1', 'b.ts:1']);
    expect(more).toBe(true);
    expect(select(fuse(chunks, plain), best(3))).toMatchObject({ ranked: { length: 4 }, more: false });
  });

  it('counts the name of a function as far as the name of its file says less', () => {
    const chunks = [
      chunk('retry_operation.js', 1, { words: 1, name: 1, functionName: 1 }),
      chunk('timers.js', 1, { words: 1, name: 0.25 }),
      chunk('timers.js', 9, { words: 1, name: 0.25, functionName: 1 }),
    ];
    const fused = new Map(fuse(chunks, plain).map((file) => [file.path, file]));
    expect(fused.get('retry_operation.js')!.features.functionName).toBe(0);
    expect(fused.get('timers.js')!.features.functionName).toBe(0.75);
    expect(fused.get('timers.js')!.chunks.map((one) => one.chunk.row.startLine)).toEqual([9, 1]);
  });

  it('does not count a header that alone defines the asked name as a declaration', () => {
    const declaration = (header: number, source: number): number => {
      const chunks = [
        chunk('list.h', 1, { words: 1, symbol: header }),
        chunk('list.c', 1, { words: 1, symbol: source }),
      ];
      return fuse(chunks, plain).find(({ path }) => path === 'list.h')!.features.declaration;
    };
    expect(declaration(0, 0)).toBe(-1);
    expect(declaration(1, 1)).toBe(-1);
    expect(declaration(1, 0)).toBe(0);
  });

  it('puts the definition of the asked name first', () => {
    const chunks = [chunk('uses.ts', 1, { words: 10 }), chunk('defines.ts', 7, { words: 7, symbol: 0.8 })];
    expect(fuse(chunks, plain)[0]!.path).toBe('defines.ts');
  });

  it('lets a unit test stand for its file only where nothing else does, or where tests are asked for', () => {
    const chunks = [
      chunk('both.rs', 1, { words: 6 }),
      chunk('both.rs', 50, { words: 9, isUnitTest: true }),
      chunk('other.rs', 1, { words: 5 }),
      chunk('test.rs', 50, { words: 9, isUnitTest: true }),
    ];
    const order = (asked: Set<'test'>) =>
      fuse(chunks, { ...plain, asked }).map((file) => `${file.path}:${file.chunks[0]!.chunk.row.startLine}`);
    expect(order(new Set())).toEqual(['both.rs:1', 'other.rs:1', 'test.rs:50']);
    expect(order(new Set(['test']))).toEqual(['both.rs:50', 'test.rs:50', 'other.rs:1']);
  });

  it('breaks ties by path in code units, then line, whatever the order of the input', () => {
    const chunks = ['b.ts', 'B.ts', 'a.ts'].flatMap((path) => [
      chunk(path, 9, { words: 1 }),
      chunk(path, 2, { words: 1 }),
    ]);
    const order = (list: RetrievedChunk[]) =>
      select(fuse(list, plain), best(10)).ranked.map(({ chunk: { path, row } }) => `${path}:${row.startLine}`);
    expect(order(chunks)).toEqual(order([...chunks].reverse()));
    expect(order(chunks).slice(0, 3)).toEqual(['B.ts:2', 'a.ts:2', 'b.ts:2']);
  });

  it('measures cosines against the mean of the view', () => {
    const near = chunk('near.ts', 1, { cosine: 0.8 });
    const mean = chunk('mean.ts', 1, { cosine: 0.3 });
    const files = fuse([mean, near], { ...plain, meanCosine: 0.3, weights: { ...WEIGHTS, words: 0 } });
    expect(files.map(({ path }) => path)).toEqual(['near.ts', 'mean.ts']);
    expect(files[1]!.score).toBe(0);
  });

  it('puts tests, examples and components below what they explain, unless they are asked for', () => {
    const chunks = ['src/lock.ts', 'test/lock.test.ts', 'examples/lock.ts', 'pages/lock.vue'].map((path) =>
      chunk(path, 1, { words: path.startsWith('src') ? 9 : 10 }),
    );
    chunks[3]!.row.language = 'vue';
    const order = (query: string) =>
      fuse(chunks, {
        ...plain,
        weights: { ...WEIGHTS, depth: 0 },
        asked: askedKinds(new Set(readQuery(query, flat).terms.map(({ term }) => term)), query),
      }).map(({ path }) => path);
    expect(order('how is the lock taken')[0]).toBe('src/lock.ts');
    expect(order('tests of the lock')[0]).toBe('test/lock.test.ts');
    expect(order('an example of the lock')[0]).toBe('examples/lock.ts');
    expect(order('the button of the lock')[0]).toBe('pages/lock.vue');
  });

  it('takes a document in `docs` off once for a question, and not at all where it is asked for', () => {
    const document = chunk('docs/uploads.md', 1, { words: 10 });
    document.row.language = 'markdown';
    const losses = (query: string) => {
      const asked = askedKinds(new Set(readQuery(query, flat).terms.map(({ term }) => term)), query);
      const { example, prose } = fuse([document], { ...plain, asked, isQuestion: isQuestion(query) })[0]!.features;
      return [example, prose];
    };
    expect(losses('upload of files fails')).toEqual([-1, -1]);
    expect(losses('how do I upload a file')).toEqual([0, -1]);
    expect(losses('how is the config of uploads read')).toEqual([-1, 0]);
    expect(losses('an example of an upload')).toEqual([0, 0]);
    expect(losses('troubleshooting of uploads')).toEqual([0, 0]);
  });

  it('tells a question for tests from one that speaks of tests', () => {
    const asksForTests = (text: string) =>
      askedKinds(new Set(readQuery(text, flat).terms.map(({ term }) => term)), text).has('test');
    const asking = [
      'lock tests',
      'which test covers the lock',
      'unit tests of the lock',
      'how do our tests start a server',
    ];
    const speaking = [
      'strict xfail test that passes is reported as failed',
      'what runs before each test',
      'how are tests run in parallel',
    ];
    expect(asking.filter((text) => !asksForTests(text))).toEqual([]);
    expect(speaking.filter(asksForTests)).toEqual([]);
    expect(asksForTests('where is the lock tested')).toBe(true);
  });

  it('reads the form of a verb that code does not have', () => {
    const terms = (text: string) => readQuery(text, flat).terms.map(({ term, weight }) => [term, weight]);
    expect(terms('how is the meter drawn')).toContainEqual(['draw', 0.5]);
    expect(terms('how to draw the meter')).not.toContainEqual(['drawn', 0.5]);
  });

  it('takes a library for tests for no test', () => {
    const isTest = (path: string) => fileFeaturesOf(path, 'bash').test;
    expect(isTest('lib/bats-core/test_functions.bash')).toBe(false);
    expect(['lib/tests/test_lock.sh', 'tools/test_lock.sh'].filter((path) => !isTest(path))).toEqual([]);
  });

  it('takes a little off for each folder of a package, and nothing for the way to it', () => {
    const packages = new Set(['', 'packages/core']);
    const paths = ['packages/core/src/client.ts', 'tests/client.ts', 'packages/core/src/a/b/c/d/e/client.ts'];
    const files = fuse(
      paths.map((path) => chunk(path, 1, { words: 1 })),
      { ...plain, packages },
    );
    const depths = new Map(files.map(({ path, features }) => [path, features.depth]));
    expect(paths.map((path) => depths.get(path))).toEqual([0, -1, -3]);
  });

  it('knows what stands beside what it declares or is a part of', () => {
    const isThere = (path: string) => ['a/list.c', 'a/list.ts', 'a/Mapper.cs'].includes(path);
    expect(
      ['a/list.h', 'a/list.d.ts', 'b/list.h', 'a/list.hpp', 'a/list.pyi'].map((path) =>
        isDeclarationBeside(path, isThere),
      ),
    ).toEqual([true, true, false, false, false]);
    expect(
      ['a/Mapper.Async.cs', 'a/Mapper.cs', 'Mapper.Async.cs', 'a/list.d.ts'].map((path) => isPartBeside(path, isThere)),
    ).toEqual([true, false, false, true]);
  });

  it('prefers the scope of the caller and its neighbours', () => {
    const chunks = ['web/app/x.ts', 'web/lib/x.ts', 'core/app/x.ts'].map((path) => chunk(path, 1, { words: 1 }));
    const files = fuse(chunks, { ...plain, scope: 'web/lib' });
    expect(files.map(({ path, features }) => [path, features.scope])).toEqual([
      ['web/lib/x.ts', 1],
      ['web/app/x.ts', 0.5],
      ['core/app/x.ts', 0],
    ]);
  });

  it.each([
    ['pkg/a_test.go', 'go', { test: true }],
    ['src/test/java/FooTests.java', 'java', { test: true }],
    ['src/latest/contest.ts', 'typescript', { test: false, example: false }],
    ['docs/guide.md', 'markdown', { example: true, prose: true }],
    ['src/compat/v8.py', 'python', { legacy: true }],
  ])('knows what %s is', (path, language, features) => {
    expect(fileFeaturesOf(path, language)).toMatchObject(features);
  });
});
