/** `--fresh`: no answer rather than one from the past. */

import { CoraError } from '../base/errors.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { Searcher } from '../session/session.ts';
import type { Options } from '../settings/options.ts';
import { adviceFor, freshnessNotes, isUnread } from '../view/renderFreshness.ts';

/** @returns the freshness of what will be asked @throws CoraError NOT_FRESH, USAGE where there are no files to be fresh with */
export async function freshnessIn(searcher: Searcher, { fresh, index, committed }: Options): Promise<Freshness> {
  const { view } = await searcher.parts();
  if (fresh !== true) return view.freshness;
  const other = index !== undefined ? 'index' : committed === true ? 'committed' : undefined;
  if (other !== undefined) throw new CoraError('USAGE', `--fresh and --${other} do not go together.`);
  if (!isUnread(view.freshness)) return view.freshness;
  throw new CoraError(
    'NOT_FRESH',
    `The answer would not be of the files as they are: ${freshnessNotes(view.freshness).join('; ')}.`,
    {
      hint: `${adviceFor(view.freshness, 'cora index   takes them in')}; cora status --check   lists them`,
    },
  );
}
