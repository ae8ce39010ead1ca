import { describe, expect, it } from 'vitest';
import {
  entryTargets,
  indexPaths,
  pathIndexOf,
  resolveModule,
  SHARED_MANIFESTS,
} from '../../../src/graph/pathIndex.ts';
import type { SymbolContext } from '../../../src/graph/readFiles.ts';
import { languageNamed } from '../../../src/languages/languages.ts';
import { links } from '../../helpers/links.ts';

const namesIn = (file: string, text: string) => SHARED_MANIFESTS[file]!(text).names;

describe('the names that a manifest gives', () => {
  it.each([
    ['package.json', '{\n  "name": "@acme/net"\n}\n', ['@acme/net']],
    ['package.json', '{"private":true,"name":"net","version":"1"}', ['net']],
    ['package.json', '\uFEFF{ "name" : "net" }', ['net']],
    ['package.json', '{"author":{"name":"Ada"},"files":["x"],"name":"@acme/net.js_2"}', ['@acme/net.js_2']],
    ['package.json', '{\n\t\t\t\t\t\t"name":\n"n\\u0065t"}', ['net']],
    ['package.json', '{"author":{"name":"Ada"}}', []],
    ['package.json', '{"name":"no name"}', []],
    ['package.json', '{"name":["net"]}', []],
    ['package.json', '{"name":"net"', []],
    ['package.json', '[1]', []],
    ['go.mod', '// a comment\nmodule example.com/net/v2 // why\n\ngo 1.22\n', ['example.com/net/v2']],
    ['go.mod', 'module "example.com/net"\n', ['example.com/net']],
    ['go.mod', 'module (\n\texample.com/net\n)\n', ['example.com/net']],
    ['Cargo.toml', '[package]\nname = "acme-net"\nauthors = ["a"]\n', ['acme-net']],
    ['Cargo.toml', '[package]\nauthors = [\n  "[a]",\n]\nkeywords = ["x"]\nname = \'acme-net\'\n', ['acme-net']],
    ['Cargo.toml', '[package]\nname = "acme-net" # why\n\n[lib]\nname = "net"\n', ['acme-net', 'net']],
    ['Cargo.toml', 'package.name = "acme-net"\n', ['acme-net']],
    ['Cargo.toml', 'package = { version = "1", name = "acme-net" }\n', ['acme-net']],
    ['Cargo.toml', '[workspace]\nmembers = ["a"]\n\n[[bin]]\nname = "tool"\n', []],
    ['pyproject.toml', '[project]\nauthors = [{ name = "Ada" }]\nname = "Acme-Net"\n', ['Acme-Net']],
    ['pyproject.toml', '[build-system]\nname = "x"\n\n[tool.poetry]\nname = "net"\n', ['net']],
    ['pyproject.toml', '[tool.uv.workspace]\nmembers = ["packages/*"]\n', []],
    [
      'pom.xml',
      '<project><groupId>com.acme</groupId><parent><groupId>org.boot</groupId></parent></project>',
      ['com.acme'],
    ],
    [
      'pom.xml',
      '<project><parent><groupId>org.boot</groupId></parent>\n<dependencies><dependency><groupId>a.b</groupId></dependency></dependencies><groupId> com.acme </groupId></project>',
      ['com.acme'],
    ],
    [
      'pom.xml',
      '<project><!-- <groupId>x</groupId> --><parent><groupId>com.acme</groupId></parent><modules><module>a</module></modules></project>',
      ['com.acme'],
    ],
  ])('%s %j', (file, text, names) => {
    expect(namesIn(file, text)).toEqual(names);
  });

  // Minutes where the time grows with the square of the length: the test's own limit tells.
  it('takes the time that its length takes', () => {
    for (const [file, read] of Object.entries(SHARED_MANIFESTS))
      for (const part of [
        '<!--',
        '<parent>',
        '{"a":',
        '[',
        'module (\n',
        'a = ',
        ' ',
        '"',
        '<groupId>',
        '[package]\n',
        '/*',
        ', ',
        '//',
      ])
        expect(read(part.repeat(200_000)).names, `${file} ${part}`).toBeInstanceOf(Array);
  });
});

it('are read once for a view, and again after a failure', async () => {
  const answers = [() => Promise.reject(new Error('no network')), async () => []];
  const store = { rows: () => answers.shift()!() };
  const view = { files: [{ path: 'package.json', blob: 'a', language: 'json' }], overlay: [] };
  const context = { store, view } as unknown as SymbolContext;
  await expect(pathIndexOf(context)).rejects.toThrow('no network');
  const index = await pathIndexOf(context);
  expect(index.paths).toEqual(new Set(['package.json']));
  expect(await pathIndexOf(context)).toBe(index);
});

