/** The rooms of docs/architecture.md, asserted on src, and the checker itself on sources that break its rules. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkArchitecture, PROGRAMS, ROOMS } from '../helpers/checkArchitecture.ts';

const src = fileURLToPath(new URL('../../src', import.meta.url));

describe('src', () => {
  const sources = sourcesOf(src);

  it('keeps to its rooms: no import of a room below, none past a door, no cycles, no printing outside of entries', () => {
    expect(sources.size).toBeGreaterThan(10);
    expect(checkArchitecture(sources).map(({ file, problem }) => `src/${file} ${problem}`)).toEqual([]);
  });

  it('holds the programs and the rooms, and nothing else', () => {
    const entries = readdirSync(src).sort();
    expect(entries).toEqual([...Object.keys(ROOMS), ...Object.keys(PROGRAMS).map((name) => `${name}.ts`)].sort());
    expect(entries.length).toBeLessThanOrEqual(30);
  });

  it('loads no schemas of HTTP for `cora mcp` on standard input', () => {
    const loaded = loadedBy('server/openServed.ts', sources);
    expect([...loaded]).toEqual(expect.arrayContaining(['server/apiServices.ts', 'server/servedJobs.ts']));
    expect([...loaded].filter((name) => name.includes('zod'))).toEqual([]);
    expect([...loadedBy('server/serveHttp.ts', sources)]).toContain('@hono/zod-openapi');
  });
});

describe('the check', () => {
  const cases: [name: string, sources: Record<string, string>, problems: string[]][] = [
    [
      'an import of a room below',
      { 'git/a.ts': "import { x } from '../chunk/b.ts';", 'chunk/b.ts': '' },
      ['git/a.ts imports chunk/b: chunk stands below git in ROOMS'],
    ],
    [
      'a type of a room below',
      { 'git/a.ts': "type X = import('../chunk/b.ts').X;", 'chunk/b.ts': '' },
      ['git/a.ts imports chunk/b: chunk stands below git in ROOMS'],
    ],
    [
      'a re-export of a room below',
      { 'git/a.ts': "export * from '../chunk/b.ts';", 'chunk/b.ts': '' },
      ['git/a.ts imports chunk/b: chunk stands below git in ROOMS'],
    ],
    [
      'an import past a door',
      { 'search/a.ts': "import { x } from '../store/objects/b.ts';", 'store/objects/b.ts': '' },
      ['search/a.ts imports store/objects/b: past the door of store'],
    ],
    [
      'a program that imports past a door',
      { 'cli.ts': "import { x } from './cli/render/b.ts';", 'cli/render/b.ts': '' },
      ['cli.ts imports cli/render/b: past the door of cli'],
    ],
    [
      'options in the core',
      {
        'share/a.ts': "import type { Options } from '../settings/options.ts';",
        'cli/b.ts': "import type { Options } from '../settings/options.ts';",
        'settings/options.ts': '',
      },
      ['share/a.ts imports settings/options: only entries know options'],
    ],
    [
      'LanceDB outside of store',
      { 'search/a.ts': "import type { T } from '@lancedb/lancedb/x';" },
      ['search/a.ts imports the package @lancedb/lancedb'],
    ],
    ['a package imported lazily', { 'search/a.ts': "await import('tar');" }, ['search/a.ts imports the package tar']],
    ['a required package', { 'git/a.ts': "require('tar');" }, ['git/a.ts imports the package tar']],
    ['a computed import', { 'git/a.ts': 'await import(name);' }, ['git/a.ts imports a computed module name']],
    [
      'I/O in a room that only computes',
      { 'graph/a.ts': "import { readFileSync } from 'node:fs';" },
      ['graph/a.ts imports node:fs: no I/O here'],
    ],
    [
      'I/O in the base',
      { 'base/words.ts': "import 'node:child_process';" },
      ['base/words.ts imports node:child_process: no I/O here'],
    ],
    [
      'a program that is imported',
      { 'git/a.ts': "import '../cli.ts';", 'cli.ts': '' },
      ['git/a.ts imports cli: a program is imported by nobody'],
    ],
    [
      'a file outside of src',
      { 'git/a.ts': "import '../../test/b.ts';" },
      ['git/a.ts imports ../../test/b.ts: outside of src'],
    ],
    ['printing', { 'git/a.ts': "console.log('x');" }, ['git/a.ts uses console.log: only an entry may']],
    [
      'the environment',
      { 'git/a.ts': 'const a = process.env.HOME;' },
      ['git/a.ts uses process.env: only an entry may'],
    ],
    [
      'the environment, taken apart',
      { 'git/a.ts': 'const { env } = process;' },
      ['git/a.ts uses a destructured process: only an entry may'],
    ],
    ['exit', { 'indexing/a.ts': 'process.exit(1);' }, ['indexing/a.ts uses process.exit: only an entry may']],
    ['a long file', { 'git/a.ts': '\n'.repeat(501) }, ['git/a.ts has 501 lines, more than 500']],
    [
      'a folder that is no room',
      { 'utils/a.ts': '' },
      ['utils/a.ts stands in no room: add its folder to ROOMS in test/helpers/checkArchitecture.ts'],
    ],
    [
      'a file beside the rooms',
      { 'helpers.ts': '' },
      ['helpers.ts stands in no room: add its folder to ROOMS in test/helpers/checkArchitecture.ts'],
    ],
    ['a broken file', { 'git/a.ts': 'const = 1;' }, [expect.stringMatching(/^git\/a\.ts cannot be parsed/)]],
    [
      'a cycle',
      {
        'git/a.ts': "import './b.ts';",
        'git/b.ts': "import type { C } from './c.ts';",
        'git/c.ts': "export * from './a.ts';",
      },
      ['git/a.ts import cycle: git/a → git/b → git/c → git/a'],
    ],
  ];

  it.each(cases)('finds %s', (_, sources, problems) => {
    const found = checkArchitecture(new Map(Object.entries(sources)));
    expect(found.map(({ file, problem }) => `${file} ${problem}`)).toEqual(problems);
  });

  it('lets pass what the rooms allow, and what only looks like an import', () => {
    const sources = {
      'base/types.ts': '/** `import x from "tar"` and process.env in a comment. */ export type X = 1;',
      'git/a.ts': `import { spawn } from 'node:child_process';\nimport type { X } from '../base/types.ts';\nimport { b } from './inner/c.ts';\nconst text = "import 'tar'";`,
      'git/inner/c.ts': "import type { X } from '../../base/types.ts';",
      'chunk/b.ts': "export { default as yaml } from 'yaml';",
      'chunk/a.ts': "import python from './queries/python.scm';",
      'indexing/buildIndex.ts': "import '../git/a.ts';\nimport '../chunk/a.ts';\nconst platform = process.platform;",
      'cli/run.ts': "import { build } from '../indexing/build.ts';\nconsole.log(process.env.HOME);",
      'cli.ts': "import './cli/run.ts';",
    };
    expect(checkArchitecture(new Map(Object.entries(sources)))).toEqual([]);
  });
});

/** Returns what a module imports at its start and not only for a type, and what that imports. */
function loadedBy(file: string, sources: ReadonlyMap<string, string>, loaded = new Set<string>()): Set<string> {
  loaded.add(file);
  for (const [, specifier = ''] of sources.get(file)?.matchAll(/^(?:import|export) (?!type )[^;']*'([^']+)';/gm) ??
    []) {
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier;
    if (!loaded.has(target)) loadedBy(target, sources, loaded);
  }
  return loaded;
}

function sourcesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
  );
  return new Map(files.map((file) => [file.split(sep).join('/'), readFileSync(join(folder, file), 'utf8')]));
}
