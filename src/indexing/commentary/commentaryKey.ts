/** What is not paid for twice. */

export function commentaryKey(row: { contentHash: string; model: string; prompt: number }): string {
  return `${row.contentHash} ${row.prompt} ${row.model}`;
}
