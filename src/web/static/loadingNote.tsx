/** Says, while vectors are on their way, that a search ranks without them, and how far they are. */

import { computed } from '@preact/signals';
import { ALL, repositoryOf } from '../shell/fleet.ts';
import { route } from '../shell/navigation.ts';
import { filtersOf } from '../urlState.ts';
import type { IndexState } from './messages.ts';
import { states } from './transport.ts';

/** The indexes that the page is looking at. */
const looked = computed((): readonly IndexState[] => {
  const { repo } = filtersOf(route.value);
  const id = repo === ALL ? null : repositoryOf(repo)?.id;
  return states.value.filter((one) => id === null || one.id === id);
});

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

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function sumOf(list: readonly IndexState[], name: 'done' | 'total'): number {
  return list.reduce((sum, one) => sum + one[name], 0);
}
