/** Text in a Markdown fence that is longer than any that the text holds. */
export function fence(text: string, language: string): string {
  const runs = text.match(/^[ \t>]*`{3,}/gm) ?? [];
  const longest = Math.max(2, ...runs.map((run) => run.replace(/[^`]/g, '').length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}
