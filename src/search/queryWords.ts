/**
 * Finds the words of a query in what is shown: their places in a line, the best lines of a chunk,
 * and the reasons for a hit. It also runs in browsers, and knows nothing of ranking and colours.
 * Pure.
 */

import { getOrMake } from '../base/lists.ts';
import type { TextSpan } from '../base/renderText.ts';
import type { SearchHit, SearchResult, Why } from '../base/searchTypes.ts';
import {
  identifiersIn,
  identifiersOfQuestion,
  isSpaced,
  joinedName,
  LETTER_OR_DIGIT,
  STOP_WORDS,
  stem,
  termsOf,
  wordsOfIdentifier,
} from '../base/words.ts';
import { declares } from './quoteCode.ts';

/** The query's words, stemmed, and its identifiers, each as one word. */
export interface QueryWords {
  stems: ReadonlySet<string>;
  names: ReadonlySet<string>;
  /** Maps each stem to the word in the query, in the query's order. */
  asked: ReadonlyMap<string, string>;
}

/** A query with more identifiers is a chat; its question is at the end. */
const MOST_ASKED = 60;

export function queryWordsOf(query: string): QueryWords {
  return wordsAmong(identifiersOfQuestion(query));
}

/** @param all the identifiers of a query */
export function wordsAmong(all: readonly string[]): QueryWords {
  const identifiers = all.slice(-MOST_ASKED);
  const parts = identifiers.flatMap(wordsOfIdentifier);
  const subject = parts.filter((part) => !STOP_WORDS.has(part));
  const asked = new Map((subject.length === 0 ? parts : subject).toReversed().map((part) => [stem(part), part]));
  return {
    stems: new Set(asked.keys()),
    asked: new Map([...asked].reverse()),
    names: new Set(identifiers.map(joinedName).filter((name) => name !== '')),
  };
}

// Words travel with their answer inside of this process; no format prints them.

const WORDS = Symbol('words');

export function withWords<T extends object>(words: QueryWords, result: T): T {
  return { ...result, [WORDS]: words };
}

/** Returns the words of the question, and of names that were assumed in place of unknown ones. */
export function wordsOfAnswer(answer: Pick<SearchResult, 'query' | 'assumed'> & { [WORDS]?: QueryWords }): QueryWords {
  return answer[WORDS] ?? queryWordsOf([answer.query, ...answer.assumed.flatMap(({ meant }) => meant)].join(' '));
}

/** Finds the parts of a line that match; neighbouring parts are joined. */
export function findWords(line: string, words: QueryWords): TextSpan[] {
  const spans: TextSpan[] = [];
  const parts = getOrMake(partsOfQuery, words, () => new Map<string, TextSpan[]>());
  let from = 0;
  for (const identifier of identifiersIn(line)) {
    const start = line.indexOf(identifier, from);
    from = start + identifier.length;
    for (const part of getOrMake(parts, identifier, () => partsOf(identifier, words)))
      spans.push({ start: start + part.start, end: start + part.end });
  }
  return spans;
}

/** Remembered, because many lines of an answer hold the same identifiers. */
const partsOfQuery = new WeakMap<QueryWords, Map<string, TextSpan[]>>();

function partsOf(identifier: string, words: QueryWords): TextSpan[] {
  const parts = wordsOfIdentifier(identifier);
  if (parts.length > 1 && words.names.has(joinedName(identifier))) return [{ start: 0, end: identifier.length }];
  const lower = identifier.toLowerCase();
  const spans: TextSpan[] = [];
  let from = 0;
  let joins = false;
  for (const part of parts) {
    const start = lower.indexOf(part, from);
    if (start === -1) return spans;
    const end = start + part.length;
    // A pair of letters without spaces begins inside of the pair before it.
    from = isSpaced(part) ? end : start + 1;
    const matches = words.stems.has(stem(part));
    const last = spans.at(-1);
    if (matches && joins && last !== undefined) last.end = end;
    else if (matches) spans.push({ start, end });
    joins = matches;
  }
  return spans;
}

export interface ExcerptOptions {
  /** The most lines to show. A gap of one line may be filled beyond that. */
  maxLines: number;
  /** Lines to show around a matching line. */
  context: number;
  /** The declaration on one line, '' for none; see Chunk. */
  signature: string;
}

/** More lines than any excerpt can show. */
const MAX_BEST = 50;

/** @returns the indexes of the lines to show, ascending */
export function chooseLines(lines: readonly string[], words: QueryWords, options: ExcerptOptions): number[] {
  const filled = lines.findLastIndex((line) => line.trim() !== '') + 1;
  if (filled <= options.maxLines) return indexes(filled);
  const chosen = new Set<number>();
  const add = (at: number) => {
    if (at >= 0 && at < filled && chosen.size < options.maxLines) chosen.add(at);
  };
  // The declaration gets at most a third of the lines; the rest is for the query.
  const third = Math.max(1, Math.floor(options.maxLines / 3));
  const declaration = declarationLines(lines, options.signature).slice(0, third);
  for (const at of declaration) add(at);
  for (const best of bestLines(lines, words)) {
    add(best);
    for (let away = 1; away <= options.context; away++) {
      add(best + away);
      add(best - away);
    }
  }
  for (let at = declaration[0] ?? 0; chosen.size < options.maxLines && at < filled; at++) add(at);
  return fillGaps(chosen, lines);
}

