/**
 * Where any of many short words stands in bytes, in one pass: an Aho-Corasick automaton, whose cost does not depend on how many
 * words there are. It is what makes looking for a hundred kinds of secrets as cheap as looking for one.
 * Aho, Corasick: Efficient string matching: an aid to bibliographic search, CACM 18 (1975).
 */

export type FindKeywords = (bytes: Uint8Array, found: (keyword: number, at: number) => void) => void;

/** @param keywords ASCII, matched in either case; `found` is told their places in this list, and where each begins */
export function createKeywordFinder(keywords: readonly string[]): FindKeywords {
  const { classOf, classes } = classesOf(keywords);
  const lengths = keywords.map((keyword) => keyword.length);
  const states = keywords.reduce((sum, { length }) => sum + length, 1);
  // The row of a state begins at its number times `classes`; cells hold such beginnings.
  const next = new Int32Array(states * classes);
  const ends: number[][] = [[]];
  let used = 1;
  keywords.forEach((keyword, number) => {
    let row = 0;
    for (const byte of Buffer.from(keyword)) {
      const cell = row + classOf[byte]!;
      if (next[cell] === 0) {
        next[cell] = used * classes;
        ends[used++] = [];
      }
      row = next[cell]!;
    }
    ends[row / classes]!.push(number);
  });
  addFailures(next, ends, classes);
  const outputs = ends.slice(0, used).map((numbers) => (numbers.length === 0 ? null : numbers));
  return (bytes, found) => {
    let row = 0;
    for (let at = 0; at < bytes.length; at++) {
      row = next[row + classOf[bytes[at]!]!]!;
      if (row === 0) continue;
      const output = outputs[row / classes];
      if (output === null || output === undefined) continue;
      for (const keyword of output) found(keyword, at + 1 - lengths[keyword]!);
    }
  };
}

/** Bytes that no keyword holds are one class, 0; the two cases of a letter are one. */
function classesOf(keywords: readonly string[]): { classOf: Uint8Array; classes: number } {
  const classOf = new Uint8Array(256);
  let classes = 1;
  for (const byte of Buffer.from(keywords.join('').toLowerCase())) if (classOf[byte] === 0) classOf[byte] = classes++;
  for (let upper = 65; upper <= 90; upper++) classOf[upper] = classOf[upper + 32]!;
  return { classOf, classes };
}

/** What does not go on where it stands goes on from the longest end of it that is a beginning too: breadth first. */
function addFailures(next: Int32Array, ends: number[][], classes: number): void {
  const failures = new Int32Array(ends.length);
  const queue = new Int32Array(ends.length);
  let last = 0;
  for (let cell = 0; cell < classes; cell++) if (next[cell] !== 0) queue[last++] = next[cell]!;
  for (let at = 0; at < last; at++) {
    const row = queue[at]!;
    const fallback = failures[row / classes]!;
    for (let cell = 0; cell < classes; cell++) {
      const target = next[row + cell]!;
      const behind = next[fallback + cell]!;
      if (target === 0) {
        next[row + cell] = behind;
        continue;
      }
      failures[target / classes] = behind;
      for (const keyword of ends[behind / classes]!) ends[target / classes]!.push(keyword);
      queue[last++] = target;
    }
  }
}
