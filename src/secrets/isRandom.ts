/**
 * Tells what a generator made from what a person wrote: `q7Zp0Vd2…` from `changeme`, `AbstractTokenProvider2`, `user-token-1`.
 * Entropy alone does not: a long identifier has as much of it as a short key.
 */

/** Distinct characters weigh in; so many bits for each are usual from 16 random ones on. */
const LEAST_ENTROPY = 3;
/** How often letters, capitals and digits follow each other; a half is usual, identifiers stay below a fifth. */
const LEAST_CHANGES = 0.22;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LOWER = /[a-z]/;
const UPPER = /[A-Z]/;
const DIGIT = /[0-9]/;
const SYMBOL = /[^A-Za-z0-9_.-]/;

/** For keys and tokens: letters and digits in no order. */
export function isRandom(value: string): boolean {
  if (!DIGIT.test(value) || UUID.test(value) || isPlaceholder(value) || isWrittenInBase64(value)) return false;
  return entropyOf(value) >= LEAST_ENTROPY && changesIn(value) >= LEAST_CHANGES;
}

/** For passwords, which people make up: of three kinds of characters at least. */
export function isStrongPassword(value: string): boolean {
  const kinds = [LOWER, UPPER, DIGIT, SYMBOL].filter((kind) => kind.test(value)).length;
  return kinds >= 3 && new Set(value).size >= 6 && !isPlaceholder(value);
}

/** What stands where a secret would: in documentation, tests and templates. */
const WORDS =
  /exampl|sampl|chang|replac|placeh|insert|dummy|fixme|foobar|xxxx|passwo?r?d|passphrase|secret|token|api[_-]?key|redact|hidden|default|invalid|expired|wrong|unknown|unset|undefined|string|value|hello|welcome|letmein|qwert|admin|deadbeef|cafebabe|lorem|ipsum|sesame|hmac|pbkdf|iloveyou|dragon|monkey|abc123/;
/** Chance brings these letters together too, but rarely in one case, and rarely in short values. */
const SHORT_WORDS = new RegExp(
  'test fake mock demo todo your null none mask asdf'
    .split(' ')
    .flatMap((word) => [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)])
    .join('|'),
);
const LONG = 40;
const SEQUENCES = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', '9876543210', 'fedcba'];
/** So many in a row are no accident, nor are so many with others between them. */
const RUN = 6;
const LONG_RUN = 8;
const TEMPLATE = /^[*.•x_-]+$|^REDACTED\**$|\$\{|\$\(|\{\{|\}\}|<[^>]*>|^%[\w(]|^\$\w|^\{|^\[.*\]$/i;

export function isPlaceholder(value: string): boolean {
  const lower = value.toLowerCase();
  if (isFiller(value) || WORDS.test(lower)) return true;
  return value.length <= LONG && (SHORT_WORDS.test(value) || WORDS.test(spelledOut(lower)));
}

/** Of a value whose form says that it is a key: only what cannot be chance. */
export function isFiller(value: string): boolean {
  return (
    TEMPLATE.test(value) ||
    new Set(value).size <= 3 ||
    /exampl|placeh|xxxx|dummy|redact|changeme/i.test(value) ||
    isCounted(value.toLowerCase())
  );
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

/** `dXNlcm5hbWU6cGFzc3dvcmQ=` is `username:password`. */
function isWrittenInBase64(value: string): boolean {
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]+$/.test(decoded) && isPlaceholder(decoded);
}

/** `123456`, also in `A1B2C3D4E5F6G7H8`. */
function isCounted(lower: string): boolean {
  const parts = [lower.replace(/[^a-z]/g, ''), lower.replace(/[^0-9]/g, '')];
  return holdsSequence(lower, RUN) || parts.some((part) => holdsSequence(part, LONG_RUN));
}

function holdsSequence(text: string, length: number): boolean {
  return SEQUENCES.some((sequence) => {
    for (let at = 0; at + length <= sequence.length; at++)
      if (text.includes(sequence.slice(at, at + length))) return true;
    return false;
  });
}

/** Shannon's, in bits for each character. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}

/** A capital and the small letters behind it are one word. */
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
