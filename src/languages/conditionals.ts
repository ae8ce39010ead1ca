/**
 * Handles conditional parts, `#if` to `#endif`, that cut through a definition. A grammar reads
 * directives only between whole statements, and loses the definition around all others.
 *
 *     int                      if (isAsync) {
 *     #ifdef NOINLINE          #ifdef _WIN32
 *     NOINLINE                     } else {
 *     #endif                   #endif
 *     event_assign(…)
 *
 * No condition is evaluated. The text is written twice, once as if all conditions were true and
 * once as if none were.
 */

import { blank } from './language.ts';

/**
 * Returns the text without the directives that cut a statement or a pair of brackets, with one
 * branch of each: first as if the conditions were true, then as if they were false. Offsets, lines
 * and conditional parts between whole statements stay.
 * @returns an empty list if nothing is cut; only the first text if the second one adds nothing
 */
export function branchesOf(text: string): string[] {
  const cut = groupsIn(text).filter(({ isCut }) => isCut);
  if (cut.length === 0) return [];
  const hidden = leftOut(cut, true);
  const first = edited(text, hidden);
  const second = edited(text, leftOut(cut, false));
  const hasMore = hidden.some(({ start, end }) => /\S/.test(second.slice(start, end)));
  return hasMore ? [first, second] : [first];
}

interface Branch {
  /** Where its directive begins and ends. */
  start: number;
  end: number;
  /** Without a leading `!`; '' for `#else`. */
  condition: string;
  isNegated: boolean;
  /**
   * The number of brackets that are open at its end; below 0 if it closes brackets that were opened
   * before it.
   */
  depth: number;
  /** The smallest number of open brackets inside of it. */
  lowest: number;
  first: string;
  /** The place at which it ends. */
  place: Place;
}

/** A place between two words or signs. */
interface Place {
  before: string;
  /**
   * The depth of brackets if a macro such as `NOINLINE` or `API(x)` may stand alone here, 0 at its
   * end; null everywhere else.
   */
  macro: number | null;
}

interface Directive {
  start: number;
  keyword: string;
  condition: string;
}

/** Left out of conditions: `defined(X)` is the same as `X`. */
const UNREAD: ReadonlySet<string> = new Set(['defined', '(', ')']);

interface Group {
  branches: Branch[];
  /** Where `#endif` begins and ends. */
  start: number;
  end: number;
  /** The place at which it begins. */
  place: Place;
  isCut: boolean;
}

/** Matches a comment, a string, a word, the end of a line, or another character. */
const TOKEN = /\/\*.*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"?|'(?:\\.[^'\n]{0,8}|[^'\\\n])'|[\w$]+|\\\r?\n|\n|\S/gs;
const NO_WORD = /^(?:\/[*/]|\\)/;
/** A statement or a label ends with one of these. */
const ENDS: ReadonlySet<string> = new Set(['', ';', '{', '}', ':']);
/** Matches words and characters that continue the statement before. */
const GOES_ON = /^(?:else|while|[)\],;=?|&+*/<>.-])$/;

const MACRO = /^[A-Z][A-Z\d_]*$/;
const START: Place = { before: '', macro: null };

function placeAfter(token: string, { before, macro }: Place): Place {
  if (macro !== null && macro > 0) return { before: token, macro: macro + changeOf(token) };
  if (MACRO.test(token) && (macro === 0 || ENDS.has(before))) return { before: token, macro: 0 };
  return { before: token, macro: macro === 0 && token === '(' ? 1 : null };
}

function isInside({ before, macro }: Place): boolean {
  return macro !== 0 && !ENDS.has(before);
}

/** A macro may end a declaration, so a word behind it begins a new one. */
function isCutBefore(token: string, { branches }: Group): boolean {
  if (GOES_ON.test(token)) return true;
  return branches.some(
    ({ place }) => isInside(place) && !(/^\w/.test(token) && (place.before === ')' || MACRO.test(place.before))),
  );
}

function changeOf(token: string): number {
  if (token === '{' || token === '(' || token === '[') return 1;
  return token === '}' || token === ')' || token === ']' ? -1 : 0;
}

