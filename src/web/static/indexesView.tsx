/**
 * The repositories of the page: of which commit each index is, what is in it, how far it is here.
 */

import { computed } from '@preact/signals';
import type { Repository } from '../../server/pageTypes.ts';
import { ALL, repositories, repositoryOf } from '../shell/fleet.ts';
import { route } from '../shell/navigation.ts';
import { ErrorNotice } from '../shell/notices.tsx';
import { filtersOf, formatRoute, NO_FILTERS } from '../urlState.ts';
import { Fact, seenText } from '../visible.tsx';
import { type IndexState, states } from './transport.ts';

export function IndexesView() {
  const all = repositories.value.value ?? [];
  const error = repositories.error.value;
  return (
    <div class="repos-view">
      <header class="view-head">
        <h1>Repositories</h1>
      </header>
      {error !== null && <ErrorNotice error={error} />}
      <ul class="repos">
        {all.map((repository) => (
          <li key={repository.id}>
            <IndexRow repository={repository} state={states.value.find(({ id }) => id === repository.id)} />
          </li>
        ))}
      </ul>
      <p class="note of-page">
        This page shows each repository as of one commit. It searches in your browser: it reads parts of a file beside
        it, and tells nobody what you look for. Made by <code>cora pages</code>.
      </p>
    </div>
  );
}

function IndexRow({ repository, state }: { repository: Repository; state: IndexState | undefined }) {
  const { id, name, url, last_commit, total_files, total_chunks, is_active } = repository;
  return (
    <article class="repo" aria-label={name}>
      <div class="repo-main">
        <h2>
          <a href={formatRoute({ view: 'search', query: '', ...NO_FILTERS, repo: is_active ? '' : id })}>
            <bdi>{seenText(name)}</bdi>
          </a>
        </h2>
        {url !== '' && (
          <p class="repo-place">
            <bdi>{seenText(url)}</bdi>
          </p>
        )}
      </div>
      <dl class="repo-facts of-page">
        <Fact name="files" value={total_files ?? 0} />
        <Fact name="chunks" value={total_chunks ?? 0} />
        <div>
          <dt>commit</dt>
          <dd>
            <code title={last_commit ?? ''}>{last_commit?.slice(0, 12)}</code>
          </dd>
        </div>
        <Fact name="in this browser" value={state === undefined ? '' : wordsOf(state)} />
      </dl>
    </article>
  );
}

const PHASES: Readonly<Partial<Record<IndexState['phase'], string>>> = {
  waiting: 'not read yet',
  opening: 'being read',
  ready: 'words, names and vectors',
  lexical: 'words and names',
};

function wordsOf({ phase, done, total, problem }: IndexState): string {
  if (phase === 'words') return `words and names; ${megabytes(done)} of ${megabytes(total)} MB of vectors`;
  return PHASES[phase] ?? problem ?? 'not read';
}

/** The indexes that the page is looking at. */
const looked = computed((): readonly IndexState[] => {
  const { repo } = filtersOf(route.value);
  const id = repo === ALL ? null : repositoryOf(repo)?.id;
  return states.value.filter((one) => id === null || one.id === id);
});

/** Says, while vectors are on their way, that a search ranks without them, and how far they are. */
export function LoadingNote() {
  const here = looked.value;
  const coming = here.filter(({ phase }) => phase === 'words');
  const lexical = here.filter(({ phase }) => phase === 'lexical');
  const whole = here.filter(({ phase, isWhole }) => isWhole && phase !== 'failed');
  const opening = here.filter(({ phase }) => phase === 'opening');
  if (coming.length === 0 && lexical.length === 0 && opening.length === 0) return null;
  const done = sumOf(coming.length > 0 ? coming : opening, 'done');
  const total = sumOf(coming.length > 0 ? coming : opening, 'total');
  return (
    <div class="loading-note" role="status">
      {coming.length > 0 ? (
        <span>
          Results are ranked by words and names until the vectors are here: <Progress done={done} total={total} />
        </span>
      ) : opening.length > 0 ? (
        <span>
          Reading the index{total > 0 && ': '}
          {total > 0 && <Progress done={done} total={total} />}
        </span>
      ) : (
        <span>
          Results are ranked by words and names alone: {lexical.map(({ problem }) => problem ?? '').join(' ')}
        </span>
      )}
      {whole.length > 0 && <span>This host sends whole files only, so all of the index is read.</span>}
    </div>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <>
      <progress max={1} value={total === 0 ? 0 : done / total} aria-label="Vectors" />
      <span class="figure">
        {megabytes(done)} of {megabytes(total)} MB
      </span>
    </>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function sumOf(list: readonly IndexState[], name: 'done' | 'total'): number {
  return list.reduce((sum, one) => sum + one[name], 0);
}
