/** Names and words of a query that the view does not know, and what is searched for in their place. Pure. */

import { DEFINES, identifiersIn, joinedName, REFERS, STOP_WORDS, splitIdentifier, stem } from '../../base/words.ts';
import { pathWordsOf } from '../../graph/pathWords.ts';
import type { Frequencies } from '../../view/statistics.ts';
import { otherForms } from './abbreviations.ts';
import { askedNames } from './askedNames.ts';
import { matchNames, matchWord, type NameMatch } from './matchNames.ts';
import type { NameList } from './nameList.ts';

export interface Unknown {
  written: string;
  /** A name may be reordered or cut short; a word of a sentence is only ever mistyped. */
  kind: 'name' | 'word';
  /** Nothing else is asked for. */
  alone: boolean;
}

/** A chat or a stack trace names much that is elsewhere. */
const MOST_WORDS = 32;
const MOST_UNKNOWN = 3;
/** Lower-case letters only: another spelling is a name of something. */
const PLAIN_WORD = /^[a-z]{6,}$/;

/** @param paths of the view's files */
export function unknownIn(text: string, statistics: Frequencies, paths: () => readonly string[]): Unknown[] {
  const words = [...new Set(identifiersIn(text))];
  if (words.length > MOST_WORDS) return [];
  const named = new Map(askedNames(text, words.length === 1).map(({ written, alone }) => [written, alone]));
  const unknown = words.flatMap((written): Unknown[] => {
    const isName = named.has(written) || splitIdentifier(written).length > 1;
    const alone = named.get(written) === true;
    if (!isName && (!PLAIN_WORD.test(written) || STOP_WORDS.has(written))) return [];
    return isKnown(written, statistics) ? [] : [{ written, kind: isName ? 'name' : 'word', alone }];
  });
  if (unknown.length === 0) return unknown;
  const files = paths();
  return unknown.filter(({ written }) => !isInPaths(written, files)).slice(0, MOST_UNKNOWN);
}

/** What is mentioned is known, though it may be defined elsewhere. */
function isKnown(written: string, statistics: Frequencies): boolean {
  const joined = joinedName(written);
  const term = stem(joined);
  const terms = [DEFINES + joined, REFERS + joined, joined];
  if (splitIdentifier(written).length === 1) terms.push(term, ...otherForms(term));
  return joined === '' || terms.some((one) => statistics.frequency(one) > 0);
}

/** A file is called so, or a path holds it. */
function isInPaths(written: string, paths: readonly string[]): boolean {
  const joined = joinedName(written);
  // A path is split into words only where it may be one: of 70,000 that takes seconds.
  const spelled = new RegExp([...joined].join(String.raw`[^\p{L}\p{N}/]*`), 'u');
  return paths.some((path) => {
    const lower = path.toLowerCase();
    return spelled.test(lower) && (lower.includes(joined) || pathWordsOf(path).joined === joined);
  });
}

/** What a name or word was taken for. */
export interface Assumption {
  asked: string;
  matches: NameMatch[];
}

export function assume(unknown: readonly Unknown[], names: NameList): Assumption[] {
  return unknown.flatMap(({ written, kind, alone }) => {
    const matches = kind === 'name' ? matchNames(written, names, alone) : [];
    if (matches.length > 0) return [{ asked: written, matches }];
    if (splitIdentifier(written).length > 1) return [];
    const word = matchWord(written.toLowerCase(), names);
    return word === null ? [] : [{ asked: written, matches: [{ name: word, spelling: word, weight: 1 }] }];
  });
}

/** The text with the likeliest match of each assumption in place of what was asked. */
export function assumedText(text: string, assumptions: readonly Assumption[]): string {
  const meant = new Map(assumptions.map(({ asked, matches }) => [asked, matches[0]!.spelling]));
  return text.replace(/[\p{L}_$][\p{L}\p{N}_$]*/gu, (written) => meant.get(written) ?? written);
}
