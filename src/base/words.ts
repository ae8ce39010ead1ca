/**
 * Turns text, identifiers and paths into the terms that full-text search counts. Index and query
 * use the same functions, and LanceDB's own tokenizer only splits at spaces.
 *
 *   HTTPServer2   → http server 2 + httpserver2 (joined)
 *   snake_case    → snake case + snakecase
 *   configuring   → configur
 *   安装钩子      → 安装 装钩 钩子 + 安装钩子
 *
 * If you change this file, rows change: raise CHUNKER_VERSION in version.ts.
 */

import { TermTable } from './termTable.ts';

/** The members of a Unicode class that says `\w`: vowel signs of Hindi and Thai are marks. */
export const WORD_CHARACTERS = String.raw`\p{L}\p{M}\p{N}_`;
/** The Unicode pattern of an identifier. */
export const ONE_NAME = String.raw`[\p{L}_$][${WORD_CHARACTERS}$]*`;
const IDENTIFIER = patternFor(/[A-Za-z_$][\w$]*|\d+/g, String.raw`${ONE_NAME}|\p{N}+`);
const PART = patternFor(
  /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g,
  String.raw`\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+`,
);

/** Longer runs are data, such as hashes and base64, not words. */
const MAX_WORD = 40;
/** The most characters of a joined name from a heading, a path or a text. */
const MAX_JOINED = 64;
/** The most characters of a name that is a single identifier. */
export const MAX_NAME = 500;

/**
 * Returns the parts of one identifier in lower case, not stemmed: `HTTPServer2` → ['http',
 * 'server', '2'].
 */
export function splitIdentifier(identifier: string): string[] {
  const parts = identifier.match(PART(identifier));
  return parts === null ? [] : parts.map((part) => part.toLowerCase());
}

/**
 * Matches letters of scripts that write no spaces between words: Thai, Lao, Myanmar, Hangul, Khmer,
 * Kana, Han. Hangul has spaces, but particles stick to its words.
 */
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\u{20000}-\u{3ffff}]+/gu;

/**
 * Returns the words of one identifier in lower case, not stemmed. Where a script writes no spaces,
 * each two neighbouring letters are a word (Lucene's CJKBigramFilter does the same): the words of
 * a sentence are found without knowing where they begin.
 */
export function wordsOfIdentifier(identifier: string): string[] {
  return wordsOf(identifier, splitIdentifier(identifier));
}

function wordsOf(identifier: string, parts: string[]): string[] {
  return OTHER.test(identifier) ? parts.flatMap(pairsIn) : parts;
}

/** False for a word of a script without spaces, see wordsOfIdentifier. */
export function isSpaced(word: string): boolean {
  return !OTHER.test(word) || word.search(UNSPACED) === -1;
}

function pairsIn(part: string): string[] {
  const words: string[] = [];
  let from = 0;
  for (const { 0: run, index } of part.matchAll(UNSPACED)) {
    if (index > from) words.push(part.slice(from, index));
    const letters = [...run];
    if (letters.length === 1) words.push(run);
    for (let at = 1; at < letters.length; at++) words.push(letters[at - 1]! + letters[at]!);
    from = index + run.length;
  }
  return from === part.length ? words : [...words, part.slice(from)];
}

/** Returns one spelling for all spellings of a name: `max_age`, `maxAge`, `MAX-AGE` → 'maxage'. */
export function joinedName(name: string): string {
  return splitIdentifier(name).join('');
}

/** Returns the identifiers of a text as written, in order. */
export function identifiersIn(text: string): string[] {
  return text.match(IDENTIFIER(text)) ?? [];
}

