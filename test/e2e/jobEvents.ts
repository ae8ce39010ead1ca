/** Index jobs of `cora serve` as a client follows them. */

import type { JobBody } from '../../src/server/schemas/serverState.ts';
import type { Server } from './httpClient.ts';

/** Milliseconds: a test that waits for what has gone by says what it saw, instead of being cut off. */
const PATIENCE = 120_000;

/**
 * @returns what was told until `until` is content with it; the stream is left then
 * @throws Error that names the last job told, where it is not content in time
 */
export async function followJobs(
  { url }: Pick<Server, 'url'>,
  until: (job: JobBody) => boolean,
  path = '/jobs/events',
): Promise<JobBody[]> {
  const stop = new AbortController();
  const told: JobBody[] = [];
  const late = setTimeout(() => stop.abort(new Error(`Last told: ${JSON.stringify(told.at(-1))}`)), PATIENCE);
  const response = await fetch(`${url}${path}`, { signal: stop.signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  let rest = '';
  try {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + piece).split('\n\n');
      rest = events.pop()!;
      for (const event of events) {
        const [, data] = /^event: job\ndata: (.*)$/s.exec(event) ?? [];
        if (data === undefined) continue;
        const job = JSON.parse(data) as JobBody;
        told.push(job);
        if (until(job)) return told;
      }
    }
  } finally {
    clearTimeout(late);
    stop.abort();
  }
  return told;
}

/** @returns the first job that is as wanted, as it was told */
export async function jobThat(
  server: Pick<Server, 'url'>,
  isWanted: (job: JobBody) => boolean,
  path?: string,
): Promise<JobBody> {
  const last = (await followJobs(server, isWanted, path)).at(-1);
  if (last === undefined || !isWanted(last)) throw new Error(`The stream ended with ${JSON.stringify(last)}`);
  return last;
}

/** @returns the job as it ended */
export function endOf(server: Pick<Server, 'url'>, id: string): Promise<JobBody> {
  return jobThat(server, (job) => job.id === id && (job.status === 'completed' || job.status === 'failed'));
}

/** While files are being read and computed. */
export function isInTheMiddle({ progress }: JobBody): boolean {
  return progress !== null && progress.total > 0 && progress.done > 0 && progress.done < progress.total;
}
