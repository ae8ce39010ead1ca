/** JSON as a person's editor wrote it. */

/** @param text may begin with a byte-order mark, which JSON itself does not know. @throws SyntaxError */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}
