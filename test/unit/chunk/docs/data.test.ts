import { describe, expect, it } from 'vitest';
import { yamlDocuments } from '../../../../src/chunk/dataDocuments.ts';
import { dataSegments } from '../../../../src/chunk/dataSegments.ts';
import { outline, sourceFrom } from './outline.ts';

const read = (language: string, text: string) => outline(dataSegments(sourceFrom(text, language)));
const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

describe('JSON', () => {
  it('package.json', () => {
    expect(
      read(
        'json',
        '{\n  "name": "x",\n  "scripts": {\n    "build": "node scripts/build.mjs"\n  },\n  "dependencies": { "zod": "^4" },\n  "devDependencies": {\n    "@types/node": "20"\n  }\n}\n',
      ),
    ).toMatchInlineSnapshot(`
      "2-2 object name
      3-5 object scripts (scripts) → link scripts/build.mjs
      6-6 object dependencies → link zod
      7-9 object devDependencies (devDependencies) → link @types/node"
    `);
  });

  it('comments, trailing commas and a byte-order mark are read', () => {
    expect(
      read('jsonc', '\ufeff{\r\n  // How strict.\r\n  "compilerOptions": {\r\n    "strict": true,\r\n  },\r\n}'),
    ).toMatchInlineSnapshot(`"2-5 object compilerOptions (compilerOptions) "How strict.""`);
  });

  it('large values are cut at their keys, elements named by their name', () => {
    const item = (index: number) =>
      `  { "name": "n${index}",\n    "a": [\n      1,\n      2,\n      3\n    ],\n    "b": 2 }`;
    const segments = dataSegments(
      sourceFrom(`{ "all":\n [\n${Array.from({ length: 10 }, (_, index) => item(index)).join(',\n')}\n ]\n}`, 'json'),
    )!;
    expect(segments).toHaveLength(1);
    expect(
      segments[0]!.children.map(({ symbol, scope, startLine }) => [...scope, symbol, startLine]).slice(0, 2),
    ).toEqual([
      ['all', 'n0', 3],
      ['all', 'n1', 10],
    ]);
  });

  it('a long list of scalars stays one segment', () => {
    const [segment] = dataSegments(
      sourceFrom(`{\n"deps": {\n${times(90, (index) => `"k${index}": ${index}`).replaceAll('\n', ',\n')}\n}}`, 'json'),
    )!;
    expect(segment).toMatchObject({ symbol: 'deps', startLine: 2, children: [] });
  });

  it('leaves TOML of too many keys to lines, however they are written', () => {
    const many = 110_000;
    for (const text of [
      `[a${'.a'.repeat(2 * many)}]\n`,
      `${'a.b.c=1\n'.repeat(many)}`,
      `${'[[a]]\nb=1\n'.repeat(many)}`,
      `a=[${'{},'.repeat(many)}]\n`,
    ])
      expect(dataSegments(sourceFrom(text, 'toml'))).toBeNull();
    expect(dataSegments(sourceFrom('a.b.c=1\n', 'toml'))).not.toBeNull();
  });

  it('leaves YAML to lines whose deep lists end behind very many blank lines or comments', () => {
    const gaps = 100_000;
    for (const [name, text] of Object.entries({
      lists: `${'- '.repeat(400)}a\n${'\n'.repeat(gaps)}`,
      comments: `${'- '.repeat(400)}a\n${'# b\n'.repeat(gaps)}`,
      keys: `${'"a": '.repeat(400)}\n${'\n'.repeat(gaps)}`,
      maps: `${Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')}${'\n'.repeat(gaps)}b: 1\n`,
      documents: `${'- '.repeat(400)}a\n${'\n'.repeat(2000)}---\n`.repeat(50),
    }))
      expect(() => yamlDocuments(text), name).toThrow('too many blank lines, nested too deep');
    const deep = `${'- '.repeat(400)}a\n${'\n'.repeat(gaps)}`;
    expect(dataSegments(sourceFrom(deep, 'yaml'))).toBeNull();
    const ordinary = `a:\n  b:\n    - c\n${'\n# d\n'.repeat(gaps)}e: 1\n`;
    expect(dataSegments(sourceFrom(ordinary, 'yaml'))).not.toBeNull();
  });

  it('keeps no stack for each of the errors of a text that is no YAML', () => {
    const limits: number[] = [];
    let limit = Error.stackTraceLimit;
    const own = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')!;
    const set = (value: number): void => {
      limit = value;
      limits.push(value);
    };
    Object.defineProperty(Error, 'stackTraceLimit', { configurable: true, get: () => limit, set });
    try {
      expect(dataSegments(sourceFrom(`a: "${'b\n'.repeat(9)}`, 'yaml'))).toBeNull();
    } finally {
      Object.defineProperty(Error, 'stackTraceLimit', own);
    }
    expect(limits).toEqual([0, own.value]);
  });

  it('is null for what is not JSON, and not for JSON lines', () => {
    expect(read('json', '{ "a": 1')).toBe('null');
    expect(read('json', '')).toBe('null');
    expect(read('json', `${'['.repeat(100_000)}`)).toBe('null');
    expect(dataSegments(sourceFrom('{"a":1}\n{"a":2}\n', 'json'))).toEqual([]);
    expect(dataSegments(sourceFrom('a: 1', 'python'))).toBeNull();
  });

  it('one line with many keys has no name', () => {
    expect(read('json', '{"a": 1, "b": {"c": 2}}')).toBe('1-1 object ');
  });
});

