/** Names that expressions and imports inside of functions bind in Python. */

import type { Bound } from './bindingScopes.ts';
import type { Brackets } from './brackets.ts';

/** Python: `lambda name:`, `for name in` of a comprehension; what a function binds is read from its text. */
export function inPython(text: string, pairs: Brackets, at: number, left: string, right: string): Bound | null {
  const lineEnd = (): number => {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  };
  const opener = pairs.openerOf(at);
  const line = left.slice(left.lastIndexOf('\n') + 1);
  if (/\blambda\b[^:]*$/.test(left) && /^[^:\n]*:/.test(right) && !/=\s*$/.test(left)) {
    const start = at - /\blambda\b[^:]*$/.exec(left)![0].length;
    const outer = pairs.openerOf(start);
    return { from: start, to: outer === -1 ? lineEnd() : pairs.closerOf(outer), by: 'variable' };
  }
  if (/\bfor\b[\w\s,(*]*$/.test(left) && /^[\w\s,)]*\bin\b/.test(right)) {
    let outer = opener;
    const start = at - /\bfor\b[\w\s,(*]*$/.exec(left)![0].length;
    while (outer > start) outer = pairs.openerOf(outer);
    return outer === -1 ? null : { from: outer, to: pairs.closerOf(outer), by: 'variable' };
  }
  if (/^\s+(?:from\s+[\w.]+\s+)?import\s[\w\s,.(]*$/.test(line) && !/^\s+as\b|^\s*\./.test(right)) {
    const indent = /^\s*/.exec(line)![0].length;
    return bodyAround(text, at, indent);
  }
  return null;
}

/** The function whose body the line is in, by indentation. */
function bodyAround(text: string, at: number, indent: number): Bound | null {
  const above = text.slice(0, at).split('\n');
  let own = indent;
  for (let line = above.length - 2; line >= 0; line--) {
    const found = /^(\s*)(\S.*)$/.exec(above[line]!);
    if (found === null || found[1]!.length >= own) continue;
    own = found[1]!.length;
    if (!/^(?:async\s+)?def\b/.test(found[2]!)) continue;
    const from = above.slice(0, line).join('\n').length;
    const end = new RegExp(`\\n[^\\S\\n]{0,${own}}(?=[^\\s)])`).exec(text.slice(at));
    return { from, to: end === null ? text.length : at + end.index, by: 'import' };
  }
  return null;
}
