/**
 * The only file that runs git: with safe settings (English, no locks, no network, no programs), and
 * with its output and errors. No program that a repository's configuration names is started.
 * Callers interpret the output. It needs git 2.31 or newer.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { abortedBy, CoraError, systemFailure, throwIfAborted } from '../base/errors.ts';
import { withProgramPath } from '../disk/processes.ts';
import { endIfWaiting } from './pipesAndDevices.ts';
import type { GitOutput, LaunchGit, Repository } from './repository.ts';

/** Where git runs, and with which environment (of gitEnvironment). */
export interface GitPlace {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Starts git in another process: see Repository. */
  launch?: LaunchGit | undefined;
}

interface RunOptions {
  /** Written to standard input. */
  input?: string | Uint8Array;
  signal?: AbortSignal;
  /** True to return instead of throwing if git exits with another status than 0. */
  mayFail?: boolean;
}

/** In bytes: two million files. With a few kilobytes, nested trees can name a billion. */
const MOST_OUTPUT = 256 * 2 ** 20;

/** Returns where git runs for a repository: at the top level, so that paths are relative to it. */
export function gitPlaceOf(repo: Repository): GitPlace {
  return { cwd: repo.worktree ?? repo.gitDir, env: repo.env, launch: repo.launch };
}

/**
 * Runs git until it ends.
 * @throws CoraError GIT (git is not installed, or failed; the message has its first words), STORE
 * (the machine lacks something), ABORTED
 */
export async function runGit(
  where: GitPlace | Repository,
  args: readonly string[],
  options: RunOptions = {},
): Promise<GitOutput> {
  const place = 'cwd' in where ? where : gitPlaceOf(where);
  const { input = '', signal } = options;
  const { cwd, env } = place;
  const launched = await place.launch?.({ cwd, env, args, input }, signal);
  const output = launched ?? (await runHere(place, args, options));
  const { status, stderr } = output;
  if (status !== 0 && options.mayFail !== true) throw gitFailed(args, stderr, status);
  return output;
}

/** Runs git and returns its lines, without empty ones. */
export async function gitLines(
  where: GitPlace | Repository,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string[]> {
  return (await runGit(where, args, options)).stdout.toString('utf8').split('\n').filter(Boolean);
}

async function runHere(place: GitPlace, args: readonly string[], options: RunOptions): Promise<GitOutput> {
  const { child, ended } = startGit(place, args, options);
  const stdout: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MOST_OUTPUT) stdout.push(chunk);
    else child.kill();
  });
  child.stdin.end(options.input ?? '');
  // A program that git has started, such as a hook, survives git and keeps the pipes open.
  const letGo = (): void => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  options.signal?.addEventListener('abort', letGo, { once: true });
  const { status, stderr } = await ended.finally(() => options.signal?.removeEventListener('abort', letGo));
  if (size > MOST_OUTPUT) throw tooMuch(args);
  return { stdout: stdout.length === 1 ? stdout[0]! : Buffer.concat(stdout), stderr, status };
}

interface RunningGit {
  child: ChildProcessWithoutNullStreams;
  /** Rejects if git could not be started, was aborted or waits for ever. */
  ended: Promise<{ status: number | null; stderr: string }>;
}

/** In characters. Linux allows 128 KiB; this is the limit of Windows for all arguments together. */
const MOST_OF_ARGUMENT = 30_000;

/**
 * Starts git for callers that stream input and output. They must end the input and await `ended`.
 */
export function startGit(
  where: GitPlace | Repository,
  args: readonly string[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): RunningGit {
  throwIfAborted(signal);
  const longest = args.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest > MOST_OF_ARGUMENT) {
    throw new CoraError('USAGE', `A path or revision of ${longest} characters is too long to ask git for it.`, {
      hint: 'check what was given: it is probably the text of a file',
    });
  }
  // Many gits may listen to one signal at once; Node would warn of a leak.
  if (signal !== undefined) setMaxListeners(0, signal);
  const place = 'cwd' in where ? where : gitPlaceOf(where);
  const settings = INERT_SETTINGS.flatMap((setting) => ['-c', setting]);
  const { cwd, env } = place;
  const child = spawn('git', [...settings, ...args], { cwd, env, stdio: 'pipe', windowsHide: true });
  // If no more files can be opened there are no pipes, and Node reports it later.
  if ((child.stderr as Readable | undefined) === undefined) {
    child.on('error', () => undefined);
    throw notStarted(Object.assign(new Error('spawn git EMFILE'), { code: 'EMFILE' }), place);
  }
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < 10_000) stderr += text;
  });
  // Git may end before it has read everything (a broken pipe); its exit status tells.
  child.stdin.on('error', () => child.stdin.destroy());
  const stop = (): void => {
    child.kill();
  };
  signal?.addEventListener('abort', stop, { once: true });
  const whyEnded = endIfWaiting(child, args[0]!);
  const ended = new Promise<{ status: number | null; stderr: string }>((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(error, place)));
    child.on('close', (status) => {
      signal?.removeEventListener('abort', stop);
      const why = signal?.aborted === true ? abortedBy(signal) : whyEnded();
      if (why === null) resolve({ status, stderr });
      else reject(why);
    });
  });
  return { child, ended };
}