function indexes(length: number): number[] {
  return Array.from({ length }, (_, at) => at);
}

/** Returns the line at which the signature begins, and those that continue it. */
function declarationLines(lines: readonly string[], signature: string): number[] {
  const first = lines.findIndex((line) => declares(line, signature));
  if (first === -1) return [];
  const wanted = signature.replace(/\s+/g, '');
  let end = first + 1;
  while (end < lines.length && goesOn(wanted, lines[end]!)) end += 1;
  return indexes(end - first).map((at) => first + at);
}

function goesOn(signature: string, line: string): boolean {
  const part = line.replace(/\s+/g, '').replace(/(?<![,{:])[,{:]+$/, '');
  return part !== '' && signature.includes(part) && !signature.startsWith(part);
}

/** The value of a word that another chosen line has already. */
const REPEATED = 0.3;

/**
 * Returns lines with words of the query, best first. A word counts more if few lines have it, only
 * once in a line, and less if a better line has it, so that few lines show all matching words.
 */
function bestLines(lines: readonly string[], words: QueryWords): number[] {
  const found = new Map<number, Set<string>>();
  const linesWith = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const names = new Set(findWords(line, words).map((span) => stem(line.slice(span.start, span.end).toLowerCase())));
    if (names.size > 0) found.set(at, names);
    for (const name of names) linesWith.set(name, (linesWith.get(name) ?? 0) + 1);
  }
  const seen = new Set<string>();
  const worth = (name: string) => (seen.has(name) ? REPEATED : 1) / (1 + Math.log(linesWith.get(name)!));
  const worthOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + worth(name), 0);
  const best: number[] = [];
  while (found.size > 0 && best.length < MAX_BEST) {
    const scored = [...found].map(([at, names]) => ({ at, score: worthOf(names) }));
    const { at } = scored.reduce((top, line) => (line.score > top.score ? line : top));
    for (const name of found.get(at)!) seen.add(name);
    found.delete(at);
    best.push(at);
  }
  return best;
}

/**
 * Fills gaps of one line, which take as much room as the line itself. Lines without a word (blank,
 * `}`, `///`) are not kept at the edge of a gap.
 */
function fillGaps(chosen: ReadonlySet<number>, lines: readonly string[]): number[] {
  const out: number[] = [];
  for (const at of [...chosen].sort((a, b) => a - b)) {
    const last = out.at(-1);
    if (last !== undefined && at - last === 2) out.push(at - 1);
    out.push(at);
  }
  return out.filter((at, index) => {
    const isEdge = out[index - 1] !== at - 1 || out[index + 1] !== at + 1;
    return !isEdge || LETTER_OR_DIGIT(lines[at]!).test(lines[at]!);
  });
}

/** Reasons for a hit beside its words. */
const REASONS: readonly (readonly [keyof Why, string])[] = [
  ['symbol', 'symbol'],
  ['path', 'path'],
  ['references', 'references'],
  ['include', 'included'],
];

/**
 * Returns the query's words in the hit, and other reasons: `open, table; symbol`. Similarity is
 * named only if there is nothing else.
 */
export function reasonsOf({ why, text, signature, scope }: SearchHit, words: QueryWords): string {
  const found = why.words === 0 ? [] : wordsIn(`${scope.join(' ')} ${signature}\n${text}`, words);
  const others = REASONS.filter(([key]) => why[key] !== 0 && why[key] !== false).map(([, name]) => name);
  const reasons = [...(found.length === 0 ? [] : [found.join(', ')]), ...others];
  if (reasons.length > 0) return reasons.join('; ');
  if (why.words !== 0) return 'words';
  return why.vectors === 0 ? 'neighbour' : 'meaning';
}

/** Returns the words of the query that the text holds, in the order of the query. */
function wordsIn(text: string, words: QueryWords): string[] {
  const present = new Set(termsOf(text).words);
  return joinPairs([...words.asked].flatMap(([stem, word]) => (present.has(stem) ? word : [])));
}

/** Joins pairs of letters again where a script writes no spaces: 安装, 装钩 → 安装钩. */
export function joinPairs(words: readonly string[]): string[] {
  return words.reduce<string[]>((out, word) => {
    const last = out.at(-1);
    const [first] = word;
    if (last !== undefined && !isSpaced(word) && last.endsWith(first!))
      out[out.length - 1] = last + word.slice(first!.length);
    else out.push(word);
    return out;
  }, []);
}
