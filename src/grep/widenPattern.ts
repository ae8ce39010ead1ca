/**
 * Widens patterns that may match what stands in a secret's place. Files are chosen by their
 * original bytes, and hits are those of the redacted text: so each part of the pattern that may
 * match a mask (`REDACTED****`) is made to match any character, and no file is passed over that has
 * such a hit. Most patterns have no such part and stay what they are.
 */

import { LEAST_MARKED, MARK, STAR } from '../secrets/redact.ts';
import { CLASSES, type CodeRange, type PatternToken, type SetItem } from './parsePattern.ts';

const MASK_CODES = [...new Set(MARK + STAR)].map((char) => char.codePointAt(0)!);
const REPLACEMENT = 0xfffd;

/**
 * @param optional also where a part matches nothing: of one character of a decoded text several
 * bytes may be masked
 * @returns tokens that match, in the original of a text, wherever `tokens` match in the redacted
 * text
 */
export function widenPattern(tokens: readonly PatternToken[], ignoreCase: boolean, optional: boolean): PatternToken[] {
  const anyCase = ignoreCase || tokens.some((token) => 'ignoreCase' in token && token.ignoreCase === true);
  const widened = new Set<PatternToken>();
  for (const run of literalRuns(tokens)) for (const token of maskableIn(run, anyCase)) widened.add(token);
  for (const token of tokens) if (token.type === 'any' || isMaskableSet(token, anyCase)) widened.add(token);
  const isWide = (token: PatternToken | undefined): boolean => token !== undefined && widened.has(token);
  return withoutEnds(tokens, isWide).flatMap((token): PatternToken[] => {
    // Beside a mask there may be the end of a word where the secret has none.
    if (token.type === 'assert' && (token.at === 'word' || token.at === 'notWord')) return NOTHING;
    if (!isWide(token)) return [token];
    return optional ? MAYBE_ANY : [{ type: 'any' }];
  });
}

/**
 * Any character at an end of an alternative says nothing, and what begins with a text is found
 * faster.
 */
function withoutEnds(
  tokens: readonly PatternToken[],
  isWide: (token: PatternToken | undefined) => boolean,
): PatternToken[] {
  const kept: PatternToken[] = [];
  let depth = 0;
  let start = 0;
  const end = (at: number): void => {
    let [from, to] = [start, at];
    while (from < to && isWide(tokens[from])) from += tokens[from + 1]?.type === 'repeat' ? 2 : 1;
    for (;;) {
      const last = tokens[to - 1]?.type === 'repeat' ? to - 2 : to - 1;
      if (last < from || !isWide(tokens[last])) break;
      to = last;
    }
    kept.push(...tokens.slice(from, to));
  };
  for (const [at, { type }] of tokens.entries()) {
    if (type === 'open') depth += 1;
    if (type === 'close') depth -= 1;
    if (type !== 'or' || depth > 0) continue;
    end(at);
    kept.push(tokens[at]!);
    start = at + 1;
  }
  end(tokens.length);
  return kept;
}

const OPEN: PatternToken = { type: 'open', capture: false };
const NOTHING: PatternToken[] = [OPEN, { type: 'close' }];
const MAYBE_ANY: PatternToken[] = [
  OPEN,
  { type: 'any' },
  { type: 'repeat', min: 0, max: 1, lazy: false },
  { type: 'close' },
];

type Literal = Extract<PatternToken, { type: 'literal' }>;

/** Literals that stand together; one that is repeated stands alone. */
function literalRuns(tokens: readonly PatternToken[]): Literal[][] {
  const runs: Literal[][] = [];
  let run: Literal[] = [];
  const end = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'literal') {
      end();
      continue;
    }
    const isRepeated = tokens[at + 1]?.type === 'repeat';
    if (isRepeated) end();
    run.push(token);
    if (isRepeated) end();
  }
  end();
  return runs;
}

/** States of how far a mask has come: OUTSIDE of one, so many letters of MARK, or in its STARS. */
const OUTSIDE = 0;
const STARS = MARK.length + 1;
const STATES = Array.from({ length: STARS + 1 }, (_, state) => state);

const mayEnd = (state: number): boolean => state === OUTSIDE || state >= LEAST_MARKED;

/**
 * @returns the states behind a character that belongs to a mask; a mask may follow another at once
 */
function insideAfter(state: number, char: string): number[] {
  const next: number[] = [];
  if (char === STAR && state >= MARK.length) next.push(STARS);
  if (state > OUTSIDE && state < MARK.length && char === MARK[state]) next.push(state + 1);
  if (mayEnd(state) && char === MARK[0]) next.push(1);
  if (mayEnd(state) && char === STAR) next.push(STARS);
  return next;
}

/**
 * The characters of a run that belong to a mask in some text: one that began before it, stands in
 * it, or ends behind it.
 */
function maskableIn(run: readonly Literal[], anyCase: boolean): Literal[] {
  const chars = run.map(({ code }) =>
    anyCase ? String.fromCodePoint(code).toUpperCase() : String.fromCodePoint(code),
  );
  const stepsFrom = (state: number, at: number): { next: number; inside: boolean }[] => [
    ...insideAfter(state, chars[at]!).map((next) => ({ next, inside: true })),
    ...(mayEnd(state) ? [{ next: OUTSIDE, inside: false }] : []),
  ];
  // From behind: the states from which the rest of the run can be read.
  const reachable: Set<number>[] = [new Set(STATES)];
  for (let at = run.length - 1; at > 0; at--)
    reachable.unshift(
      new Set(STATES.filter((state) => stepsFrom(state, at).some(({ next }) => reachable[0]!.has(next)))),
    );
  let states = new Set(STATES);
  return run.filter(({ code }, at) => {
    const steps = [...states].flatMap((state) => stepsFrom(state, at)).filter(({ next }) => reachable[at]!.has(next));
    states = new Set(steps.map(({ next }) => next));
    return code === REPLACEMENT || steps.some(({ inside }) => inside);
  });
}

function isMaskableSet(token: PatternToken, anyCase: boolean): boolean {
  if (token.type !== 'set') return false;
  const codes = anyCase ? [...MASK_CODES, ...MASK_CODES.map((code) => code | 0x20)] : MASK_CODES;
  return codes.some((code) => token.items.some((item) => holds(item, code)) !== token.negated) || token.negated;
}

/**
 * A property is taken to hold every character; where it is negated, so is the set that it stands
 * in.
 */
function holds(item: SetItem, code: number): boolean {
  if ('property' in item) return true;
  if ('from' in item) return isIn(item, code);
  return CLASSES[item.className]!.some((range) => isIn(range, code)) !== item.negated;
}

function isIn({ from, to }: CodeRange, code: number): boolean {
  return code >= from && code <= to;
}
