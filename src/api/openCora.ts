/** A repository for a program: the settings that count there, and the functions that the command line calls too. */

import { resolve } from 'node:path';
import { silentLog } from '../base/log.ts';
import { statusOf } from '../freshness/readStatus.ts';
import { watchRepository } from '../freshness/watch.ts';
import { searchHistory } from '../history/searchHistory.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import { openLiveSession } from '../session/liveSession.ts';
import { cacheDirOf } from '../settings/cacheDirOf.ts';
import { settle } from '../settings/settle.ts';
import { unknownVariables } from '../settings/unknownVariables.ts';
import { packIndex } from '../share/packIndex.ts';
import { pullIndex } from '../share/pullIndex.ts';
import { quietLance } from '../store/quietLance.ts';
import { openWorkspaceFor } from '../view/surroundings.ts';
import { answersOf } from './answersOf.ts';
import type { Cora, OpenRequest } from './apiTypes.ts';
import { flagsOf } from './flagsOf.ts';
import { systemError } from './systemError.ts';

/**
 * Opens the repository around a directory. The index need not be there yet.
 * @param dir any directory of the repository; by default the current one
 * @throws CoraError NOT_A_REPOSITORY, CONFIG, …
 */
export async function openCora(dir = process.cwd(), request: OpenRequest = {}): Promise<Cora> {
  const { settings = {}, env = process.env, log = silentLog } = request;
  // The file of settings may have changed since the last call.
  const settled = () => settle(flagsOf(settings), env, dir);
  const options = settled();
  const surroundings = { dir: resolve(dir), env, cacheDir: cacheDirOf(env), log };
  for (const note of unknownVariables(env)) log.warn(note);
  quietLance(process.env);
  const { repository } = await openWorkspaceFor(options, surroundings);
  let session = openLiveSession(options, surroundings);
  let key = JSON.stringify(options);
  return {
    ...answersOf(options, async (signal) => sessionNow().now(signal)),
    worktree: repository.worktree,
    index: async ({ rev, full, dryRun, signal, onProgress = ignore } = {}) => {
      const asked = { ...settled(), rev, full, 'dry-run': dryRun };
      return systemError(indexRepository(asked, surroundings, { onProgress, signal }));
    },
    pull: (source, { signal, onProgress = ignore } = {}) =>
      systemError(pullIndex(source ?? null, options, surroundings, { onProgress, signal })),
    pack: (file, { text = true } = {}) =>
      systemError(packIndex({ ...options, output: file, 'no-text': !text }, surroundings)),
    watch: ({ onProgress = ignore, onRefresh = ignore, onError = warn, ...rest }) =>
      systemError(watchRepository({ options, surroundings, onProgress, onRefresh, onError, ...rest })),
    status: async () => systemError(statusOf(settled(), surroundings)),
    commits: (words = '', { limit = options.limit } = {}) =>
      systemError(searchHistory({ ...options, limit }, surroundings, words)),
    close: () => session.close(),
  };

  function sessionNow() {
    const now = settled();
    if (JSON.stringify(now) !== key) {
      session.close();
      session = openLiveSession(now, surroundings);
      key = JSON.stringify(now);
    }
    return session;
  }

  function warn(error: unknown): void {
    log.warn(error instanceof Error ? error.message : String(error));
  }
}

function ignore(): void {
  // Who asks for no news gets none.
}
