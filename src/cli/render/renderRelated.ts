/** What people see of places to read next: one on a line, with what it has to do with where one comes from. */

import { createPaint } from '../../base/color.ts';
import { cutEnd, visible, widthOf } from '../../base/renderText.ts';
import type { RelatedHit } from '../../base/searchTypes.ts';
import { lineRange, type PlaceOptions, renderPlace } from './renderPlace.ts';

export interface RelatedOptions extends PlaceOptions {
  /** Columns. */
  width: number;
}

/** At least this much is left for what stands behind a path. */
const LEAST_TAIL = 24;

/** `src/git/runGit.ts:44-57  called by openRepository — function runGit` @returns '' or text that ends with a newline */
export function renderRelated(hits: readonly RelatedHit[], options: RelatedOptions): string {
  const { color = false, width } = options;
  const paint = createPaint(color);
  const lines = hits.map(({ repository, path, startLine, endLine, kind, symbol, status, reason }) => {
    const of = repository === undefined ? '' : `${visible(repository)}  `;
    const range = lineRange({ startLine, endLine });
    const changed = status === 'committed' ? '' : `${status}, `;
    const room = Math.max(20, width - widthOf(of) - range.length - LEAST_TAIL - 2);
    const place = renderPlace(path, startLine, range, options, room);
    const plain = renderPlace(path, startLine, range, { ...options, color: false, links: false }, room);
    const name = symbol === '' ? '' : ` — ${kind} ${symbol}`;
    const tail = cutEnd(visible(changed + reason + name), Math.max(10, width - widthOf(of + plain) - 2));
    return `${of}${place}  ${paint.dim(tail)}\n`;
  });
  return lines.join('');
}
