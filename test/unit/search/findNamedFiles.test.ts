import { describe, expect, it } from 'vitest';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { findAnchors, findNamedFiles } from '../../../src/search/anchors.ts';
import { type Outright, readQuestion, type WrittenPath } from '../../../src/search/question.ts';
import type { SearchedView } from '../../../src/view/searchedView.ts';

const PATHS = [
  'Makefile',
  'README.md',
  'lib/README.md',
  'a b/My Notes.md',
  'app/[id]/(tabs)/page.tsx',
  'lib/@types/node.d.ts',
  'lib/src/index.ts',
  'lib/src/store.ts',
  'lib/test/store.test.ts',
  'web/src/index.ts',
  'web/src/größe.ts',
  'web/.eslintrc.cjs',
  'web/tsconfig.json',
  'compose.yaml',
];
const files = PATHS.map((path) => ({ path, language: 'typescript' }));

function namesOf(text: string): [readonly WrittenPath[], Outright] {
  const { paths, outright } = readQuestion(text);
  return [paths, outright];
}

function named(text: string): string[] {
  const found = findNamedFiles(...namesOf(text), { files } as unknown as SearchedView);
  return found === null ? [] : found.files.map(({ path }) => path);
}

describe('the files that a question names', () => {
  it.each(PATHS)('are named by a path alone: %s', (path) => {
    expect(named(path)).toEqual([path]);
    expect(named(` \`${path}\`\n`)).toEqual([path]);
  });

  it.each([
    'lib/src/store.ts',
    './lib/src/store.ts',
    'src/store.ts',
    'store.ts',
    'lib\\src\\store.ts',
    'lib/src/store.ts:12',
    'lib/src/store.ts:12:5',
    'lib/src/store.ts:12-20',
    'lib/src/store.ts#L12',
    'lib/src/store.ts#L12-L20',
    'lib/src/store.ts(12,5)',
    '@lib/src/store.ts',
    '/home/me/app/lib/src/store.ts',
    '../app/lib/src/store.ts:3',
    'C:\\work\\app\\lib\\src\\store.ts',
    'https://host.example/o/app/blob/main/lib/src/store.ts#L3',
  ])('may be written as %s, in any sentence', (written) => {
    const texts = [
      written,
      `explain ${written}`,
      `what does this file do: ${written}`,
      `what does \`${written}\` do?`,
      `where is ${written} used?`,
      `tests of "${written}".`,
      `who wrote ${written}, and why`,
      `reads (${written}) twice`,
    ];
    expect(texts.map(named)).toEqual(texts.map(() => ['lib/src/store.ts']));
  });

  it.each([
    ['compare lib/src/store.ts with web/src/index.ts', ['lib/src/store.ts', 'web/src/index.ts']],
    ['lib/src/store.ts,web/src/index.ts', ['lib/src/store.ts', 'web/src/index.ts']],
    ['lib/src/store.tsは何をしますか', ['lib/src/store.ts']],
    ['explain app/[id]/(tabs)/page.tsx', ['app/[id]/(tabs)/page.tsx']],
    ['explain web/src/größe.ts', ['web/src/größe.ts']],
    ['explain "a b/My Notes.md"', ['a b/My Notes.md']],
    ['what is in ./README.md', ['README.md']],
    ['what is in lib/README.md', ['lib/README.md']],
    ['what fails in index.ts:12?', ['lib/src/index.ts', 'web/src/index.ts']],
    ['src/index.ts:12', ['lib/src/index.ts', 'web/src/index.ts']],
    ['lib/src', ['lib/src/index.ts', 'lib/src/store.ts']],
    ['what is in lib/src/', ['lib/src/index.ts', 'lib/src/store.ts']],
    ['how do the files in the test folder work', ['lib/test/store.test.ts']],
    ['what is this project', ['README.md']],
    ['how does it work', ['README.md']],
    ['describe this project', ['README.md']],
    ['how does the architecture work', ['README.md']],
    ['how to run the tests', ['README.md', 'Makefile']],
    ['how are the tests run', ['README.md', 'Makefile']],
    ['how do I run it', ['README.md']],
  ])('are all of %j', (text, paths) => {
    expect(named(text)).toEqual(paths);
  });

  it.each([
    'index.ts',
    'src/index.ts',
    'what is in README.md',
    'run the Makefile',
    'how does the store work',
    'how does an install run the tests of a package',
    'how does build work',
    'how do the tests work',
    'how does App work',
    'how does `get` work',
    'what does run do',
    'where is setup',
    'where is it used',
    'what is a request',
    'build',
    'test',
    'describe',
    'run tests',
    'where is the output folder cleaned',
    'store',
    'lib/src/Store.ts',
    'other/src/store.ts',
    'node_modules/lib/src/store.ts',
    'estore.ts',
    'store.t',
    'is it v1.2.3 or ... and/or /?',
    '',
  ])('are none of %j', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('are all of a folder, of which the first are candidates', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ path: `lib/f${at}.ts`, language: 'typescript' }));
    const found = findNamedFiles(...namesOf('what is in lib/'), { files: many } as unknown as SearchedView);
    expect(found!.byPath.size).toBe(100);
    expect(found!.files).toHaveLength(30);
  });

  it.each([
    ['where is web/tsconfig.json read', []],
    ['where is `tsconfig.json` parsed?', []],
    ['how are the compose.yaml files read, and which code loads compose.yaml', []],
    ['who reads tsconfig.json', []],
    ['what uses the "compose.yaml"', []],
    ['where is lib/src/store.ts read', ['lib/src/store.ts']],
    ['what is in web/tsconfig.json', ['web/tsconfig.json']],
    ['how is the port set in compose.yaml', ['compose.yaml']],
    ['read web/tsconfig.json', ['web/tsconfig.json']],
    ['what is used in compose.yaml', ['compose.yaml']],
    ['what does compose.yaml say of what reads it', ['compose.yaml']],
  ])('are not those of data whose readers are asked for: %s', (text, paths) => {
    expect(named(text)).toEqual(paths);
  });

  it('are those of the end of a chat', () => {
    const chat = `User: explain web/.eslintrc.cjs ${'and every rule that it switches on or off '.repeat(3)}
Assistant: it extends the recommended rules, sets parser options, globals, environments, plugins, overrides, ignore patterns and a severity for unused variables, shadowed names and missing awaits
User: now explain lib/src/store.ts`;
    expect(readQuestion(chat).isLong).toBe(true);
    expect(named(chat)).toEqual(['lib/src/store.ts']);
  });

  const reportOf = (path: string) =>
    `Reading fails\n\n### Steps\n\n1. Open the list.\n2. See ${path}, where it stops.\n\n### Expected\n\nIt goes on to the end of the list.\n`;

  it.each([
    'lib/src/store.ts',
    'src/store.ts',
    '/home/me/app/lib/src/store.ts',
    'web/.eslintrc.cjs',
    'src/index.ts',
    'lib/README.md',
  ])('are the same in a report and in a question: %s', async (path) => {
    const deeper = ['x/lib/src/store.ts', 'x/web/.eslintrc.cjs', 'x/lib/src/index.ts'];
    const view = {
      files: [...files, ...deeper.map((one) => ({ path: one, language: 'typescript' }))],
      statistics: { frequency: () => 0 },
    } as unknown as SearchedView;
    const { report } = readQuestion(reportOf(path));
    const asked = findNamedFiles(...namesOf(`explain ${path}`), view);
    const read = await findAnchors({} as SearchReader, report!, view);
    expect(read.files).toEqual(asked?.files ?? []);
  });
});

