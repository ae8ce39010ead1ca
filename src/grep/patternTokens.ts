/** What a pattern is made of, after parsing and before it is written down again for an engine. Types and small builders only. */

export type Token =
  | { type: 'literal'; code: number }
  | { type: 'any' }
  | { type: 'set'; negated: boolean; items: SetItem[] }
  | { type: 'assert'; at: Anchor }
  | { type: 'open'; capture: boolean; ignoreCase?: boolean }
  /** Undefined: (?m) and (?s), which change nothing where one line is all that is matched. */
  | { type: 'flag'; ignoreCase: boolean | undefined }
  | { type: 'close' }
  | { type: 'or' }
  | { type: 'repeat'; min: number; max: number | null; lazy: boolean };

/** All are of one line: 'start' and 'end' are its ends, whatever its line ending. 'word' looks at ASCII words, as `\w` does. */
export type Anchor = 'start' | 'end' | 'word' | 'notWord';

export type SetItem =
  | { from: number; to: number }
  | { property: string; negated: boolean }
  /** A name of CLASSES: \w, [:alpha:]; negated \W, [:^alpha:]. */
  | { className: string; negated: boolean };

export interface Range {
  from: number;
  to: number;
}

const DIGITS = [range('0', '9')];
const UPPER = [range('A', 'Z')];
const LOWER = [range('a', 'z')];
const WORD = [...DIGITS, ...UPPER, range('_', '_'), ...LOWER];

/** All are ASCII. The one-letter names are those of \d, \s and \w, the others those of [[:alpha:]] and its relatives. */
export const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  d: DIGITS,
  s: [range('\t', '\t'), range('\f', '\r'), range(' ', ' ')],
  w: WORD,
  alnum: [...DIGITS, ...UPPER, ...LOWER],
  alpha: [...UPPER, ...LOWER],
  blank: [range('\t', '\t'), range(' ', ' ')],
  digit: DIGITS,
  lower: LOWER,
  punct: [range('!', '/'), range(':', '@'), range('[', '`'), range('{', '~')],
  space: [range('\t', '\t'), range('\v', '\r'), range(' ', ' ')],
  upper: UPPER,
  word: WORD,
  xdigit: [...DIGITS, range('A', 'F'), range('a', 'f')],
};

/** What may not stand beside a match when whole words are asked for: letters, marks, digits and connectors of any script. */
const ANY_WORD: SetItem[] = ['L', 'M', 'N', 'Pc'].map((property) => ({ property, negated: false }));

/** The same tokens, matching only where neither neighbour is part of a word; the match proper is the one captured group. */
export function wholeWord(tokens: readonly Token[]): Token[] {
  const open: Token = { type: 'open', capture: false };
  const notWord: Token = { type: 'set', negated: true, items: ANY_WORD };
  const before: Token[] = [open, { type: 'assert', at: 'start' }, { type: 'or' }, notWord, { type: 'close' }];
  const after: Token[] = [open, notWord, { type: 'or' }, { type: 'assert', at: 'end' }, { type: 'close' }];
  return [...before, { type: 'open', capture: true }, ...tokens, { type: 'close' }, ...after];
}

function range(from: string, to: string): Range {
  return { from: from.codePointAt(0)!, to: to.codePointAt(0)! };
}
