/** The history that a question is about, as a language model is shown it: commits on a line each, and what the best one did. Pure. */

import type { GitContext, GitContextCommit } from '../base/historyTypes.ts';
import { gitContextLines } from '../search/gitContextLines.ts';
import { oneLine } from '../search/oneLine.ts';

const MOST_FILES = 20;
const MOST_BODY = 1500;

export function historyText(context: GitContext): string {
  const { commit } = context;
  return [...gitContextLines(context), ...(commit === null ? [] : ['', ...commitLines(commit)])].join('\n');
}

function commitLines({ commit, author, authorDate, subject, body, stat, diff }: GitContextCommit): string[] {
  const files = stat.slice(0, MOST_FILES).map(({ status, path, added, deleted }) => {
    return oneLine(`${status} ${path}${added === null ? '' : ` +${added} -${deleted}`}`);
  });
  return [
    oneLine(`Commit ${commit.slice(0, 9)} of ${authorDate.slice(0, 10)} by ${author}: ${subject}`),
    ...(body === '' ? [] : [quoted(body.slice(0, MOST_BODY))]),
    ...files,
    ...(stat.length > MOST_FILES ? [`and ${stat.length - MOST_FILES} more files`] : []),
    ...(diff === '' ? [] : ['Its diff, shortened:', quoted(diff)]),
  ];
}

/** No line of it begins as one of ours does. */
function quoted(text: string): string {
  return text.replace(/^/gm, '|');
}
