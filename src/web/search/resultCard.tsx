/** One result: its place, why it is there, its code, and what can be done with it. */

import { useState } from 'preact/hooks';
import type { Hit } from '../../server/pageTypes.ts';
import { excerptRows } from '../code/codeLines.ts';
import { CodeRows } from '../code/codeRows.tsx';
import { directoryOf, repositoryNamed } from '../shell/fleet.ts';
import { editorAddress, PlaceButtons } from '../shell/preferences.tsx';
import { formatRoute } from '../urlState.ts';
import { Bar, numberOf, PathText, seenText } from '../visible.tsx';
import { selected, words } from './searchState.ts';

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

export function ResultCard({ hit, at, best, repo, showsRepository }: ResultCardProps) {
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
export function bestOf(hits: readonly Pick<Hit, 'why'>[]): Best {
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
