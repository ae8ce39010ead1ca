/** A question that names a file by its path shows that file first, whatever else it says and in every program. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { renderResults } from '../../../src/cli/render/renderResults.ts';
import { findMissingPaths } from '../../../src/search/filesOfPaths.ts';
import { writtenPaths } from '../../../src/search/question/stackFrames.ts';
import { renderResult } from '../../../src/search/renderResult.ts';
import { searchResult } from '../../../src/server/schemas/search.ts';
import { cora } from '../../helpers/cora.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

/** Packages whose files are called alike, and texts that speak of each other's paths. */
const PACKAGES = ['core', 'store', 'store-react', 'graph'];
/** Every one of them speaks more of a store than the file that is asked for. */
const LOUD = Array.from(
  { length: 140 },
  (_, at) =>
    `// packages store src store: the store ${at} of packages\nexport function storePackages${at}(store) {\n  return store.src(${at});\n}\n`,
);

/** Eight functions of 21 lines each; the words of a question may be in the first alone. */
const STEPS = Array.from(
  { length: 8 },
  (_, at) =>
    `export function step${at}(value) {\n${Array.from({ length: 19 }, (__, line) => `  value += ${at * 100 + line}; // ${at === 0 ? 'wrong steps of packages' : 'more'}\n`).join('')}}\n`,
);

