/**
 * Names a result after the definition that the question asks for: a chunk of several small
 * definitions carries the name of one of them. Pure.
 */

import type { Definition } from '../../base/types.ts';
import type { FileLines, ShownRow, ShownText } from './placeChunk.ts';

/** The definition of a chunk that a question asks for, null where its own name says as much. */
export type AskedDefinition = (row: ShownRow, path: string) => Definition | null;

/** Characters of a line that a signature is read from. */
const LONGEST = 300;

/**
 * @param asked one of the row's definitions
 * @param lines of the file; where they are not known, the signature is not either
 * @returns the row with the name, scope, signature and lines of the definition
 */
export function nameAsked(row: ShownRow, asked: Definition, lines: FileLines | null): ShownText {
  const { name, kind, startLine, endLine } = asked;
  const encloses = (from: number, to: number): boolean =>
    from <= startLine && to >= endLine && to - from > endLine - startLine;
  const around = row.defines.filter((other) => encloses(other.startLine, other.endLine)).map((other) => other.name);
  // A container defines nothing of its name: `impl Pool {`.
  const [from = 0, to = 0] = row.frame.split(':', 1)[0]!.split('-').map(Number);
  const isContainer = encloses(from, to) && !row.defines.some((other) => other.name === row.symbol);
  return {
    ...row,
    kind,
    symbol: name,
    scope: [...row.scope, ...(isContainer ? [row.symbol] : []), ...around],
    signature: lines === null ? '' : signatureIn(lines, asked),
    frame: row.frame.replace(/^[^:]*/, `${startLine}-${endLine}`),
  };
}

/** Returns the line that shows the name: attributes stand above it. */
function signatureIn(lines: FileLines, { name, startLine, endLine }: Definition): string {
  const textOf = (line: number): string => lines.slice(line, line).slice(0, LONGEST);
  let line = startLine;
  while (line < endLine && !textOf(line).includes(name)) line += 1;
  return textOf(line)
    .trim()
    .replace(/(?<![\s{:=])[\s{:=]+$/, '');
}
