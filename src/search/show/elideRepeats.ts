/** Lines that an answer has shown already: the same code in two files, the same preparation in ten tests. Pure. */

import type { LineRange } from '../../base/searchTypes.ts';
import { declares } from '../fitTokens.ts';

/** Lines with something on them that must be the same in a row, and characters that they must have. */
const WINDOW = 6;
const LEAST_CHARACTERS = 120;

export interface Repeats {
  /**
   * @param lines of a result
   * @param signature of its declaration on one line, '' for none
   * @returns ranges of its lines, the first being 1, that were shown before or stand in it twice; without lines that open a block
   */
  find(lines: readonly string[], signature: string): LineRange[];
  /** These lines are shown now. */
  add(lines: readonly string[]): void;
}

export function createRepeats(): Repeats {
  const shown = new Set<string>();
  return {
    find(lines, signature) {
      const own = new Map<string, number>();
      const repeated: LineRange[] = [];
      for (const [at, { key, startLine, endLine }] of windowsOf(lines).entries()) {
        const first = own.get(key) ?? at;
        own.set(key, first);
        if (key === '' || (!shown.has(key) && first > at - WINDOW)) continue;
        const last = repeated.at(-1);
        if (last !== undefined && startLine <= last.endLine + 1) last.endLine = endLine;
        else repeated.push({ startLine, endLine });
      }
      return repeated.flatMap((range) => withoutOpeners(lines, range, signature));
    },
    add(lines) {
      for (const { key } of windowsOf(lines)) if (key !== '') shown.add(key);
    },
  };
}

/** Every WINDOW lines in a row that are not blank; the key is '' where they say too little. */
function windowsOf(lines: readonly string[]): (LineRange & { key: string })[] {
  const filled = lines.map((line, at) => ({ text: line.trim(), line: at + 1 })).filter(({ text }) => text !== '');
  const windows: (LineRange & { key: string })[] = [];
  for (let at = 0; at + WINDOW <= filled.length; at++) {
    const key = filled
      .slice(at, at + WINDOW)
      .map(({ text }) => text)
      .join('\n');
    const startLine = filled[at]!.line;
    const endLine = filled[at + WINDOW - 1]!.line;
    windows.push({ key: key.length < LEAST_CHARACTERS ? '' : key, startLine, endLine });
  }
  return windows;
}

/**
 * A signature stays, so that what is left out has a name: lines of the least indentation that a deeper one follows, with
 * all of their parameters.
 */
function withoutOpeners(lines: readonly string[], { startLine, endLine }: LineRange, signature: string): LineRange[] {
  const indents = lines.map((line) => (line.trim() === '' ? null : line.search(/\S/)));
  const least = Math.min(...indents.slice(startLine - 1, endLine).filter((indent) => indent !== null));
  const depths = depthsOf(lines);
  const parts: LineRange[] = [];
  let from = startLine;
  for (let line = startLine; line <= endLine; line++) {
    const next = indents.slice(line).find((indent) => indent !== null) ?? 0;
    const opens = indents[line - 1] === least && next > least;
    const goesOn = from === line && depths[line - 1]! > 0;
    if (!opens && !goesOn && !declares(lines[line - 1]!, signature)) continue;
    if (line > from) parts.push({ startLine: from, endLine: line - 1 });
    from = line + 1;
  }
  if (from <= endLine) parts.push({ startLine: from, endLine });
  return parts;
}

/** How many parentheses are open where each line begins. */
function depthsOf(lines: readonly string[]): number[] {
  let open = 0;
  return lines.map((line) => {
    const before = open;
    const code = line.replace(/(["'`]).*?\1/g, '');
    for (const character of code) {
      if (character === '(') open += 1;
      else if (character === ')') open = Math.max(0, open - 1);
    }
    return before;
  });
}
