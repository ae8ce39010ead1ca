/**
 * Refuses where the state of the repository gives no answer: `--fresh` wants none from the past,
 * and without a commit there is no index.
 */

import { CoraError, isCoraError } from '../base/errors.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { Searcher } from '../session/session.ts';
import type { Options } from '../settings/options.ts';
import { adviceFor, freshnessNotes, isUnread } from '../view/renderFreshness.ts';

/**
 * @returns the freshness of what will be asked
 * @throws CoraError NOT_FRESH, USAGE where there are no files to be fresh with
 */
export async function freshnessIn(searcher: Searcher, { fresh, index, committed }: Options): Promise<Freshness> {
  const { freshness } = await searcher.view;
  if (fresh !== true) return freshness;
  const other = index !== undefined ? 'index' : committed === true ? 'committed' : undefined;
  if (other !== undefined) throw new CoraError('USAGE', `--fresh and --${other} do not go together.`);
  if (!isUnread(freshness)) return freshness;
  throw new CoraError(
    'NOT_FRESH',
    `Some files cannot be searched as they are now: ${freshnessNotes(freshness).join('; ')}.`,
    {
      hint: `${adviceFor(freshness, 'cora index   takes them in')}; cora status --check   lists them`,
    },
  );
}

// A repository without a commit has no HEAD: git's words for that help nobody who has just typed
// `git init`.

/**
 * @param rev what the user asked for; undefined for HEAD, and only then is a missing commit
 * explained
 */
export async function explainUnborn<T>(rev: string | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (rev !== undefined || !isCoraError(error) || error.code !== 'BAD_REVISION') throw error;
    throw new CoraError('BAD_REVISION', 'This repository has no commits yet, and Cora indexes commits.', {
      hint: 'git add . && git commit   then: cora index   (cora grep needs no commit)',
      cause: error,
    });
  }
}
