/** The repositories of the server: how each of them is indexed, and what can be done with them. */

import { useEffect, useState } from 'preact/hooks';
import { forgetLooks, lookAt, refreshRepositories, repositories } from '../shell/fleet.ts';
import { ErrorNotice, Notice } from '../shell/notice.tsx';
import { AddRepository } from './addRepository.tsx';
import { RepositoryRow } from './repositoryRow.tsx';

export function ReposView() {
  const [isAdding, setAdding] = useState(false);
  const all = repositories.value.value;
  const error = repositories.error.value;
  useEffect(() => {
    forgetLooks();
    // Where the page begins here, the first list is on its way.
    if (all !== null) void refreshRepositories();
  }, []);
  useEffect(() => {
    for (const repository of all ?? []) void lookAt(repository);
  }, [all]);
  return (
    <div class="repos-view">
      <header class="view-head">
        <h1>Repositories</h1>
        <button type="button" class="primary" onClick={() => setAdding(true)}>
          Add
        </button>
      </header>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refreshRepositories()} />}
      {all === null && error === null && <Bones />}
      {all?.length === 0 && (
        <Notice title="No repository yet">
          <p>Add a directory of this machine, or an address that Git can clone.</p>
        </Notice>
      )}
      <ul class="repos">
        {(all ?? []).map((repository) => (
          <li key={repository.id}>
            <RepositoryRow repository={repository} />
          </li>
        ))}
      </ul>
      {isAdding && <AddRepository onClose={() => setAdding(false)} />}
    </div>
  );
}

function Bones() {
  return (
    <div class="repos" aria-busy="true">
      {[0, 1].map((at) => (
        <div key={at} class="repo is-skeleton" aria-hidden="true">
          <span class="bone w3" />
          <span class="bone w6" />
        </div>
      ))}
    </div>
  );
}
