/** How a source is called in a prompt, and how an answer is expected to call it: one line, the same in both. Pure. */

import type { SearchHit } from '../base/searchTypes.ts';

/** @param isMany of several repositories: the repository's name stands before the path, as a folder would */
export function sourceLabel({ repository, path }: Pick<SearchHit, 'repository' | 'path'>, isMany: boolean): string {
  return (isMany ? `${repository}/${path}` : path).replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ');
}
