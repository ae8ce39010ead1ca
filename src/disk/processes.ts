/**
 * Processes: a mark tells a later one whether its maker is gone, Linux tells how much memory they
 * hold, and a PATH is cleared of what a repository could bring.
 */

import { constants, readFileSync } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from '../base/types.ts';

export interface ProcessMark {
  pid: number;
  host: string;
  /** The start of the process in the kernel's words, which tells it from a later one; or null. */
  started: string | null;
}

export function markOfSelf(): ProcessMark {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** True only when it is certain: the process ran on this machine and is gone. */
export function isGone(mark: ProcessMark): boolean {
  if (mark.host !== hostname()) return false;
  if (!isRunning(mark.pid)) return true;
  const started = startOf(mark.pid);
  return mark.started !== null && started !== null && started !== mark.started;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A killed process whose parent took no note yet: it holds nothing, and fits no owner. */
const ZOMBIE = 'zombie';

/** Linux only: boot and start tick of a process, from /proc/<pid>/stat (fields 3 and 22). */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? ZOMBIE : `${boot}:${fields[19]}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

// Measures the memory of a process and of those that it has started, where the system tells
// (Linux).

/** git starts one or two more. */
const DEEPEST = 4;

/** @returns its own bytes, without files that are mapped; 0 elsewhere, and for what has ended */
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

// The part of a PATH that no repository can have a say in. Pure.

/**
 * A relative entry means wherever Cora is; and npm, npx and husky put `node_modules/.bin` of the
 * folder that they are started in, and of those above it, before everything else. So a repository
 * could bring a `git`, an `ssh`, a `node`.
 */
function programPath(path: string): string {
  const isSafe = (entry: string): boolean => isAbsolute(entry) && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(entry);
  return path.split(delimiter).filter(isSafe).join(delimiter);
}

/** @returns the environment with such a PATH; an empty one, which means here, is left out */
export function withProgramPath(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const safe = { ...env };
  for (const name of ['PATH', 'Path']) {
    const path = programPath(env[name] ?? '');
    if (path === '') delete safe[name];
    else safe[name] = path;
  }
  return safe;
}

/** @returns the absolute path of a program of PATH, in a folder that `mayBeIn`; null for none */
export async function findProgram(
  name: string,
  env: Environment,
  mayBeIn = (_folder: string): boolean => true,
): Promise<string | null> {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  for (const folder of programPath(env.PATH ?? env.Path ?? '').split(delimiter)) {
    const path = join(folder, file);
    if (folder !== '' && mayBeIn(folder) && (await isProgram(path))) return path;
  }
  return null;
}

export async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) return false;
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
