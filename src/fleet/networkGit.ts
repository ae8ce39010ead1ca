/**
 * The one place where Cora lets git reach the network, with the user's own configuration and
 * credentials: credential helpers and ssh-agent answer, nobody is prompted, and no credential is
 * read, stored or shown. No hook runs, no submodule is looked into, and only the protocols that the
 * address is for are spoken.
 */

import { execFile, spawn } from 'node:child_process';
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { abortedBy, CoraError, throwIfAborted } from '../base/errors.ts';
import { killGroup, memoryOf } from '../disk/processes.ts';
import { gitEnvironment, withSettings } from '../git/runGit.ts';
import type { Address } from './readAddress.ts';

export interface NetworkRequest {
  /** An existing folder: a clone, or any folder that is in no repository. */
  cwd: string;
  /** The caller's environment. */
  env: NodeJS.ProcessEnv;
  protocol: Address['protocol'];
  /** The address that is asked. Credentials that are for every host go to this one alone. */
  address: string;
  args: readonly string[];
  /** True if the first answer may lead elsewhere. The caller looks at it: see redirectedTo. */
  mayRedirect: boolean;
  /** Milliseconds without a byte after which git is ended. */
  stallMs: number;
  limits?: Partial<NetworkLimits> | undefined;
  signal?: AbortSignal | undefined;
}

/** Limits that count however lively the server is. */
export interface NetworkLimits {
  /** The longest time for all of it. */
  wholeMs: number;
  /** The most that a fetch may add to the folder. */
  diskBytes: number;
  /** The most that git may take. It is measured twice a second. */
  memoryBytes: number;
}

const LIMITS: NetworkLimits = { wholeMs: 60 * 60_000, diskBytes: 4 * 2 ** 30, memoryBytes: 2 * 2 ** 30 };
const LOOK_MS = 500;
/** The most characters of standard output: a few lines are asked for. */
const MOST_OUTPUT = 1e6;

/** Set with `-c`: the user's configuration counts for everything else. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'transfer.bundleURI=false',
  'credential.interactive=false',
  // Whoever ends Cora ends git too: nothing goes on in the background.
  'gc.autoDetach=false',
  'gc.auto=0',
  'maintenance.auto=false',
  // One file that can be watched while it grows, and none of its objects is held whole or
  // compressed anew.
  'fetch.unpackLimit=1',
  'core.bigFileThreshold=64m',
  'maintenance.autoDetach=false',
];

/** url.*.insteadOf may turn https into ssh or back; nothing becomes a command or a file. */
const ALLOWED: Readonly<Record<Address['protocol'], string>> = { https: 'https:ssh', ssh: 'https:ssh', file: 'file' };

/** Matches what a person's configuration may bring in, and gitEnvironment leaves out. */
const CONFIGURING = /^GIT_CONFIG_(COUNT|KEY_\d+|VALUE_\d+|PARAMETERS)$/;

/** @throws CoraError NETWORK (git's own words, without credentials), GIT, ABORTED */
export async function networkGit(request: NetworkRequest): Promise<{ stdout: string; stderr: string }> {
  const { cwd, args, stallMs, signal } = request;
  const general = await environmentOf(request);
  const { env, hasHeaders } =
    request.protocol === 'https'
      ? await settingsForHost(cwd, general, request.address)
      : { env: general, hasHeaders: false };
  throwIfAborted(signal);
  const { wholeMs, diskBytes, memoryBytes } = { ...LIMITS, ...request.limits };
  const before = args[0] === 'fetch' ? await packBytes(cwd) : 0;
  const redirects = `http.followRedirects=${request.mayRedirect && !hasHeaders ? 'initial' : 'false'}`;
  const settings = [...SETTINGS, redirects].flatMap((setting) => ['-c', setting]);
  const child = spawn('git', [...settings, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own: ssh and the helpers of git end with it.
    detached: process.platform !== 'win32',
  });
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    let over: CoraError | null = null;
    const end = (): void => {
      if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    };
    const giveUp = (why: CoraError): void => {
      over ??= why;
      end();
    };
    const stall = setTimeout(() => giveUp(stalled(stallMs)), stallMs);
    const whole = setTimeout(() => giveUp(tooMuch(`took more than ${Math.round(wholeMs / 1000)} s`)), wholeMs);
    const look = setInterval(async () => {
      const [disk, memory] = await Promise.all([args[0] === 'fetch' ? packBytes(cwd) : 0, memoryOf(child.pid ?? 0)]);
      if (disk - before > diskBytes) giveUp(tooMuch(`sent more than ${Math.round(diskBytes / 2 ** 20)} MiB`));
      if (memory > memoryBytes)
        giveUp(tooMuch(`had git take more than ${Math.round(memoryBytes / 2 ** 20)} MiB of memory`));
    }, LOOK_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      stall.refresh();
      if (stdout.length > MOST_OUTPUT) giveUp(tooMuch('listed more than was asked for'));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-20_000);
      stall.refresh();
    });
    signal?.addEventListener('abort', end, { once: true });
    const settle = (done: () => void): void => {
      clearTimeout(stall);
      clearTimeout(whole);
      clearInterval(look);
      signal?.removeEventListener('abort', end);
      done();
    };
    child.on('error', (error) =>
      settle(() => reject(new CoraError('GIT', `git could not be started: ${error.message}`, { cause: error }))),
    );
    child.on('close', (status) =>
      settle(() => {
        if (signal?.aborted === true) reject(abortedBy(signal));
        else if (over !== null) reject(over);
        else if (status === 0) resolve({ stdout, stderr });
        else reject(gitFailed(stderr, status));
      }),
    );
  });
}

