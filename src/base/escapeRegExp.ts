/** A text as a regular expression that matches it and nothing else. Node 20 has no RegExp.escape. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
