/** Search as you type: the box, the results, what to read next. */

import { useEffect } from 'preact/hooks';
import type { GitContext } from '../../base/historyTypes.ts';
import type { SearchAnswer } from '../../server/pageTypes.ts';
import { ALL, refreshRepositories, repositories } from '../shell/fleet.ts';
import { onKeys, press } from '../shell/keys.ts';
import { ErrorNotice } from '../shell/notice.tsx';
import { route } from '../shell/route.ts';
import type { SearchRoute } from '../urlState.ts';
import { FirstSteps, NoResults, NothingAsked } from './emptyStates.tsx';
import { HistoryList } from './historyList.tsx';
import { RelatedList } from './relatedList.tsx';
import { ResultCard } from './resultCard.tsx';
import { SearchBox } from './searchBox.tsx';
import { found, hitKey, searchAgain, selected } from './searchState.ts';
import { Skeletons } from './skeletons.tsx';
import { bestOf } from './whyBars.tsx';

export function SearchView() {
  useEffect(() => onKeys(KEYS), []);
  const here = route.value as SearchRoute;
  return (
    <div class="search-view">
      <h1 class="sr">Search</h1>
      <SearchBox here={here} isLoading={found.isLoading.value} onEnter={() => focusResult(selected.value)} />
      <Content here={here} />
    </div>
  );
}

function Content({ here }: { here: SearchRoute }) {
  const answer = found.value.value;
  const error = found.error.value;
  if (repositories.error.value !== null && repositories.value.value === null)
    return <ErrorNotice error={repositories.error.value} onRetry={() => void refreshRepositories()} />;
  if (repositories.value.value?.length === 0) return <FirstSteps />;
  if (here.query.trim() === '') return <NothingAsked />;
  if (error !== null && !found.isLoading.value && error.status > 0 && error.status !== 401)
    return <ErrorNotice error={error} onRetry={searchAgain} />;
  if (answer === null) return <Skeletons />;
  if (answer.results.length === 0) return <NoResults here={here} answer={answer} />;
  return <Results here={here} answer={answer} />;
}

function Results({ here, answer }: { here: SearchRoute; answer: SearchAnswer }) {
  const best = bestOf(answer.results);
  const { related, results } = answer;
  return (
    <div class="columns" aria-busy={found.isLoading.value}>
      <section class="results" aria-label="Results">
        <Summary answer={answer} />
        {answer.gitContext !== undefined && <HistoryList context={answer.gitContext as unknown as GitContext} />}
        <ol>
          {results.map((hit, at) => (
            <li key={hitKey(hit)}>
              <ResultCard hit={hit} at={at} best={best} repo={here.repo} showsRepository={here.repo === ALL} />
            </li>
          ))}
        </ol>
      </section>
      {related.length > 0 && <RelatedList related={related} repo={here.repo} name={results[0]!.repository} />}
    </div>
  );
}

function Summary({
  answer: { results, truncated, tookMs, assumed, repositories: searched = [] },
}: {
  answer: SearchAnswer;
}) {
  const failed = searched.filter(({ error, freshness }) => error !== undefined && freshness === null);
  return (
    <div class="summary">
      <span>
        {truncated && 'Best '}
        {results.length} {results.length === 1 ? 'result' : 'results'}
      </span>
      <span>{Math.round(tookMs)} ms</span>
      {assumed.map(({ asked, meant }) => (
        <span key={asked}>
          nothing is called <code>{asked}</code>; searched for <code>{meant.join(', ')}</code>
        </span>
      ))}
      {failed.map(({ name, error }) => (
        <span key={name} class="problem">
          {name}: {error}
        </span>
      ))}
    </div>
  );
}

const KEYS = {
  j: nextResult,
  ArrowDown: nextResult,
  k: previousResult,
  ArrowUp: previousResult,
  o: () => pressInResult('[data-editor]'),
  y: () => pressInResult('[data-copy]'),
  x: () => pressInResult('[data-whole]'),
  Escape: focusBox,
};

function nextResult(): boolean {
  return focusResult(isInList() ? selected.value + 1 : selected.value);
}

function previousResult(): boolean {
  return selected.value === 0 ? focusBox() : focusResult(selected.value - 1);
}

function isInList(): boolean {
  return document.activeElement?.closest('[data-result]') != null;
}

function focusBox(): boolean {
  document.querySelector<HTMLInputElement>('[data-box]')?.focus();
  return true;
}

function focusResult(at: number): boolean {
  const result = document.querySelector(`[data-result="${at}"]`);
  if (result === null) return false;
  selected.value = at;
  result.querySelector<HTMLElement>('[data-open]')?.focus({ preventScroll: true });
  result.scrollIntoView({ block: 'nearest' });
  return true;
}

function pressInResult(part: string): boolean {
  return press(`[data-result="${selected.value}"] ${part}`);
}
