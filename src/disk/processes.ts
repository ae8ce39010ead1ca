/**
 * Tells if another process is gone, by a mark that it left; how much memory processes take (Linux);
 * and which folders of PATH no repository can fill.
 */

import { constants, readFileSync } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from '../base/types.ts';

export interface ProcessMark {
  pid: number;
  host: string;
  /**
   * When the process started, in the kernel's numbers, to tell it from a later one with the same
   * id; or null.
   */
  started: string | null;
}

export function markOfSelf(): ProcessMark {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** True only if it is certain: the process ran on this machine and has ended. */
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

/**
 * A process that has ended but whose parent has not noticed. It never equals a living owner's
 * start.
 */
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

/** Signals a process that leads a group of its own, and all of the group. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    // The process has ended meanwhile; macOS says EPERM of a group until its parent takes note.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

// Measures the memory of a process and its children, where the system tells it (Linux).

/** The memory of children is added down to this level below a process. Git starts one or two. */
const DEEPEST = 4;

/**
 * @returns its own memory in bytes, without mapped files; 0 on other systems, and for an ended
 * process
 */
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

// The part of PATH that no repository can influence. Pure.

/**
 * Leaves out relative entries, which mean the current folder, and `node_modules/.bin`: npm, npx and
 * husky put that of the current folder and of those above at the front. Through either a repository
 * could bring its own `git`, `ssh` or `node`.
 */
function programPath(path: string): string {
  const isSafe = (entry: string): boolean => isAbsolute(entry) && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(entry);
  return path.split(delimiter).filter(isSafe).join(delimiter);
}

/**
 * @returns the environment with such a PATH; an empty one, which means the current folder, is
 * removed
 */
export function withProgramPath(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const safe = { ...env };
  for (const name of ['PATH', 'Path']) {
    const path = programPath(env[name] ?? '');
    if (path === '') delete safe[name];
    else safe[name] = path;
  }
  return safe;
}

/**
 * @returns the absolute path of a program in PATH whose folder passes `mayBeIn`; null if there is
 * none
 */
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
