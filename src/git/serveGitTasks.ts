/** Starts git for the process that has started this one, as gitLauncher.ts asks for it. Ends when that one does, or lets go. */

import type { GitTask, LauncherAnswer, LauncherRequest } from './launcherMessages.ts';
import { runGit } from './runGit.ts';

/** @param parent the process that this is: its channel leads there */
export function serveGitTasks(parent: NodeJS.Process): void {
  const running = new Map<number, AbortController>();

  async function launch({ id, cwd, env, args, input }: GitTask & { id: number }): Promise<void> {
    const task = new AbortController();
    running.set(id, task);
    // What went wrong is found out by the parent, which starts git itself.
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
