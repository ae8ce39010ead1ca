/** One repository: its place, its index, what runs, and what can be done. */

import { useState } from 'preact/hooks';
import type { JobBody, Repository } from '../../server/pageTypes.ts';
import { activateRepository, indexRepository } from '../api/client.ts';
import { say } from '../shell/announce.ts';
import { Dialog } from '../shell/dialog.tsx';
import { freshness, isRunning, jobs, leaveRepository, refreshRepositories } from '../shell/fleet.ts';
import { FreshnessLine } from '../shell/freshnessLine.tsx';
import { asRequestError } from '../shell/resource.ts';
import { formatRoute, NO_FILTERS } from '../urlState.ts';
import { visible } from '../visible.ts';
import { JobLine } from './jobLine.tsx';
import { timeAgo } from './timeAgo.ts';

export function RepositoryRow({ repository }: { repository: Repository }) {
  const [asks, setAsks] = useState<'remove' | 'rebuild' | null>(null);
  const { id, name, url, branch, is_active, total_files, total_chunks, last_indexed_at, error, fixed } = repository;
  const job = jobs.value.get(id);
  const known = freshness.value.get(id);
  const busy = isRunning(job);
  const isIndexed = repository.last_commit !== null;
  return (
    <article class={`repo ${is_active ? 'is-active' : ''}`} aria-label={name}>
      <div class="repo-main">
        <h2>
          <a href={formatRoute({ view: 'search', query: '', ...NO_FILTERS, repo: is_active ? '' : id })}>
            <bdi>{visible(name)}</bdi>
          </a>
          {is_active && <span class="kind">active</span>}
        </h2>
        <p class="repo-place">
          <bdi>{visible(url)}</bdi>
          {branch !== null && <span class="kind">{visible(branch)}</span>}
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
        <button
          type="button"
          class="quiet"
          disabled={busy}
          onClick={() => void act(indexRepository(id, false), 'Queued')}
        >
          {isIndexed ? 'Update index' : 'Index'}
        </button>
        {isIndexed && (
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

function Fact({ name, value }: { name: string; value: number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="figure">{value === null ? '—' : value.toLocaleString('en')}</dd>
    </div>
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
    say(hint === '' ? message : `${message} ${hint}`);
  }
  await refreshRepositories();
}

interface ConfirmProps {
  repository: Repository;
  onClose(): void;
}

function ConfirmRemove({ repository: { id, name, kind, path }, onClose }: ConfirmProps) {
  return (
    <Dialog title={`Remove ${visible(name)}?`} onClose={onClose}>
      {kind === 'place' ? (
        <p>
          The directory stays as it is, with its index: <code>{visible(path)}</code>. This server only forgets it.
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
    <Dialog title={`Compute the index of ${visible(name)} again?`} onClose={onClose}>
      <p>
        All {total_files === null ? '' : `${total_files.toLocaleString('en')} `}files are read and embedded again. To
        bring the index up to date, “Update index” is enough. Searching goes on meanwhile.
      </p>
      <Confirm does="Re-index" onClose={onClose} onConfirm={() => act(indexRepository(id, true), 'Queued')} />
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
