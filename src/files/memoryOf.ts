/** Measures the memory of a process and of those that it has started, where the system tells (Linux). */

import { readFile } from 'node:fs/promises';

/** Bytes of a page of Linux on nearly all processors; a few have larger ones, and are measured too low. */
const PAGE = 4096;
/** git starts one or two more. */
const DEEPEST = 4;

/** @returns bytes that are its own, without files that are mapped; 0 elsewhere, and for what has ended */
export async function memoryOf(pid: number, depth = 0): Promise<number> {
  if (process.platform !== 'linux' || depth > DEEPEST) return 0;
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [sizes, children] = await Promise.all([read('statm'), read(`task/${pid}/children`)]);
  // size resident shared …
  const [, resident = 0, shared = 0] = sizes.split(' ').map(Number);
  const below = children.split(' ').filter((child) => /^\d+$/.test(child));
  const more = await Promise.all(below.map((child) => memoryOf(Number(child), depth + 1)));
  return more.reduce((sum, bytes) => sum + bytes, (resident - shared) * PAGE);
}
