/** Offsets to lines, without asking the parser: each of its answers is a call into WebAssembly. */

/** @returns the 1-based line of an offset in UTF-16 code units */
export function lineFinder(lines: string[]): (offset: number) => number {
  const starts: number[] = [];
  let next = 0;
  for (const line of lines) {
    starts.push(next);
    next += line.length + 1;
  }
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
