/** What a build has to do: the view that is wanted against the rows that are there. Pure. */

import { blobKeyOf } from '../base/identity.ts';
import type { BlobKey, SkippedFile, SkipReason, ViewFile } from '../base/types.ts';

/** What is known of blobs that are not simply rows: binary or empty ones, and those that a fallback chunked. */
export type Outcomes = Readonly<Record<BlobKey, { skipped?: SkipReason; note?: string }>>;

export interface PlanInput {
  /** The wanted view's files, sorted by path. */
  files: readonly ViewFile[];
  /** Rows of each blob in the table. */
  known: ReadonlyMap<BlobKey, number>;
  outcomes: Outcomes;
  /** Blobs of the last built view. */
  previous: ReadonlySet<BlobKey>;
  /** Of those in the table, what has to be made once more. */
  doubtful?: ReadonlySet<BlobKey>;
  /** Compute everything again. */
  full: boolean;
}

export interface BuildPlan {
  /** Blobs to read and chunk, each once, in the order of their first path. */
  compute: ViewFile[];
  /** Blobs whose rows are there. */
  reuse: BlobKey[];
  /** Blobs of `compute` whose rows are there and give way to new ones (`--full`, or they are doubtful). */
  replace: BlobKey[];
  /** Blobs of the last view that this one lacks. Their rows stay until gc: other branches may need them. */
  remove: BlobKey[];
  /** Files whose blobs are known to hold nothing to index. */
  skipped: SkippedFile[];
}

export function planBuild({ files, known, outcomes, previous, doubtful, full }: PlanInput): BuildPlan {
  const plan: BuildPlan = { compute: [], reuse: [], replace: [], remove: [], skipped: [] };
  const seen = new Set<BlobKey>();
  for (const file of files) {
    const key = blobKeyOf(file);
    const skipped = full ? undefined : outcomes[key]?.skipped;
    if (skipped !== undefined) plan.skipped.push({ path: file.path, reason: skipped });
    if (seen.has(key)) continue;
    seen.add(key);
    if (skipped !== undefined) continue;
    const isNew = full || doubtful?.has(key) === true;
    if (!isNew && known.has(key)) plan.reuse.push(key);
    else plan.compute.push(file);
    if (isNew && known.has(key)) plan.replace.push(key);
  }
  for (const key of previous) if (!seen.has(key)) plan.remove.push(key);
  return plan;
}
