/**
 * Settings of Node's own engine and limits: machine code, heap, threads.
 */

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// V8 is told to optimise later. A question is answered, and a commit of a few files is indexed,
// before optimised code has paid for itself: on 20,000 chunks V8's compilers take a quarter of the
// processor time of a query, and a third of that of a commit.

/** Commands that stay, and whose code is worth it. */
const STAYING = new Set(['mcp', 'serve', 'watch']);

/** A pattern's bytecode runs once before V8 compiles it: optimising it takes as long. */
const PLAIN_PATTERNS = '--no-regexp-peephole-optimization';

/** By major version of Node: V8 has no flag of one name, and writes a line about one it lacks. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  20: ['--interrupt-budget=1000000', PLAIN_PATTERNS],
  21: ['--interrupt-budget=1000000', PLAIN_PATTERNS],
  22: ['--invocation-count-for-turbofan=30000', PLAIN_PATTERNS],
  23: ['--invocation-count-for-turbofan=30000', PLAIN_PATTERNS],
  24: ['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000', PLAIN_PATTERNS],
};

/** Files whose parsing takes as long as the optimising of a parser. */
const MANY_FILES = 3000;

/**
 * `--liftoff-only` switches the other two off, and `--no-liftoff-only` alone leaves them so. Only
 * what is hot is optimised: the budget is that of V8 in Node 22, seven times that of Node 20.
 */
const OPTIMISED_PARSERS = [
  '--wasm-tiering-budget=13000000',
  ...['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'],
];

/**
 * To be called by a program once it has loaded what it needs: with other flags than V8 had when
 * Node was built, Node compiles its own modules anew instead of taking the code it brings along.
 */
export function compileLate(command: string): void {
  if (!hasFlags()) return;
  const late = STAYING.has(command) ? [] : (LATE[majorVersion()] ?? []);
  for (const flag of [...late, '--liftoff-only']) setFlagsFromString(flag);
}

/** To be called before the first of so many files is parsed. */
export function compileParsersFor(files: number): void {
  if (files > MANY_FILES && hasFlags()) for (const flag of OPTIMISED_PARSERS) setFlagsFromString(flag);
}

function majorVersion(): string {
  return process.versions.node.split('.', 1)[0]!;
}

/** Other runtimes have other engines, or their own mind. */
function hasFlags(): boolean {
  return process.versions['bun'] === undefined && process.versions['deno'] === undefined;
}

// Keeps a long build's heap near what is alive. V8 lets the old generation of a process grow to a
// multiple of that before it looks; rows come and go by the megabyte here, and machines that build
// indexes are small. Measured on 11,000 files: 846 MB at the most without, 590 with, in the same
// time.

/** Garbage that may gather between two collections, bytes. */
const SLACK = 32 * 2 ** 20;

/** @returns to be called now and then, where little is alive */
export function createHeapLimit(usedBytes: () => number): () => void {
  const collect = collector();
  if (collect === undefined) return () => undefined;
  let alive = usedBytes();
  return () => {
    if (usedBytes() < alive + SLACK) return;
    collect();
    alive = usedBytes();
  };
}

/** By major version of Node, as above. */
const AS_IT_IS: Readonly<Record<string, string>> = { 20: '--semi-space-growth-factor=1' };

/**
 * Lets V8 make no more room for new objects than there is. A build drops most of them at once, and
 * takes as long with a quarter of the usual 32 MB. To be called whenever a thread has started:
 * with it V8 sets the factor to 2 again.
 */
export function keepRoomForNew(): void {
  const flag = AS_IT_IS[majorVersion()];
  if (flag !== undefined && hasFlags()) setFlagsFromString(flag);
}

/** Other engines than V8 have none, and mind their memory themselves. */
function collector(): (() => void) | undefined {
  if (process.versions['bun'] !== undefined) return undefined;
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Gives back what nothing refers to. @returns false where the engine cannot be told to */
export function collectHeap(): boolean {
  const collect = collector();
  collect?.();
  return collect !== undefined;
}

/** Returns the bytes of this thread's heap, with its objects' buffers outside of the heap. */
export function heapAndBuffers(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Threads that parse, at most. Each holds some 20 MB before it has read anything. */
export const MOST_THREADS = 64;
/** Address space that a thread takes before it has read anything, with some for the others. */
const THREAD_BYTES = 2 ** 30;
const PAGE_BYTES = 4096;

/** False where a limit on memory (ulimit -v) is near: a thread more would end the process. */
export function roomForThread(): boolean {
  try {
    const most = /^Max address space +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    if (most === undefined) return true;
    const pages = Number(readFileSync('/proc/self/statm', 'latin1').split(' ', 1)[0]);
    return Number(most) - pages * PAGE_BYTES > THREAD_BYTES;
  } catch {
    return true;
  }
}
