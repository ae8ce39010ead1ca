/**
 * The one table of what Cora may do in a repository that somebody else has made. What is not here fails the zoo: another
 * program, any connection, a file opened for writing or reading in any other place.
 */

import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a run takes place. */
export interface Places {
  /** The repository. */
  dir: string;
  /** Its common Git directory. */
  gitDir: string;
  home: string;
  tmp: string;
  /** What the user names as output. */
  outputs: string;
  /** Holds baits, links lead here, programs of the attacker lie here: not even a failed attempt may name it. */
  outside: string;
}

/** What a visit may do beside the table. */
export interface Extras {
  /** Files and folders that it writes because the user has asked for it. */
  writes?: readonly string[];
  reads?: readonly string[];
  gitReads?: readonly string[];
  /** Addresses that the user has chosen: `127.0.0.1:8000`. */
  connects?: readonly string[];
  /** The shell and its tools, for what tests of the judge itself start: Cora starts no shell. */
  shell?: boolean;
}

/** Files and folders by the path that the system resolved; a folder is allowed with all in it. */
export interface Allowed {
  programs: ReadonlySet<string>;
  /** Where a program may be looked for, and by which names. */
  path: readonly string[];
  names: ReadonlySet<string>;
  reads: readonly string[];
  /** Git itself may read these too. */
  gitReads: readonly string[];
  writes: readonly string[];
  connects: readonly string[];
  untouchable: readonly string[];
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
export const DIST = join(ROOT, 'dist');

/** Of the tests: where node, git and ripgrep are, and nothing that a user's profile adds. */
export const PATH = [...new Set([dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'])];

/** What `cora.sh` uses. */
const SHELL = ['sh', 'nice', 'nohup', 'setsid', 'mkdir', 'cat', 'tr', 'wc', 'mv', 'date', 'ps'];

/** Read by node, git, ripgrep and the C library themselves. */
const RUNTIME = [
  ...['/usr/lib', '/lib', '/lib64', '/usr/share/zoneinfo', '/usr/share/locale', '/usr/share/git-core'],
  ...[
    '/usr/share/zoneinfo-icu',
    '/usr/share/ca-certificates',
    '/usr/local/share/ca-certificates',
    '/usr/lib/locale',
    '/usr/local/lib',
    '/usr/libexec/git-core',
  ],
  ...['/etc/ld.so.cache', '/etc/ld.so.preload', '/etc/localtime', '/etc/timezone', '/etc/nsswitch.conf'],
  ...['/etc/passwd', '/etc/group', '/etc/locale.alias', '/etc/ssl', '/etc/gitconfig', '/etc/gitattributes'],
  ...['/etc/host.conf', '/etc/hosts', '/etc/resolv.conf', '/etc/gai.conf'],
  ...[
    '/proc',
    '/sys/fs/cgroup',
    '/sys/devices/system',
    '/sys/kernel/mm',
    '/dev/null',
    '/dev/urandom',
    '/dev/random',
    '/usr/bin/ldd',
  ],
];

/** Of the user: their own configuration of git, and Cora's home and cache. */
const OF_HOME = ['.gitconfig', '.config/git', '.cora', '.cache/cora'];
const CORAS_OF_HOME = ['.cora', '.cache/cora'];

export function allowedIn(places: Places, extras: Extras = {}): Allowed {
  const { dir, gitDir, home, tmp, outputs, outside } = places;
  const names = ['node', 'git', 'rg', ...(extras.shell === true ? SHELL : [])];
  const own = ['dist', 'package.json', 'node_modules'].map((name) => join(ROOT, name));
  const inHome = (parts: readonly string[]): string[] => parts.map((part) => join(home, part));
  return {
    programs: new Set([process.execPath, join(gitCore(), 'git'), ...names.map(programOf)].map(real)),
    path: [...PATH, gitCore()],
    names: new Set(names),
    reads: [
      dir,
      gitDir,
      tmp,
      outputs,
      ...inHome(OF_HOME),
      ...own,
      ...RUNTIME,
      process.execPath,
      ...(extras.reads ?? []),
    ],
    writes: [
      join(gitDir, 'cora'),
      tmp,
      outputs,
      ...inHome(CORAS_OF_HOME),
      '/dev/null',
      '/dev/tty',
      ...(extras.writes ?? []),
    ],
    gitReads: extras.gitReads ?? [],
    connects: extras.connects ?? [],
    untouchable: [outside],
  };
}

/** @returns where a program is; its own name where there is none, which then is nobody's path */
export function programOf(name: string): string {
  const { stdout } = spawnSync('/bin/sh', ['-c', `command -v ${name}`], {
    encoding: 'utf8',
    env: { PATH: PATH.join(delimiter) },
  });
  return stdout.trim() === '' ? name : stdout.trim();
}

let core: string | null = null;
function gitCore(): string {
  core ??= spawnSync('git', ['--exec-path'], { encoding: 'utf8' }).stdout.trim();
  return core;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