describe('a route', () => {
  const routed = [
    'web/app/(shop)/users/[id]/page.tsx',
    'web/app/(shop)/users/new/page.tsx',
    'web/app/(shop)/users/[id]/edit/page.tsx',
    'web/app/(shop)/users/[id]/list.tsx',
    'web/app/api/users/[id]/route.ts',
    'web/app/files/[[...path]]/page.tsx',
    'kit/src/routes/blog/[slug]/+page.svelte',
    'kit/src/routes/blog/+layout.svelte',
    'nuxt/app/pages/[[server]]/tags/[tag].vue',
    'nuxt/app/pages/settings/index.vue',
    'nuxt/server/api/[server]/login.post.ts',
    'remix/app/routes/_authed+/o.$orgUrl.settings.billing.tsx',
    'remix/app/routes/_authed+/sign.$token+/_index.tsx',
    'remix/app/routes/_authed+/sign.$token+/done.tsx',
    'web/app/post/page.tsx',
    'nuxt/app/pages/client.vue',
    'kit/src/routes/page/+page.server.ts',
    'app/routes/pages.ts',
    'app/controllers/users/edit.ts',
  ];
  const filesOf = (text: string): string[] => {
    const view = { files: routed.map((path) => ({ path, language: 'typescript' })) } as unknown as SearchedView;
    return findNamedFiles(...namesOf(text), view)?.files.map(({ path }) => path) ?? [];
  };

  it.each([
    ['GET /users/:id', 'web/app/(shop)/users/[id]/page.tsx'],
    ['which page is /users/7/edit', 'web/app/(shop)/users/[id]/edit/page.tsx'],
    ['what is shown at /users/new', 'web/app/(shop)/users/new/page.tsx'],
    ['where is PUT /api/users/{id} handled', 'web/app/api/users/[id]/route.ts'],
    ['what is shown at /files/a/b', 'web/app/files/[[...path]]/page.tsx'],
    ['/blog/:slug', 'kit/src/routes/blog/[slug]/+page.svelte'],
    ['/tags/:tag', 'nuxt/app/pages/[[server]]/tags/[tag].vue'],
    ['/:server/tags/:tag', 'nuxt/app/pages/[[server]]/tags/[tag].vue'],
    ['route /settings', 'nuxt/app/pages/settings/index.vue'],
    ['POST /api/:server/login', 'nuxt/server/api/[server]/login.post.ts'],
    ['/o/:orgUrl/settings/billing', 'remix/app/routes/_authed+/o.$orgUrl.settings.billing.tsx'],
    ['route /sign/:token', 'remix/app/routes/_authed+/sign.$token+/_index.tsx'],
    ['route /post', 'web/app/post/page.tsx'],
    ['route /client', 'nuxt/app/pages/client.vue'],
    ['route /page', 'kit/src/routes/page/+page.server.ts'],
    ['/sign/:token/done', 'remix/app/routes/_authed+/sign.$token+/done.tsx'],
  ])('%s is the path of %s', (text, path) => {
    expect(filesOf(text)).toEqual([path]);
  });

  it.each(['GET /users/:id/remove', '/controllers/users/edit', 'route /blog', '/:a/:b/:c/:d/:e', 'GET /nothing/new'])(
    '%s is the path of no file',
    (text) => expect(filesOf(text)).toEqual([]),
  );
});
