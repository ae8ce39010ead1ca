/** What to read next: tests, callers, types of the results, each with its reason. */

import type { Related } from '../../server/pageTypes.ts';
import { repositoryNamed } from '../shell/fleet.ts';
import { formatRoute } from '../urlState.ts';
import { PathText } from './pathText.tsx';

export function RelatedList({ related, repo, name }: { related: readonly Related[]; repo: string; name: string }) {
  return (
    <aside class="related" aria-labelledby="related">
      <h2 id="related">Read next</h2>
      <ul>
        {related.map((one) => {
          const { path, startLine, endLine, symbol, reason, chunkId } = one;
          const { id } = repositoryNamed(one.repository ?? name, repo) ?? { id: repo };
          return (
            <li key={`${path} ${chunkId}`}>
              <a href={formatRoute({ view: 'file', repo: id, path, startLine, endLine })}>
                <code>{symbol === '' ? `line ${startLine}` : symbol}</code>
                <PathText path={path} />
              </a>
              <span class="reason">{reason}</span>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
