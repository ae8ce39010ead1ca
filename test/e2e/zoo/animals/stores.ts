/** Indexes that a repository brings, and what is named as one. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI } from '../../../helpers/runCli.ts';
import type { Animal, Cage } from '../cage.ts';
import { moveData } from '../lanceBases.ts';

const ASKING = ['query', 'status', 'symbols', 'index', 'pack', 'doctor', 'mcp tools', 'http routes'];

/** The attacker builds an index with the public Cora. @returns the folder of its fingerprint */
function build({ repo }: Cage, store?: string): string {
  repo.commit();
  const where = store === undefined ? [] : ['--store', store];
  const env = { ...repo.env, HOME: join(repo.dir, '..') };
  const run = spawnSync(process.execPath, [CLI, 'index', '-q', ...where], { cwd: repo.dir, env, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const folder = repo.path(store ?? '.git/cora');
  const name = readdirSync(folder).find((one) => /^[0-9a-f]{16}$/.test(one));
  return join(folder, name!);
}

/** A clone whose settings name a tracked folder as the store. */
function tracked(name: string, tries: string, change: (store: string, cage: Cage) => void, aims = ASKING): Animal {
  return {
    ...{ name, tries, comes: 'clone', aims },
    make: (cage) => {
      const store = build(cage, 'idx');
      cage.repo.file('cora.config.json', '{"store":"idx"}');
      change(store, cage);
      cage.repo.commit();
    },
  };
}

/** Handed over with an index below its Git directory. */
function given(name: string, tries: string, change: (store: string, cage: Cage) => void, aims = ASKING): Animal {
  return {
    ...{ name, tries, comes: 'given', aims },
    make: (cage) => change(build(cage), cage),
  };
}

const replaced = (path: string, to: (cage: Cage) => string) => (store: string, cage: Cage) => {
  const place = join(store, path);
  spawnSync('rm', ['-rf', place]);
  symlinkSync(to(cage), place);
};
const folder = ({ outside }: Cage): string => join(outside, 'folder');
const secret = ({ outside }: Cage): string => join(outside, 'secret.txt');

/** Clones whose settings name this as the store. */
function named(name: string, store: (cage: Cage) => string, aims = ['query', 'status', 'index', 'clean']): Animal {
  return {
    ...{
      name: `a store that is ${name}`,
      tries: 'has the index written into, and cleaned out of, a folder of its choice',
    },
    ...{ comes: 'clone', aims },
    make: (cage) => {
      cage.repo
        .file('src/log/log.go', 'package log\n')
        .file('cora.config.json', JSON.stringify({ store: store(cage) }));
      cage.repo.commit();
    },
    check: ({ dir }) => (readdirSync(join(dir, 'src')).includes('log') ? null : 'src/log is gone'),
  };
}

export const STORES: readonly Animal[] = [
  tracked('a tracked store with its data in a bucket', 'has a signed connection opened to its bucket', (store) => {
    for (const table of ['chunks.lance']) moveData(join(store, table), 's3://bucket/x');
  }),
  tracked(
    'a tracked store with its data in a folder outside',
    'has a folder outside opened and answered from',
    (store, cage) => {
      moveData(join(store, 'chunks.lance'), folder(cage));
    },
  ),
  tracked('a tracked store', 'has its own answers given instead of those of its code', () => undefined),
  tracked('a tracked history that is a link', 'has a file outside read and written', (store, cage) => {
    const history = join(store, '../commits.rows');
    renameSync(history, join(folder(cage), 'commits.rows'));
    symlinkSync(join(folder(cage), 'commits.rows'), history);
  }),
  given('a store with its data in a bucket', 'has a signed connection opened to its bucket', (store) => {
    moveData(join(store, 'chunks.lance'), 's3://bucket/x');
  }),
  given('a store with its data in a folder outside', 'has a folder outside opened and answered from', (store, cage) => {
    moveData(join(store, 'chunks.lance'), folder(cage));
  }),
  named('a folder of its sources', () => 'src'),
  named('the repository itself', () => '.'),
  named('its Git directory', () => '.git'),
  named('a folder above', () => '../outside/folder'),
  named('a folder elsewhere', folder),
  named('a bucket', () => 's3://bucket/x'),
  named('a file', () => 'docs/guide.md'),
  given(
    'the whole store as a link',
    'has the index written outside',
    (store, cage) => {
      spawnSync('rm', ['-rf', store]);
      symlinkSync(folder(cage), store);
    },
    ['index', 'query', 'status', 'gc', 'clean'],
  ),
  given('tables as links', 'has tables outside read and compacted', replaced('chunks.lance', folder), [
    'index',
    'query',
    'gc',
    'doctor',
    'clean',
  ]),
  given('views as links', 'has views written outside', replaced('views', folder), [
    'index',
    'query',
    'gc',
    'doctor',
    'clean',
  ]),
  given('the state as a link', 'has a file outside read as the state', replaced('repo_state.json', secret), [
    'query',
    'status',
    'index',
  ]),
  given(
    'a view by a name that leads out',
    'has a file outside read as a view',
    (store) => {
      writeFileSync(join(store, 'views/current'), '../../../../../outside/secret.txt');
    },
    ['query', 'status', 'index', 'doctor'],
  ),
  given(
    'a state of its own',
    'has paths outside opened, which the state names',
    (store) => {
      const path = '../outside/secret.txt';
      const files = { [path]: { blob: '0'.repeat(40), language: 'text', chunks: ['../../x'] }, __proto__: { x: 1 } };
      writeFileSync(join(store, 'repo_state.json'), JSON.stringify({ version: 1, commit: '../x', files }));
    },
    ['query', 'status', 'index', 'doctor'],
  ),
  given(
    'sums that name other files',
    'has files elsewhere deleted by the repair',
    (store) => {
      const names = ['../../../../../outside/secret.txt', '/etc/passwd', '-rf'];
      writeFileSync(
        join(store, 'chunks.lance/sums.json'),
        JSON.stringify({ version: 1, files: Object.fromEntries(names.map((name) => [name, 'x'])) }),
      );
    },
    ['doctor', 'index', 'gc'],
  ),
  given(
    'a history that is no table',
    'has a file of huge numbers believed',
    (store) => {
      writeFileSync(join(store, '../commits.rows'), `CORAROWS${'\xff'.repeat(64)}`, 'latin1');
    },
    ['query', 'index', 'doctor'],
  ),
  given(
    'a lock of another process',
    'has Cora wait for, or look into, a process of its choice',
    (store) => {
      mkdirSync(join(store, 'write.lock'), { recursive: true });
      writeFileSync(
        join(store, 'write.lock.json'),
        JSON.stringify({ pid: 1, host: '\u001b[31m', started: 0, token: '../x' }),
      );
    },
    ['query', 'status', 'index'],
  ),
];
