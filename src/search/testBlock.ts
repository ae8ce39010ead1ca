/** Blocks of tests that have a title for a name: `test('opens', …)`, `it "opens" do`. Pure. */

/** Ends where the title begins. */
const OPENS =
  /^(\s*)(?:test|it|describe|context|should|specify|suite|scenario|feature|bench)\b[^'"`\s]{0,60}[\s(]{1,3}(?:(['"])((?:(?!\2).){1,300})\2|`([^`]{1,300})`)/;

export interface TestBlock {
  title: string;
  startLine: number;
  endLine: number;
}

/** @returns the innermost block around a line, null where there is none */
export function testBlockAround(lines: readonly string[], line: number): TestBlock | null {
  let indent = Number.POSITIVE_INFINITY;
  for (let at = line; at >= 1 && indent > 0; at--) {
    const text = lines[at - 1]!;
    if (text.trim() === '') continue;
    const own = indentOf(text);
    if (own >= indent) continue;
    const block = testBlockAt(lines, at);
    // What ends above the line is beside it.
    if (block !== null && block.endLine >= line) return block;
    if (at < line || block === null) indent = own;
  }
  return null;
}

/** @returns the block that opens on the line */
export function testBlockAt(lines: readonly string[], line: number): TestBlock | null {
  const [, indent, , quoted, template] = OPENS.exec(lines[line - 1]!.slice(0, 500)) ?? [];
  const title = quoted ?? template;
  if (indent === undefined || title === undefined) return null;
  for (let at = line; at < lines.length; at++) {
    const text = lines[at]!;
    if (text.trim() !== '' && indentOf(text) <= indent.length) {
      const closes = /^\s*(?:[})\]]|end\b)/.test(text) && indentOf(text) === indent.length;
      return { title, startLine: line, endLine: closes ? at + 1 : at };
    }
  }
  return { title, startLine: line, endLine: lines.length };
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
