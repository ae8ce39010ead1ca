/**
 * Finds names of a view that were probably meant by an unknown name, which may be reordered,
 * shortened or mistyped. It does not read the query. Pure.
 */

import { lazy } from '../base/lists.ts';
import { digitsOf, editsBetween } from '../base/nearest.ts';
import type { Definition } from '../base/types.ts';
import { joinedName, splitIdentifier, stem } from '../base/words.ts';

export interface NameMatch {
  /** Joined, lower case. */
  name: string;
  spelling: string;
  /** From 0 to 1: the higher, the more likely this name was meant. It is no probability. */
  weight: number;
}

const MOST_MATCHES = 5;
const LEAST_PREFIX = 4;
/**
 * The least length of a word that may hold one typing error, or two. In a shorter word an error
 * makes another word.
 */
const ONE_EDIT = 5;
const TWO_EDITS = 9;
/** In a sentence, most shorter words that no name holds are simply not names. */
const LEAST_WORD = 6;

type Rule = (asked: AskedLetters, known: KnownName) => boolean;

interface AskedLetters {
  name: string;
  /** In alphabetical order. */
  words: readonly string[];
  letters: number;
}

/**
 * The first rule that fits any name decides. Rules marked `alone` guess too much for a name inside
 * of a sentence.
 */
const RULES: readonly { fits: Rule; weight: number; alone: boolean }[] = [
  { fits: hasSameWords, weight: 0.8, alone: false },
  { fits: hasOneWordMore, weight: 0.7, alone: false },
  { fits: startsAlike, weight: 0.6, alone: true },
  { fits: (asked, known) => isMistyped(asked, known, 1), weight: 0.6, alone: false },
  { fits: (asked, known) => isMistyped(asked, known, 2), weight: 0.5, alone: false },
  { fits: hasOneWordLess, weight: 0.5, alone: true },
];

/**
 * @param written the unknown name
 * @param alone true if it is the whole question
 * @returns at most 5 names; those with the most definitions first, then by name in code units.
 * Empty if the name is defined
 */
export function matchNames(written: string, { names, has }: NameList, alone: boolean): NameMatch[] {
  const name = joinedName(written);
  if (name.length < (alone ? 1 : LEAST_WORD) || has(name)) return [];
  const asked = askedOf(written);
  const rules = RULES.filter((rule) => alone || !rule.alone);
  let best = rules.length;
  let found: KnownName[] = [];
  for (const known of names) {
    for (let at = 0; at <= best && at < rules.length; at++) {
      if (!rules[at]!.fits(asked, known)) continue;
      if (at < best) found = [];
      best = at;
      found.push(known);
      break;
    }
  }
  return found
    .sort(byCount)
    .slice(0, MOST_MATCHES)
    .map(({ name, spelling }) => ({ name, spelling, weight: rules[best]!.weight }));
}

/**
 * Returns a filter that passes every name that matchNames could find for one, and few others.
 * @param written the unknown name, which passes too
 */
export function couldBeMeant(written: string): (name: string) => boolean {
  const asked = askedOf(written);
  return (name) => {
    const known = { name, letters: lettersOf(name) };
    if (name === asked.name || startsAlike(asked, known)) return true;
    if (isMistyped(asked, known, 1) || isMistyped(asked, known, 2)) return true;
    const { length } = asked.words;
    const lacking = asked.words.filter((word) => !name.includes(word)).length;
    if (lacking === 0) return length > 1;
    return lacking === 1 && length > 2 && name.length < asked.name.length;
  };
}

/**
 * @returns the word in names that a mistyped word of a sentence means, whatever its ending; null if
 * none is similar enough
 */
export function matchWord(word: string, names: NameList): string | null {
  if (word.length < LEAST_WORD) return null;
  const [asked, stemmed] = [word, stem(word)].map(askedOf) as [AskedLetters, AskedLetters];
  const found = names.words().filter((known) => {
    if (known.name[0] !== word[0]) return false;
    return (
      isMistyped(asked, known, 1) ||
      isMistyped(stemmed, { ...known, name: known.stem, letters: lettersOf(known.stem) }, 1)
    );
  });
  return found.sort(byCount)[0]?.spelling ?? null;
}

function askedOf(written: string): AskedLetters {
  const name = joinedName(written);
  return { name, words: splitIdentifier(written).sort(), letters: lettersOf(name) };
}

function byCount(a: KnownName, b: KnownName): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}

/** `loss_mask` for `maskLoss`. */
function hasSameWords(asked: AskedLetters, known: KnownName): boolean {
  if (known.name.length !== asked.name.length || known.letters !== asked.letters || asked.words.length < 2)
    return false;
  return asked.words.every((word) => known.name.includes(word)) && isSubset(asked.words, sortedWordsOf(known), 0);
}

