/** What the history says to a question about it: commits that fit, else the newest ones. */

import type { GitContext } from '../../base/historyTypes.ts';
import { timeAgo } from '../repos/timeAgo.ts';
import { visible } from '../visible.ts';

const MOST = 5;

export function HistoryList({ context: { matching, recent } }: { context: GitContext }) {
  const commits = (matching.length > 0 ? matching : recent).slice(0, MOST);
  if (commits.length === 0) return null;
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history">{matching.length > 0 ? 'Commits that fit' : 'Newest commits'}</h2>
      <ul>
        {commits.map(({ commit, subject, author, authorDate }) => (
          <li key={commit}>
            <code>{commit.slice(0, 7)}</code>
            <bdi class="subject">{visible(subject)}</bdi>
            <span class="note">
              <bdi>{visible(author)}</bdi>, <time dateTime={authorDate}>{timeAgo(authorDate)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
