/**
 * Shows what stands where results would: nothing asked yet, nothing found, nothing to search,
 * nothing there yet.
 */

import { queryWordsOf } from '../../search/queryWords.ts';
import type { SearchAnswer } from '../../server/pageTypes.ts';
import { ALL, active, repositories } from '../shell/fleet.ts';
import { Notice } from '../shell/notices.tsx';
import { formatRoute, NO_FILTERS, type SearchRoute } from '../urlState.ts';

export function NothingAsked() {
  const repository = active.value;
  const files = repository?.total_files;
  return (
    <div class="nothing-asked">
      {repository !== null && (
        <p>
          {files == null ? 'Searching ' : `Searching ${files.toLocaleString('en')} files of `}
          <strong>{repository.name}</strong>
        </p>
      )}
      <dl>
        <div>
          <dt>a question</dt>
          <dd>how are retries limited</dd>
        </div>
        <div>
          <dt>a name</dt>
          <dd>
            <code>Router.route</code>
          </dd>
        </div>
        <div>
          <dt>an error, as it was printed</dt>
          <dd>connection reset by peer</dd>
        </div>
      </dl>
      <p class="note">
        <kbd>/</kbd> to the box · <kbd>j</kbd> <kbd>k</kbd> through results · <kbd>Enter</kbd> opens · <kbd>?</kbd> all
        keys
      </p>
    </div>
  );
}

export function FirstSteps() {
  return (
    <Notice title="No repository yet">
      <p>Add one, and it is indexed in the background. Searching begins as soon as that has ended.</p>
      <p>
        <a class="button primary" href="#/repos">
          Add a repository
        </a>
      </p>
    </Notice>
  );
}

/** Shows what the reader could leave out: each filter that is set, then the words. */
export function NoResults({ here, answer }: { here: SearchRoute; answer: SearchAnswer }) {
  const filters = (['language', 'kind', 'path'] as const).filter((name) => here[name] !== '');
  const isOne = here.repo !== ALL;
  const words = fewerWords(here.query);
  return (
    <Notice title={`Nothing found for “${here.query.trim()}”`}>
      {answer.freshness.indexedCommit === null && isOne && (
        <p>
          This repository is not indexed. <a href="#/repos">Index it</a>
        </p>
      )}
      <ul class="suggestions">
        {filters.map((name) => (
          <li key={name}>
            <a href={formatRoute({ ...here, [name]: '' })}>
              Without the {name} <code>{here[name]}</code>
            </a>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <a href={formatRoute({ ...here, ...NO_FILTERS, repo: here.repo })}>Without any filter</a>
          </li>
        )}
        {isOne && (repositories.value.value?.length ?? 0) > 1 && (
          <li>
            <a href={formatRoute({ ...here, repo: ALL })}>In all repositories</a>
          </li>
        )}
        {words !== null && (
          <li>
            <a href={formatRoute({ ...here, query: words })}>
              With fewer words: <code>{words}</code>
            </a>
          </li>
        )}
      </ul>
    </Notice>
  );
}

/** The two longest words that say something; null where there are no more. */
function fewerWords(query: string): string | null {
  const words = [...queryWordsOf(query).asked.values()];
  if (words.length <= 2) return null;
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, 2);
  return words.filter((word) => longest.includes(word)).join(' ');
}

// Where results will be: the same heights, so that nothing jumps.

const WIDTHS = [
  ['w4', 'w7', 'w6', 'w8', 'w5'],
  ['w5', 'w8', 'w4', 'w6', 'w7'],
  ['w6', 'w5', 'w7', 'w4', 'w8'],
] as const;

export function Skeletons() {
  return (
    <div class="columns" aria-busy="true">
      <div class="results" aria-hidden="true">
        <div class="summary">
          <span class="bone w2" />
        </div>
        {WIDTHS.map((lines) => (
          <div key={lines.join()} class="result is-skeleton">
            <div class="result-head">
              <span class="bone w3" />
            </div>
            <div class="code">
              {lines.map((width) => (
                <span key={width} class={`bone ${width}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p class="sr">Searching</p>
    </div>
  );
}
