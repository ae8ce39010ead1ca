/**
 * Settings of Node's own engine and limits: machine code, heap, threads.
 */

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Makes V8 optimise later. A question is answered, and a commit of a few files is indexed, before
// optimised code has paid for itself: with 20,000 chunks V8's compilers take a quarter of the
// processor time of a query, and a third of that of a commit.

/** Commands that run so long that optimised code pays. */
const STAYING = new Set(['mcp', 'serve', 'watch']);

/**
 * A pattern's bytecode runs once before V8 compiles it, and optimising the bytecode takes as long.
 */
const PLAIN_PATTERNS = '--no-regexp-peephole-optimization';

/**
 * By major version of Node: the flags have other names in each, and V8 prints a line about an
 * unknown one.
 */
const LATE: Readonly<Record<string, readonly string[]>> = {
  20: ['--interrupt-budget=1000000', PLAIN_PATTERNS],
  21: ['--interrupt-budget=1000000', PLAIN_PATTERNS],
  22: ['--invocation-count-for-turbofan=30000', PLAIN_PATTERNS],
  23: ['--invocation-count-for-turbofan=30000', PLAIN_PATTERNS],
  24: ['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000', PLAIN_PATTERNS],
};

/** Commands that compare vectors all day: optimised, that takes a fifth of the time. */
const SEARCHING = new Set(['mcp', 'serve']);

/**
 * For servers: between two full collections the heap at most doubles. V8 would let it grow fourfold
 * in each thread, by objects that outlive a few searches.
 */
const DOUBLING_HEAP = '--heap-growing-percent=100';

/** Optimising the parsers takes as long as parsing so many files. */
const MANY_FILES = 3000;

/**
 * `--liftoff-only` turns the other two flags off, and `--no-liftoff-only` alone does not turn them
 * on again. Only hot code is optimised: the budget is that of V8 in Node 22, seven times that of
 * Node 20.
 */
const OPTIMISED_WASM = [
  '--wasm-tiering-budget=13000000',
  ...['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'],
];

/**
 * Call it when the program has loaded everything it needs: with changed flags Node compiles its own
 * modules again instead of using the code that it ships.
 */
export function compileLate(command: string): void {
  if (!hasFlags()) return;
  const late = STAYING.has(command) ? [] : (LATE[majorVersion()] ?? []);
  const compiled = SEARCHING.has(command) ? [...OPTIMISED_WASM, DOUBLING_HEAP] : ['--liftoff-only'];
  for (const flag of [...late, ...compiled]) setFlagsFromString(flag);
}

/** Call it before the first of so many files is parsed. */
export function compileParsersFor(files: number): void {
  if (files > MANY_FILES && hasFlags()) for (const flag of OPTIMISED_WASM) setFlagsFromString(flag);
}

function majorVersion(): string {
  return process.versions.node.split('.', 1)[0]!;
}

/** False for other runtimes, which have other engines or other flags. */
function hasFlags(): boolean {
  return process.versions['bun'] === undefined && process.versions['deno'] === undefined;
}

// Keeps the heap of a long build small. V8 lets the old generation grow to a multiple of the living
// objects before it collects. Here megabytes of rows come and go, and machines that build indexes
// are small. Measured on 11,000 files: at most 846 MB without this, 590 MB with it, in the same
// time.

/** The number of bytes of garbage that may gather between two collections. */
const SLACK = 32 * 2 ** 20;

/** @returns a function to call now and then, at moments when little is alive */
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

/** By major version of Node. */
const AS_IT_IS: Readonly<Record<string, string>> = { 20: '--semi-space-growth-factor=1' };

/**
 * Keeps V8 from growing the space for new objects. A build drops most objects at once, and takes as
 * long with a quarter of the usual 32 MB. Call it whenever a thread has started, because V8 then
 * sets the factor to 2 again.
 */
export function keepRoomForNew(): void {
  const flag = AS_IT_IS[majorVersion()];
  if (flag !== undefined && hasFlags()) setFlagsFromString(flag);
}

/** Undefined for engines other than V8, which manage their memory themselves. */
function collector(): (() => void) | undefined {
  if (process.versions['bun'] !== undefined) return undefined;
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Frees everything that nothing refers to. @returns false if the engine has no way to do so */
export function collectHeap(): boolean {
  const collect = collector();
  collect?.();
  return collect !== undefined;
}

/** Returns the bytes of this thread's heap and of its buffers outside of the heap. */
export function heapAndBuffers(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The most threads that parse. Each takes some 20 MB before it has read anything. */
export const MOST_THREADS = 64;
/** The address space that a thread takes before it has read anything, with a reserve for others. */
const THREAD_BYTES = 2 ** 30;
const PAGE_BYTES = 4096;

/** False if a limit of memory (ulimit -v) is near: one more thread would end the process. */
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
