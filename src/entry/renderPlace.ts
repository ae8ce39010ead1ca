/** `path:line` as seen from where the caller stands, bold and linked where the terminal has that. */

import { isAbsolute, join, posix } from 'node:path';
import { createPaint } from './color.ts';
import { linkTo, visible } from './renderText.ts';

export interface PlaceOptions {
  color?: boolean;
  /** OSC 8 hyperlinks; they need `root`. */
  links?: boolean;
  /** The working tree, absolute. */
  root?: string;
  /** The caller's directory below it, with `/`. */
  cwdPrefix?: string;
}

/** @param lines what stands behind the path: `:12`, `:12-48` */
export function renderPlace(path: string, line: number, lines: string, options: PlaceOptions): string {
  const paint = createPaint(options.color === true);
  const { links, root } = options;
  const label = paint.bold(visible(seenFrom(options.cwdPrefix, path))) + paint.dim(lines);
  return links === true && root !== undefined && isAbsolute(root) ? linkTo(join(root, path), line, label) : label;
}

/** A repository-relative path as seen from a directory of the repository. */
export function seenFrom(cwdPrefix: string | undefined, path: string): string {
  return cwdPrefix === undefined || cwdPrefix === '' ? path : posix.relative(cwdPrefix, path);
}