describe('the entries of a package.json', () => {
  const entries = (json: object) =>
    SHARED_MANIFESTS['package.json']!(JSON.stringify({ name: 'net', ...json })).entries!;

  it.each([
    [{ exports: './src/a.js' }, '', ['./src/a.js']],
    [{ exports: { import: './a.mjs', require: { default: './a.cjs' } } }, '', ['./a.mjs', './a.cjs']],
    [{ exports: { '.': './a.js', './retry': ['./b.js', './c.js'] } }, '/retry', ['./b.js', './c.js']],
    [
      { exports: { './*': './lib/*.js', './parts/*': './src/parts/*/index.ts' } },
      '/parts/x',
      ['./src/parts/x/index.ts'],
    ],
    [{ exports: { './*.js': './src/*.ts' } }, '/retry.js', ['./src/retry.ts']],
    [{ exports: { './a': null } }, '/a', []],
    [{ exports: { '.': './a.js' } }, '/internal', []],
    [{ main: './lib', types: 'a.d.ts' }, '', ['./lib', 'a.d.ts']],
    [{}, '', []],
  ])('%j, asked for %j', (json, rest, targets) => {
    expect(entryTargets(entries(json), rest)).toEqual(targets);
  });

  it('lead to the sources in the repository, also where they name what a build makes', () => {
    const packages = new Map([
      [
        '@acme/net',
        {
          folder: 'packages/net',
          entries: entries({
            exports: {
              '.': { types: './dist/main.d.ts', default: './dist/main.js' },
              './retry': './dist/esm/http/retry.js',
              './*': './src/*.ts',
            },
          }),
        },
      ],
      ['plain', { folder: 'packages/plain' }],
    ]);
    const index = indexPaths(
      ['main.ts', 'http/retry.ts', 'queue.ts', 'index.ts']
        .map((name) => `packages/net/src/${name}`)
        .concat('packages/plain/src/index.ts'),
      { packages, aliases: new Map(), editions: new Map() },
    );
    const found = (module: string) => resolveModule(module, 'typescript', 'apps/a.ts', index);
    expect(found('@acme/net')).toEqual(['packages/net/src/main.ts']);
    expect(found('@acme/net/retry')).toEqual(['packages/net/src/http/retry.ts']);
    expect(found('@acme/net/queue')).toEqual(['packages/net/src/queue.ts']);
    expect(found('@acme/net-other')).toEqual([]);
    expect(found('plain')).toEqual(['packages/plain/src/index.ts']);
  });
});

it('names that a tsconfig.json or a package.json gives modules lead to files, the nearest first', async () => {
  const sources = {
    'tsconfig.json': `{
  // comments, and commas at the end
  "compilerOptions": {
    "baseUrl": "./src", /* for all */
    "paths": { "~utils": ["./utils"], "#types/*": ["../types/*", "./more/*"], "http://x": ["./no"], },
  },
}
`,
    'package.json': '{ "imports": { "#deps/*": { "node": "./lib/*.js" } } }\n',
    'app/tsconfig.app.json': '{ "compilerOptions": { "paths": { "@ui/*": ["./ui/*.tsx"] } } }\n',
    'src/utils.ts': 'export function one() {}\n',
    'src/deep/two.ts': 'export function two() {}\n',
    'src/more/three.ts': 'export function three() {}\n',
    'lib/four.js': 'export function four() {}\n',
    'app/ui/five.tsx': 'export function five() {}\n',
    'app/a.ts':
      "import { one } from '~utils';\nimport { two } from 'deep/two';\nimport { three } from '#types/three';\nimport { four } from '#deps/four';\nimport { five } from '@ui/five';\nexport const all = [one(), two(), three(), four(), five()];\n",
    'src/b.ts': "import { five } from '@ui/five';\nexport const none = five();\n",
  };
  const meant: Record<string, unknown> = {};
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    Object.assign(meant, { [name]: await links(sources, name) });
  expect(meant).toEqual({
    one: { 'app/a.ts:6': 'src/utils.ts one' },
    two: { 'app/a.ts:6': 'src/deep/two.ts two' },
    three: { 'app/a.ts:6': 'src/more/three.ts three' },
    four: { 'app/a.ts:6': 'lib/four.js four' },
    five: { 'app/a.ts:6': 'app/ui/five.tsx five', 'src/b.ts:2': null },
  });
});

describe('the modules that folders make', () => {
  const modulesByFolder = (path: string, language: string, all: ReadonlySet<string>) =>
    languageNamed(language).modules?.byFolder?.(path, all) ?? [];
  const paths = new Set(['pyproject.toml', 'libs/a/pom.xml', 'libs/b/setup.py']);

  it.each([
    ['net/http/retry.py', 'python', ['net', 'net.http', 'net.http.retry']],
    ['net/__init__.py', 'python', ['net']],
    ['single.py', 'python', ['single']],
    ['tests/test_net.py', 'python', []],
    ['src/acme/retry.py', 'python', ['acme', 'acme.retry']],
    ['libs/b/src/acme/retry.py', 'python', ['acme', 'acme.retry']],
    ['libs/a/src/main/java/com/acme/net/Retry.java', 'java', ['com.acme.net']],
    ['libs/a/src/main/kotlin/com/acme/Retry.kt', 'kotlin', ['com.acme']],
    ['libs/a/src/test/java/com/acme/RetryTest.java', 'java', []],
    ['src/main/java/com/acme/net/Retry.java', 'java', []],
    ['net/a.ts', 'typescript', []],
  ])('%s', (path, language, expected) => {
    expect(modulesByFolder(path, language, new Set([...paths, path]))).toEqual(expected);
  });

  it('need a project around', () => {
    expect(modulesByFolder('net/retry.py', 'python', new Set(['net/retry.py', 'other/setup.py']))).toEqual([]);
  });
});
