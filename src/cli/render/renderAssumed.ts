/** What a search took for what nothing is named, one line for each name: a person must see that it is not what was typed. */

import { wrap } from '../../base/renderText.ts';
import type { SearchResult } from '../../base/searchTypes.ts';

/** @returns `Nothing is named calcultae_loss; showing calculate_loss.`; [] where all was found as it was asked for */
export function renderAssumed({ assumed }: Pick<SearchResult, 'assumed'>, width: number): string[] {
  return assumed.flatMap(({ asked, meant }) => {
    const last = meant.at(-1)!;
    const names = meant.length === 1 ? last : `${meant.slice(0, -1).join(', ')} and ${last}`;
    return wrap(`Nothing is named ${asked}; showing ${names}.`, width);
  });
}
