/** A queue of index jobs that shows and does none. */

import type { Log } from '../../src/base/types.ts';
import { JobQueue } from '../../src/fleet/jobQueue.ts';

export function openIdleQueue(home: string, log: Log): Promise<JobQueue> {
  const run = () => Promise.reject(new Error('Nothing is served.'));
  return JobQueue.open({ home, log, served: async () => new Set(), run });
}
