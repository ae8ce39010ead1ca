/** Commentary of a run of `cora index`, in words: what it will cost, what it did. */

import type { CommentaryPlan, CommentaryReport, CommentaryStop } from '../../base/answerTypes.ts';
import { count, counted } from '../../base/renderNumbers.ts';
import { visible } from '../../base/renderText.ts';

/** `ollama:qwen3 (Ollama at 127.0.0.1:11434) will describe 40 of 40 chunks: about 31,000 tokens to it, 4,400 from it` */
export function costLine({ model, place, isRemote, missing, now, promptTokens, answerTokens }: CommentaryPlan): string {
  const who = `${visible(model)} (${visible(place)}${isRemote ? '; their text leaves this machine' : ''})`;
  const what = `${count(now)} of ${counted(missing, 'chunk')} without commentary`;
  return `${who} will describe ${what}: about ${counted(promptTokens, 'token')} to it, ${count(answerTokens)} from it`;
}

const STOPPED: Readonly<Record<CommentaryStop, string>> = {
  limit: 'the rest waits for the next run (--commentary-limit)',
  tokens: 'the rest waits for the next run (--commentary-tokens)',
  failures: 'given up',
  declined: 'not wanted',
  locked: 'left to the other run',
  'dry-run': 'not asked',
};

export function renderCommentary(report: CommentaryReport): string[] {
  const { chunks, missing, written, recovered, empty, failed, usedTokens, stopped, problem } = report;
  if (stopped === 'dry-run' && problem === null) return [`Commentary: ${costLine(report)}`];
  const facts = [
    ...(written > 0 ? [`${counted(written, 'chunk')} described by ${visible(report.model)}`] : []),
    ...(recovered > 0 ? [`${count(recovered)} of them paid for earlier`] : []),
    ...(empty > 0 ? [`${counted(empty, 'answer')} without a word`] : []),
    ...(failed > 0 ? [`${counted(failed, 'chunk')} failed`] : []),
    ...(usedTokens > 0 ? [`${counted(usedTokens, 'token')} used`] : []),
    ...(stopped === null ? [] : [STOPPED[stopped]]),
  ];
  if (facts.length === 0) facts.push(missing === 0 ? `${counted(chunks, 'chunk')} have it` : 'nothing to do');
  return [`Commentary: ${facts.join(', ')}`, ...(problem === null ? [] : [`  ${visible(problem)}`])];
}
