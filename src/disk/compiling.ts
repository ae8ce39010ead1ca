/**
 * Tells V8 how much work to put into machine code. A question is answered, and a commit of a few
 * files indexed, before optimised code has paid for itself: on 20,000 chunks its compilers take a
 * quarter of the processor time of a query, and a third of that of a commit.
 */

import { setFlagsFromString } from 'node:v8';

/** Commands that stay, and whose code is worth it. */
const STAYING = new Set(['mcp', 'serve', 'watch']);

/** By major version of Node: V8 has no flag of one name, and writes a line about one it lacks. */
const LATE: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=500000',
  21: '--interrupt-budget=500000',
  22: '--invocation-count-for-turbofan=30000',
  23: '--invocation-count-for-turbofan=30000',
};

/** Files whose parsing takes as long as the optimising of a parser. */
const MANY_FILES = 3000;

/** To be called by a program before anything else is loaded. */
export function compileLate(command: string | undefined): void {
  if (!hasFlags()) return;
  const late = LATE[process.versions.node.split('.', 1)[0]!];
  if (late !== undefined && (command === undefined || !STAYING.has(command))) setFlagsFromString(late);
  setFlagsFromString('--liftoff-only');
}

/** To be called before the first of so many files is parsed. */
export function compileParsersFor(files: number): void {
  if (files > MANY_FILES && hasFlags()) setFlagsFromString('--no-liftoff-only');
}

/** Other runtimes have other engines, or their own mind. */
function hasFlags(): boolean {
  return process.versions['bun'] === undefined && process.versions['deno'] === undefined;
}
