/**
 * Shows a repository without an index: a button that builds it, how far that is, or the command
 * where this server cannot. Meanwhile a query is looked for line by line.
 */

import { useEffect, useState } from 'preact/hooks';
import type { Repository } from '../../server/pageTypes.ts';
import { requestIndex } from '../api/client.ts';
import { asRequestError, type RequestError } from '../api/request.ts';
import { JobLine } from '../repos/jobLine.tsx';
import { GrepHits } from '../search/grepHits.tsx';
import { isRunning, jobs, refreshRepositories } from '../shell/fleet.ts';
import { announce, copyText, Notice } from '../shell/notices.tsx';
import type { SearchRoute } from '../urlState.ts';
import { seenText } from '../visible.tsx';

export function NoIndex({ here, repository }: { here: SearchRoute; repository: Repository }) {
  const query = here.query.trim();
  return (
    <>
      <Notice title={`${seenText(repository.name)} has no index yet`}>
        {repository.build_command === null ? (
          <Build repository={repository} />
        ) : (
          <BuildElsewhere repository={repository} command={repository.build_command} />
        )}
      </Notice>
      {query !== '' && <GrepHits query={query} repo={here.repo} title="Until then, lines with these words" />}
    </>
  );
}

function Build({ repository: { id, error } }: { repository: Repository }) {
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<RequestError | null>(null);
  const job = jobs.value.get(id);
  const isBuilding = isRunning(job);
  useEffect(() => {
    if (isBuilding) announce('The index is being built');
    return () => {
      if (isBuilding) announce('The index run has ended');
    };
  }, [isBuilding]);
  const build = async (): Promise<void> => {
    setAsking(true);
    setRefused(null);
    try {
      await requestIndex(id, false);
    } catch (problem) {
      setRefused(asRequestError(problem));
    } finally {
      setAsking(false);
    }
    await refreshRepositories();
  };
  const why = refused?.message ?? (job?.status === 'failed' ? job.error : null) ?? error;
  if (isBuilding) {
    return (
      <>
        <p>The index is being built. The search begins by itself as soon as it is there.</p>
        <JobLine job={job!} />
      </>
    );
  }
  return (
    <>
      <p>
        It is built once, on the machine of the server, and kept up to date from then on. Until then Cora finds lines by
        their text only.
      </p>
      {why !== null && (
        <p class="problem" role="alert">
          {why} {refused?.hint}
        </p>
      )}
      <p>
        <button type="button" class="primary" data-build disabled={isAsking} onClick={() => void build()}>
          {why === null ? 'Build the index' : 'Build it again'}
        </button>
      </p>
    </>
  );
}

function BuildElsewhere({ repository: { path, kind }, command }: { repository: Repository; command: string }) {
  return (
    <>
      <p>
        This server only asks indexes that are there. Build it
        {kind === 'place' ? (
          <>
            {' '}
            in <code>{seenText(path)}</code>
          </>
        ) : (
          ' on the machine of the server'
        )}{' '}
        with one command, then look again:
      </p>
      <p class="one-command">
        <code class="command">{command}</code>
        <button type="button" class="quiet" onClick={() => void copyText(command, 'Command')}>
          Copy
        </button>
      </p>
      <p>
        <button type="button" onClick={() => void refreshRepositories()}>
          Look again
        </button>
      </p>
    </>
  );
}
