/**
 * One door to the Codex CLI: `codex exec --json` with a prompt on standard input, its lines as they come. It runs in an empty
 * folder, in its read-only sandbox, with every tool off that can be switched off: what it is told holds text of a repository,
 * and that must reach no tool. What each flag and key does: https://developers.openai.com/codex/cli/reference. With these, 0.169.0
 * answers every call of a tool with a refusal (tried with a server that asks for exec, shell, exec_command and apply_patch).
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { type LineLimits, linesWithin } from '../base/boundedLines.ts';
import { CoraError } from '../base/errors.ts';
import { withProgramPath } from '../base/programPath.ts';
import { makeCodexFolder } from './codexFolder.ts';

export interface CodexRun {
  program: string;
  /** '' for the one that Codex would take. */
  model: string;
  prompt: string;
  env: Record<string, string | undefined>;
  /** The longest time without a line; Codex says nothing while it thinks. */
  silenceMs: number;
  /** The longest time for a whole answer. */
  wholeMs: number;
  signal: AbortSignal | undefined;
}

const FLAGS = [
  'exec',
  '--json',
  '--color=never',
  // No session is kept on disk.
  '--ephemeral',
  // No servers, hooks, profiles and rules of the user's: each could be a tool. The login stays.
  '--ignore-user-config',
  '--ignore-rules',
  '--skip-git-repo-check',
  '--sandbox=read-only',
];

/** Keys that a version does not know are ignored by it. */
const CONFIG = [
  'approval_policy="never"',
  'web_search="disabled"',
  'tools.web_search=false',
  'tools.view_image=false',
  'tools.experimental_request_user_input.enabled=false',
  'agents.enabled=false',
  'project_doc_max_bytes=0',
  ...[
    'shell_tool',
    'unified_exec',
    'shell_snapshot',
    'apply_patch_freeform',
    // Scripts that call other tools; without its host it fails closed.
    'code_mode',
    'code_mode_only',
    'code_mode_host',
    'view_image',
    'sleep_tool',
    'multi_agent',
    'multi_agent_v2',
    'apps',
    'plugins',
    'tool_suggest',
    'hooks',
    'image_generation',
    'in_app_browser',
    'browser_use',
    'browser_use_external',
    'computer_use',
    'goals',
    'memories',
  ].map((feature) => `features.${feature}=false`),
];

/** All that Codex needs to find its login and the network. Other secrets of the environment stay here. */
const VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|TMPDIR|TEMP|TMP|LANG|LC_\w+|CODEX_\w+|OPENAI_API_KEY|OPENAI_BASE_URL|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR))$/i;

const MOST_STDERR = 8000;
/** An event holds a whole answer. */
const LIMITS: LineLimits = { line: 4_000_000, whole: 16_000_000 };
const KILL_AFTER_MS = 2000;

export interface CodexEnd {
  /** Null where a signal ended it. */
  code: number | null;
  /** The end of what it said on standard error. */
  stderr: string;
  /** Why it was ended before its time; null where it was not. */
  timedOut: 'silence' | 'length' | null;
}

/** Lines of its standard output. Ending the iteration early, or the signal, ends it. @throws Error where it cannot be started */
export async function* runCodex(run: CodexRun): AsyncGenerator<string, CodexEnd, undefined> {
  const folder = await makeCodexFolder();
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let timedOut: CodexEnd['timedOut'] = null;
  const stop = (): void => {
    if (child !== null) end(child);
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timedOut = 'silence';
      stop();
    }, run.silenceMs);
  };
  const late = setTimeout(() => {
    timedOut = 'length';
    stop();
  }, run.wholeMs);
  run.signal?.addEventListener('abort', stop, { once: true });
  try {
    if (run.signal?.aborted) return { code: null, stderr: '', timedOut };
    child = start(run, folder.path);
    const ended = endOf(child);
    child.stdin!.on('error', () => undefined); // It may end before it has read all: its exit says why.
    child.stdin!.end(run.prompt);
    watch();
    for await (const line of linesWithin(child.stdout!, LIMITS, tooMuch)) {
      watch();
      yield line;
    }
    return { ...(await ended), timedOut };
  } finally {
    clearTimeout(timer);
    clearTimeout(late);
    run.signal?.removeEventListener('abort', stop);
    stop();
    await folder.remove();
  }
}

function start({ program, model, env }: CodexRun, folder: string): ChildProcess {
  const args = [...FLAGS, ...CONFIG.flatMap((setting) => ['-c', setting]), `--cd=${folder}`];
  if (model !== '') args.push(`--model=${model}`);
  return spawn(program, [...args, '-'], {
    cwd: folder,
    env: Object.fromEntries(Object.entries(withProgramPath(env)).filter(([name]) => VARIABLES.test(name))),
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: the program on PATH starts another one, and both must end.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

function tooMuch(what: string): CoraError {
  return new CoraError('MODEL', `The Codex CLI printed ${what}.`, { hint: 'run again' });
}

function endOf(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MOST_STDERR);
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stderr }));
  });
  ended.catch(() => undefined);
  return ended;
}

function end(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  kill(child.pid, 'SIGTERM');
  setTimeout(() => {
    if (child.exitCode === null && child.signalCode === null) kill(child.pid!, 'SIGKILL');
  }, KILL_AFTER_MS).unref();
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    // It has ended meanwhile; macOS says EPERM until its parent takes note.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
