/** The history that a question asked for, a commit on a line. Pure. */

import type { GitContext } from '../base/historyTypes.ts';
import { oneLine } from './oneLine.ts';

export function gitContextLines({ matching, recent, authors, asked }: GitContext): string[] {
  const listed = matching.length > 0 ? matching : recent;
  const until = asked.until === null ? '' : ` until ${oneLine(asked.until)}`;
  const since = `${asked.since === null ? '' : ` since ${oneLine(asked.since)}`}${until}`;
  const title = matching.length > 0 ? `Commits that fit the question${since}:` : `The newest commits${since}:`;
  const by = authors.map(({ author, commits }) => `${oneLine(author)} (${commits})`);
  return [
    listed.length === 0 ? `There is no commit${since}.` : title,
    ...listed.map(({ commit, author, authorDate, subject }) =>
      oneLine(`${commit.slice(0, 9)} ${authorDate.slice(0, 10)} ${subject} (${author})`),
    ),
    ...(by.length === 0 ? [] : [`Their authors: ${by.join(', ')}`]),
  ];
}
