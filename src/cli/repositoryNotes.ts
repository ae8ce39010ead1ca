/** What has to be said of repositories that were searched together: which of them could not be, and which may be stale. */

import { visible } from '../base/renderText.ts';
import type { ManyResult } from '../base/searchTypes.ts';

/** One line for each repository that could not be searched, or whose last sync failed. */
const MOST_NOTES = 5;

export function repositoryNotes({ repositories }: ManyResult): string[] {
  const wrong = repositories.filter(({ error }) => error !== undefined);
  const notes = wrong.slice(0, MOST_NOTES).map(({ name, error, freshness }) => {
    const what = freshness === null ? 'was not searched' : 'may be stale';
    return visible(`${name} ${what}: ${error}`);
  });
  return wrong.length <= MOST_NOTES ? notes : [...notes, `and ${wrong.length - MOST_NOTES} more: cora repos list`];
}