/** Returns the closed groups; inner ones come before those around them. */
function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  const open: Group[] = [];
  /** Groups that have just ended, before the next word. */
  let ended: Group[] = [];
  let place = START;
  let directive: Directive | null = null;
  let isLineStart = true;
  const endDirective = (ended: Directive, end: number): void => {
    const { start, keyword } = ended;
    if (keyword === 'endif') close(start, end);
    else if (/^if(?:def|ndef)?$/.test(keyword))
      open.push({ branches: [branchOf(ended, end, place)], start: 0, end: 0, place, isCut: false });
    else if (/^el(?:se|if|ifdef|ifndef)$/.test(keyword)) {
      const group = open.at(-1);
      if (group === undefined) return;
      group.branches.push(branchOf(ended, end, group.place));
      place = group.place;
    }
  };
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (token === '\n') {
      if (directive !== null) endDirective(directive, match.index);
      directive = null;
      isLineStart = true;
      continue;
    }
    if (NO_WORD.test(token)) continue;
    if (directive !== null) {
      if (directive.keyword === '') directive.keyword = token;
      else if (!UNREAD.has(token)) directive.condition += token;
    } else if (token === '#' && isLineStart) {
      directive = { start: match.index, keyword: '', condition: '' };
    } else {
      isLineStart = false;
      see(token);
    }
  }
  if (directive !== null) endDirective(directive, text.length);
  return groups;

  function see(token: string): void {
    for (const group of ended) group.isCut ||= isCutBefore(token, group);
    if (ended.length > 0) ended = [];
    place = placeAfter(token, place);
    const branch = open.at(-1)?.branches.at(-1);
    if (branch === undefined) return;
    branch.first ||= token;
    branch.place = place;
    branch.depth += changeOf(token);
    branch.lowest = Math.min(branch.lowest, branch.depth);
  }

  function close(start: number, end: number): void {
    const group = open.pop();
    if (group === undefined) return;
    Object.assign(group, { start, end });
    const { branches } = group;
    group.isCut =
      isInside(group.place) ||
      branches.some(({ depth, lowest, first }) => depth !== 0 || lowest < 0 || GOES_ON.test(first));
    groups.push(group);
    ended.push(group);
    const inner = branches[0]!;
    place = inner.place;
    const outer = open.at(-1)?.branches.at(-1);
    if (outer === undefined) return;
    outer.lowest = Math.min(outer.lowest, outer.depth + inner.lowest);
    outer.depth += inner.depth;
    outer.first ||= inner.first;
    outer.place = place;
  }
}

function branchOf({ start, keyword, condition }: Directive, end: number, place: Place): Branch {
  const isNot = condition.startsWith('!');
  return {
    start,
    end,
    condition: isNot ? condition.slice(1) : condition,
    isNegated: isNot || keyword.endsWith('ndef'),
    depth: 0,
    lowest: 0,
    first: '',
    place,
  };
}

/**
 * Returns the directives and the branches that are not chosen, sorted and not overlapping.
 * @param holds whether conditions count as true; a condition has the same value everywhere
 */
function leftOut(groups: readonly Group[], holds: boolean): Edit[] {
  const answers = new Map<string, boolean>();
  const spans: Edit[] = [];
  for (const { branches, start, end } of groups.toSorted((a, b) => a.branches[0]!.start - b.branches[0]!.start)) {
    let isChosen = false;
    for (const [at, branch] of branches.entries()) {
      const isTaken: boolean = !isChosen && isTrue(branch, answers, holds);
      isChosen ||= isTaken;
      spans.push({ start: branch.start, end: isTaken ? branch.end : (branches[at + 1]?.start ?? start) });
    }
    spans.push({ start, end });
  }
  const joined: Edit[] = [];
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** A part of a text, by offsets, that a shorter text and blanks replace. */
export interface Edit {
  start: number;
  end: number;
  text?: string;
}

/** @param edits that do not overlap @returns the text with the same offsets and lines */
export function edited(text: string, edits: readonly Edit[]): string {
  let out = '';
  let from = 0;
  for (const { start, end, text: by = '' } of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(from, start) + by + blank(text.slice(start + by.length, end));
    from = end;
  }
  return out + text.slice(from);
}

/**
 * Conditions with a known value. `extern "C" {` often stands around a whole header and says nothing
 * about its content.
 */
const FIXED: ReadonlyMap<string, boolean> = new Map([
  ['0', false],
  ['1', true],
  ['__cplusplus', false],
]);

function isTrue({ condition, isNegated }: Branch, answers: Map<string, boolean>, holds: boolean): boolean {
  if (condition === '') return true;
  const fixed = FIXED.get(condition);
  if (fixed !== undefined) return fixed !== isNegated;
  const known = answers.get(condition) ?? holds !== isNegated;
  answers.set(condition, known);
  return known !== isNegated;
}
