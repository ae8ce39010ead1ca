/** References from one repository into another, where an import names its package. */

import { expect, it } from 'vitest';
import { openFleetSearcher } from '../../../src/fleet/searchFleet.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

async function fleetWith(repos: Record<string, Record<string, string>>) {
  const fleet = testFleet();
  for (const [name, files] of Object.entries(repos)) {
    const repo = tempRepo();
    for (const [path, content] of Object.entries(files)) repo.file(path, content);
    repo.commit();
    await fleet.add(`file://${repo.dir}`, { name });
  }
  await fleet.sync();
  return async (name: string) => {
    const searcher = openFleetSearcher(fleet.fleet());
    try {
      const { references, repositories, freshness } = await searcher.references(['*'], name);
      expect(repositories.map((one) => one.name)).toEqual(Object.keys(repos).sort());
      for (const one of repositories) expect(one.freshness).toMatchObject({ commitsBehind: 0, missingFiles: [] });
      expect(freshness).toMatchObject({ indexedCommit: null, dirtyFiles: 0, missingFiles: [] });
      return references.map(
        ({ repository, path, kind, target, targetRepository, package: of }) =>
          [
            repository,
            path,
            kind,
            targetRepository === undefined ? null : `${targetRepository} ${target!.path} ${of}`,
          ] as const,
      );
    } finally {
      searcher.close();
    }
  };
}

quick.it('leads from an import of a package to the repository that is it, and from nothing else', async () => {
  const refs = await fleetWith({
    net: {
      'package.json': '{\n  "name": "@acme/net"\n}\n',
      'src/retry.ts': 'export function retryRequest(times: number): number {\n  return times;\n}\n',
    },
    // The same name in a package that nobody imports.
    other: {
      'package.json': '{\n  "name": "@acme/other"\n}\n',
      'src/retry.ts': 'export function retryRequest(): void {}\n',
    },
    shop: {
      'src/pay.ts':
        "import { retryRequest } from '@acme/net/retry';\n\nexport const pay = (): number => retryRequest(3);\n",
      'src/free.ts': 'export const free = (): unknown => retryRequest(1);\n',
    },
  });
  const found = await refs('retryRequest');
  const target = 'net src/retry.ts @acme/net';
  expect(found.filter(([repository]) => repository === 'shop')).toEqual([
    ['shop', 'src/free.ts', 'call', null],
    ['shop', 'src/pay.ts', 'import', target],
    ['shop', 'src/pay.ts', 'call', target],
  ]);
});

slow.it('knows the packages of Go, Rust and Python', async () => {
  const refs = await fleetWith({
    'go-lib': {
      'go.mod': 'module github.com/acme/queue/v2\n',
      'queue.go': 'package queue\n\nfunc PushJob() int {\n\treturn 1\n}\n',
    },
    'go-app': {
      'go.mod': 'module github.com/acme/app\n',
      'main.go': 'package main\n\nimport "github.com/acme/queue/v2"\n\nfunc main() {\n\tqueue.PushJob()\n}\n',
    },
    'rust-lib': {
      'Cargo.toml': '[package]\nname = "acme-lease"\n',
      'src/lib.rs': 'pub fn take_lease() -> u8 {\n    1\n}\n',
    },
    'rust-app': { 'src/main.rs': 'use acme_lease::take_lease;\n\nfn main() {\n    take_lease();\n}\n' },
    'py-lib': {
      'pyproject.toml': '[project]\nname = "Acme-Ledger"\n',
      'acme_ledger/book.py': 'def open_book():\n    return 1\n',
    },
    'py-app': { 'app.py': 'from acme_ledger.book import open_book\n\n\ndef main():\n    return open_book()\n' },
  });
  const targetsOf = async (name: string, repository: string) =>
    new Set((await refs(name)).filter(([of]) => of === repository).map(([, , , target]) => target));
  expect(await targetsOf('PushJob', 'go-app')).toEqual(new Set(['go-lib queue.go github.com/acme/queue/v2']));
  expect(await targetsOf('take_lease', 'rust-app')).toEqual(new Set(['rust-lib src/lib.rs acme-lease']));
  expect(await targetsOf('open_book', 'py-app')).toEqual(new Set(['py-lib acme_ledger/book.py Acme-Ledger']));
});

