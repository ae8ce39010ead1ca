/** References from one repository into another, where an import names its package. */

import { expect, it } from 'vitest';
import { openFleetSearcher } from '../../../src/fleet/searchFleet.ts';
import { testFleet } from '../../helpers/fleet.ts';
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

it('leads from an import of a package to the repository that is it, and from nothing else', async () => {
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

it('knows the packages of Go, Rust and Python', async () => {
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
