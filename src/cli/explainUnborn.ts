/** A repository without a commit has no HEAD: git's words for that help nobody who has just typed `git init`. */

import { CoraError, isCoraError } from '../base/errors.ts';

/** @param rev what the user asked for; undefined for HEAD, and only then is a missing commit explained */
export async function explainUnborn<T>(rev: string | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (rev !== undefined || !isCoraError(error) || error.code !== 'BAD_REVISION') throw error;
    throw new CoraError('BAD_REVISION', 'There is no commit here yet, and what is indexed is a commit.', {
      hint: 'git add . && git commit   then: cora index   (cora grep needs no commit)',
      cause: error,
    });
  }
}
