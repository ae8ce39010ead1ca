/** The tags of the AI's code view: informal XML, in which attributes are escaped and contents never are. Pure. */

/** `<NAME a="…" b="…">`; attributes without a value are left out. */
export function openTag(name: string, attributes: Readonly<Record<string, string | null>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeAttribute(value)}"`],
  );
  return `<${name}${written.join('')}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Any text within quotes, on one line: `a"b` → `a&quot;b`, a line's end → `&#10;`. */
function escapeAttribute(value: string): string {
  return value.replace(
    /[&<>"]|[\p{Cc}\u2028\u2029]/gu,
    (character) => ENTITIES[character] ?? `&#${character.codePointAt(0)};`,
  );
}

/** What could be taken for the end of one of our elements. */
const CLOSING = /<\/\s*cora:/i;

/**
 * An element with a text as it is. Where the text itself holds a closing tag of ours, the element's name gets the least
 * number from 2 on that the text does not hold: `<cora:content-2>` … `</cora:content-2>`. So nothing is escaped, left out
 * or ambiguous, and the same text is always written alike.
 */
export function verbatimElement(name: string, text: string): string {
  let tag = name;
  if (CLOSING.test(text)) {
    const held = text.toLowerCase();
    for (let number = 2; tag === name || held.includes(tag); number++) tag = `${name}-${number}`;
  }
  return `<${tag}>\n${text}\n</${tag}>`;
}

/** Text of ours and of a repository's on lines of a comment, which it cannot end. */
export function comment(lines: readonly string[]): string {
  return `<!--\n${lines.map((line) => line.replace(/--(?=!?>)/g, '- -')).join('\n')}\n-->`;
}
