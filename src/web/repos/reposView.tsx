/** The repositories of the server: how each of them is indexed, and what can be done with them. */

import { useEffect, useState } from 'preact/hooks';
import { asSentence } from '../../base/errors.ts';
import type { JobBody, Repository } from '../../server/pageTypes.ts';
import { activateRepository, requestAdding, requestIndex } from '../api/client.ts';
import { asRequestError } from '../api/request.ts';
import {
  forgetLooks,
  freshness,
  isRunning,
  jobs,
  leaveRepository,
  lookAt,
  refreshRepositories,
  repositories,
  useRequest,
} from '../shell/fleet.ts';
import { AS_TYPED, onKeys, stepThrough, submitting } from '../shell/navigation.ts';
import { Dialog, ErrorNotice, JobLine, Notice, say } from '../shell/notices.tsx';
import { formatRoute, NO_FILTERS } from '../urlState.ts';
import { Bones, Fact, FreshnessLine, seenText, timeAgo } from '../visible.tsx';

export function ReposView() {
  const [isAdding, setAdding] = useState(false);
  const all = repositories.value.value;
  const error = repositories.error.value;
  useEffect(() => onKeys(KEYS), []);
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
      {all === null && error === null && (
        <div class="repos" aria-busy="true">
          <Bones kind="repo is-skeleton" widths="36" />
          <Bones kind="repo is-skeleton" widths="36" />
        </div>
      )}
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

const KEYS = {
  j: () => stepThrough(1),
  ArrowDown: () => stepThrough(1),
  k: () => stepThrough(-1),
  ArrowUp: () => stepThrough(-1),
};

function RepositoryRow({ repository }: { repository: Repository }) {
  const [asks, setAsks] = useState<'remove' | 'rebuild' | null>(null);
  const { id, name, url, branch, is_active, total_files, total_chunks, last_indexed_at, error, fixed } = repository;
  const command = repository.build_command;
  const job = jobs.value.get(id);
  const known = freshness.value.get(id);
  const busy = isRunning(job);
  const isIndexed = repository.last_commit !== null;
  return (
    <article class={`repo ${is_active ? 'is-active' : ''}`} aria-label={name}>
      <div class="repo-main">
        <h2>
          <a data-step href={formatRoute({ view: 'search', query: '', ...NO_FILTERS, repo: is_active ? '' : id })}>
            <bdi>{seenText(name)}</bdi>
          </a>
          {is_active && <span class="kind">active</span>}
        </h2>
        <p class="repo-place">
          <bdi>{seenText(url)}</bdi>
          {branch !== null && <span class="kind">{seenText(branch)}</span>}
        </p>
      </div>
      <dl class="repo-facts">
        <Fact name="files" value={total_files} />
        <Fact name="chunks" value={total_chunks} />
        <div>
          <dt>indexed</dt>
          <dd>
            {last_indexed_at === null ? 'never' : <time dateTime={last_indexed_at}>{timeAgo(last_indexed_at)}</time>}
          </dd>
        </div>
        <div class="repo-fresh">
          <dt>state</dt>
          <dd>
            {known !== undefined ? (
              <FreshnessLine freshness={known} />
            ) : (
              <span class="freshness">{isIndexed ? '…' : 'not indexed'}</span>
            )}
          </dd>
        </div>
      </dl>
      <Status job={job} error={error} />
      <div class="repo-actions">
        {!is_active && (
          <button type="button" class="quiet" onClick={() => void act(activateRepository(id), `${name} is active`)}>
            Make active
          </button>
        )}
        {command === null ? (
          <button
            type="button"
            class="quiet"
            disabled={busy}
            onClick={() => void act(requestIndex(id, false), 'Queued')}
          >
            {isIndexed ? 'Update index' : 'Index'}
          </button>
        ) : (
          <code class="command">{command}</code>
        )}
        {isIndexed && command === null && (
          <button type="button" class="quiet" disabled={busy} onClick={() => setAsks('rebuild')}>
            Re-index
          </button>
        )}
        {!fixed && (
          <button type="button" class="quiet danger" onClick={() => setAsks('remove')}>
            Remove
          </button>
        )}
      </div>
      {asks === 'remove' && <ConfirmRemove repository={repository} onClose={() => setAsks(null)} />}
      {asks === 'rebuild' && <ConfirmRebuild repository={repository} onClose={() => setAsks(null)} />}
    </article>
  );
}

function Status({ job, error }: { job: JobBody | undefined; error: string | null }) {
  if (job !== undefined && (isRunning(job) || job.status === 'failed')) return <JobLine job={job} />;
  return error === null ? null : <p class="problem repo-status">{error}</p>;
}

/** @returns settles when the list is new, too */
async function act(request: Promise<unknown>, done: string): Promise<void> {
  try {
    await request;
    say(done);
  } catch (problem) {
    const { message, hint } = asRequestError(problem);
    say(hint === '' ? message : `${asSentence(message)} ${hint}`);
  }
  await refreshRepositories();
}

interface ConfirmProps {
  repository: Repository;
  onClose(): void;
}

function ConfirmRemove({ repository: { id, name, kind, path }, onClose }: ConfirmProps) {
  return (
    <Dialog title={`Remove ${seenText(name)}?`} onClose={onClose}>
      {kind === 'place' ? (
        <p>
          The directory stays as it is, with its index: <code>{seenText(path)}</code>. This server only forgets it.
        </p>
      ) : (
        <p>Its clone and its index are deleted from this machine. Nothing happens to where it was cloned from.</p>
      )}
      <Confirm
        does={kind === 'place' ? 'Remove' : 'Remove and delete the clone'}
        isDanger
        onClose={onClose}
        onConfirm={() => act(leaveRepository(id), `${name} is removed`)}
      />
    </Dialog>
  );
}

function ConfirmRebuild({ repository: { id, name, total_files }, onClose }: ConfirmProps) {
  return (
    <Dialog title={`Compute the index of ${seenText(name)} again?`} onClose={onClose}>
      <p>
        All {total_files === null ? '' : `${total_files.toLocaleString('en')} `}files are read and embedded again. To
        bring the index up to date, “Update index” is enough. Searching goes on meanwhile.
      </p>
      <Confirm does="Re-index" onClose={onClose} onConfirm={() => act(requestIndex(id, true), 'Queued')} />
    </Dialog>
  );
}

interface ConfirmButtonsProps {
  does: string;
  isDanger?: boolean;
  onClose(): void;
  onConfirm(): Promise<void>;
}

function Confirm({ does, isDanger = false, onClose, onConfirm }: ConfirmButtonsProps) {
  return (
    <div class="actions">
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      <button
        type="button"
        class={isDanger ? 'danger' : 'primary'}
        onClick={() => {
          onClose();
          void onConfirm();
        }}
      >
        {does}
      </button>
    </div>
  );
}

function AddRepository({ onClose }: { onClose(): void }) {
  const [where, setWhere] = useState('');
  const [branch, setBranch] = useState('');
  const { isBusy, refused, run } = useRequest();
  const add = async (): Promise<void> => {
    const { name } = await requestAdding(requestOf(where.trim(), branch.trim()));
    say(`${name} is added`);
    onClose();
  };
  return (
    <Dialog title="Add a repository" onClose={onClose}>
      <form class="stack" onSubmit={submitting(() => void run(add))}>
        <label class="field">
          Directory or address
          <input
            type="text"
            value={where}
            placeholder="/home/me/app or https://github.com/org/app"
            {...AS_TYPED}
            onInput={({ currentTarget }) => setWhere(currentTarget.value)}
          />
          <span class="note">
            A directory of the machine that the server runs on is used in place. An address is cloned with your own Git
            set-up.
          </span>
        </label>
        <label class="field">
          Branch
          <input
            type="text"
            value={branch}
            placeholder="the default one"
            {...AS_TYPED}
            onInput={({ currentTarget }) => setBranch(currentTarget.value)}
          />
        </label>
        {refused !== null && (
          <p class="problem" role="alert">
            {refused.message} {refused.hint}
          </p>
        )}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy || where.trim() === ''}>
            {isBusy ? 'Adding' : 'Add and index'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function requestOf(where: string, branch: string) {
  const isAddress = /^[a-z][a-z+]*:\/\/|^[\w.-]+@[\w.-]+:/i.test(where);
  return { ...(isAddress ? { url: where } : { path: where }), ...(branch === '' ? {} : { branch }) };
}
