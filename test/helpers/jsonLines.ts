/** The values of a log of JSON lines that another process may be writing: what follows the last line break is not read yet. */
export function jsonLines<T>(text: string): T[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
}
