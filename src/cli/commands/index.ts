/** cora index, and cora watch, which does it whenever something changed. */

import type { CommentaryPlan } from '../../base/answerTypes.ts';
import { EXIT, isCoraError, knownError } from '../../base/errors.ts';
import { count, counted, duration } from '../../base/renderText.ts';
import type { IndexReport } from '../../base/types.ts';
import type { Refresh } from '../../freshness/watch.ts';
import { indexRepository } from '../../indexing/indexRepository.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printJson, printJsonLine } from '../../settings/commandContext.ts';
import { indexingRequest } from '../../settings/requests.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { progressToParent } from '../interruptSignal.ts';
import { costLine, renderReport } from '../renderReport.ts';
import { describeTerminal, isAgreed, isAttended } from '../terminal.ts';

export async function runIndex(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const tell = progressToParent();
  const report = await withProgress(context, ({ onProgress, signal }, clear) => {
    const confirmCommentary = async (plan: CommentaryPlan): Promise<boolean> => {
      clear();
      return confirmCost(plan, context);
    };
    const watch = { onProgress: tell ?? onProgress, signal, confirmCommentary };
    return indexRepository(indexingRequest(options), surroundings, watch);
  });
  if (options.json === true) printJson(stdout, report);
  // A run that a script asked to be quiet only speaks up when something went wrong.
  else if (options.quiet !== true || isPartial(report)) stdout.write(renderReport(report, describeTerminal(context)));
  return isPartial(report) ? EXIT.finding : EXIT.ok;
}

function isPartial({ failed, commentary }: IndexReport): boolean {
  return (
    failed.length > 0 || (commentary !== undefined && (commentary.failed > 0 || commentary.stopped === 'failures'))
  );
}

/** Says what commentary will cost; on a terminal it waits for a word, unless --yes was given. */
export async function confirmCost(plan: CommentaryPlan, context: CommandContext): Promise<boolean> {
  const { options, stderr } = context;
  if (options.quiet !== true || options.yes !== true) stderr.write(`${costLine(plan)}\n`);
  return options.yes === true || !isAttended(context) || isAgreed(context);
}

/** Watches until Ctrl-C, which is how it is meant to end. */
export async function runWatch({ options, surroundings, stdout, signal }: CommandContext): Promise<number> {
  const { watchRepository } = await import('../../freshness/watch.ts');
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
      // It is only said once that it waits.
      if (line === null || (line === said && refresh.index === null && refresh.edits.blobs === 0)) return;
      said = line;
      if (json) printJsonLine(stdout, { event: 'refresh', ...refresh });
      else if (options.quiet !== true) say(line);
    },
    onError: (thrown) => {
      const error = knownError(thrown);
      const message = error instanceof Error ? error.message : String(error);
      // A watcher retries after an error. An error that repeats is printed only the first time.
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
