/** An index job that runs, waits or has failed. */

import type { JobBody } from '../../server/pageTypes.ts';
import { requestCancel } from '../api/client.ts';
import { isReachable } from '../api/request.ts';
import { say } from '../shell/notices.tsx';

export function JobLine({ job }: { job: JobBody }) {
  const { status, progress, error, attempts } = job;
  if (status === 'failed') return <p class="problem repo-status">{error ?? 'The index run failed.'}</p>;
  if (!isReachable.value) return <p class="job repo-status">It was running when the server was last heard of.</p>;
  const isKnown = status === 'processing' && progress !== null && progress.total > 0;
  const share = isKnown ? Math.min(1, progress.done / progress.total) : 0;
  const phase = status === 'pending' ? 'Waiting' : (progress?.phase ?? 'Starting');
  return (
    <div class="job repo-status">
      <span class="job-phase">
        {phase}
        {attempts > 1 && ` (begun ${attempts} times)`}
      </span>
      {isKnown ? <progress max={1} value={share} aria-label={phase} /> : <progress aria-label={phase} />}
      <span class="figure">
        {isKnown && `${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`}
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => void requestCancel(job.id).catch(() => say('It could not be cancelled'))}
      >
        Cancel
      </button>
    </div>
  );
}
