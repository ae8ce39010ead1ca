/** Code in Markdown, whatever back-ticks it holds. Pure. */

/** Text in back-ticks, more of them than it holds in a row. */
export function inlineCode(text: string): string {
  const ticks = '`'.repeat(longestRun(text, /`+/g) + 1);
  const pad = ticks.length > 1 ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** Text in a fence that is longer than any that it holds. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, /^[ \t>]*`{3,}/gm) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string, pattern: RegExp): number {
  return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.replace(/[^`]/g, '').length));
}