/** `loss_mask` for `applyLossMask`. */
function hasOneWordMore(asked: AskedLetters, known: KnownName): boolean {
  if (known.name.length <= asked.name.length || (known.letters & asked.letters) !== asked.letters) return false;
  // Looking for the words first rules most names out before they are split.
  if (asked.words.length < 2 || !asked.words.every((word) => known.name.includes(word))) return false;
  return isSubset(asked.words, sortedWordsOf(known), 1);
}

/** `apply_loss_mask` for `lossMask`; one word in common is too little. */
function hasOneWordLess(asked: AskedLetters, known: KnownName): boolean {
  if (known.name.length >= asked.name.length || (known.letters & asked.letters) !== known.letters) return false;
  const less = asked.name.length - known.name.length;
  return (
    asked.words.length > 2 &&
    asked.words.some(({ length }) => length === less) &&
    isSubset(sortedWordsOf(known), asked.words, 1)
  );
}

function sortedWordsOf({ spelling }: KnownName): string[] {
  return splitIdentifier(spelling).sort();
}

/** True if `many` consists of `few` and `more` other words; both are in alphabetical order. */
function isSubset(few: readonly string[], many: readonly string[], more: number): boolean {
  if (many.length !== few.length + more) return false;
  let at = 0;
  for (const word of many) if (word === few[at]) at += 1;
  return at === few.length;
}

/** `strip_trail` for `stripTrailingSlashes`. */
function startsAlike({ name }: AskedLetters, known: Pick<KnownName, 'name'>): boolean {
  return name.length >= LEAST_PREFIX && known.name.startsWith(name);
}

/** `calcultae_loss` for `calculate_loss`; never `sha256` for `sha512`. */
function isMistyped(
  { name, letters }: AskedLetters,
  known: Pick<KnownName, 'name' | 'letters'>,
  most: number,
): boolean {
  if (name.length < (most === 1 ? ONE_EDIT : TWO_EDITS)) return false;
  if (Math.abs(known.name.length - name.length) > most || bits(letters ^ known.letters) > 2 * most) return false;
  return editsBetween(name, known.name, most) <= most && digitsOf(name) === digitsOf(known.name);
}

/** The number of bits set (Warren, Hacker's Delight, 5-1). */
function bits(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

interface KnownName {
  /** Joined, lower case. */
  name: string;
  /** The most frequent spelling; of equally frequent ones the first in code units. */
  spelling: string;
  /** The number of definitions. */
  count: number;
  /** One bit for each of a to z, and one for all digits. Two edits change at most four bits. */
  letters: number;
}

export interface NameList {
  names: readonly KnownName[];
  has(name: string): boolean;
  /**
   * Returns the distinct parts of all names: `lossMask` → loss, mask. They are computed at the
   * first call.
   */
  words(): readonly KnownWord[];
}

interface KnownWord extends KnownName {
  stem: string;
}

/** Headings are sentences, not names. */
const NOT_NAMED: ReadonlySet<Definition['kind']> = new Set(['section', 'text']);

export function createNameList(definitions: Iterable<Pick<Definition, 'name' | 'kind'>>): NameList {
  const spellings = new Map<string, number>();
  for (const { name, kind } of definitions) {
    if (!NOT_NAMED.has(kind)) spellings.set(name, (spellings.get(name) ?? 0) + 1);
  }
  return nameListOf(spellings);
}

/** Joins the names of several views; each name gets its most frequent spelling. */
export function joinNameLists(lists: readonly NameList[]): NameList {
  const spellings = new Map<string, number>();
  for (const { names } of lists)
    for (const { spelling, count } of names) spellings.set(spelling, (spellings.get(spelling) ?? 0) + count);
  return nameListOf(spellings);
}

/** @param spellings the number of definitions with each spelling */
function nameListOf(spellings: ReadonlyMap<string, number>): NameList {
  const names = new Map<string, KnownName & { most: number }>();
  for (const [spelling, count] of spellings) {
    const name = joinedName(spelling);
    if (name === '') continue;
    const known = names.get(name);
    if (known === undefined) names.set(name, { name, spelling, count, letters: lettersOf(name), most: count });
    else {
      known.count += count;
      if (count > known.most || (count === known.most && spelling < known.spelling)) {
        known.most = count;
        known.spelling = spelling;
      }
    }
  }
  const list = [...names.values()];
  return { names: list, has: (name) => names.has(name), words: lazy(() => knownWordsOf(list)) };
}

function knownWordsOf(names: readonly KnownName[]): KnownWord[] {
  const counts = new Map<string, number>();
  for (const { spelling, count } of names) {
    for (const part of splitIdentifier(spelling)) counts.set(part, (counts.get(part) ?? 0) + count);
  }
  return [...counts].map(([name, count]) => ({
    name,
    spelling: name,
    count,
    letters: lettersOf(name),
    stem: stem(name),
  }));
}

const DIGITS = 26;

function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) letters |= 1 << DIGITS;
  }
  return letters;
}
