/** What a query asks for: its words, the identifiers in it, and, of a whole chat, the terms that matter. Pure. */

import { identifiersIn, joinedName, STOP_WORDS, splitIdentifier, stem } from '../base/words.ts';
import { otherForms } from './question/abbreviations.ts';
import { type AskedName, askedNames, type TypeWord, typeWords } from './question/askedNames.ts';

export interface Query {
  text: string;
  /** Distinct stemmed words without stop words, in the order of the text, then their other forms at half weight. */
  terms: WeightedTerm[];
  /** Identifiers and pairs of adjacent words, joined in lower case: `loss mask` → 'lossmask'. They count half. */
  joined: WeightedTerm[];
  /** Names that may be definitions: identifiers of two or more parts, qualified ones, or the whole query when it is one word. */
  names: AskedName[];
  /** Capitalised words of a sentence. */
  types: TypeWord[];
}

export interface WeightedTerm {
  term: string;
  weight: number;
}

/** A question has a dozen words; more come from a chat, an error text or pasted code. */
const MAX_TERMS = 32;
const JOINED_WEIGHT = 0.5;
/** Of the short form of a word that was asked for, or the long one. */
const FORM_WEIGHT = 0.5;
/** In a long text the end is what is being asked. */
const TAIL_SHARE = 0.25;
const TAIL_WEIGHT = 3;

/** @param idfOf how rare a term is in the caller's view; used only to choose among the terms of a long text */
export function readQuery(text: string, idfOf: (term: string) => number): Query {
  const words = identifiersIn(text);
  const single = words.length === 1;
  const parts = words.flatMap((word, at) => splitIdentifier(word).map((part) => ({ part, at })));
  const kept = parts.filter(({ part }) => single || !STOP_WORDS.has(part));
  const subject = kept.length === 0 ? parts : kept;
  const weights = new Map<string, number>();
  const asked = askedRange(text, words.length);
  const long = new Set(subject.map(({ part }) => part)).size > MAX_TERMS;
  for (const { part, at } of subject) {
    const term = stem(part);
    weights.set(term, (weights.get(term) ?? 0) + (long && at >= asked.from && at < asked.to ? TAIL_WEIGHT : 1));
  }
  return {
    text,
    terms: long ? heaviest(weights, idfOf) : withOtherForms([...weights.keys()]),
    joined: joinedTerms(words, long),
    names: askedNames(long ? textBetween(text, words, asked) : text, single),
    types: single || long ? [] : typeWords(text),
  };
}

function withOtherForms(terms: readonly string[]): WeightedTerm[] {
  const forms = new Set(terms.flatMap(otherForms).filter((form) => !terms.includes(form)));
  return [...terms.map((term) => ({ term, weight: 1 })), ...[...forms].map((term) => ({ term, weight: FORM_WEIGHT }))];
}

/** Of a long text: the terms that are often said and rarely seen in the repository. */
function heaviest(weights: ReadonlyMap<string, number>, idfOf: (term: string) => number): WeightedTerm[] {
  const scored = [...weights].map(([term, count]) => ({ term, weight: (1 + Math.log(count)) * idfOf(term) }));
  scored.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  const chosen = scored.slice(0, MAX_TERMS);
  const most = chosen[0]?.weight || 1;
  return chosen.map(({ term, weight }) => ({ term, weight: weight / most }));
}

function joinedTerms(words: readonly string[], long: boolean): WeightedTerm[] {
  const names = new Set<string>();
  for (const word of words) {
    if (splitIdentifier(word).length > 1) names.add(joinedName(word));
  }
  if (!long) {
    const plain = words.map((word) => word.toLowerCase());
    for (let at = 0; at + 1 < plain.length; at++) {
      const [first, second] = [plain[at]!, plain[at + 1]!];
      if (STOP_WORDS.has(first) || STOP_WORDS.has(second)) continue;
      names.add(joinedName(first) + joinedName(second));
      if (second.length > 3 && second.endsWith('s')) names.add(joinedName(first) + joinedName(second.slice(0, -1)));
    }
  }
  return [...names].slice(0, MAX_TERMS).map((term) => ({ term, weight: JOINED_WEIGHT }));
}

/** What a chat asks, as a range of its words: the last turn of a person, else the last quarter. */
function askedRange(text: string, words: number): { from: number; to: number } {
  const turns = [...text.matchAll(TURN)];
  const last = turns.findLastIndex(([, speaker]) => PERSON.has(speaker!.toLowerCase()));
  if (last === -1) return { from: Math.floor(words * (1 - TAIL_SHARE)), to: words };
  const wordsBefore = (at: number): number => identifiersIn(text.slice(0, at)).length;
  const next = turns[last + 1];
  return { from: wordsBefore(turns[last]!.index), to: next === undefined ? words : wordsBefore(next.index) };
}

/** `User: …`, `**Assistant:** …` at the beginning of a line. */
const TURN = /^[ \t>*#-]*(user|human|me|question|assistant|ai|bot|model|answer)\b[ \t*]*:/gim;
const PERSON = new Set(['user', 'human', 'me', 'question']);

/** The part of the text from one of its words to another. */
function textBetween(text: string, words: readonly string[], { from, to }: { from: number; to: number }): string {
  let end = 0;
  let start = 0;
  for (let at = 0; at < to; at++) {
    const begin = text.indexOf(words[at]!, end);
    if (at === from) start = begin;
    end = begin + words[at]!.length;
  }
  return text.slice(start, end);
}
