/** cora watch */

import { EXIT, isCoraError, systemFailure } from '../../base/errors.ts';
import { type Refresh, watchRepository } from '../../freshness/watch.ts';
import { type CommandContext, printJsonLine } from '../../session/commandContext.ts';
import { renderRefresh } from '../render/renderRefresh.ts';

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
    options,
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
      const error = isCoraError(thrown) ? thrown : (systemFailure(thrown) ?? thrown);
      const message = error instanceof Error ? error.message : String(error);
      // It is tried again and again, and said once.
      if (message !== trouble) log.warn(message, isCoraError(error) ? error.hint : undefined);
      trouble = message;
    },
  });
  return EXIT.ok;
}
