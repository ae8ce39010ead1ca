/** What stands beside the files of a commit or pull request after a run of the Action: real problems only. */

import { counted } from '../base/renderNumbers.ts';
import type { IndexReport } from '../base/types.ts';

export interface Annotation {
  message: string;
  /** Null where it is about no single file. */
  file: string | null;
}

/** GitHub shows ten warnings of a step. */
const SHOWN = 10;

export function annotationsOf({ failed }: Pick<IndexReport, 'failed'>): Annotation[] {
  const named = failed.length <= SHOWN ? failed : failed.slice(0, SHOWN - 1);
  const annotations = named.map(
    ({ path, error }): Annotation => ({ file: path, message: `Not in the index: ${error}` }),
  );
  const rest = failed.length - named.length;
  if (rest === 0) return annotations;
  return [...annotations, { file: null, message: `${counted(rest, 'more file')} failed: see the job summary` }];
}
