/**
 * Makes a language model of the Codex CLI: finds its program, starts that without any tool, and
 * reads its events.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { CompletionPieces, CompletionRequest } from '../base/answerTypes.ts';
import { type LineLimits, linesWithin } from '../base/decodeText.ts';
import { CoraError, isCoraError, throwIfAborted } from '../base/errors.ts';
import { makeFolderBeside, removeFolder } from '../disk/makePrivate.ts';
import { findProgram, isProgram, killGroup, withProgramPath } from '../disk/processes.ts';
import { Attempt, messageIn, WHOLE_MS } from '../net/retrying.ts';
import { type CreateModel, countOf, type Fields, objectOf, readObject, textOf } from './modelProvider.ts';

const NAME = 'Codex';
/** Kinds of items that are no tool. Codex has tools beside them, and none is allowed. */
const HARMLESS = new Set(['agent_message', 'reasoning', 'plan', 'todo_list', 'error']);
/**
 * The number of usual silences to wait: Codex repeats requests itself, and says nothing meanwhile.
 */
const SILENCES = 5;
/** Codex takes no limit for its answer, so longer answers are cut here. */
const CHARACTERS_PER_TOKEN = 6;

export const createCodexModel: CreateModel = (id, model, { env, policy }) => {
  async function* complete(request: CompletionRequest, signal?: AbortSignal) {
    throwIfAborted(signal);
    const program = await findCodex(env);
    if (program === null) {
      throw new CoraError('MODEL_MISSING', 'The Codex CLI is not on PATH.', {
        hint: 'npm install -g @openai/codex, then codex login   (or set CORA_CODEX to where it is)',
      });
    }
    const prompt = `${request.system}\n\n${request.prompt}`;
    const { timeoutMs, wholeMs = WHOLE_MS } = policy;
    const lines = runCodex({ program, model, prompt, env, silenceMs: SILENCES * timeoutMs, wholeMs, signal });
    try {
      return yield* readEvents(lines, request.maxTokens * CHARACTERS_PER_TOKEN, signal);
    } finally {
      await lines.return(NOT_STARTED);
    }
  }
  return { id, place: 'OpenAI through the Codex CLI', isRemote: true, complete };
};

async function* readEvents(
  lines: AsyncGenerator<string, CodexEnd, undefined>,
  mostCharacters: number,
  signal: AbortSignal | undefined,
): CompletionPieces {
  let left = mostCharacters;
  let complaint = '';
  for (;;) {
    const next = await lines.next().catch((cause: unknown) => {
      throw isCoraError(cause)
        ? cause
        : new CoraError('MODEL', `${NAME} cannot be started: ${String(cause)}`, { cause });
    });
    throwIfAborted(signal);
    if (next.done === true) throw failed(next.value, complaint);
    const event = readObject(next.value);
    if (event === null) throw new CoraError('MODEL', `${NAME} printed something else than JSON.`, { hint: UPDATE });
    const item = objectOf(event.item);
    if (item !== null) refuseTools(textOf(item.type));
    if (event.type === 'error' || event.type === 'turn.failed') complaint = complaintIn(event) || complaint;
    if (event.type === 'turn.failed') throw failed(null, complaint);
    if (event.type === 'item.completed' && item?.type === 'agent_message') {
      const text = `${left < mostCharacters ? '\n\n' : ''}${textOf(item.text)}`;
      if (text !== '') yield text.slice(0, left);
      left -= text.length;
      if (left < 0) return { promptTokens: null, answerTokens: null, cut: true };
    }
    if (event.type === 'turn.completed') {
      const usage = objectOf(event.usage);
      return { promptTokens: countOf(usage?.input_tokens), answerTokens: countOf(usage?.output_tokens), cut: false };
    }
  }
}

/** An answer that comes after a tool was used is not wanted, whatever it says. */
function refuseTools(type: string): void {
  if (HARMLESS.has(type)) return;
  throw new CoraError('MODEL', `${NAME} tried to use a tool (${type.slice(0, 40)}), and was stopped.`, {
    hint: UPDATE,
  });
}

const UPDATE = 'update it: npm install -g @openai/codex@latest';

function complaintIn(event: Fields): string {
  return messageIn(JSON.stringify({ error: event.error ?? event.message }), undefined);
}

