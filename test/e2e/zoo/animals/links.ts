/** Links and special files in the place of files that Cora reads or writes. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Animal, Cage } from '../cage.ts';

const QUESTIONS = ['index', 'query', 'grep', 'files', 'show', 'chunks', 'status'];

/** In a clone, a link in the place of one file. */
function linked(path: string, to: (cage: Cage) => string, aims: readonly string[], tries: string): Animal {
  return {
    ...{ name: `${path} as a link`, tries, comes: 'clone', aims },
    make: (cage) => {
      mkdirSync(dirname(cage.repo.path(path)), { recursive: true });
      symlinkSync(to(cage), cage.repo.path(path));
      cage.repo.commit();
    },
  };
}

const secret = ({ outside }: Cage): string => join(outside, 'secret.txt');
const folder = ({ outside }: Cage): string => join(outside, 'folder');

/** Another repository of the user. */
const victim = ({ outside }: Cage, path = ''): string => join(outside, '../victim', path);

function fifo(path: string, aims: readonly string[]): Animal {
  return {
    name: `${path} that never ends`,
    tries: 'has Cora wait for ever at a FIFO',
    comes: 'given',
    aims,
    make: ({ repo }) => {
      repo.commit();
      mkdirSync(dirname(repo.path(path)), { recursive: true });
      spawnSync('mkfifo', [repo.path(path)]);
    },
  };
}

export const LINKS: readonly Animal[] = [
  linked(
    'link',
    secret,
    [...QUESTIONS, 'mcp tools', 'http routes', 'action'],
    'has a file outside read as one of the repository',
  ),
  linked(
    'src/folder',
    folder,
    [...QUESTIONS, 'mcp tools', 'watch'],
    'has a folder outside read as one of the repository',
  ),
  linked('loop', () => 'loop', [...QUESTIONS, 'watch'], 'has Cora follow a link to itself'),
  linked('src/up', () => '../..', [...QUESTIONS, 'watch'], 'has Cora walk in circles'),
  linked('cora.config.json', secret, ['index', 'query', 'status', 'init'], 'has a file outside read as settings'),
  linked('.coraignore', secret, QUESTIONS, 'has a file outside read as rules'),
  linked('.gitignore', secret, [...QUESTIONS, 'init'], 'has a file outside read as rules'),
  linked('.gitattributes', secret, QUESTIONS, 'has a file outside read as attributes'),
  linked(
    'lefthook.yml',
    folder,
    ['hooks', 'init', 'status'],
    'has a folder outside read, and written, as settings of hooks',
  ),
  linked(
    'lefthook-local.yml',
    folder,
    ['hooks', 'init', 'status'],
    'has a folder outside read, and written, as settings of hooks',
  ),
  linked('.husky', folder, ['hooks', 'init', 'git hooks'], 'has the hooks written outside'),
  linked('.mcp.json', secret, ['init', 'status'], 'has settings of agents written outside'),
  linked('package.json', secret, ['index', 'query', 'hooks', 'action'], 'has a file outside read as a manifest'),
  linked(
    'tsconfig.json',
    secret,
    ['index', 'symbols', 'refs', 'related'],
    'has a file outside read when imports are resolved',
  ),
  {
    name: 'a folder that became a link',
    gitReads: (cage) => [join(folder(cage), '.gitattributes')],
    tries: 'has files outside read by the paths of the commit',
    comes: 'given',
    aims: [...QUESTIONS, 'mcp tools', 'http routes', 'pack'],
    make: (cage) => {
      cage.repo.commit();
      writeFileSync(
        join(cage.outside, 'folder/cart.ts'),
        'export class Cart { outside = "a-secret-that-nobody-may-see"; }\n',
      );
      cage.repo.remove('src');
      symlinkSync(folder(cage), cage.repo.path('src'));
    },
  },
  {
    // A device in its place would take all memory from the git that the user starts in `git hooks`: devices.test.ts has it.
    name: 'a huge file in the place of alternates',
    tries: 'has git read into memory whatever stands where it looks for other stores of objects',
    comes: 'given',
    aims: QUESTIONS,
    check: (_, said, visit) =>
      QUESTIONS.includes(visit) && !said.includes('alternates has more than 1 GB') ? 'it was not named' : null,
    make: ({ repo }) => {
      repo.commit();
      repo.file('.git/objects/info/alternates', '');
      truncateSync(repo.path('.git/objects/info/alternates'), 1200 * 2 ** 20);
    },
  },
  {
    name: 'a .git that is a file',
    // Git says whose it is, and then Cora refuses it.
    gitReads: (cage) => [victim(cage, '.git')],
    tries: 'has another repository of the user taken for this one, and its index written',
    comes: 'given',
    aims: ['index', 'query', 'hooks', 'init'],
    make: (cage) => {
      cage.repo.commit();
      spawnSync('git', ['clone', '-q', cage.repo.dir, victim(cage)], { env: cage.repo.env });
      cage.repo.remove('.git');
      cage.repo.file('.git', `gitdir: ${victim(cage, '.git')}\n`);
    },
  },
  {
    name: 'a commondir outside',
    gitReads: (cage) => [victim(cage, '.git')],
    tries: 'has another repository of the user taken for this one, and its index written',
    comes: 'given',
    aims: ['index', 'query', 'hooks', 'init'],
    make: (cage) => {
      cage.repo.commit();
      spawnSync('git', ['clone', '-q', cage.repo.dir, victim(cage)], { env: cage.repo.env });
      cage.repo.file('.git/commondir', `${victim(cage, '.git')}\n`);
    },
  },
  {
    name: 'alternates outside',
    gitReads: (cage) => [victim(cage, '.git/objects')],
    tries: 'has objects of another repository read',
    comes: 'given',
    aims: QUESTIONS,
    make: (cage) => {
      cage.repo.commit();
      spawnSync('git', ['clone', '-q', cage.repo.dir, victim(cage)], { env: cage.repo.env });
      cage.repo.file('.git/objects/info/alternates', `${victim(cage, '.git/objects')}\n`);
    },
  },
  {
    name: 'info as a link',
    gitReads: (cage) => ['grafts', 'exclude', 'attributes', 'sparse-checkout'].map((name) => join(folder(cage), name)),
    tries: 'has rules outside read, and written, by a link in the Git directory',
    comes: 'given',
    aims: [...QUESTIONS, 'init'],
    make: (cage) => {
      cage.repo.commit();
      cage.repo.remove('.git/info');
      symlinkSync(folder(cage), cage.repo.path('.git/info'));
    },
  },
  fifo('src/pipe.ts', [...QUESTIONS, 'mcp tools', 'watch']),
  fifo('cora.config.json', ['query', 'status', 'init']),
  fifo('.coraignore', ['index', 'query', 'files']),
  fifo('lefthook.yml', ['hooks', 'init']),
  fifo('.mcp.json', ['init']),
  fifo('.git/cora/runner', ['hooks', 'git hooks']),
  fifo('.git/cora/pending', ['hooks', 'status', 'git hooks']),
  fifo('.git/cora/log/last-run.json', ['status', 'doctor']),
  fifo('.git/hooks/post-commit', ['hooks', 'init']),
];
