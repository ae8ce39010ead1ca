/** Reads what placeSecrets of text.ts wrote of one chunk, for whoever finds no secrets himself. */
export function readPlaced(redacted: string): { line: number; rule: string }[] {
  if (redacted === '') return [];
  return redacted.split(' ').map((note) => {
    const colon = note.indexOf(':');
    return { line: Number(note.slice(0, colon)), rule: note.slice(colon + 1) };
  });
}
