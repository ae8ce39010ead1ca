/** What tells a chunk of a view from all others: copies of a file have the same chunks. */

export function placeOf({ path, row }: { path: string; row: { chunkId: string } }): string {
  return `${path}\0${row.chunkId}`;
}
