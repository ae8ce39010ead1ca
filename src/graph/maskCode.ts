/**
 * Source text with comments and the contents of strings blanked, so that a name found in it is
 * code. Offsets and lines stay. A scanner of a few rules for each language, not a parser: a string
 * that is misread ends with its line.
 */

import { languageNamed } from '../languages/languages.ts';
import { SLASH_MASK } from '../languages/masks.ts';

const patterns = new Map<string, RegExp | null>();

export function maskCode(text: string, language: string): string {
  if (!patterns.has(language)) patterns.set(language, patternOf(language));
  const pattern = patterns.get(language) ?? null;
  if (pattern === null) return text;
  const { rawBackquotes } = languageNamed(language);
  return text.replace(pattern, (found) =>
    found.startsWith('`') && rawBackquotes !== true ? maskTemplate(found) : maskOne(found),
  );
}

function patternOf(language: string): RegExp | null {
  const { mask = SLASH_MASK } = languageNamed(language);
  return mask === null ? null : new RegExp(mask.join('|'), 'g');
}

/** Quotes stay, so that a call of one string argument still looks like one. */
function maskOne(found: string): string {
  const quote = found[0]!;
  return /["'`]/.test(quote) && found.length > 1
    ? `${quote}${blank(found.slice(1, -1))}${found.at(-1)!}`
    : blank(found);
}

/** Masks a template; the code in its `${…}` stays code. */
function maskTemplate(found: string): string {
  let out = '';
  let from = 0;
  for (const code of found.slice(0, found.lastIndexOf('}') + 1).matchAll(/\$\{[^}]*\}/g)) {
    out += blank(found.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return out + blank(found.slice(from));
}

/** Blanks everything but line ends. */
function blank(text: string): string {
  return text.replace(/[^\n\r]+/g, (run) => ' '.repeat(run.length));
}
