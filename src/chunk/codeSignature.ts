/** The declaration of a definition without its body, on one line. */

import type { LineIndex } from './indexLines.ts';

const MAX_SIGNATURE = 300;
/** `@Override`, `@app.route("/x")`, `#[derive(Debug)]`, `[Fact]`, `[[nodiscard]]`: they belong to the chunk, not to the signature. */
const ATTRIBUTE =
  /^(@(?!interface\b)[\w.:]+[ \t]*(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|#?!?\[(?:[^[\]]|\[[^[\]]*\])*\])\s*/;

/** What stands before a declaration on its line and does not belong to it: `x = function` begins at the function. */
const NO_WORD = /[^\w\s]/;
const NO_WORD_OR_AT = /[^\w\s@]/;

/**
 * @param definition offsets of the definition, decorators included, and of its body; null where unknown: the first line is
 *   taken then
 * @param atDeclares true where `@` begins declarations rather than attributes
 */
export function signatureOf(
  text: string,
  { start, end, body }: { start: number; end: number; body: number | null },
  lines: LineIndex,
  atDeclares = false,
): string {
  const isFirst = lines.firstAt(start, atDeclares ? NO_WORD_OR_AT : NO_WORD) >= start;
  const from = isFirst ? lines.startAt(start) : start;
  const stop = Math.min(body ?? end, from + 4000);
  let declaration = text.slice(from, stop).trim();
  if (!atDeclares) declaration = withoutAttributes(declaration);
  if (body === null) declaration = firstLine(declaration);
  return withoutBlocks(declaration.replace(/(^|\s)(\/\/|#|--)\s.*$/gm, '$1'))
    .replace(/\s+/g, ' ')
    .replace(/([([]) | (?=[)\],;])/g, '$1')
    .replace(/,(?=[)\]])/g, '')
    .replace(/\s*(\{|=>|=|:|->|;|\bdo)$/, '')
    .slice(0, MAX_SIGNATURE)
    .trim();
}

/** Behind the last end nothing is looked for: each beginning there would look for its end once more. */
function withoutBlocks(declaration: string): string {
  const end = declaration.lastIndexOf('*/') + 2;
  return declaration.slice(0, end).replace(/\/\*.*?\*\//gs, ' ') + declaration.slice(end);
}

function withoutAttributes(declaration: string): string {
  let rest = declaration;
  for (let match = ATTRIBUTE.exec(rest); match !== null; match = ATTRIBUTE.exec(rest))
    rest = rest.slice(match[0].length);
  return rest;
}

/** The first line, or as many as its brackets need to close; a template's parameters have no line to themselves. */
function firstLine(declaration: string): string {
  const lines = declaration.split('\n');
  let taken = lines[0] ?? '';
  for (let next = 1; next < lines.length && next < 12 && isUnfinished(taken); next++) taken += `\n${lines[next]}`;
  return taken;
}

function isUnfinished(text: string): boolean {
  const opened = text.match(/[([]/g)?.length ?? 0;
  const closed = text.match(/[)\]]/g)?.length ?? 0;
  return opened > closed || /^template\b.*>\s*$/s.test(text);
}
