/**
 * What the server says of its index jobs: a line of JSON when one begins and when it ends, beside those of requests.
 *
 *   {"time":"2026-11-22T10:00:00.000Z","level":"info","job_id":"…","repo_id":"local_app","kind":"full","status":"completed","ms":2100}
 */

import { isCoraError } from '../base/errors.ts';
import type { Job, JobResult } from '../fleet/jobTypes.ts';

export interface JobLog {
  write(line: string): void;
  /** What goes well is said too. */
  isVerbose: boolean;
}

/** @param repoId as the API calls it */
export async function logJob(
  { write, isVerbose }: JobLog,
  repoId: string,
  { id, kind, attempts }: Job,
  signal: AbortSignal,
  run: () => Promise<JobResult>,
): Promise<JobResult> {
  const began = performance.now();
  const say = (status: string, more: object = {}): void => {
    const level = status === 'failed' ? 'error' : 'info';
    if (level === 'info' && !isVerbose) return;
    const time = new Date().toISOString();
    write(`${JSON.stringify({ time, level, job_id: id, repo_id: repoId, kind, status, ...more })}\n`);
  };
  const ms = (): number => Math.round(performance.now() - began);
  say('processing', { attempts });
  try {
    const result = await run();
    say('completed', { ms: ms(), files: result.files, computed: result.computed });
    return result;
  } catch (error) {
    if (signal.aborted) say('stopped', { ms: ms() });
    else say('failed', { ms: ms(), error: isCoraError(error) ? `${error.code} ${error.message}` : String(error) });
    throw error;
  }
}
