/** The answer of `cora hooks offer` to a grep through files. */

import { answerGrep, questionOf } from '../../grep/answerGrep.ts';
import { type GrepCall, subjectOf } from '../../grep/readGrepCall.ts';
import { openSearcher } from '../../session/session.ts';
import type { CommandContext } from '../../settings/commandContext.ts';
import { searchSettings, sessionSettings } from '../../settings/requests.ts';
import { pathInRepository, placeIn } from '../findCallerPlace.ts';

/** Milliseconds; a hook that takes longer keeps its agent waiting. */
const LONGEST = 4000;

/**
 * @param dir the directory that the grep runs in
 * @returns null where nothing is found, or the grep looks outside of the repository
 * @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, …
 */
export async function placesOfGrep(
  call: GrepCall,
  dir: string,
  { settle, surroundings }: Pick<CommandContext, 'settle' | 'surroundings'>,
): Promise<string | null> {
  const options = settle(dir);
  const searcher = await openSearcher(sessionSettings(options), { ...surroundings, dir });
  try {
    const place = placeIn(searcher.worktree, dir);
    const paths = call.paths.map((path) => pathInRepository(path, place));
    if (paths.includes(null)) return null;
    const globs = (paths as string[]).filter((path) => path !== '' && path !== '.').map(globOf);
    const settings = { ...searchSettings(options), paths: globs };
    const question = questionOf(subjectOf(call), call);
    const { places, text } = await answerGrep(question, searcher, settings, AbortSignal.timeout(LONGEST));
    return places.length === 0 ? null : text;
  } finally {
    searcher.close();
  }
}

/** Names of folders may hold what a glob takes for its own. */
function globOf(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '').replace(/[*?[\]{}!\\]/g, '\\$&');
}
