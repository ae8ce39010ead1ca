/** The import table of docs/architecture.md, asserted on src, and the checker itself on sources that break it. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkArchitecture } from '../helpers/checkArchitecture.ts';

const src = fileURLToPath(new URL('../../src', import.meta.url));

describe('src', () => {
  const sources = sourcesOf(src);

  it('obeys the import table, has no cycles, prints and exits only in src/entry, and has no file over 300 lines', () => {
    expect(sources.size).toBeGreaterThan(10);
    expect(checkArchitecture(sources).map(({ file, problem }) => `src/${file} ${problem}`)).toEqual([]);
  });

  it('has a median file under 100 lines', () => {
    const lines = [...sources.values()].map((text) => text.split('\n').length - 1).sort((a, b) => a - b);
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThan(100);
  });
});

describe('the check', () => {
  const cases: [name: string, sources: Record<string, string>, problems: string[]][] = [
    [
      'a stage that imports another',
      { 'git/a.ts': "import { x } from '../chunk/b.ts';", 'chunk/b.ts': '' },
      ['git/a.ts imports chunk/b'],
    ],
    [
      'a type of another stage',
      { 'git/a.ts': "type X = import('../chunk/b.ts').X;", 'chunk/b.ts': '' },
      ['git/a.ts imports chunk/b'],
    ],
    [
      'a re-export of another stage',
      { 'git/a.ts': "export * from '../chunk/b.ts';", 'chunk/b.ts': '' },
      ['git/a.ts imports chunk/b'],
    ],
    [
      'LanceDB outside of store',
      { 'query/a.ts': "import type { T } from '@lancedb/lancedb/x';" },
      ['query/a.ts imports the package @lancedb/lancedb'],
    ],
    ['a package imported lazily', { 'search.ts': "await import('tar');" }, ['search.ts imports the package tar']],
    ['a required package', { 'git/a.ts': "require('tar');" }, ['git/a.ts imports the package tar']],
    ['a computed import', { 'git/a.ts': 'await import(name);' }, ['git/a.ts imports a computed module name']],
    [
      'I/O in a pure module',
      { 'plan.ts': "import { readFileSync } from 'node:fs';" },
      ['plan.ts imports node:fs: no I/O here'],
    ],
    [
      'I/O in the base',
      { 'words.ts': "import 'node:child_process';" },
      ['words.ts imports node:child_process: no I/O here'],
    ],
    ['a spine in a stage', { 'query/a.ts': "import '../build.ts';", 'build.ts': '' }, ['query/a.ts imports build']],
    [
      'an entry in the core',
      { 'build.ts': "import './entry/cli.ts';", 'entry/cli.ts': '' },
      ['build.ts imports entry/cli'],
    ],
    [
      'an entry that imports a stage',
      { 'entry/cli.ts': "import '../git/a.ts';", 'git/a.ts': '' },
      ['entry/cli.ts imports git/a'],
    ],
    [
      'an entry that imports another',
      { 'entry/cli.ts': "import './action.ts';", 'entry/action.ts': '' },
      ['entry/cli.ts imports entry/action'],
    ],
    [
      'a file outside of src',
      { 'git/a.ts': "import '../../test/b.ts';" },
      ['git/a.ts imports ../../test/b.ts: outside of src'],
    ],
    ['printing', { 'git/a.ts': "console.log('x');" }, ['git/a.ts uses console.log: only src/entry may']],
    [
      'the environment',
      { 'git/a.ts': 'const a = process.env.HOME;' },
      ['git/a.ts uses process.env: only src/entry may'],
    ],
    [
      'the environment, taken apart',
      { 'git/a.ts': 'const { env } = process;' },
      ['git/a.ts uses a destructured process: only src/entry may'],
    ],
    ['exit', { 'build.ts': 'process.exit(1);' }, ['build.ts uses process.exit: only src/entry may']],
    ['a long file', { 'git/a.ts': '\n'.repeat(301) }, ['git/a.ts has 301 lines, more than 300']],
    ['a folder without a row', { 'utils/a.ts': '' }, ['utils/a.ts stands in no row of the import table']],
    ['code in the barrel', { 'index.ts': 'export const a = 1;' }, ['index.ts holds more than re-exports']],
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

  it('lets pass what the table allows, and what only looks like an import', () => {
    const sources = {
      'types.ts': '/** `import x from "tar"` and process.env in a comment. */ export type X = 1;',
      'git/a.ts': `import { spawn } from 'node:child_process';\nimport type { X } from '../types.ts';\nimport { b } from './c.ts';\nconst text = "import 'tar'";`,
      'chunk/b.ts': "export { default as yaml } from 'yaml';",
      'chunk/a.ts': "import python from './queries/python.scm';",
      'build.ts':
        "import './git/a.ts';\nimport './chunk/a.ts';\nimport './build/step.ts';\nconst platform = process.platform;",
      'entry/cli.ts':
        "import { build } from '../index.ts';\nimport { show } from './text/show.ts';\nimport './help.ts';\nconsole.log(process.env.HOME);",
      'entry/text/show.ts': '',
      'entry/help.ts': '',
      'index.ts': "export { build } from './build.ts';",
    };
    expect(checkArchitecture(new Map(Object.entries(sources)))).toEqual([]);
  });
});

function sourcesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
  );
  return new Map(files.map((file) => [file.split(sep).join('/'), readFileSync(join(folder, file), 'utf8')]));
}