/** @param end null where an event said that it failed */
function failed(end: CodexEnd | null, complaint: string): CoraError {
  if (end !== null && end.timedOut !== null) {
    return new CoraError('MODEL', `${NAME} ${end.timedOut}.`, { hint: 'run again' });
  }
  const said = complaint || messageIn(end?.stderr.trim().split('\n').at(-1) ?? '', undefined);
  if (/\b401\b|unauthorized|not logged in|login|api key/i.test(said))
    return new CoraError('MODEL_AUTH', `${NAME} has no login that OpenAI accepts.`, { hint: 'codex login' });
  const isOld = /unexpected argument|unrecognized|invalid value/i.test(end?.stderr ?? '');
  const how = end === null ? 'failed' : `ended with status ${end.code ?? 'none'}`;
  return new CoraError('MODEL', `${NAME} ${how}${said === '' ? '.' : `: ${said}`}`, {
    hint: isOld ? UPDATE : 'run again; if it stays, try: codex exec "Say hello"',
  });
}

// One door to the Codex CLI: `codex exec --json` with a prompt on standard input, its lines as they
// come. It runs in an empty folder, in its read-only sandbox, with every tool off that can be
// switched off: what it is told holds text of a repository, and that must reach no tool. What each
// flag and key does: https://developers.openai.com/codex/cli/reference. With these, 0.169.0 answers
// every call of a tool with a refusal (tried with a server that asks for exec, shell, exec_command
// and apply_patch).

interface CodexRun {
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
  // A part of code_mode, in which scripts call other tools. Without a host, every call fails.
  ...(
    'shell_tool unified_exec shell_snapshot apply_patch_freeform code_mode code_mode_only ' +
    'code_mode_host view_image sleep_tool multi_agent multi_agent_v2 apps plugins tool_suggest hooks ' +
    'image_generation in_app_browser browser_use browser_use_external computer_use goals memories'
  )
    .split(' ')
    .map((feature) => `features.${feature}=false`),
];

/** The variables that Codex needs; other secrets of the environment stay here. */
const VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|TMPDIR|TEMP|TMP|LANG|LC_\w+|CODEX_\w+|OPENAI_API_KEY|OPENAI_BASE_URL|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR))$/i;

const MOST_STDERR = 8000;
/** The limits of its output: one event holds a whole answer. */
const LIMITS: LineLimits = { line: 4_000_000, whole: 16_000_000 };
const KILL_AFTER_MS = 2000;

interface CodexEnd {
  /** Null where a signal ended it. */
  code: number | null;
  /** The end of what it said on standard error. */
  stderr: string;
  /** The reason why it was ended before its time; null where it was not. */
  timedOut: string | null;
}

const NOT_STARTED: CodexEnd = { code: null, stderr: '', timedOut: null };

/** Lines of its output. Ending the iteration, or the signal, ends it. @throws Error at the start */
async function* runCodex(run: CodexRun): AsyncGenerator<string, CodexEnd, undefined> {
  const folder = await makeCodexFolder();
  const attempt = new Attempt(run.signal, run.wholeMs, 'did not finish its answer in time');
  const listen = (): void => attempt.stretch(run.silenceMs, () => 'said nothing for too long');
  let child: ChildProcess | null = null;
  const stop = (): void => {
    if (child !== null) end(child);
  };
  attempt.signal.addEventListener('abort', stop, { once: true });
  try {
    if (run.signal?.aborted) return NOT_STARTED;
    child = start(run, folder.path);
    const ended = endOf(child);
    // Codex may end before it has read the whole prompt. Its exit says why.
    child.stdin!.on('error', () => undefined);
    child.stdin!.end(run.prompt);
    listen();
    for await (const line of linesWithin(child.stdout!, LIMITS, tooMuch)) {
      listen();
      yield line;
    }
    return { ...(await ended), timedOut: attempt.why ?? null };
  } finally {
    attempt.end();
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
  killGroup(child.pid, 'SIGTERM');
  setTimeout(() => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child.pid!, 'SIGKILL');
  }, KILL_AFTER_MS).unref();
}

interface CodexStatus {
  installed: boolean;
  authenticated: boolean;
  /** `codex-cli 0.169.0` */
  version: string | null;
  /** Says why it cannot be used; null where it can. */
  error: string | null;
}

/** The most milliseconds of each call. */
const MOST_MS = 5000;
const MOST_CHARACTERS = 2000;

/** Tells whether the Codex CLI is there and logged in. */
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
  const named = env.CORA_CODEX?.trim() ?? '';
  if (named === '') return findProgram('codex', env);
  return isAbsolute(named) && (await isProgram(named)) ? named : null;
}

// Where the Codex CLI runs: an empty folder that only this user enters, so that no configuration
// beside or above it is another's.

interface CodexFolder {
  path: string;
  remove(): Promise<void>;
}

/** @throws CoraError STORE */
async function makeCodexFolder(): Promise<CodexFolder> {
  const folder = await makeFolderBeside(join(tmpdir(), 'cora-codex'), 'set TMPDIR to a folder that you may write');
  // Beside the file that says whose folder it is.
  const path = join(folder, 'empty');
  await mkdir(path);
  return { path, remove: () => removeFolder(folder) };
}
