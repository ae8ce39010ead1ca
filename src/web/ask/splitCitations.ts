/**
 * An answer's text with the places that it names: links where they are among the sources, marked
 * where they are not. Pure.
 */

import { escapeRegExp } from '../../base/patterns.ts';
import type { PageCitation, Source } from '../../server/pageTypes.ts';

export type CitedPlace = Omit<PageCitation, 'at'>;
export interface Part {
  text: string;
  cites: CitedPlace | null;
}

/**
 * @param citations whose texts are looked for; of two that begin at one place the longer one counts
 */
export function splitCitations(text: string, citations: readonly CitedPlace[]): Part[] {
  const wanted = new Map(citations.filter((one) => one.text !== '').map((one) => [one.text, one]));
  const longestFirst = [...wanted.keys()].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return text === '' ? [] : [{ text, cites: null }];
  const parts = text.split(new RegExp(`(${longestFirst.map(escapeRegExp).join('|')})`));
  // The group of the pattern makes split() keep each citation between the pieces of text.
  return parts
    .map((part, at) => ({ text: part, cites: at % 2 === 1 ? wanted.get(part)! : null }))
    .filter((part) => part.text !== '');
}

/** Words too: one that is passed over would be looked at again from each of its letters. */
const WORD_OR_PLACE = /[^\s`'"()[\]<>,;:]+(?::\d+(?:-\d+)?)?/g;

/**
 * The citations of an answer that is still being written: places whose path and lines are a
 * source's. The end names all.
 */
export function citationsSoFar(
  text: string,
  sources: readonly Pick<Source, 'number' | 'file_path' | 'start_line' | 'end_line'>[],
): CitedPlace[] {
  return [...new Set(text.match(WORD_OR_PLACE) ?? [])].flatMap((place) => {
    const colon = place.lastIndexOf(':');
    if (colon === -1) return [];
    const lines = place.slice(colon + 1).split('-');
    const start_line = Number(lines[0]);
    const end_line = Number(lines[1] ?? start_line);
    const file_path = place.slice(0, colon);
    const source = sources.find(
      (one) => one.file_path === file_path && one.start_line <= start_line && end_line <= one.end_line,
    );
    return source === undefined ? [] : [{ text: place, file_path, start_line, end_line, source: source.number }];
  });
}