describe('a question with a path', () => {
  let repo: TempRepo;
  let all: string[];

  beforeAll(async () => {
    repo = tempRepo();
    for (const name of PACKAGES) {
      repo
        .file(`packages/${name}/package.json`, `{ "name": "@acme/${name}", "main": "src/index.ts" }\n`)
        .file(`packages/${name}/README.md`, `# ${name}\n\nThe store of ${name}, see src/store.ts and src/index.ts.\n`)
        .file(`packages/${name}/src/index.ts`, `export { make } from './make.ts';\nexport const store = '${name}';\n`)
        .file(`packages/${name}/src/make.ts`, `export function make(store) {\n  return { ${name.length}: store };\n}\n`)
        .file(
          `packages/${name}/test/index.test.ts`,
          `import { store } from '../src/index.ts';\n\nit('is a store', () => expect(store).toBe('${name}'));\n`,
        );
    }
    repo
      .file('packages/store/src/store.ts', `${'x'.repeat(3)}();\n`)
      .file('packages/store/src/steps.ts', STEPS.join(''))
      .file('single_include/list.h', 'int size(void);\n')
      .file('single_include/list.c', 'int size(void) { return 1; }\n')
      .file('Makefile', 'all:\n\techo store\n')
      .file('README.md', '# All packages\n')
      .file('docs/old notes.md', '# Nothing\n');
    for (const [at, text] of LOUD.entries()) repo.file(`packages/store/lib/store${at}.ts`, text);
    repo.commit();
    await cora(repo).index();
    all = repo.git('ls-files').split('\n').filter(Boolean);
  }, 120_000);

  const firstOf = ({ results }: Pick<SearchResult, 'results'>): string | undefined => results[0]?.path;

  it('shows each file of a repository first by its path', async () => {
    const answers = await cora(repo).queryAll(all);
    expect(answers.map(firstOf)).toEqual(all);
  });

  const FILE = 'packages/store/src/store.ts';

  it.each([
    FILE,
    `./${FILE}`,
    'src/store.ts',
    'packages\\store\\src\\store.ts',
    `${FILE}:12`,
    `${FILE}#L12`,
    `what does this file do: ${FILE}`,
    `explain ${FILE}`,
    `where is ${FILE} used`,
    `tests of ${FILE}`,
    `who wrote ${FILE}`,
    `how does \`${FILE}\` differ from the store of packages?`,
  ])('shows it first for %s', async (text) => {
    const { results } = await cora(repo, { explain: true }).query(text);
    expect(results[0]).toMatchObject({ path: FILE, startLine: 1, explain: { namedPath: { value: 1, weight: 5 } } });
    expect(results.filter(({ explain }) => explain?.['namedPath'] !== undefined)).toHaveLength(1);
    expect(results.length).toBeGreaterThan(5);
  });

  it.each([
    ['packages/store/src/steps.ts:70', 70],
    ['packages/store/src/steps.ts:130:5', 130],
    ['packages/store/src/steps.ts#L100-L110', 100],
    ['src/steps.ts(150,3)', 150],
    ['what is wrong at `packages/store/src/steps.ts:90`?', 90],
    ['@packages/store/src/steps.ts:110, of all steps of packages', 110],
    ['/root/.cargo/registry/src/index-6f17/packages/store-1.2.0/src/steps.ts:130:5', 130],
    ['what does packages/store/src/steps.ts line 70 do', 70],
    ['why does line 70 of packages/store/src/steps.ts fail', 70],
    ['File "/usr/lib/packages/store/src/steps.ts", line 110, in step4', 110],
    ['/app/node_modules/@acme/store/src/steps.ts: line 150: step7: command not found', 150],
    ['E5108: ...ta/nvim/lazy/packages/store/src/steps.ts:90: attempt to index a nil value', 90],
  ])('shows the line that is named: %s', async (text, line) => {
    const { results } = await cora(repo).query(text);
    const [first] = results;
    expect(first!.path).toBe('packages/store/src/steps.ts');
    expect(first!.chunk.startLine).toBeLessThanOrEqual(line);
    expect(first!.chunk.endLine).toBeGreaterThanOrEqual(line);
    expect(first!.chunk.endLine).toBeLessThan(line + 21);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it.each([
    ['/home/me/acme/README.md:1', true],
    ['panic: all.Use() /go/pkg/mod/github.com/acme/all/v2@v2.0.1/README.md:1 +0xa4', true],
    ['why does /usr/share/doc/other/README.md:1 fail', false],
  ])('knows a file at the top by the package around it: %s', async (text, isNamed) => {
    const { results, missingPaths = [] } = await cora(repo, { explain: true }).query(text);
    const named = results.filter(({ explain }) => explain?.['namedPath']?.value === 1).map(({ path }) => path);
    expect(named).toEqual(isNamed ? ['README.md'] : []);
    expect(missingPaths).toEqual([]);
  });

  it('begins where the line that is named is none of the file', async () => {
    const { results } = await cora(repo).query('packages/store/src/steps.ts:4000');
    expect(results[0]).toMatchObject({ path: 'packages/store/src/steps.ts', startLine: 1 });
  });

  it.each([
    ['packages/store/src/stroe.ts', FILE],
    ['explain packages/store/src/Store.ts', FILE],
    ['who deleted packages/old/src/store.ts:12?', FILE],
    ['`./packages/graph/make.ts` fails', 'packages/graph/src/make.ts'],
    ['stroe.ts', FILE],
    ['where is stroe.ts used', FILE],
    ['packages/core/src/nothing-like-it.ts', null],
  ])('says that no file is %s', async (text, nearest) => {
    const [answer] = await cora(repo).queryAll([text]);
    expect(answer!.missingPaths).toEqual([{ asked: expect.stringMatching(/^(\.\/)?[\w/-]+\.ts$/), nearest }]);
    const { asked } = answer!.missingPaths![0]!;
    const note = `No indexed file is ${asked}${nearest === null ? '.' : `; the nearest is ${nearest}.`}`;
    for (const format of ['markdown', 'xml'] as const) expect(renderResult(answer!, format)).toContain(note);
    expect(JSON.parse(renderResult(answer!, 'json'))).toMatchObject({ missingPaths: [{ asked, nearest }] });
    expect(await renderResults(answer!, { color: false, width: 200 })).toContain(note);
    expect(searchResult.parse(answer).missingPaths).toEqual(answer!.missingPaths);
  });

  it.each([
    ['packages/store/src/steps.ts', 'packages/store/src/setps.ts:60'],
    ['packages/store/src/steps.ts', 'explain packages/stroe/src/steps.ts'],
    [FILE, 'stroe.ts'],
    [FILE, 'where is stroe.ts used'],
  ])('shows %s first for %j', async (file, text) => {
    const { results, assumed } = await cora(repo).query(text);
    expect(results[0]!.path).toBe(file);
    // That nothing is named `stroe` would say the same once more.
    expect(assumed).toEqual([]);
    if (text.endsWith(':60')) expect(results[0]!.chunk.startLine).toBeGreaterThan(39);
  });

  it('takes a path for another one only where it is surely misspelt', () => {
    const paths =
      'src/store.ts a/steps.ts b/steps.ts lib/b.ts api/v2/user_routes.ts src/utf16le.ts src/member.js src/tests.ts lib/rules.json tsconfig.json';
    const views = [
      paths.split(' ').map((path) => ({ path, language: 'ts', blob: path, status: 'committed' as const })),
    ];
    const correct = (asked: string) =>
      findMissingPaths(writtenPaths(asked), views, (word) => ['ember', 'jsconfig', 'rule'].includes(word)).corrected;
    const corrected = (asked: string): string[] => correct(asked).map(({ path }) => path);
    expect(corrected('src/stroe.ts')).toEqual(['src/store.ts']);
    expect(corrected('api/v2/user_rotues.ts')).toEqual(['api/v2/user_routes.ts']);
    // Another number is another file.
    const others = ['api/v1/user_routes.ts', 'src/utf32le.ts'];
    for (const asked of [...others, 'other/store.ts', 'setps.ts', 'lib/a.ts', 'src/stars.ts'])
      expect(corrected(asked)).toEqual([]);
    for (const name of ['stroe.ts', '`stroe.ts`', 'stroe.ts:3'])
      expect(corrected(`where is ${name} used?`)).toEqual(['src/store.ts']);
    expect(corrected('who reads mebmer.js')).toEqual(['src/member.js']);
    expect(correct('who reads lib/rulse.json')).toMatchObject([{ path: 'lib/rules.json', isUsed: true }]);
    expect(corrected('is rule.json read')).toEqual(['lib/rules.json']);
    // Libraries, names that the files know, files that everybody has, members, other kinds of files.
    for (const name of ['ember.js', 'jsconfig.json', 'test.ts', 'stroe.t', 'stroe.of', 'stroe.rb', 'setps.ts'])
      expect(corrected(`where is ${name} used?`)).toEqual([]);
  });

  it('names missing paths before bare names', () => {
    const views = [[{ path: 'src/store.ts', language: 'ts', blob: 'a', status: 'committed' as const }]];
    const written = writtenPaths('compare alpha.ts, beta.ts, gamma.ts and src/missing.ts');
    const { missingPaths } = findMissingPaths(written, views, () => false);
    expect(missingPaths.map(({ asked }) => asked)).toEqual(['src/missing.ts']);
  });

  it('says nothing of paths that a file has, of those of other places, and of other words', async () => {
    const texts = [
      ...all.slice(0, 5),
      'src/index.ts and index.ts',
      'explain "docs/old notes.md"',
      `compare ./${FILE} with packages\\store\\README.md`,
      'what does /usr/lib/stdio.ts do',
      'see https://host.example/src/stroe.ts',
      'and/or text/html application/x.unknown v1.2/3.4 app.get stroe.of',
      'is Node.js or packages/ used in packages/graph',
      `${'these words of somebody else are many and say no more '.repeat(3)}of lib/one/stroe.ts and tests, builds, deployments, caches, queues, workers, errors, retries, limits, budgets, colours, shapes, sizes, weights, owners, scopes, hooks, rules, tokens, models, prompts, answers, sources, clones, mirrors`,
    ];
    for (const { missingPaths } of await cora(repo).queryAll(texts)) expect(missingPaths).toBeUndefined();
    // A filter leaves out the file that is asked for; it is there all the same.
    const { missingPaths } = await cora(repo).query(FILE, { path: ['packages/core/**'] });
    expect(missingPaths).toBeUndefined();
  });

  it('shows tests and generated files that are named, and two files for two paths', async () => {
    const texts = ['explain packages/core/test/index.test.ts', 'what is in single_include/list.h'];
    expect((await cora(repo).queryAll(texts)).map(firstOf)).toEqual([
      'packages/core/test/index.test.ts',
      'single_include/list.h',
    ]);
    const { results } = await cora(repo).query('compare packages/graph/src/make.ts with packages/core/src/index.ts');
    const paths = results.slice(0, 2).map(({ path }) => path);
    expect(paths.sort()).toEqual(['packages/core/src/index.ts', 'packages/graph/src/make.ts']);
  });

  it('has the rest of the answer as it is without it, also within a budget', async () => {
    const text = `where is ${FILE} used`;
    const [named] = await cora(repo, { budget: 3000 }).queryAll([text]);
    const [plain] = await cora(repo, { budget: 3000, weight: ['namedPath=0'] }).queryAll([text]);
    const others = ({ results }: SearchResult): string[] =>
      results.map(({ path }) => path).filter((one) => one !== FILE);
    expect(others(plain!).length).toBeGreaterThan(3);
    expect(others(named!).slice(0, 4)).toEqual(others(plain!).slice(0, 4));
    expect(firstOf(plain!)).not.toBe(FILE);
  });

  it('gives nothing to a name that many files have, and to a filtered file', async () => {
    const texts = ['explain index.ts', 'where is package.json read', 'src/index.ts', 'a store'];
    const answers = await cora(repo, { explain: true }).queryAll(texts);
    const named = answers.flatMap(({ results }) =>
      results.filter(({ explain }) => explain?.['namedPath'] !== undefined),
    );
    expect(named).toEqual([]);
    const { results } = await cora(repo).query(FILE, { path: ['packages/core/**'] });
    expect(results.map(({ path }) => path)).not.toContain(FILE);
  });

  it('shows the files of a folder first, those that answer for it before the others', async () => {
    for (const text of ['packages/store/src/', 'what is in packages/store/src']) {
      const { results } = await cora(repo).query(text, { limit: 4 });
      const paths = [...new Set(results.map(({ path }) => path))];
      const inside = paths.filter((path) => path.startsWith('packages/store/src/'));
      expect(inside).toHaveLength(4);
      expect(paths.slice(0, 4)).toEqual(inside);
    }
  });

  it('finds a file that is not committed yet', async () => {
    repo.file('packages/core/src/brand.ts', 'zzz();\n');
    expect(firstOf(await cora(repo).query('explain packages/core/src/brand.ts'))).toBe('packages/core/src/brand.ts');
    repo.remove('packages/core/src/brand.ts');
  });

  it('is answered alike with a scope, from a packed index and among several repositories', async () => {
    const text = `explain ${FILE}`;
    expect(firstOf(await cora(repo).query(text, { scope: 'packages/graph' }))).toBe(FILE);
    const { file } = await cora(repo).pack();
    const elsewhere = { dir: tempDir(), env: repo.env };
    expect(firstOf(await cora(elsewhere, { index: file }).query(text))).toBe(FILE);
    const fleet = testFleet();
    const other = tempRepo().file('store.ts', LOUD.join(''));
    other.commit();
    await fleet.add(`file://${repo.dir}`, { name: 'acme/one' });
    await fleet.add(`file://${other.dir}`, { name: 'acme/two' });
    await fleet.sync();
    expect(firstOf(await fleet.query(text))).toBe(FILE);
  });
});
