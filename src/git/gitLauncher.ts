/**
 * Starts git from a small process beside this one. Node starts processes with fork, which on Linux
 * copies the page tables of the whole parent. With a table of 100,000 rows in memory that takes 10
 * to 30 ms, in which nothing else runs; from a small process it takes 2 ms. A question runs git two
 * to four times.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Users } from '../base/concurrency.ts';
import { throwIfAborted } from '../base/errors.ts';
import type { GitOutput, GitTask, LauncherAnswer, LauncherRequest, LaunchGit } from './repository.ts';
import { runGit } from './runGit.ts';

export interface GitLauncher {
  /** Starts the process if that pays; later calls use it when it is ready. */
  begin(): void;
  /** Returns null while the process is not ready, and if it has ended or could not start git. */
  run: LaunchGit;
  /** Ends the process, and the git that it runs. */
  close(): void;
}

/** All sessions of a process share one, because it takes some 40 MB. */
let shared: { launcher: GitLauncher; users: Users } | null = null;

/** @returns a launcher that ends when all its users have closed it */
export function sharedGitLauncher(create: () => GitLauncher = createGitLauncher): GitLauncher {
  if (shared === null) {
    const launcher = create();
    const users = new Users(() => launcher.close());
    shared = { launcher, users };
  }
  const mine = shared;
  const leave = mine.users.enter();
  const close = (): void => {
    leave();
    if (!mine.users.isNone) return;
    mine.users.retire();
    if (shared === mine) shared = null;
  };
  return { ...mine.launcher, close };
}

const BESIDE_US = new URL('./git-launcher.js', import.meta.url);

/** @param processUrl the bundle of the process */
export function createGitLauncher(processUrl = BESIDE_US, platform = process.platform): GitLauncher {
  let child: ChildProcess | null = null;
  let isReady = false;
  let isOver = false;
  let nextId = 1;
  const waiting = new Map<number, (output: GitOutput | null) => void>();

  function begin(): void {
    const path = fileURLToPath(processUrl);
    // On other systems the parent's size does not matter.
    if (child !== null || isOver || platform !== 'linux' || !existsSync(path)) return;
    child = fork(path, [], {
      cwd: dirname(path),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (answer: LauncherAnswer) => {
      if (answer === 'ready') isReady = true;
      else settle(answer.id, answer.output);
    });
    child.on('error', giveUp);
    child.on('exit', giveUp);
    child.on('disconnect', giveUp);
    // The process must end even if its sessions are never closed.
    child.unref();
    child.channel?.unref();
  }

  function settle(id: number, output: GitOutput | null): void {
    waiting.get(id)?.(output);
    waiting.delete(id);
    if (waiting.size === 0) child?.channel?.unref();
  }

  function giveUp(): void {
    isReady = false;
    for (const id of waiting.keys()) settle(id, null);
  }

  function send(request: LauncherRequest): void {
    child?.send(request, (error) => {
      if (error !== null) giveUp();
    });
  }

  async function run(task: GitTask, signal?: AbortSignal): Promise<GitOutput | null> {
    if (!isReady || signal?.aborted === true) return null;
    const id = nextId++;
    const stop = (): void => {
      send({ stop: id });
      settle(id, null);
    };
    signal?.addEventListener('abort', stop, { once: true });
    const output = await new Promise<GitOutput | null>((resolve) => {
      waiting.set(id, resolve);
      child?.channel?.ref();
      send({ id, ...task });
    });
    signal?.removeEventListener('abort', stop);
    throwIfAborted(signal);
    return output;
  }

  return {
    begin,
    run,
    close: () => {
      isOver = true;
      if (child?.connected === true) child.disconnect();
      giveUp();
    },
  };
}

/**
 * Starts git for the parent process, and ends with it.
 * @param parent this process, whose channel leads to the parent
 */
export function serveGitTasks(parent: NodeJS.Process): void {
  const running = new Map<number, AbortController>();

  async function launch({ id, cwd, env, args, input }: GitTask & { id: number }): Promise<void> {
    const task = new AbortController();
    running.set(id, task);
    // After an error the parent starts git itself and sees what is wrong.
    const output = await runGit({ cwd, env }, args, { input, signal: task.signal, mayFail: true }).catch(() => null);
    running.delete(id);
    answer({ id, output });
  }

  function answer(message: LauncherAnswer): void {
    if (parent.connected) parent.send?.(message);
  }

  parent.on('message', (request: LauncherRequest) => {
    if ('stop' in request) running.get(request.stop)?.abort();
    else void launch(request);
  });
  parent.on('disconnect', () => {
    for (const task of running.values()) task.abort();
  });
  answer('ready');
}
