/**
 * Colours code in a terminal. A file of its own, loaded where colours are wanted: it brings the
 * common ones of highlight.js's grammars, and no others.
 */

import { common, createEmphasize } from 'emphasize';
import type { LineColors } from '../../base/renderText.ts';
import { languageNamed } from '../../languages/languages.ts';

/** @param text without control characters but \n
 *  @returns one entry for each line; null for a language that is not known */
export type Highlighter = (language: string, text: string) => LineColors[] | null;

const GRAY = 90;
const COLORS: Readonly<Record<string, number>> = {
  comment: GRAY,
  quote: GRAY,
  meta: GRAY,
  keyword: 35,
  'selector-tag': 35,
  literal: 35,
  string: 32,
  regexp: 32,
  addition: 32,
  number: 33,
  symbol: 33,
  bullet: 33,
  link: 33,
  attr: 36,
  attribute: 36,
  'selector-class': 36,
  'selector-id': 36,
  title: 36,
  section: 36,
  name: 36,
  deletion: 31,
};

/** Larger texts stay plain: colours are not worth the wait. */
const MAX_LENGTH = 50_000;

const engine = createEmphasize(common);

export const highlightTerminal: Highlighter = (language, text) => {
  const known = engine.registered(language) ? language : languageNamed(language).highlight;
  if (known === undefined || text.length > MAX_LENGTH) return null;
  return colorsOf(engine.highlight(known, text, SHEET).value);
};

type Sheet = NonNullable<Parameters<(typeof engine)['highlight']>[2]>;

const SHEET: Sheet = Object.fromEntries(
  Object.entries(COLORS).map(([name, color]) => [name, (text: string) => `\x1b[${color}m${text}\x1b[m`]),
);

/** Reads the nested marks back into a colour for each code unit. */
function colorsOf(marked: string): LineColors[] {
  const open: number[] = [];
  let line: number[] = [];
  const lines: number[][] = [line];
  for (const part of marked.split(/(\x1b\[\d*m)/)) {
    if (part.startsWith('\x1b[')) {
      if (part === '\x1b[m') open.pop();
      else open.push(Number(part.slice(2, -1)));
      continue;
    }
    for (let at = 0; at < part.length; at++) {
      if (part[at] === '\n') {
        line = [];
        lines.push(line);
      } else line.push(open.at(-1) ?? 0);
    }
  }
  return lines.map((colors) => Uint8Array.from(colors));
}
