/** Where one attack is tried: a repository made for it, a user's home with secrets in it, a folder outside, a server that waits. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';
import { shopFiles } from '../cliShell.ts';
import { PATH, type Places } from './allowed.ts';

/** Stands in every file outside of the repository. */
export const BAIT = 'a-secret-that-nobody-may-see';

export interface Animal {
  /** One word or a few: the title of its test. */
  name: string;
  /** What whoever made it tries. */
  tries: string;
  /** `clone`: `git clone` made the directory, with the user's settings. `given`: somebody handed it over with its `.git`. */
  comes: 'clone' | 'given';
  /** Makes the repository in `cage.repo`, which has a few source files and no commit yet, and commits. */
  make(cage: Cage): void | Promise<void>;
  /** The visits that it aims at, in this order; all × all makes all of them. */
  aims: readonly string[];
  /** What else is in the user's environment. */
  env?: (cage: Cage) => NodeJS.ProcessEnv;
  /** After `git clone`: what the clone's owner did. */
  afterClone?: (cage: Cage) => void;
  /** What git itself opens, because a Git directory may name it: rules, settings, objects. Cora never does, and none of it is shown. */
  gitReads?: (cage: Cage) => readonly string[];
  /** What Cora compares with its own text, and shows nothing of: hooks where Git's configuration has them. */
  compares?: (cage: Cage) => readonly string[];
  /** What must hold beside the table. @param said all that was printed. @returns what is wrong */
  check?: (cage: Cage, said: string, visit: string) => string | null;
}

export interface Cage extends Places {
  /** The repository as its attacker made it; what a clone is made of, or the directory itself. */
  repo: TempRepo;
  env: NodeJS.ProcessEnv;
  /** A server on this machine that nobody may reach. */
  trap: { host: string; url: string; asked: string[] };
  /** Addresses that this user has chosen: a model's server. */
  chosen: string[];
  /** Writes a program outside of the repository, which leaves a mark when it runs. */
  program(name: string): string;
  /** Marks of programs that ran, by what they are called. */
  ran(): string[];
  /** The text of a program for a file of the repository. */
  script(name: string): string;
}

export async function openCage(animal: Animal): Promise<Cage> {
  const base = tempDir('cora-zoo-');
  const folder = (name: string): string => {
    mkdirSync(join(base, name), { recursive: true });
    return join(base, name);
  };
  const [home, tmp, outputs, outside, marks] = ['home', 'tmp', 'outputs', 'outside', 'marks'].map(folder) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const trap = await openTrap();
  furnish(home, outside);
  const env: NodeJS.ProcessEnv = {
    PATH: PATH.join(delimiter),
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    USER: 'keeper',
    GIT_CONFIG_NOSYSTEM: '1',
    // What a user may well have: none of it may go anywhere.
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: `${BAIT}-aws`,
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: trap.url,
    AWS_ENDPOINT_URL_S3: trap.url,
    AWS_ALLOW_HTTP: 'true',
    AZURE_STORAGE_ACCOUNT_NAME: 'acme',
    AZURE_STORAGE_ACCOUNT_KEY: Buffer.from(`${BAIT}-azure`).toString('base64'),
    ...Object.fromEntries(TOKENS.map((name) => [name, `${BAIT}-${name.toLowerCase()}`])),
    // Reads of files would go past strace.
    UV_USE_IO_URING: '0',
  };
  const script = (name: string): string => `#!/bin/sh\necho "$0" "$@" >>'${join(marks, name)}'\nexit 0\n`;
  const cage: Cage = {
    dir: join(base, animal.comes === 'given' ? 'given' : 'clone'),
    gitDir: join(base, animal.comes === 'given' ? 'given' : 'clone', '.git'),
    ...{ home, tmp, outputs, outside, env, trap, script },
    repo: repositoryAt(join(base, animal.comes === 'given' ? 'given' : 'origin'), env),
    program(name) {
      const file = join(outside, 'programs', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, script(name));
      chmodSync(file, 0o755);
      return file;
    },
    ran: () => readdirSync(marks),
    chosen: [],
  };
  Object.assign(env, animal.env?.(cage));
  shopFiles(cage.repo);
  await animal.make(cage);
  if (animal.comes === 'clone') {
    const clone = spawnSync('git', ['clone', '-q', `file://${cage.repo.dir}`, cage.dir], { env, encoding: 'utf8' });
    if (clone.status !== 0) throw new Error(`git clone: ${clone.stderr}`);
    animal.afterClone?.(cage);
  }
  return cage;
}

