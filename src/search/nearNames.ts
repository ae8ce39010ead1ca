/** Which defined names were probably meant by one that the caller's view does not define. */

import { namePartsOf } from '../base/qualifiedName.ts';
import type { SymbolContext } from '../graph/rowsOfName.ts';
import { namesOf } from './question/askedQuery.ts';
import { matchNames } from './question/matchNames.ts';

/** @param name of `Outer.inner` the inner one counts @returns at most 5, likeliest first; none where the name is defined */
export async function nearNames({ store, view }: SymbolContext, name: string): Promise<string[]> {
  const last = namePartsOf(name).at(-1) ?? name;
  return matchNames(last, await namesOf(store, view), true).map(({ spelling }) => spelling);
}
