/** Search as you type: the box, the results, what the history says, what to read next. */

import { useEffect } from 'preact/hooks';
import type { GitContext } from '../../base/historyTypes.ts';
import { namedAuthors } from '../../search/answerNotes.ts';
import type { Related, SearchAnswer } from '../../server/pageTypes.ts';
import { Home } from '../home/homeView.tsx';
import { ALL, lacksIndex, refreshRepositories, repositories, repositoryNamed, repositoryOf } from '../shell/fleet.ts';
import { onKeys, press, route, stepThrough } from '../shell/navigation.ts';
import { ErrorNotice } from '../shell/notices.tsx';
import { formatRoute, type SearchRoute } from '../urlState.ts';
import { numberOf, PathText, seenText, timeAgo } from '../visible.tsx';
import { FirstSteps, NoIndex, NothingFound, Skeletons } from './emptyStates.tsx';
import { bestOf, ResultCard } from './resultCard.tsx';
import { SearchBox } from './searchBox.tsx';
import { found, searchAgain, selected } from './searchState.ts';

export function SearchView() {
  useEffect(() => onKeys(KEYS), []);
  const here = route.value as SearchRoute;
  return (
    <div class="search-view">
      <h1 class="sr">Search</h1>
      <SearchBox
        here={here}
        isLoading={found.isLoading.value}
        onEnter={() => focusResult(selected.value) || stepThrough(1)}
      />
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
  const repository = repositoryOf(here.repo);
  if (repository !== null && lacksIndex(here.repo)) return <NoIndex here={here} repository={repository} />;
  if (here.query.trim() === '') return <Home here={here} />;
  if (error !== null && !found.isLoading.value && error.status > 0 && error.status !== 401)
    return <ErrorNotice error={error} onRetry={searchAgain} />;
  if (answer === null) return <Skeletons />;
  const { results, gitContext } = answer as { results: unknown[]; gitContext?: GitContext };
  if (results.length === 0 && (gitContext?.matching ?? []).length === 0) return <NothingFound here={here} />;
  return <Results here={here} answer={answer} />;
}

function Results({ here, answer }: { here: SearchRoute; answer: SearchAnswer }) {
  const best = bestOf(answer.results);
  const { related, results } = answer;
  return (
    <div class="columns" aria-busy={found.isLoading.value}>
      <section class="results" aria-label="Results">
        <Summary answer={answer} here={here} />
        {answer.gitContext !== undefined && <HistoryList context={answer.gitContext as unknown as GitContext} />}
        {results.length === 0 && answer.fewer !== null && <p class="note">{seenText(answer.fewer)}</p>}
        <ol>
          {results.map((hit, at) => (
            <li key={`${hit.repository}\0${hit.path}\0${hit.startLine}`}>
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
  answer: { results, truncated, tookMs, assumed, missingPaths = [], repositories: searched = [] },
  here,
}: {
  answer: SearchAnswer;
  here: SearchRoute;
}) {
  return (
    <div class="summary">
      <span>
        {truncated && 'Best '}
        {numberOf(results.length, 'result')}
      </span>
      <span>{Math.round(tookMs)} ms</span>
      {assumed.map(({ asked, meant }) => (
        <span key={asked}>
          nothing is called <code>{asked}</code>; searched for <code>{meant.join(', ')}</code>
        </span>
      ))}
      {missingPaths.map(({ asked, nearest }) => (
        <span key={asked}>
          no indexed file is <code>{asked}</code>
          {nearest !== null && (
            <>
              ; the nearest is <code>{nearest}</code>
            </>
          )}
        </span>
      ))}
      {searched.length > 0 && <Searched searched={searched} here={here} />}
    </div>
  );
}

/** The repositories that were searched together: how many results each has, and what is wrong. */
function Searched({ searched, here }: { searched: NonNullable<SearchAnswer['repositories']>; here: SearchRoute }) {
  return (
    <ul class="searched" aria-label="Repositories">
      {searched.map(({ name, results, freshness, error }) => (
        <li key={name}>
          <a href={formatRoute({ ...here, repo: repositoryNamed(name, ALL)?.id ?? here.repo })}>
            <bdi>{seenText(name)}</bdi>
          </a>{' '}
          {freshness !== null && <span class="figure">{results}</span>}
          {freshness === null &&
            (repositoryNamed(name, ALL)?.last_commit === null ? 'not indexed' : <span class="problem">{error}</span>)}
        </li>
      ))}
    </ul>
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

function hasResults(): boolean {
  return document.querySelector('[data-result]') !== null;
}

function nextResult(): boolean {
  if (!hasResults()) return stepThrough(1);
  return focusResult(selected.value + (document.activeElement?.closest('[data-result]') == null ? 0 : 1));
}

function previousResult(): boolean {
  if (!hasResults()) return stepThrough(-1);
  return selected.value === 0 ? focusBox() : focusResult(selected.value - 1);
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

function RelatedList({ related, repo, name }: { related: readonly Related[]; repo: string; name: string }) {
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

const MOST_COMMITS = 5;

function HistoryList({ context }: { context: GitContext }) {
  const { matching, recent, authors, note } = context;
  if (note !== undefined) return <p class="note">{seenText(note)}</p>;
  const commits = (matching.length > 0 ? matching : recent).slice(0, MOST_COMMITS);
  if (commits.length === 0) return null;
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history">{matching.length > 0 ? 'Commits that fit' : 'Newest commits'}</h2>
      <ul>
        {commits.map(({ commit, subject, author, authorDate }) => (
          <li key={commit}>
            <code>{commit.slice(0, 7)}</code>
            <bdi class="subject">{seenText(subject)}</bdi>
            <span class="note">
              <bdi>{seenText(author)}</bdi>, <time dateTime={authorDate}>{timeAgo(authorDate)}</time>
            </span>
          </li>
        ))}
      </ul>
      {authors.length > 0 && (
        <p class="note">
          {matching.length > 0 ? 'Their authors' : 'Authors of all commits searched'}:{' '}
          <bdi>{namedAuthors(context, seenText)}</bdi>
        </p>
      )}
    </section>
  );
}