describe('YAML', () => {
  it('workflow: jobs, steps that use actions', () => {
    expect(
      read(
        'yaml',
        `# Runs the tests.
name: ci
on: [push]

jobs:
  # Unit tests.
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: ./.github/actions/setup
      - run: npm test
  lint:
    needs: test
    steps: []
`,
      ),
    ).toMatchInlineSnapshot(`
      "1-2 object name "Runs the tests."
      3-3 object on
      5-15 object jobs (jobs, test, lint) → link actions/checkout, link ./.github/actions/setup"
    `);
  });

  it('several documents, anchors, block scalars', () => {
    expect(
      read(
        'yaml',
        `apiVersion: v1
kind: Service
metadata:
  name: web
---
kind: ConfigMap
metadata: { name: settings }
data: &data
  run.sh: |
    # not: a key
    echo
more: *data
`,
      ),
    ).toMatchInlineSnapshot(`
      "1-4 object web (web, metadata)
      6-12 object settings (settings, data)"
    `);
  });

  it('OpenAPI: what $ref points to is defined, at any depth', () => {
    const paths = times(30, (index) => `    /p${index}:\n      get:\n        $ref: "#/components/schemas/Pet"`);
    const text = `openapi: 3.1.0\npaths:\n${paths.replaceAll('    /', '  /')}\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      properties:\n        id: { type: integer }\n    Other:\n      type: object\n      x: y\n`;
    const segments = dataSegments(sourceFrom(text, 'yaml'))!;
    const components = segments.find(({ symbol }) => symbol === 'components')!;
    expect(components.defines.map(({ name }) => name)).toEqual(['components', 'schemas', 'Pet']);
    const first = segments.find(({ symbol }) => symbol === 'paths')!;
    expect(first.references).toContainEqual({ name: 'Pet', kind: 'link', from: '#/components/schemas/Pet' });
  });

  it('is null for templates, broken syntax and hostile nesting', () => {
    expect(read('yaml', '{{- if .Values.x }}\na: 1\n{{- end }}\n')).toBe('null');
    expect(read('yaml', 'a: [1\nb: 2')).toBe('null');
    expect(read('yaml', '['.repeat(100_000))).toBe('null');
  });
});

describe('TOML', () => {
  it('Cargo.toml: tables and dependencies', () => {
    expect(
      read(
        'toml',
        `# The crate.
[package]
name = "x"

[dependencies]
serde = { version = "1" }

[dependencies.tokio]
version = "1"

[target.'cfg(unix)'.dev-dependencies]
libc = "0.2"

[[bin]]
name = "tool"
path = "src/bin/tool.rs"
`,
      ),
    ).toMatchInlineSnapshot(`
      "1-3 object package (package) "The crate."
      5-6 object dependencies (dependencies) → link serde
      8-9 object dependencies/tokio (tokio) → link tokio
      11-12 object target/cfg(unix)/dev-dependencies → link libc
      14-16 object tool → link src/bin/tool.rs"
    `);
  });

  it('pyproject.toml: requirements in lists', () => {
    expect(
      read(
        'toml',
        '[build-system]\nrequires = ["hatchling>=1"]\n\n[project]\nname = "p"\ndependencies = [\n  "httpx[http2]>=0.27",\n  "attrs",\n]\n\n[project.optional-dependencies]\ndev = ["pytest>=8 ; python_version > \'3.8\'"]\n',
      ),
    ).toMatchInlineSnapshot(`
      "1-2 object build-system (build-system) → link hatchling
      4-9 object project (project, dependencies) → link httpx, link attrs
      11-12 object project/optional-dependencies (optional-dependencies) → link pytest"
    `);
  });

  it('a date that names something is what was written, wherever it is read', () => {
    expect(
      read('toml', '[[release]]\nname = 2020-01-02\n\n[[release]]\nid = 2020-01-02T03:04:05Z\n'),
    ).toMatchInlineSnapshot(`
      "1-2 object 2020-01-02
      4-5 object 2020-01-02T03:04:05Z"
    `);
  });

  it('is null for broken syntax', () => {
    expect(read('toml', '[a\nb = 1')).toBe('null');
    expect(read('toml', `a = ${'['.repeat(50_000)}`)).toBe('null');
  });
});