/** @param args the arguments that were run; @param stderr git's messages */
export function gitFailed(args: readonly string[], stderr: string, status: number | null): CoraError {
  const words = stderr.trim().split('\n')[0] ?? '';
  const known = systemFailure(new Error(words), `git ${args[0]} failed`);
  if (known !== null) return known;
  if (status === null) {
    return new CoraError('STORE', `git ${args[0]} failed: it was killed.`, {
      hint: 'systems do that when memory runs out: end other programs, and run the same command again',
    });
  }
  return new CoraError('GIT', `git ${args[0]} failed: ${words === '' ? `exit status ${status}` : words}`, {
    hint: 'run `git fsck` to see whether the repository is damaged',
  });
}

function tooMuch(args: readonly string[]): CoraError {
  return new CoraError('GIT', `git ${args[0]} printed more than ${MOST_OUTPUT / 2 ** 20} MB about this repository.`, {
    hint: 'it has more files than Cora can index; somebody may have made its trees like that on purpose',
  });
}

function notStarted(error: Error, place: GitPlace): CoraError {
  // Node reports ENOENT both for a missing git and for a missing folder.
  if (!existsSync(place.cwd)) {
    return new CoraError('GIT', `git could not be started in ${place.cwd}: the folder is gone.`, {
      hint: 'cd to another folder and run the same command again; `git worktree list` lists the working trees of a repository',
      cause: error,
    });
  }
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    return new CoraError('GIT', 'git could not be started: it is not installed.', {
      hint: 'install git 2.31 or newer, and check that it is on the PATH',
      cause: error,
    });
  }
  const known = systemFailure(error, 'git could not be started');
  return known ?? new CoraError('GIT', `git could not be started in ${place.cwd}: ${error.message}`, { cause: error });
}

/**
 * The variables of `git rev-parse --local-env-vars`. In a hook they point git at another repository
 * or index.
 */
const REPOSITORY_VARIABLES = (
  'GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT ' +
  'GIT_OBJECT_DIRECTORY GIT_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE ' +
  'GIT_INDEX_FILE GIT_NO_REPLACE_OBJECTS GIT_REPLACE_REF_BASE GIT_PREFIX ' +
  'GIT_INTERNAL_SUPER_PREFIX GIT_SHALLOW_FILE GIT_COMMON_DIR'
).split(' ');

/** Variables that change the meaning of arguments or output. */
const BEHAVIOUR_VARIABLES = (
  'GIT_ATTR_SOURCE GIT_DEFAULT_HASH GIT_DIFF_OPTS GIT_EXTERNAL_DIFF GIT_GLOB_PATHSPECS ' +
  'GIT_ICASE_PATHSPECS GIT_LITERAL_PATHSPECS GIT_NAMESPACE GIT_NOGLOB_PATHSPECS ' +
  'GIT_QUARANTINE_PATH'
).split(' ');

const FIXED_VARIABLES = {
  /** Messages are matched below. */
  LC_ALL: 'C',
  /** Never refreshes the index: a query must not make a commit wait. */
  GIT_OPTIONAL_LOCKS: '0',
  /** A blob that a partial clone lacks is missing; it is not fetched. */
  GIT_NO_LAZY_FETCH: '1',
  /** For older versions of git; it overrides protocol.*.allow of the configuration. */
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  /** Ignores refs/replace, which would give a blob the bytes of another one. */
  GIT_NO_REPLACE_OBJECTS: '1',
};

/** Set with `-c` for every command. */
const INERT_SETTINGS = [
  /** A program that git would ask for changed files. */
  'core.fsmonitor=false',
  /** Reading the index may write it and then run post-index-change. */
  'core.hooksPath=/dev/null',
  /** Nothing is fetched. */
  'protocol.allow=never',
  /** No credential helper is asked. */
  'credential.helper=',
  /** Paths come as bytes. */
  'core.quotePath=false',
  /** A signed commit would start gpg when it is shown. */
  'log.showSignature=false',
];

/** For every diff. In submodules their own configuration would count. */
export const INERT_DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--no-color'];

/** @param env the caller's environment, which is not changed */
export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const clean = withProgramPath(env);
  for (const name of [...REPOSITORY_VARIABLES, ...BEHAVIOUR_VARIABLES]) delete clean[name];
  return { ...clean, ...FIXED_VARIABLES };
}

/**
 * Passes settings for one command through the environment, where names may hold any character. They
 * come behind those that are in it.
 */
export function withSettings(
  env: NodeJS.ProcessEnv,
  settings: readonly (readonly [string, string])[],
): NodeJS.ProcessEnv {
  const before = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  const out: NodeJS.ProcessEnv = { ...env, GIT_CONFIG_COUNT: String(before + settings.length) };
  for (const [at, [key, value]] of settings.entries()) {
    out[`GIT_CONFIG_KEY_${before + at}`] = key;
    out[`GIT_CONFIG_VALUE_${before + at}`] = value;
  }
  return out;
}
