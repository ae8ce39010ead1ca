/**
 * It finds the program of the Codex CLI, makes the empty folder that it runs in, and says whether
 * it is logged in. No server is reached.
 */

import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { makeFolderBeside, removeFolder } from '../disk/makePrivate.ts';
import { programPath, withProgramPath } from '../disk/processes.ts';

interface CodexStatus {
  installed: boolean;
  authenticated: boolean;
  /** `codex-cli 0.169.0` */
  version: string | null;
  /** For a person; null where it can be used. */
  error: string | null;
}

/** Milliseconds for each of the two. */
const MOST_MS = 5000;
const MOST_CHARACTERS = 2000;

export async function codexStatus(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<CodexStatus> {
  const program = await findCodex(env);
  if (program === null) {
    const error = 'The Codex CLI is not on PATH: npm install -g @openai/codex, or set CORA_CODEX to where it is.';
    return { installed: false, authenticated: false, version: null, error };
  }
  const folder = await makeCodexFolder();
  const [version, login] = await Promise.all([
    outputOf(program, ['--version'], env, folder.path, signal),
    outputOf(program, ['login', 'status'], env, folder.path, signal),
  ]).finally(() => folder.remove());
  if (version.failure !== null) {
    return { installed: true, authenticated: false, version: null, error: `codex --version ${version.failure}.` };
  }
  const authenticated = login.failure === null && !/not logged in/i.test(login.text);
  return {
    installed: true,
    authenticated,
    version: version.text.split('\n')[0]!.trim().slice(0, 100) || null,
    error: authenticated ? null : 'Codex is not logged in: codex login',
  };
}

interface Ran {
  /** The text that it printed on both streams. */
  text: string;
  /** `ended with status 1`; null where it ended well. */
  failure: string | null;
}

/** @param cwd no repository: what one configures for Codex does not count */
function outputOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  signal?: AbortSignal,
): Promise<Ran> {
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(MOST_MS);
    const child = spawn(program, args, {
      cwd,
      env: withProgramPath(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      killSignal: 'SIGKILL',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (some: string) => {
        text = (text + some).slice(0, MOST_CHARACTERS);
      });
    }
    child.on('error', (error) =>
      resolve({ text, failure: limit.aborted ? 'did not end' : `failed: ${error.message}` }),
    );
    child.on('close', (status) => resolve({ text, failure: status === 0 ? null : `ended with status ${status}` }));
  });
}

// Where the Codex CLI is. Only absolute places count: a repository must not bring its own `codex`.

/** @returns null where there is none; CORA_CODEX names one that PATH does not lead to */
export async function findCodex(env: Record<string, string | undefined>): Promise<string | null> {
  const named = env.CORA_CODEX?.trim();
  if (named !== undefined && named !== '') return isAbsolute(named) && (await isProgram(named)) ? named : null;
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex';
  for (const folder of programPath(env.PATH ?? env.Path ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await isProgram(path))) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  const isExecutable = access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return ((await stat(path).catch(() => null))?.isFile() ?? false) && isExecutable;
}

// Where the Codex CLI runs: an empty folder that only this user enters, so that no configuration
// beside or above it is another's.

interface CodexFolder {
  path: string;
  remove(): Promise<void>;
}

/** @throws CoraError STORE */
export async function makeCodexFolder(): Promise<CodexFolder> {
  const folder = await makeFolderBeside(join(tmpdir(), 'cora-codex'), 'set TMPDIR to a folder that you may write');
  // Beside the file that says whose folder it is.
  const path = join(folder, 'empty');
  await mkdir(path);
  return { path, remove: () => removeFolder(folder) };
}
