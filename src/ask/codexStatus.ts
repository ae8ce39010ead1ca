/**
 * Whether the Codex CLI is there and logged in: `codex --version` and `codex login status`, which read files and reach no server.
 */

import { spawn } from 'node:child_process';
import { withProgramPath } from '../base/programPath.ts';
import { makeCodexFolder } from './codexFolder.ts';
import { findCodex } from './findCodex.ts';

export interface CodexStatus {
  installed: boolean;
  authenticated: boolean;
  /** `codex-cli 0.169.0` */
  version: string | null;
  /** For a person; null where it can be used. */
  error: string | null;
}

/** Milliseconds for each of the two. */
const LIMIT = 5000;
const MOST_CHARACTERS = 2000;

export async function codexStatus(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<CodexStatus> {
  const program = await findCodex(env);
  if (program === null) {
    const error = 'The Codex CLI is not on PATH: npm install -g @openai/codex, or set CORA_CODEX to where it is.';
    return { installed: false, authenticated: false, version: null, error };
  }
  const folder = await makeCodexFolder();
  const [version, login] = await Promise.all([
    run(program, ['--version'], env, folder.path, signal),
    run(program, ['login', 'status'], env, folder.path, signal),
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
  /** What it printed on both streams. */
  text: string;
  /** `ended with status 1`; null where it ended well. */
  failure: string | null;
}

/** @param cwd no repository: what one configures for Codex does not count */
function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  signal?: AbortSignal,
): Promise<Ran> {
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(LIMIT);
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
