/**
 * Writes a parsed pattern down for an engine. For RE2 it means exactly what it says: RE2 decides what a hit is. For
 * ripgrep it may match more but never less, since ripgrep only says which files are worth reading:
 *
 *   - bytes that are not UTF-8 are U+FFFD to RE2 and no character at all to ripgrep, so whatever may match U+FFFD also
 *     takes up to four bytes of any kind beyond ASCII (which makes other versions of Unicode harmless, too);
 *   - RE2 sees lines without their line ending and without a byte-order mark, ripgrep with them.
 */

import { CLASSES, type SetItem, type Token } from './patternTokens.ts';

export type Engine = 're2' | 'ripgrep';

const REPLACEMENT = 0xfffd;
const INVALID_BYTES = '(?-u:[\\x80-\\xff]){1,4}';

const ANCHOR = {
  re2: { start: '\\A', end: '\\z', word: '\\b', notWord: '\\B' },
  ripgrep: { start: '(?:^|^\\x{feff})', end: '(?:$|\\r$)', word: '(?-u:\\b)', notWord: '(?-u:\\B)' },
} as const;

export function printPattern(tokens: readonly Token[], engine: Engine, ignoreCase: boolean): string {
  // Behind the \r that ends a line for ripgrep alone, a \b would say something else: it is left out there, which matches more.
  const anchored = engine === 'ripgrep' && tokens.some((token) => token.type === 'assert' && token.at === 'end');
  const kept = anchored ? tokens.filter((token) => !(token.type === 'assert' && /word/i.test(token.at))) : tokens;
  return (ignoreCase ? '(?i)' : '') + kept.map((token) => printToken(token, engine)).join('');
}

function printToken(token: Token, engine: Engine): string {
  switch (token.type) {
    case 'literal':
      return withInvalid(printCode(token.code), token.code === REPLACEMENT, engine);
    case 'any':
      return withInvalid('[^\\n]', true, engine);
    case 'set':
      return withInvalid(
        printSet(token.negated, token.items, engine),
        mayHoldReplacement(token.negated, token.items),
        engine,
      );
    case 'assert':
      return ANCHOR[engine][token.at];
    case 'open':
      return token.capture ? '(' : token.ignoreCase === undefined ? '(?:' : token.ignoreCase ? '(?i:' : '(?-i:';
    case 'flag':
      return token.ignoreCase === undefined ? '' : token.ignoreCase ? '(?i)' : '(?-i)';
    case 'close':
      return ')';
    case 'or':
      return '|';
    case 'repeat':
      return printRepeat(token.min, token.max) + (token.lazy ? '?' : '');
  }
}

function withInvalid(printed: string, holdsReplacement: boolean, engine: Engine): string {
  return holdsReplacement && engine === 'ripgrep' ? `(?:${printed}|${INVALID_BYTES})` : printed;
}

/** Whether the set may match U+FFFD; a property is taken to. */
function mayHoldReplacement(negated: boolean, items: readonly SetItem[]): boolean {
  return (
    negated ||
    items.some((item) => ('from' in item ? item.from <= REPLACEMENT && item.to >= REPLACEMENT : holdsMost(item)))
  );
}

function holdsMost(item: Exclude<SetItem, { from: number }>): boolean {
  return 'property' in item || item.negated;
}

function printSet(negated: boolean, items: readonly SetItem[], engine: Engine): string {
  return `[${negated ? '^' : ''}${items.map((item) => printItem(item, engine)).join('')}]`;
}

function printItem(item: SetItem, engine: Engine): string {
  if ('from' in item)
    return item.from === item.to ? printCode(item.from) : `${printCode(item.from)}-${printCode(item.to)}`;
  if ('property' in item) return `\\${item.negated ? 'P' : 'p'}{${item.property}}`;
  // ripgrep's own \w is Unicode's. Written as ranges, \W would hold the Kelvin sign and so, ignoring case, k: hence the set in the set.
  if (engine === 'ripgrep') {
    const ranges = CLASSES[item.className]!.map((range) => printItem(range, engine)).join('');
    return item.negated ? `[^${ranges}]` : ranges;
  }
  if (item.className.length > 1) return `[:${item.negated ? '^' : ''}${item.className}:]`;
  return `\\${item.negated ? item.className.toUpperCase() : item.className}`;
}

function printRepeat(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return min === 0 && max === 1 ? '?' : min === max ? `{${min}}` : `{${min},${max}}`;
}

/** Letters and digits as they are, all others by number: no character has a meaning of its own then. */
function printCode(code: number): string {
  const char = String.fromCodePoint(code);
  return /[A-Za-z0-9]/.test(char) ? char : `\\x{${code.toString(16)}}`;
}
