/**
 * cora watch: one line for each look at the repository that found something to do or to wait for.
 */

import { EXIT, isCoraError, knownError } from '../../base/errors.ts';
import { count, counted, duration } from '../../base/renderText.ts';
import { type Refresh, watchRepository } from '../../freshness/watch.ts';
import { type CommandContext, printJsonLine } from '../../settings/commandContext.ts';
import { indexingRequest } from '../../settings/requests.ts';
import { shortCommit } from '../../view/renderFreshness.ts';

/** Ends with Ctrl-C, which is how it is meant to end. */
export async function runWatch({ options, surroundings, stdout, signal }: CommandContext): Promise<number> {
  const { log } = surroundings;
  const json = options.json === true;
  let said = '';
  let trouble = '';
  const say = (line: string): void => {
    stdout.write(`${new Date().toTimeString().slice(0, 8)}  ${line}\n`);
  };
  await watchRepository({
    settings: indexingRequest(options),
    surroundings,
    signal,
    onReady: () => {
      if (json) printJsonLine(stdout, { event: 'ready' });
      else if (options.quiet !== true) say('watching; Ctrl-C ends it');
    },
    onProgress: () => undefined,
    onRefresh: (refresh: Refresh) => {
      trouble = '';
      const line = renderRefresh(refresh);
      // Waiting is said once.
      if (line === null || (line === said && refresh.index === null && refresh.edits.blobs === 0)) return;
      said = line;
      if (json) printJsonLine(stdout, { event: 'refresh', ...refresh });
      else if (options.quiet !== true) say(line);
    },
    onError: (thrown) => {
      const error = knownError(thrown);
      const message = error instanceof Error ? error.message : String(error);
      // It is tried again and again, and said once.
      if (message !== trouble) log.warn(message, isCoraError(error) ? error.hint : undefined);
      trouble = message;
    },
  });
  return EXIT.ok;
}

/** @returns null where nothing is worth a line */
function renderRefresh({ commit, index, edits, waitsFor, tookMs }: Refresh): string | null {
  if (waitsFor !== null) return `waiting for the end of the ${waitsFor}`;
  if (commit === null) return 'waiting for the first commit';
  const done: string[] = [];
  if (index !== null) {
    const { files, computed, embedded, reused } = index;
    const work = `${counted(computed, 'file')} read, ${counted(embedded, 'vector')} computed, ${count(reused)} reused`;
    done.push(`commit ${shortCommit(commit)}: ${counted(files, 'file')} (${work})`);
  }
  if (edits.blobs > 0) done.push(`${counted(edits.blobs, 'edited file')}, ${counted(edits.chunks, 'chunk')}`);
  return done.length === 0 ? null : `${done.join('; ')} in ${duration(tookMs)}`;
}
