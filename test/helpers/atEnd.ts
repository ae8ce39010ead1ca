/**
 * What ends with a test file. Files of one worker share their modules, so a helper cannot call `afterAll` itself: it is loaded by
 * the first file alone. test/helpers/eachFile.ts, which vitest runs for each file, calls `endFile`.
 */

const closings: (() => unknown)[] = [];

/** Calls a function when the test file ends, the last one first. */
export function atEnd(close: () => unknown): void {
  closings.push(close);
}

export async function endFile(): Promise<void> {
  for (let close = closings.pop(); close !== undefined; close = closings.pop()) await close();
}
