/** What people see of places to read next: one on a line, with what it has to do with where one comes from. */

import { isAbsolute, join } from 'node:path';
import type { RelatedHit } from '../searchTypes.ts';
import { createPaint } from './color.ts';
import { type PlaceOptions, seenFrom } from './renderPlace.ts';
import { cutEnd, cutStart, linkTo, visible, widthOf } from './renderText.ts';

export interface RelatedOptions extends PlaceOptions {
  /** Columns. */
  width: number;
}

/** At least this much is left for what stands behind a path. */
const LEAST_TAIL = 24;

/** `src/git/runGit.ts:44-57  called by openRepository — function runGit` @returns '' or text that ends with a newline */
export function renderRelated(hits: readonly RelatedHit[], options: RelatedOptions): string {
  const { color = false, links, root, cwdPrefix, width } = options;
  const paint = createPaint(color);
  const lines = hits.map(({ repository, path, startLine, endLine, kind, symbol, status, reason }) => {
    const of = repository === undefined ? '' : `${visible(repository)}  `;
    const range = startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
    const changed = status === 'committed' ? '' : `${status}, `;
    const shown = cutStart(
      visible(seenFrom(cwdPrefix, path)),
      Math.max(20, width - widthOf(of) - range.length - LEAST_TAIL - 2),
    );
    const label = paint.bold(shown) + paint.dim(range);
    const linked = links === true && root !== undefined && isAbsolute(root);
    const place = linked ? linkTo(join(root, path), startLine, label) : label;
    const name = symbol === '' ? '' : ` — ${kind} ${symbol}`;
    const tail = cutEnd(visible(changed + reason + name), Math.max(10, width - widthOf(of + shown) - range.length - 2));
    return `${of}${place}  ${paint.dim(tail)}\n`;
  });
  return lines.join('');
}
