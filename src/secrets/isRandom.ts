/**
 * Tells what a generator made from what a person wrote: `q7Zp0Vd2…` from `changeme`,
 * `AbstractTokenProvider2`, `user-token-1`. Entropy alone does not: a long identifier has as much
 * of it as a short key.
 */

import { countEach } from '../base/lists.ts';

/** The least bits for each character. From 16 random characters on, so many are usual. */
const LEAST_ENTROPY = 3;
const LEAST_ENTROPY_OF_HEXADECIMAL = 2.6;
const HEXADECIMAL = /^[0-9a-f]{32,}$/i;
/**
 * The least share of places where the kind of character changes (letters, capitals, digits). Random
 * values have about a half, identifiers less than a fifth.
 */
const LEAST_CHANGES = 0.22;
const MANY_CHANGES = 0.35;
/**
 * Above this share of usual pairs a value is made of words: these have 0.95, random letters 0.41
 * (see below).
 */
const WORDS_SHARE = 0.88;
const LETTERS_SHARE = 0.72;
const CHANCE_SHARE = 0.62;
const ENOUGH_PAIRS = 9;
const FEW_PAIRS = 4;
const MANY_LETTERS = 16;
const NAME_SEGMENTS = 2.2;
const WORD_SEGMENTS = 4;
const DENSE = 32;
/** Matches parts of JSON, templates, addresses and programs. */
const NO_KEY =
  /\s\s|xxxx|\{\{[\s.]|[\s)"]\}\}|:\/\/|@tcp|=%[sd][;&]|\\u[0-9a-f]{4}|["'][:,]|\(\w{0,20}\)[;{]|\b(?:switch|function|return)\b/i;
const DENSE_SEGMENTS = 3.5;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LOWER = /[a-z]/;
const UPPER = /[A-Z]/;
const DIGIT = /[0-9]/;
const SYMBOL = /[^A-Za-z0-9_.-]/;
/**
 * A word of another language, what stands before a field, and words beside each other:
 * `Contraseña`, `Passwort:`, `Pacific/Palau`.
 */
const LABEL = /[^\x00-\x7f]|[:?*,;.]$|^[A-Za-z]+(?:[/|&,:][A-Za-z]+)+$/;

/** True for a key or a token: letters and digits in no order. */
export function isRandom(value: string): boolean {
  if (value.length < MANY_LETTERS && !DIGIT.test(value)) return false;
  if (UUID.test(value) || isPlaceholder(value) || isWrittenInBase64(value)) return false;
  if (HEXADECIMAL.test(value))
    return entropyOf(value) >= LEAST_ENTROPY_OF_HEXADECIMAL && /[0-9]/.test(value) && /[a-f]/i.test(value);
  if (entropyOf(value) < LEAST_ENTROPY) return false;
  if (!DIGIT.test(value)) return isRandomLetters(value);
  const changes = changesIn(value);
  if (changes >= MANY_CHANGES) return true;
  const share = shareOfUsualPairs(value, ENOUGH_PAIRS);
  return changes >= LEAST_CHANGES ? !(share >= WORDS_SHARE) : share < CHANCE_SHARE;
}

/**
 * Without a digit it takes more to be sure; capitals at the start of words make a name
 * (`pbTinymceLastDirection`).
 */
function isRandomLetters(value: string): boolean {
  const isName = /[a-z][A-Z]/.test(value) && lengthOfSegments(value) >= WORD_SEGMENTS;
  return !isName && shareOfUsualPairs(value, ENOUGH_PAIRS) < LETTERS_SHARE;
}

/**
 * True for a password, which people make up: it has at least three kinds of characters.
 * `mySecret2024` is one, though no generator made it.
 */
export function isStrongPassword(value: string): boolean {
  if (kindsIn(value) < 3 || new Set(value).size < 6) return false;
  return DIGIT.test(value) ? !standsForAny(value) : !LABEL.test(value) && !isPlaceholder(value);
}

/**
 * True for a password without quotes, which could be a name of a program (`Sha256Hex`): its parts
 * are shorter than those of names.
 */
export function isMadeUp(value: string): boolean {
  return lengthOfSegments(value) <= NAME_SEGMENTS || shareOfUsualPairs(value, FEW_PAIRS) < CHANCE_SHARE;
}

/**
 * True of keys with all characters of a keyboard, as Django and WordPress make them: never of a
 * text, a pattern or a template.
 */
export function isDense(value: string): boolean {
  const symbols = value.replaceAll(/[A-Za-z0-9\s]/g, '');
  return (
    value.length >= DENSE &&
    !NO_KEY.test(value) &&
    !/^\[.*\]$/.test(value) &&
    !/[^\x00-\x7f]/.test(value) &&
    new Set(symbols).size >= 4 &&
    symbols.length <= value.length / 2 &&
    !/[A-Za-z]{20}/.test(value) &&
    kindsIn(value) >= 3 &&
    lengthOfSegments(value) <= DENSE_SEGMENTS &&
    !(shareOfUsualPairs(value, DENSE / 2) >= WORDS_SHARE)
  );
}

function kindsIn(value: string): number {
  return [LOWER, UPPER, DIGIT, SYMBOL].filter((kind) => kind.test(value)).length;
}

/** Matches words that stand where a secret would: in documentation, tests and templates. */
const STAND_INS =
  /exampl|sampl|chang|replac|placeh|insert|dummy|fixme|foobar|xxxx|redact|hidden|default|invalid|expired|wrong|unknown|unset|undefined|string|value|lorem|ipsum|required|nullable|deadbeef|cafebabe|hmac|pbkdf|abc123/;
/** Matches the words that weak passwords are made of, too. */
const COMMON_WORDS =
  /passwo?r?d|passphrase|secret|token|api[_-]?key|hello|welcome|letmein|qwert|admin|sesame|iloveyou|dragon|monkey/;
/** `Password1!` is a word, `inputPassword1` a name; `@DB_PASSWORD` is filled in later. */
const ENDING = /^[^a-z]{0,3}$/;
const NAME = /^[A-Za-z_-]+[0-9]?$/;
const VARIABLE = /^\W?[A-Z0-9]+(?:_[A-Z0-9]+)+\W?$/;
/** Chance brings these letters together too, but rarely in one case, and rarely in short values. */
const SHORT = 'test fake mock demo todo your null none mask asdf'
  .split(' ')
  .flatMap((word) => [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)])
  .join('|');
const SHORT_WORDS = new RegExp(SHORT);
/** Matches such a word in a long value, where it stands alone. */
const LONE_WORDS = new RegExp(`(?<![A-Za-z])(?:${SHORT})(?![a-z])`);
const LONE = 24;
const LONG = 40;
const SEQUENCES = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', '9876543210', 'fedcba'];
const LONG_RUN = 8;
/** Six such characters in a row are no accident, nor are six with others between them. */
const RUNS = runsOf(6);
const LONG_RUNS = runsOf(LONG_RUN);
const PUBLIC_ARMOUR = /^-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}(?:CERTIFICATE|PUBLIC KEY|CRL)/;
/** Matches names that TypeORM gives to constraints and indexes: a hash of the columns. */
const CONSTRAINT = /^(?:UQ|PK|FK|IDX|REL|CHK|DF|XCL)_[0-9a-f]{20,32}$/;
const TEMPLATE =
  /^[*.•x_-]+$|^REDACTED\**$|\$\{|\$\(|\{\{|\}\}|<[^>]*>|^%[\w(]|^&#?\w{2,8};$|^AAAA(?:[BC]3NzaC1|E2VjZHNh)|\\u(?!00[0-7])[0-9a-f]{4}|^\$\w|^\{|^\[.*\]$/i;

export function isPlaceholder(value: string): boolean {
  const lower = value.toLowerCase();
  return (
    standsForAny(value) || COMMON_WORDS.test(lower) || (value.length <= LONG && COMMON_WORDS.test(spelledOut(lower)))
  );
}

/**
 * True of what says that it is none, and of `test1`; not of `passw0rd1`, which somebody may have
 * chosen.
 */
function standsForAny(value: string): boolean {
  const lower = value.toLowerCase();
  if (isFiller(value) || CONSTRAINT.test(value) || STAND_INS.test(lower)) return true;
  const word = COMMON_WORDS.exec(spelledOut(lower));
  if (word !== null) {
    const rest = lower.slice(0, word.index) + lower.slice(word.index + word[0].length);
    if (ENDING.test(rest) || VARIABLE.test(value) || NAME.test(value)) return true;
  }
  const short = value.length < LONE ? SHORT_WORDS : LONE_WORDS;
  return value.length <= LONG && (short.test(value) || STAND_INS.test(spelledOut(lower)));
}

/** True if a value that has the form of a key is a filler: only what cannot be chance counts. */
export function isFiller(value: string): boolean {
  return (
    TEMPLATE.test(value) ||
    isOfFew(value, value.length >= LONG_RUN * 2 ? 5 : 3) ||
    value.includes('...') ||
    /exampl|placeh|xxxx|dummy|redact|changeme/i.test(value) ||
    isCounted(value.toLowerCase())
  );
}

/** True where there are so many different characters at most. */
function isOfFew(value: string, most: number): boolean {
  const found = new Set<string>();
  for (const character of value) {
    found.add(character);
    if (found.size > most) return false;
  }
  return true;
}

/** p4$$w0rd → password */
function spelledOut(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text.replace(/[013457@$!]/g, (character) => letters[character]!);
}

/** `dXNlcm5hbWU6cGFzc3dvcmQ=` is `username:password`, `LS0tLS1CRUdJTi…` mostly a certificate. */
function isWrittenInBase64(value: string): boolean {
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  if (PUBLIC_ARMOUR.test(decoded)) return true;
  return /^[\x20-\x7e]+$/.test(decoded) && isPlaceholder(decoded);
}

/** `123456`, also in `A1B2C3D4E5F6G7H8`. */
function isCounted(lower: string): boolean {
  const parts = [lower.replace(/[^a-z]/g, ''), lower.replace(/[^0-9]/g, '')];
  return holdsOneOf(lower, RUNS) || parts.some((part) => holdsOneOf(part, LONG_RUNS));
}

interface Runs {
  length: number;
  texts: ReadonlySet<string>;
}

function runsOf(length: number): Runs {
  const texts = SEQUENCES.flatMap((sequence) =>
    Array.from({ length: Math.max(0, sequence.length - length + 1) }, (_, at) => sequence.slice(at, at + length)),
  );
  return { length, texts: new Set(texts) };
}

function holdsOneOf(text: string, { length, texts }: Runs): boolean {
  for (let at = 0; at + length <= text.length; at++) if (texts.has(text.slice(at, at + length))) return true;
  return false;
}

/** Returns Shannon's entropy, in bits for each character. */
function entropyOf(value: string): number {
  return [...countEach(value).values()].reduce(
    (sum, count) => sum - (count / value.length) * Math.log2(count / value.length),
    0,
  );
}

/**
 * Returns the share of places where the kind of character changes. A capital and the small letters
 * behind it are one word.
 */
function changesIn(value: string): number {
  const kinds = [...value].map((character) =>
    LOWER.test(character) ? 'a' : UPPER.test(character) ? 'A' : DIGIT.test(character) ? '0' : '',
  );
  const letters = kinds.filter((kind) => kind !== '').join('');
  let changes = 0;
  for (let at = 1; at < letters.length; at++) {
    if (letters[at] !== letters[at - 1] && `${letters[at - 1]}${letters[at]}` !== 'Aa') changes += 1;
  }
  return changes / Math.max(1, letters.length - 1);
}

// Tells text that spells words from letters in no order, by the pairs of letters that stand in it:
// `servingCell` from `vcocqzenghcjqw`.

/**
 * Pairs that make up 95 % of what English words and names of programs consist of, by their first
 * letter; 41 % of all pairs.
 */
const FOLLOWERS: Readonly<Record<string, string>> = Object.fromEntries(
  'abcdfgiklmnprstuvwy baceilorsu cacehiklorstu dabdeilorsu eabcdefgilmnopqrstuvwxy faefilorstuy gaeghilnorsu haeiortu iabcdefglmnoprstvxz jeaou keis lacdeilostuvy mabeilmopsu nacdefgiklnopstuv oabcdfgiklmnoprstuvwx paehiloprstuy qu racdefgiklmnoprstuvy sacehiklmopstuwy tacefhilorstuy uabcdegilmnprst vaeio waehinors xceipt yeinps zaei'
    .split(' ')
    .map((row) => [row[0]!, row.slice(1)]),
);

/**
 * The share of pairs of neighbouring letters, in either case, that are usual; NaN where there are
 * fewer than `least` of them.
 */
function shareOfUsualPairs(value: string, least: number): number {
  const lower = value.toLowerCase();
  let pairs = 0;
  let usual = 0;
  for (let at = 1; at < lower.length; at++) {
    const followers = FOLLOWERS[lower[at - 1]!];
    const next = lower.charCodeAt(at);
    if (followers === undefined || next < 97 || next > 122) continue;
    pairs += 1;
    if (followers.includes(lower[at]!)) usual += 1;
  }
  return pairs < least ? Number.NaN : usual / pairs;
}

/**
 * Matches a word or a number in a name: a capital with the small letters behind it, capitals, small
 * letters, digits.
 */
const SEGMENT = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;

/** Returns the average number of characters of such a part; chance makes them short. */
function lengthOfSegments(value: string): number {
  const segments = value.match(SEGMENT) ?? [];
  return segments.reduce((sum, segment) => sum + segment.length, 0) / Math.max(1, segments.length);
}
