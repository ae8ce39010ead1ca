/** Measures the memory of a process and of those that it has started, where the system tells (Linux). */

import { readFile } from 'node:fs/promises';

/** git starts one or two more. */
const DEEPEST = 4;

/** @returns bytes that are its own, without files that are mapped; 0 elsewhere, and for what has ended */
export async function memoryOf(pid: number, depth = 0): Promise<number> {
  if (process.platform !== 'linux' || depth > DEEPEST) return 0;
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [status, children] = await Promise.all([read('status'), read(`task/${pid}/children`)]);
  // RssAnon:	   15224 kB
  const own = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  const below = children.split(' ').filter((child) => /^\d+$/.test(child));
  const more = await Promise.all(below.map((child) => memoryOf(Number(child), depth + 1)));
  return more.reduce((sum, bytes) => sum + bytes, own);
}
