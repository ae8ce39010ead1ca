/** Index jobs of `cora serve` as a client follows them. */

import type { JobBody } from '../../src/entry/http/schemas/jobs.ts';
import type { Server } from './httpClient.ts';

/** @returns what was told until `until` is content with it; the stream is left then */
export async function followJobs(
  { url }: Pick<Server, 'url'>,
  until: (job: JobBody) => boolean,
  path = '/jobs/events',
  headers: Record<string, string> = {},
): Promise<JobBody[]> {
  const stop = new AbortController();
  const response = await fetch(`${url}${path}`, { signal: stop.signal, headers });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const told: JobBody[] = [];
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
    stop.abort();
  }
  return told;
}

/** @returns the job as it ended */
export async function endOf(server: Pick<Server, 'url'>, id: string): Promise<JobBody> {
  const told = await followJobs(server, (job) => job.id === id && hasEnded(job));
  const last = told.findLast((job) => job.id === id);
  if (last === undefined || !hasEnded(last)) throw new Error(`Job ${id} did not end: ${JSON.stringify(last)}`);
  return last;
}

/** While files are being read and computed. */
export function isInTheMiddle({ progress }: JobBody): boolean {
  return progress !== null && progress.total > 0 && progress.done > 0 && progress.done < progress.total;
}

function hasEnded({ status }: JobBody): boolean {
  return status === 'completed' || status === 'failed';
}
