/** Search as you type: the box, the results, what the history says, what to read next. */

import { useEffect, useState } from 'preact/hooks';
import type { GitContext } from '../../base/historyTypes.ts';
import { namedAuthors } from '../../search/answerNotes.ts';
import type { Hit, Related, SearchAnswer } from '../../server/pageTypes.ts';
import { excerptRows } from '../code/codeLines.ts';
import { CodeRows } from '../code/codeRows.tsx';
import { Home } from '../home/homeView.tsx';
import {
  ALL,
  directoryOf,
  lacksIndex,
  refreshRepositories,
  repositories,
  repositoryNamed,
  repositoryOf,
} from '../shell/fleet.ts';
import { onKeys, press, route, stepThrough } from '../shell/navigation.ts';
import { ErrorNotice } from '../shell/notices.tsx';
import { editorAddress, PlaceButtons } from '../shell/preferences.tsx';
import { formatRoute, type SearchRoute } from '../urlState.ts';
import { Bar, numberOf, PathText, seenText, timeAgo } from '../visible.tsx';
import { FirstSteps, NoIndex, NothingFound, Skeletons } from './emptyStates.tsx';
import { SearchBox } from './searchBox.tsx';
import { found, searchAgain, selected, words } from './searchState.ts';

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

// One result: its place, why it is there, its code, and what can be done with it.

/** Lines of code that a result shows at first. */
const SHOWN = 12;

interface ResultCardProps {
  hit: Hit;
  /** Its place in the list. */
  at: number;
  best: Best;
  /** The filter by repository of this search. */
  repo: string;
  showsRepository: boolean;
}

function ResultCard({ hit, at, best, repo, showsRepository }: ResultCardProps) {
  const [isWhole, setWhole] = useState(false);
  const isSelected = selected.value === at;
  const rows = excerptRows(hit, words.value, isWhole ? Infinity : SHOWN);
  const isCut = rows.some((row) => 'gap' in row);
  const place = `${hit.path}:${hit.startLine}`;
  const inEditor = editorAddress(
    directoryOf(repositoryNamed(hit.repository, repo)),
    hit.path,
    hit.definition.startLine,
  );
  return (
    <article
      class={`result ${isSelected ? 'is-selected' : ''}`}
      data-result={at}
      aria-label={`${hit.rank}. ${showsRepository ? `${seenText(hit.repository)}: ` : ''}${place}`}
      onFocusCapture={() => {
        selected.value = at;
      }}
    >
      <header class="result-head">
        <h2>
          <a class="place" data-open href={addressOf(hit, repo)}>
            {showsRepository && <bdi class="place-repository">{seenText(hit.repository)}</bdi>}
            <PathText path={hit.path} />
            <span class="lines">
              {hit.startLine}–{hit.endLine}
            </span>
          </a>
        </h2>
        <p class="symbol">
          {hit.symbol !== '' && <code>{[...hit.scope, hit.symbol].join(' › ')}</code>}
          <span class="kind">{hit.kind}</span>
          {hit.status !== 'committed' && <span class={`status ${hit.status}`}>{hit.status}</span>}
        </p>
        <WhyBars hit={hit} best={best} />
        <div class="result-actions">
          {(isCut || isWhole) && (
            <button type="button" class="quiet" data-whole onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Less' : 'All lines'} <kbd>x</kbd>
            </button>
          )}
          <PlaceButtons inEditor={inEditor} place={place} />
        </div>
      </header>
      <CodeRows
        text={hit.text}
        language={hit.language}
        rows={rows}
        words={words.value}
        label={`Code of ${place}`}
        onGap={() => setWhole(true)}
      />
      {hit.commentary !== undefined && <p class="commentary">{hit.commentary}</p>}
      <Notes hit={hit} repo={repo} />
    </article>
  );
}

function addressOf(hit: Hit, repo: string): string {
  const { id } = repositoryNamed(hit.repository, repo) ?? { id: repo };
  return formatRoute({ view: 'file', repo: id, path: hit.path, ...hit.chunk });
}

/** Shows what connects it with others, and where else the same text is. */
function Notes({ hit: { reason, identical = [], repository }, repo }: { hit: Hit; repo: string }) {
  if (reason === undefined && identical.length === 0) return null;
  return (
    <footer class="result-notes">
      {reason !== undefined && <span>{reason}</span>}
      {identical.length > 0 && (
        <details>
          <summary>
            {identical.some(({ nearly }) => nearly) ? 'nearly the same' : 'the same'} in{' '}
            {numberOf(identical.length, 'more place')}
          </summary>
          <ul>
            {identical.map((other) => {
              const { id } = repositoryNamed(other.repository ?? repository, repo) ?? { id: repo };
              const { path, startLine, endLine } = other;
              return (
                <li key={`${id} ${path} ${startLine}`}>
                  <a href={formatRoute({ view: 'file', repo: id, path, startLine, endLine })}>
                    <PathText path={path} />
                    <span class="lines">
                      {startLine}–{endLine}
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </footer>
  );
}

const SIGNALS = [
  { key: 'words', title: 'words', tells: 'its words are those of the query (BM25)' },
  { key: 'vectors', title: 'meaning', tells: 'it reads like the query (cosine of the vectors)' },
  { key: 'symbol', title: 'symbol', tells: 'it defines a name of the query' },
  { key: 'path', title: 'path', tells: 'its file is called like the query' },
  { key: 'references', title: 'references', tells: 'better results refer to it' },
] as const;

type Signal = (typeof SIGNALS)[number]['key'];
type Best = Readonly<Record<Signal, number>>;

/** The largest part of each retriever in a list. */
function bestOf(hits: readonly Pick<Hit, 'why'>[]): Best {
  const best = { words: 0, vectors: 0, symbol: 0, path: 0, references: 0 };
  for (const { why } of hits) for (const { key } of SIGNALS) best[key] = Math.max(best[key], why[key]);
  return best;
}

function WhyBars({ hit: { why, score }, best }: { hit: Hit; best: Best }) {
  const there = SIGNALS.filter(({ key }) => why[key] > 0);
  return (
    <ul class="why" aria-label={`Why: score ${score.toFixed(3)}`}>
      {there.map(({ key, title, tells }) => (
        <li key={key} title={`${tells}: ${why[key].toFixed(3)}`}>
          <span>{title}</span>
          <Bar width={28} share={best[key] > 0 ? why[key] / best[key] : 0} />
          <span class="sr">{why[key].toFixed(2)}</span>
        </li>
      ))}
      {why.include && <li>included</li>}
    </ul>
  );
}