/** Removes what an ended fetch left: `tmp_pack_…`. One that cannot be removed waits. */
export async function removeTornPacks(dir: string): Promise<void> {
  const packs = join(dir, 'objects', 'pack');
  const names = await readdir(packs).catch((): string[] => []);
  const torn = names.filter((name) => name.startsWith('tmp_'));
  await Promise.all(torn.map((name) => rm(join(packs, name), { force: true }).catch(() => undefined)));
}

export async function packBytes(dir: string): Promise<number> {
  const packs = join(dir, 'objects', 'pack');
  const names = await readdir(packs).catch((): string[] => []);
  const sizes = await Promise.all(
    names.map((name) =>
      lstat(join(packs, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Returns the address to which git says that it was redirected.
 *     warning: redirecting to https://gitlab.com/group/name.git/
 * @returns null where it led nowhere else
 */
export function redirectedTo(stderr: string): string | null {
  return /^warning: redirecting to (\S+)$/m.exec(stderr)?.[1] ?? null;
}

async function environmentOf({ cwd, env, protocol }: NetworkRequest): Promise<NodeJS.ProcessEnv> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => CONFIGURING.test(name)));
  const clean = { ...gitEnvironment(env), ...kept };
  // The variable is for reading what is there: see git/runGit.ts.
  delete clean['GIT_OPTIONAL_LOCKS'];
  const network: NodeJS.ProcessEnv = {
    ...clean,
    GIT_ALLOW_PROTOCOL: ALLOWED[protocol],
    // The configuration of a repository around the folder does not count.
    GIT_CEILING_DIRECTORIES: dirname(cwd),
    GIT_TERMINAL_PROMPT: '0',
    // In one piece: an object of a few kilobytes may be made to become many gigabytes.
    GIT_ALLOC_LIMIT: '1g',
    // A program that asks would wait for somebody who is not there.
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
  };
  const hasOwnSsh = [env['GIT_SSH_COMMAND'], env['GIT_SSH']].some((given) => given !== undefined && given !== '');
  // The variable would go before core.sshCommand.
  if (!hasOwnSsh && (await askGit(cwd, clean, ['config', '--get', 'core.sshCommand'])) === '')
    network['GIT_SSH_COMMAND'] = 'ssh -o BatchMode=yes -o ForwardAgent=no -o ClearAllForwardings=yes';
  return network;
}

function stalled(stallMs: number): CoraError {
  return new CoraError('NETWORK', `The server sent nothing for ${Math.round(stallMs / 1000)} s.`, {
    hint: 'Try again, or wait longer with --repos-sync-timeout SECONDS.',
  });
}

function tooMuch(what: string): CoraError {
  return new CoraError('NETWORK', `The server ${what}, so Cora closed the connection.`, {
    hint: 'clone a repository of that size yourself, then: cora repos add DIRECTORY',
  });
}

const NOISE =
  /^(remote: )?(Enumerating|Counting|Compressing|Receiving|Resolving|Unpacking|Total|Writing)\b|^Please make sure |^and the repository exists|^Another git process|^an editor opened|^are terminated|^may have crashed|^remove the file manually/;

/** Matches what git says of a login that it may not ask for. */
const NO_LOGIN = /could not read (?:Username|Password) for ('[^']*'): terminal prompts disabled/;
const NO_LOGIN_SAID = '$1 wants a login that git does not have: the repository is private, or not there';

/** The last lines that say what is wrong; progress and advice are left out. */
function gitFailed(stderr: string, status: number | null): CoraError {
  const lines = withoutSecrets(stderr)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => !NOISE.test(line)).map((line) => line.replace(/^(fatal|error): /, ''));
  // The message of ssh comes before that of git, which then adds nothing.
  const causes = telling.filter((line) => line !== 'Could not read from remote repository.');
  const words = (causes.length > 0 ? causes : telling).slice(-3).join('; ').replace(NO_LOGIN, NO_LOGIN_SAID);
  const message = words === '' ? `git ended with status ${status ?? 'none: it was killed'}` : words;
  // All that it said, for callers that look for something in it.
  const cause = new Error(lines.join('\n'));
  return new CoraError('NETWORK', message.slice(0, 500), {
    hint: 'git ls-remote URL   shows whether your own git reaches it without a prompt',
    cause,
  });
}

/** `https://me:token@host/…` → `https://host/…`: url.*.insteadOf may bring one in. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b((?!ssh)[a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s@'"]*@/gi, '$1')
    .replace(/(ssh:\/\/[^/\s:@'"]*):[^/\s@'"]*@/gi, '$1@');
}

// The user's credential helpers and headers that are for every host, for one host alone: a server
// that is asked could redirect to another one, and a helper such as `!echo password=$TOKEN` answers
// whoever asks.

const FOR_EVERY_HOST: Readonly<Record<string, string>> = {
  'credential.helper': 'helper',
  'http.extraheader': 'extraHeader',
};
const MOST_SETTINGS = 1e6;

/**
 * @param env what git would run with; as it is where git does not speak https in the end
 * (url.*.insteadOf)
 * @returns the environment that says so (arguments of a process are for everybody to read), and
 * whether a header would go along
 */
async function settingsForHost(
  cwd: string,
  env: NodeJS.ProcessEnv,
  address: string,
): Promise<{ env: NodeJS.ProcessEnv; hasHeaders: boolean }> {
  const url = (await askGit(cwd, env, ['ls-remote', '--get-url', '--', address])).trim();
  const origin = URL.canParse(url) && url.startsWith('https:') ? new URL(url).origin : null;
  if (origin === null) return { env, hasHeaders: false };
  const found = await askGit(cwd, env, ['config', '-z', '--get-regexp', HOST_SETTINGS]);
  const settings: [string, string][] = [
    ['credential.helper', ''],
    ['http.extraHeader', ''],
  ];
  let hasHeaders = false;
  for (const record of found.split('\0').slice(0, -1)) {
    const at = record.indexOf('\n');
    const [key, value] = at === -1 ? [record, ''] : [record.slice(0, at), record.slice(at + 1)];
    // An empty value may only take back another host's.
    if (key.endsWith('header') && value !== '') hasHeaders = true;
    const name = FOR_EVERY_HOST[key];
    // A setting that names its host stays as it is. An empty value forgets those before it,
    // wherever it stands.
    settings.push(
      name === undefined || value === '' ? [key, value] : [`${key.split('.')[0]}.${origin}.${name}`, value],
    );
  }
  const own = withSettings(env, settings);
  // GIT_CONFIG_PARAMETERS would come last, and for every host.
  if (/credential|extraheader/i.test(env['GIT_CONFIG_PARAMETERS'] ?? '')) delete own['GIT_CONFIG_PARAMETERS'];
  return { env: own, hasHeaders };
}

const HOST_SETTINGS = '^(credential\\.(.*\\.)?helper|http\\.(.*\\.)?extraheader)$';

/** @returns what git prints, also where it fails; '' where it cannot be started */
async function askGit(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const options = { cwd, env, windowsHide: true, maxBuffer: MOST_SETTINGS };
  const said: { stdout?: string } = await promisify(execFile)('git', args, options).catch((error) => error);
  return said.stdout ?? '';
}
