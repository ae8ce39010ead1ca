/** `path:line` as seen from where the caller stands, bold and linked where the terminal has that. */

import { isAbsolute, join, posix } from 'node:path';
import { createPaint } from '../../base/color.ts';
import { cutStart, linkTo, visible } from '../../base/renderText.ts';
import type { LineRange } from '../../base/searchTypes.ts';

export interface PlaceOptions {
  color?: boolean;
  /** OSC 8 hyperlinks; they need `root`. */
  links?: boolean;
  /** The working tree, absolute. */
  root?: string;
  /** The caller's directory below it, with `/`. */
  cwdPrefix?: string;
}

/**
 * @param lines what stands behind the path: `:12`, `:12-48`
 * @param room columns for the path, which loses its beginning where it is longer
 */
export function renderPlace(
  path: string,
  line: number,
  lines: string,
  options: PlaceOptions,
  room = Number.POSITIVE_INFINITY,
): string {
  const paint = createPaint(options.color === true);
  const shown = cutStart(visible(seenFrom(options.cwdPrefix, path)), room);
  return linked(paint.bold(shown) + paint.dim(lines), path, line, options);
}

/** The label, a link to its line where the terminal has links and the place of the working tree is known. */
export function linked(label: string, path: string, line: number, { links, root }: PlaceOptions): string {
  return links === true && root !== undefined && isAbsolute(root) ? linkTo(join(root, path), line, label) : label;
}

/** `:12`, `:12-48` */
export function lineRange({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
}

/** A repository-relative path as seen from a directory of the repository. */
export function seenFrom(cwdPrefix: string | undefined, path: string): string {
  return cwdPrefix === undefined || cwdPrefix === '' ? path : posix.relative(cwdPrefix, path);
}
