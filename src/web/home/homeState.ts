/**
 * Holds what the home of a repository shows: its map and its newest commits. It follows the
 * address.
 */

import { effect, untracked } from '@preact/signals';
import type { FoundCommit, Repository, RepositoryMap } from '../../server/pageTypes.ts';
import { requestCommits, requestMap } from '../api/client.ts';
import { betterments, createResource } from '../api/request.ts';
import { edition } from '../shell/edition.ts';
import { ALL, epoch, repositoryOf } from '../shell/fleet.ts';
import { route } from '../shell/navigation.ts';

export const map = createResource<RepositoryMap>();
export const commits = createResource<FoundCommit[]>();

let lastKey = '';
let lastId = '';

effect(() => {
  const here = route.value;
  // The view that asks shows the same questions.
  if ((here.view !== 'search' && here.view !== 'ask') || here.query.trim() !== '' || here.repo === ALL) return;
  const repository = repositoryOf(here.repo);
  if (repository === null) return;
  const { id, last_commit, last_indexed_at } = repository;
  const key = JSON.stringify([id, last_commit, last_indexed_at, epoch.value, betterments.value]);
  if (key === lastKey) return;
  lastKey = key;
  untracked(() => load(repository));
});

/** Keeps what is there of the same repository until the answer comes. */
function load({ id, last_commit }: Repository): void {
  if (id !== lastId) {
    map.clear();
    commits.clear();
  }
  lastId = id;
  if (last_commit !== null) void map.load((abort) => requestMap(id, abort));
  // Without a server there is no history to ask.
  if (!edition.isStatic) void commits.load((abort) => requestCommits(id, abort));
}
