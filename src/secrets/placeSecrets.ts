/**
 * Decides which chunk says what of a blob's secrets: the first one that holds where a secret
 * begins.
 */

import type { FoundSecret } from './redact.ts';

/**
 * @param secrets by their start
 * @param chunks in the order of their bytes, where they begin and where they end
 * @param lineStarts byte offset of the start of each line
 * @returns for each chunk `LINE:RULE` of each of its secrets, separated by spaces
 */
export function placeSecrets(
  secrets: readonly FoundSecret[],
  chunks: readonly { startByte: number; endByte: number }[],
  lineStarts: readonly number[],
): string[] {
  const placed = chunks.map((): string[] => []);
  let chunk = 0;
  let line = 0;
  for (const { rule, start } of secrets) {
    while (chunk < chunks.length && chunks[chunk]!.endByte <= start) chunk++;
    while (line < lineStarts.length && lineStarts[line]! <= start) line++;
    if (chunk < chunks.length && chunks[chunk]!.startByte <= start) placed[chunk]!.push(`${line}:${rule}`);
  }
  return placed.map((notes) => notes.join(' '));
}

/** The inverse, of one chunk. */
export function readPlaced(redacted: string): { line: number; rule: string }[] {
  if (redacted === '') return [];
  return redacted.split(' ').map((note) => {
    const colon = note.indexOf(':');
    return { line: Number(note.slice(0, colon)), rule: note.slice(colon + 1) };
  });
}