/** `[repository]: its targets of a name`, where a workspace of each kind is imported from another repository. */
it.each(
  shareOf(
    [
      [
        'npm',
        {
          'package.json': '{"private":true,"workspaces":["packages/*"],"author":{"name":"Ada"},"name":"root"}',
          'packages/net/package.json':
            '{"author":{"name":"Ada"},"name":"@acme/net","exports":{"./retry":"./dist/retry.js"}}',
          'packages/net/src/retry.ts': 'export function aimThere(): number {\n  return 1;\n}\n',
          'packages/app/package.json': '{"name":"@acme/app"}',
          'packages/app/main.ts': "import { aimThere } from '@acme/net/retry';\n\naimThere();\n",
        },
        { 'main.ts': "import { aimThere } from '@acme/net/retry';\n\naimThere();\n" },
        'lib packages/net/src/retry.ts @acme/net',
      ],
      [
        'pnpm',
        {
          'pnpm-workspace.yaml': 'packages:\n  - libs/*\n',
          'package.json': '{"name":"root"}\n',
          'libs/net/package.json': '{\n      "version": "1.0.0",\n      "name": "net"\n}\n',
          'libs/net/index.js': 'export function aimThere() {\n  return 1;\n}\n',
        },
        { 'main.js': "import { aimThere } from 'net';\n\naimThere();\n" },
        'lib libs/net/index.js net',
      ],
      [
        'go.work',
        {
          'go.work': 'go 1.22\n\nuse (\n\t./net\n\t./tool\n)\n',
          'net/go.mod': 'module (\n\texample.com/net\n)\n',
          'net/queue/queue.go': 'package queue\n\nfunc AimThere() int {\n\treturn 1\n}\n',
          'tool/go.mod': 'module example.com/tool\n',
          'tool/main.go': 'package main\n\nimport "example.com/net/queue"\n\nfunc main() {\n\tqueue.AimThere()\n}\n',
        },
        { 'main.go': 'package main\n\nimport "example.com/net/queue"\n\nfunc main() {\n\tqueue.AimThere()\n}\n' },
        'lib net/queue/queue.go example.com/net',
      ],
      [
        'Cargo',
        {
          'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
          'crates/net/Cargo.toml': '[package]\nauthors = ["Ada [a]"]\nname = "acme-net"\n\n[lib]\nname = "netlib"\n',
          'crates/net/src/lib.rs': 'pub fn aim_there() -> u8 {\n    1\n}\n',
        },
        { 'src/main.rs': 'use netlib::aim_there;\n\nfn main() {\n    aim_there();\n}\n' },
        'lib crates/net/src/lib.rs netlib',
      ],
      [
        'uv',
        {
          'pyproject.toml': '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
          'packages/net/pyproject.toml': '[project]\nauthors = [{ name = "Ada" }]\nname = "acme-network"\n',
          'packages/net/src/acme/net/__init__.py': '',
          'packages/net/src/acme/net/retry.py': 'def aim_there():\n    return 1\n',
        },
        { 'app.py': 'from acme.net.retry import aim_there\n\n\ndef main():\n    return aim_there()\n' },
        'lib packages/net/src/acme/net/retry.py acme.net.retry',
      ],
      [
        'Maven',
        {
          'pom.xml': '<project><groupId>com.acme</groupId><modules><module>net</module></modules></project>\n',
          'net/pom.xml': '<project><parent><groupId>com.acme</groupId></parent></project>\n',
          'net/src/main/java/org/acme/net/Retry.java':
            'package org.acme.net;\n\npublic class Retry {\n  public static int aimThere() {\n    return 1;\n  }\n}\n',
        },
        {
          'App.java':
            'import static org.acme.net.Retry.aimThere;\n\nclass App {\n  int run() {\n    return aimThere();\n  }\n}\n',
        },
        'lib net/src/main/java/org/acme/net/Retry.java org.acme.net',
      ],
    ] as const,
    3,
  ),
)('finds its way into a workspace of %s', async (_, lib, app, target) => {
  const refs = await fleetWith({ app: app as Record<string, string>, lib: lib as Record<string, string> });
  const name = ['aimThere', 'aim_there', 'AimThere'].find((one) => Object.values(lib).join('').includes(one))!;
  const found = (await refs(name)).filter(([repository]) => repository === 'app');
  expect(found.map(([, , kind]) => kind)).toContain('call');
  expect(new Set(found.map(([, , , to]) => to))).toEqual(new Set([target]));
});
