/** What is no file stands in the place of each file that Cora reads: a named error or none, no stack, and no command that waits for ever. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { IS_FULL } from '../helpers/faults/seed.ts';
import { startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';

let repo: TempRepo;
let fingerprint: string;
beforeAll(async () => {
  repo = await indexed(shopRepo());
  fingerprint = readdirSync(repo.path('.git/cora')).find((name) => /^[0-9a-f]{16}$/.test(name))!;
});

const KINDS: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => void spawnSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(join(path, 'inner'), { recursive: true }),
  'a link to a folder': (path) => symlinkSync(tempDir(), path),
  'a link to nothing': (path) => symlinkSync('/nowhere/at/all', path),
  'a link to a pipe': (path) => {
    const pipe = join(tempDir(), 'pipe');
    spawnSync('mkfifo', [pipe]);
    symlinkSync(pipe, path);
  },
  'a link to itself': (path) => symlinkSync(path, path),
  'a socket': (path) =>
    void createServer()
      .listen(path.length < 100 ? path : join(tempDir(), 's'))
      .unref(),
  'a file': (path) => cpSync(repo.path('.git/HEAD'), path),
};

// Not as a pipe: git itself waits for what it reads its rules from.
const RULES = ['.gitignore', '.gitattributes'];
const WORK = ['cora.config.json', '.coraignore', 'src/cart.ts', 'src'];
const HOOKS = [
  'lefthook.yml',
  'lefthook-local.yml',
  '.husky',
  '.pre-commit-config.yaml',
  'package.json',
  '.git/hooks',
  '.git/hooks/post-commit',
];
const CLIENTS = ['.mcp.json', '.cursor', '.vscode/mcp.json', '.codex'];
const STORE = [
  '',
  'commits.json',
  'commits.rows',
  'write.lock',
  'write.lock.json',
  'log',
  'log/hook.log',
  'log/last-run.json',
  'runner',
  'pending',
  'taken',
];
const INDEX = [
  '',
  'repo_state.json',
  'blobs.json',
  'views',
  'views/current',
  'chunks.lance',
  'chunks.lance/_versions',
  'chunks.lance/data',
  'chunks.lance/.known-here',
  'chunks.lance/sums.json',
  'commentary',
  'write.lock',
  'write.lock.json',
];

const READ = [
  ['query', 'discount'],
  ['status'],
  ['index', '--quiet'],
  ['doctor'],
  ['gc'],
  ['files'],
  ['grep', 'discount'],
];

async function check(
  place: string,
  commands: readonly (readonly string[])[],
  kind: string,
  dir: string,
  env: NodeJS.ProcessEnv,
) {
  for (const args of commands) {
    const { child, ended } = startCli([...args], { cwd: dir, env });
    child.stdin!.end();
    let isHung = false;
    const patience = setTimeout(() => {
      isHung = true;
      child.kill('SIGKILL');
    }, 60_000);
    const { stderr, stdout, code } = await ended;
    clearTimeout(patience);
    const what = `cora ${args.join(' ')}, ${kind} as ${place}`;
    expect(isHung, `${what} waits for ever`).toBe(false);
    expect(`${stderr}${stdout}`, what).not.toMatch(/unexpected error|^ {4}at |UNEXPECTED/m);
    expect(code, `${what}: ${stderr}`).toBeLessThan(4);
  }
}

/** A copy of the repository, with this in that place. */
function placed(place: string, kind: string): string {
  const dir = join(tempDir(), 'r');
  cpSync(repo.dir, dir, { recursive: true });
  const path = join(dir, place);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  KINDS[kind]!(path);
  return dir;
}

/** All of it takes ten minutes: CORA_FAULTS=full makes every kind, in the store as well. */
const MADE = IS_FULL ? Object.keys(KINDS) : ['a folder', 'a link to a folder'];

describe.each(MADE)('%s', (kind) => {
  const env = () => ({ ...repo.env, XDG_CACHE_HOME: tempDir(), CORA_HOME: tempDir() });

  it('in the working tree', async () => {
    for (const place of /pipe/.test(kind) ? WORK : [...RULES, ...WORK])
      await check(place, READ, kind, placed(place, kind), env());
  });

  it('where tools keep their hooks and clients their settings', async () => {
    const commands = [
      ['hooks', 'status'],
      ['hooks', 'install', '--dry-run'],
      ['init', '--dry-run'],
      ['init', '--mcp', '--dry-run'],
      ['hooks', 'run'],
    ];
    for (const place of [...HOOKS, ...CLIENTS]) await check(place, commands, kind, placed(place, kind), env());
  });

  it.runIf(IS_FULL)('in the place of the store and what lies in it', async () => {
    const commands = [
      ['status'],
      ['query', 'discount'],
      ['hooks', 'run'],
      ['doctor', '--fix'],
      ['index', '--quiet'],
      ['clean', '--all', '--yes'],
    ];
    for (const place of [
      ...STORE.map((name) => join('.git/cora', name)),
      ...INDEX.map((name) => join('.git/cora', fingerprint, name)),
    ])
      await check(place, commands, kind, placed(place, kind), env());
  });

  it('in the place of the cache and the home', async () => {
    const commands = [
      ['query', 'discount'],
      ['repos', 'list'],
      ['sync', '--quiet'],
      ['repos', 'add', `file://${repo.dir}`],
    ];
    for (const place of [
      'cache',
      'cache/cora',
      'home',
      'home/state',
      'home/state/manifest.json',
      'home/cora.config.json',
      'home/logs',
      'home/logs/sync.log',
      'home/repos',
    ]) {
      const dir = tempDir();
      mkdirSync(dirname(join(dir, place)), { recursive: true });
      KINDS[kind]!(join(dir, place));
      await check(place, commands, kind, repo.dir, {
        ...repo.env,
        XDG_CACHE_HOME: join(dir, 'cache'),
        CORA_HOME: join(dir, 'home'),
      });
    }
    const named = join(tempDir(), 'named');
    KINDS[kind]!(named);
    const here = [
      ['query', 'x', '--store', named],
      ['query', 'x', '--index', named],
      ['index', '--quiet', '--store', named],
      ['verify', named],
      ['unpack', named],
      ['pack', '--quiet', '-o', named],
    ];
    await check('what the user names', here, kind, repo.dir, env());
  });
});