/** Matches `doesn't`, and the ends of `where's`, `cargo's`, `they've`; not `b's'`. */
const CONTRACTED =
  /\b(?:do|does|did|is|are|was|were|has|have|had|ca|could|would|should|wo|must|need)n['’]t\b|(?<=[A-Za-z])['’](?:s|t|re|ve|ll|d|m)\b(?!['’])/gi;

/** Returns the identifiers of a question, in order: `where's the lock` → where, the, lock. */
export function identifiersOfQuestion(text: string): string[] {
  return identifiersIn(text.replace(CONTRACTED, ' '));
}

interface Terms {
  /** Stemmed words in order; their count is the text's length for BM25. */
  words: string[];
  /** Identifiers of two or more parts, with the parts joined. They do not count for the length. */
  joined: string[];
}

interface IdentifierTerms {
  words: number;
  /** Each word has a space before it. */
  spacedWords: string;
  spacedJoined: string;
  /** The identifier's `joinedName`. */
  name: string;
}

/**
 * Identifiers occur again and again, so their terms are remembered, by their number in this table.
 */
let identifiers: TermTable | undefined;
let known: IdentifierTerms[] = [];
/** With more identifiers than these, all are forgotten. No result depends on it. */
const CACHE_LIMIT = 60_000;
/**
 * Terms of identifiers in the first texts, by name. Reading bytes through a table is faster than a
 * map and a pattern only after V8 has optimised it.
 */
const first = new Map<string, IdentifierTerms>();
/** Once so many characters are read, the table takes over. */
let charactersLeft = 1_000_000;

/** Returns all terms of a text; identifiers are split and stemmed. */
export function termsOf(text: string): Terms {
  const words: string[] = [];
  const joined: string[] = [];
  eachIdentifier(text, (terms) => {
    for (const word of termsIn(terms.spacedWords)) words.push(word);
    for (const name of termsIn(terms.spacedJoined)) joined.push(name);
  });
  return { words, joined };
}

/**
 * Returns all terms of a text, separated by spaces: the form in which tables hold prose for
 * full-text search.
 */
export function spacedTerms(text: string): string {
  const { words, joined } = spacedOf(text);
  return (words + joined).slice(1);
}

/**
 * Puts a space before each term. Appending to a string takes half the time of joining a list of
 * millions of words.
 * @param found the identifiers of the text, if the caller has them already
 */
function spacedOf(text: string, found?: readonly string[]): { words: string; joined: string; tokens: number } {
  let words = '';
  let joined = '';
  let tokens = 0;
  const add = (terms: IdentifierTerms): void => {
    words += terms.spacedWords;
    joined += terms.spacedJoined;
    tokens += terms.words;
  };
  if (found === undefined) eachIdentifier(text, add);
  else for (const identifier of found) add(identifierTerms(identifier));
  return { words, joined, tokens };
}

function eachIdentifier(text: string, use: (terms: IdentifierTerms) => void): void {
  charactersLeft -= text.length;
  if (charactersLeft > 0 || OTHER.test(text)) for (const one of identifiersIn(text)) use(identifierTerms(one));
  else {
    first.clear();
    const table = tableOfIdentifiers();
    table.eachIdentifier(text, (number) => use(termsAt(table, number)));
  }
}

function identifierTerms(identifier: string): IdentifierTerms {
  if (charactersLeft <= 0) {
    const table = tableOfIdentifiers();
    return termsAt(table, table.numberOf(identifier));
  }
  let terms = first.get(identifier);
  if (terms === undefined) {
    // This makes a copy: a match is a slice of its text, and keeping it would keep the whole text
    // in memory.
    const own = identifier.split('').join('');
    terms = learn(own);
    first.set(own, terms);
  }
  return terms;
}

function tableOfIdentifiers(): TermTable {
  if (identifiers === undefined || known.length >= CACHE_LIMIT) {
    identifiers = new TermTable();
    known = [];
  }
  return identifiers;
}

function termsAt({ names }: TermTable, number: number): IdentifierTerms {
  known[number] ??= learn(names[number]!);
  return known[number];
}

function learn(identifier: string): IdentifierTerms {
  const { parts, joined } = splitTerms(identifier);
  const words = parts.map(stem);
  return {
    words: words.length,
    spacedWords: spaced(words),
    spacedJoined: spaced(joined),
    name: joinedName(identifier),
  };
}

/** Returns all terms of one identifier: the stems of its parts, and its joined name. */
export function splitTerms(identifier: string): { parts: string[]; joined: string[] } {
  const whole = splitIdentifier(identifier);
  const parts = wordsOf(identifier, whole).filter(isWord);
  const name = parts.length > 1 ? whole.filter(isWord).join('') : '';
  return { parts, joined: name === '' || name.length > MAX_JOINED ? [] : [name] };
}

function isWord(part: string): boolean {
  return part.length <= MAX_WORD;
}

function spaced(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}

/** Splits what spacedTerms returns: no word holds a space. */
function termsIn(spacedTerms: string): string[] {
  return spacedTerms === '' ? [] : spacedTerms.slice(1).split(' ');
}

/**
 * Prefixes of tokens for exact lookups, which share the full-text index with words. No word
 * contains a colon.
 */
export const DEFINES = 'def:';
export const REFERS = 'ref:';

/**
 * Returns the text that the table stores for full-text search. It has the words of the text, the
 * joined identifiers, the words of each defined name twice more (the weight of a definition in
 * BM25F), `def:NAME` for each defined name and `ref:NAME` for each mentioned one.
 * @param found the identifiers of the text, if the caller has them already
 * @returns tokens: the number of the text's own words
 */
export function searchTextOf(
  text: string,
  defines: Iterable<string>,
  references: Iterable<string>,
  found?: readonly string[],
): { searchText: string; tokens: number } {
  const { words, joined, tokens } = spacedOf(text, found);
  let out = words + joined;
  for (const name of new Set(defines)) {
    const { words: terms } = spacedOf(name);
    out += terms + terms;
  }
  for (const name of joinedNames(defines)) out += ` ${DEFINES}${name}`;
  for (const name of joinedNames(references)) out += ` ${REFERS}${name}`;
  return { searchText: out.slice(1), tokens };
}

/** Returns the spellings that follow DEFINES and REFERS. */
function joinedNames(names: Iterable<string>): Set<string> {
  const out = new Set<string>();
  for (const name of names) {
    const joined = identifierTerms(name).name;
    if (isLookedUp(name, joined)) out.add(joined);
  }
  return out;
}

/**
 * True if a name can be looked up.
 * @param joined its `joinedName`
 */
export function isLookedUp(name: string, joined: string): boolean {
  if (joined.length <= MAX_JOINED) return joined !== '';
  return joined.length <= MAX_NAME && ONE_IDENTIFIER(name).test(name);
}

/** True for single identifiers, also `hasFoo?` of Ruby and `setFoo:bar:` of Objective-C. */
const ONE_IDENTIFIER = patternFor(/^[\w$:?!=]+$/, String.raw`^[\p{L}\p{N}_$:?!=]+$`);

/**
 * Words that say nothing about a question's subject. A query that is a single identifier keeps
 * them.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been by can could did do does for from given had has have how if in into is it its may might must of on ' +
    'only or our shall should so such than that the their then there these this those to use used uses using was were what when ' +
    'where which while who why will with would you your we i via between about after before during each both any all across not ' +
    'no get gets work works working'
  ).split(' '),
);

/** Words that only look as if they had a suffix. Only a plural s is removed. */
const KEEP = new Set(
  (
    'user users order server servers number error errors iter buffer header headers other under over letter enter color vendor ' +
    'cursor tensor author for her never ever after super paper layer layers filter filters folder pointer master monitor'
  ).split(' '),
);

/**
 * Pairs [suffix, replacement], the longest first within a family. The first one that fits and
 * leaves a stem is used.
 */
const SUFFIXES: readonly (readonly [string, string])[] = (
  'izations:iz ization:iz isation:iz ational:at ations:at ation:at ators:at ator:at ating:at ated:at ates:at ate:at abilities: ' +
  'ability: ibility: ities: izers:iz izer:iz izing:iz ized:iz ises:iz izes:iz ize:iz iness: nesses: ness: ments: ment: ables: ' +
  'able: ibles: ible: ingly: edly: ings: ing: tions:t tion:t sions:s sion:s ied:y ies:y ers: er: ors: or: ives: ive: ed: ally: ' +
  'ly: ity: als: al: es: s: e:'
)
  .split(' ')
  .map((rule) => rule.split(':') as [string, string]);

/**
 * Endings that must leave more than three letters, or words like "her", "for" and "seed" would
 * vanish.
 */
const LONGER_STEM = new Set(['or', 'al', 'ive', 'able', 'ible', 'ity', 'ment', 'ness', 'ed', 'er']);

const SUFFIXES_BY_LAST = new Map<string, (readonly [string, string])[]>();
for (const rule of SUFFIXES) {
  const last = rule[0].at(-1)!;
  SUFFIXES_BY_LAST.set(last, [...(SUFFIXES_BY_LAST.get(last) ?? []), rule]);
}

/**
 * A light English stemmer that also removes -er, -or and -tion, so that `tokenizer`, `tokenize` and
 * `tokenization` have one stem. Stemming too much costs less in identifiers than in prose, because
 * they are short and repeat themselves.
 */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  if (KEEP.has(word)) return word.endsWith('s') ? word.slice(0, -1) : word;
  let out = word;
  for (const [suffix, replacement] of SUFFIXES_BY_LAST.get(word.at(-1)!) ?? []) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.length - suffix.length;
    if (rest < (LONGER_STEM.has(suffix) ? 4 : 3)) continue;
    if (suffix === 's' && /(ss|us|is)$/.test(word)) continue;
    if (suffix === 'es' && !/(ss|ch|sh|x|z)$/.test(word.slice(0, rest))) continue;
    out = word.slice(0, rest) + replacement;
    break;
  }
  if (out.length > 3 && /([^lsz])\1$/.test(out)) out = out.slice(0, -1);
  if (out.length > 4 && out.endsWith('e')) out = out.slice(0, -1);
  return out.endsWith('y') && out.length > 2 ? `${out.slice(0, -1)}i` : out;
}

