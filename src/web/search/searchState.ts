/**
 * Holds what is searched for, and what was found. Follows the address: whatever changes it,
 * searches.
 */

import { computed, effect, signal, untracked } from '@preact/signals';
import { queryWordsOf } from '../../search/queryWords.ts';
import type { SearchAnswer, SearchRequestBody } from '../../server/pageTypes.ts';
import { requestSearch } from '../api/client.ts';
import { betterments, createResource, pause } from '../api/request.ts';
import { ALL, epoch, lacksIndex, noteFreshness, repositories, repositoryOf } from '../shell/fleet.ts';
import { route } from '../shell/navigation.ts';
import { announce } from '../shell/notices.tsx';
import type { SearchRoute } from '../urlState.ts';

/** Milliseconds without a key before the server is asked. */
const QUIET = 130;
const RESULTS = 20;
const RELATED = 8;

export const found = createResource<SearchAnswer>();
export const words = computed(() => queryWordsOf(found.value.value?.query ?? ''));
/** The query that the results belong to; the box may be ahead of it. */
export const answered = signal('');

/** The number of the result that the keys act on. */
export const selected = signal(0);

let lastKey = '';

effect(() => {
  const here = route.value;
  const again = `${epoch.value} ${betterments.value}`;
  // Without the list it is not known whether there is a repository at all.
  if (here.view !== 'search' || repositories.value.value === null) return;
  const repository = repositoryOf(here.repo);
  const key = JSON.stringify([here, again, repository?.id, repository?.last_commit]);
  if (key === lastKey) return;
  const isFirst = lastKey === '';
  lastKey = key;
  untracked(() => void run(here, isFirst ? 0 : QUIET));
});

export function searchAgain(): void {
  const here = route.value;
  if (here.view === 'search') void run(here, 0);
}

async function run(here: SearchRoute, wait: number): Promise<void> {
  if (here.query.trim() === '' || repositories.value.value?.length === 0 || lacksIndex(here.repo)) return found.clear();
  await found.load(async (abort) => {
    await pause(wait, abort);
    const answer = await requestSearch(bodyOf(here), abort);
    selected.value = 0;
    answered.value = here.query;
    note(answer, here.repo);
    return answer;
  });
}

function bodyOf({ query, repo, language, kind, path }: SearchRoute): SearchRequestBody {
  return {
    query,
    k: RESULTS,
    related: RELATED,
    ...(repo === ALL ? { repos: ALL } : repo === '' ? {} : { repo_id: repo }),
    ...(language === '' ? {} : { language }),
    ...(kind === '' ? {} : { kind }),
    ...(path === '' ? {} : { path: globsOf(path) }),
  };
}

/** A part of a path is enough: `store`, `src/`, `.ts`. */
function globsOf(path: string): string[] {
  if (/[*?[\]{}]/.test(path)) return [path];
  const part = path.replace(/^\/|\/$/g, '');
  return path.endsWith('/') ? [`**/${part}/**`] : [`**/*${part}*`, `**/*${part}*/**`];
}

function note(answer: SearchAnswer, repo: string): void {
  const one = repo === ALL ? null : repositoryOf(repo);
  if (one !== null) noteFreshness(one.id, answer.freshness);
  const { length } = answer.results;
  announce(length === 0 ? 'No results' : `${length} ${length === 1 ? 'result' : 'results'}`);
}