/** Each is a token for one service; none of these services is asked. */
const TOKENS = [
  ...['CORA_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'NPM_TOKEN', 'HF_TOKEN'],
  ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'VOYAGE_API_KEY', 'COHERE_API_KEY', 'GEMINI_API_KEY', 'JINA_API_KEY'],
];

/** The user's own files, and another repository of theirs. */
function furnish(home: string, outside: string): void {
  const files = {
    [join(home, '.ssh/id_rsa')]: BAIT,
    [join(home, '.aws/credentials')]: `[default]\naws_secret_access_key = ${BAIT}\n`,
    [join(home, '.netrc')]: `machine example.com password ${BAIT}\n`,
    [join(home, '.npmrc')]: `//registry.npmjs.org/:_authToken=${BAIT}\n`,
    [join(home, '.config/gh/hosts.yml')]: `github.com:\n  oauth_token: ${BAIT}\n`,
    [join(home, '.gitconfig')]:
      '[user]\n\tname = Keeper\n\temail = keeper@example.com\n[init]\n\tdefaultBranch = main\n',
    [join(outside, 'secret.txt')]: `${BAIT}\n`,
    [join(outside, 'folder/plan.md')]: `# ${BAIT}\n`,
    [join(outside, 'folder/code.ts')]: `export function ${BAIT.replaceAll('-', '_')}() {}\n`,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

async function openTrap(): Promise<Cage['trap']> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.writeHead(404);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}`, asked };
}

/** The attacker's own git: with nothing of the user's. */
function repositoryAt(dir: string, { PATH: path }: NodeJS.ProcessEnv): TempRepo {
  mkdirSync(dir, { recursive: true });
  const home = tempDir('cora-attacker-');
  const who = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'Eve'],
    [`GIT_${role}_EMAIL`, 'eve@example.com'],
    [`GIT_${role}_DATE`, '1700000000 +0000'],
  ]);
  const env = { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...Object.fromEntries(who) };
  const gitInput = (input: string | Uint8Array, ...args: string[]): string => {
    const settings = ['-c', 'protocol.file.allow=always', '-c', 'core.hooksPath=/dev/null'];
    const run = spawnSync('git', [...settings, ...args], { cwd: dir, env, input, maxBuffer: 1 << 28 });
    if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}${run.stdout}`);
    return run.stdout.toString('utf8').replace(/\n$/, '');
  };
  const repo: TempRepo = {
    ...{ dir, env, gitInput },
    git: (...args) => gitInput('', ...args),
    path: (...parts) => join(dir, ...parts),
    file(path, content = `${path}\n`) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
      return repo;
    },
    move: () => notNeeded(),
    remove(path) {
      rmSync(join(dir, path), { recursive: true });
      return repo;
    },
    worktree: () => notNeeded(),
    clone: () => notNeeded(),
    commit(message = 'commit') {
      repo.git('add', '-A', '-f');
      repo.git('commit', '-q', '--allow-empty', '--no-verify', '-m', message);
      return repo.git('rev-parse', 'HEAD');
    },
  };
  repo.git('init', '-q', '-b', 'main');
  return repo;
}

function notNeeded(): never {
  throw new Error('the zoo makes its repositories by git itself');
}

/** @returns one text for all that lies in a folder: names, kinds, contents, where links lead */
export function printOf(folder: string): string {
  const hash = createHash('sha256');
  const walk = (path: string): void => {
    const stat = lstatSync(path);
    hash.update(`${path} ${stat.mode} `);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else if (stat.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stat.isFile()) hash.update(readFileSync(path));
  };
  walk(folder);
  return hash.digest('hex');
}