const SPACE = 32;

/** Counts how often a word occurs in a text, between spaces or the ends. */
export function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const begins = at === 0 || text.charCodeAt(at - 1) === SPACE;
    if (begins && (end === text.length || text.charCodeAt(end) === SPACE)) count += 1;
  }
  return count;
}

/** @returns '' for a definition without a name */
export function qualifiedName(
  { scope, symbol }: { scope: readonly string[]; symbol: string },
  separator = '.',
): string {
  return [...scope, symbol].filter((part) => part !== '').join(separator);
}

/** Splits a name as a person writes it: `Store.open`, `Store::open`, `Store#open`. */
export function namePartsOf(name: string): string[] {
  return name.split(/::|[.#]/).filter((part) => part !== '');
}

// Patterns of letters and digits. V8 needs half a millisecond to compile a Unicode class, and a
// quarter to check each literal that has one when its code is loaded. Hardly any text of a
// repository needs them, so they are made late.

/** Matches characters that are neither ASCII nor spaces. */
const OTHER = /[^ -~\s]/;

/**
 * @param whole the source of the Unicode pattern, which has the flags of `plain`
 * @returns a function that chooses `plain` for ASCII texts, where both match the same
 */
export function patternFor(plain: RegExp, whole: string): (text: string) => RegExp {
  let made: RegExp | undefined;
  return (text) => {
    if (!OTHER.test(text)) return plain;
    made ??= new RegExp(whole, `${plain.flags}u`);
    return made;
  };
}

/** Match a name with the `\` of its namespace. */
export const NAME_AT_BEGIN = patternFor(/^[A-Za-z_$\\][\w$\\]*/, String.raw`^[\p{L}_$\\][${WORD_CHARACTERS}$\\]*`);
export const NAME_AT_END = patternFor(
  /(?<![\w$\\])[A-Za-z_$\\][\w$\\]*$/,
  String.raw`(?<![${WORD_CHARACTERS}$\\])[\p{L}_$\\][${WORD_CHARACTERS}$\\]*$`,
);
export const LETTER_OR_DIGIT = patternFor(/[A-Za-z\d]/, String.raw`[\p{L}\p{N}]`);
export const NO_LETTERS_OR_DIGITS = patternFor(/[^A-Za-z\d]+/g, String.raw`[^\p{L}\p{M}\p{N}]+`);
const OF_WORD = patternFor(/[\w$]/, `[${WORD_CHARACTERS}$]`);
const CAPITAL = patternFor(/^[A-Z]/, String.raw`^\p{Lu}`);

export function beginsWithCapital(name: string): boolean {
  return CAPITAL(name).test(name);
}

/** True for a character that identifiers may hold. */
export function isOfWord(character: string | undefined): boolean {
  return character !== undefined && OF_WORD(character).test(character);
}
