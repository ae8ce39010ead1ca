/** Writes a text as one word of a POSIX shell, for commands that messages give to be typed. Pure. */

/** @param text such as a path, which somebody else may have chosen @returns it in quotes, if it needs any */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
