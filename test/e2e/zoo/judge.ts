/** Holds what a trace shows against the table of allowed.ts. */

import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { type Allowed, DIST } from './allowed.ts';
import { faultOfGit } from './gitForms.ts';
import { pathOf, type Trace, type TraceEvent, textOf, textsOf } from './parseTrace.ts';

export interface Violation {
  kind: 'program' | 'connection' | 'write' | 'read' | 'unseen';
  what: string;
}

export interface JudgeOptions {
  /** Where the first process began. */
  cwd: string;
  /** Where it is given, only what this call and those below it do counts: the rest is git that the user started. */
  from?: (argv: readonly string[]) => boolean;
}

/** Calls that are followed; scripts/zoo and the tests ask strace for these. */
export const CALLS = [
  ...['execve', 'execveat', 'clone', 'clone3', 'fork', 'vfork', 'chdir', 'fchdir'],
  ...['connect', 'bind', 'listen', 'sendto', 'sendmsg', 'sendmmsg'],
  ...['open', 'openat', 'openat2', 'creat', 'open_by_handle_at', 'truncate', 'mknod', 'mknodat'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat', 'unlink', 'unlinkat'],
  ...[
    'mkdir',
    'mkdirat',
    'rmdir',
    'chmod',
    'fchmodat',
    'chown',
    'lchown',
    'fchownat',
    'utimensat',
    'setxattr',
    'lsetxattr',
  ],
  ...['mount', 'ptrace', 'process_vm_writev', 'memfd_create', 'io_uring_setup', 'userfaultfd', 'bpf', 'kexec_load'],
];

/** Ways past what strace sees, or into other processes. */
const UNSEEN = new Set([
  'open_by_handle_at',
  'mount',
  'ptrace',
  'process_vm_writev',
  'io_uring_setup',
  'bpf',
  'kexec_load',
]);

/** Which arguments name what is changed: with a folder's descriptor before the name, or without. */
const CHANGES: Readonly<Record<string, readonly (readonly [folder: number | null, name: number])[]>> = {
  creat: [[null, 0]],
  truncate: [[null, 0]],
  mknod: [[null, 0]],
  mknodat: [[0, 1]],
  rename: [
    [null, 0],
    [null, 1],
  ],
  renameat: [
    [0, 1],
    [2, 3],
  ],
  renameat2: [
    [0, 1],
    [2, 3],
  ],
  link: [
    [null, 0],
    [null, 1],
  ],
  linkat: [
    [0, 1],
    [2, 3],
  ],
  symlink: [[null, 1]],
  symlinkat: [[1, 2]],
  unlink: [[null, 0]],
  unlinkat: [[0, 1]],
  mkdir: [[null, 0]],
  mkdirat: [[0, 1]],
  rmdir: [[null, 0]],
  chmod: [[null, 0]],
  fchmodat: [[0, 1]],
  chown: [[null, 0]],
  lchown: [[null, 0]],
  fchownat: [[0, 1]],
  utimensat: [[0, 1]],
  setxattr: [[null, 0]],
  lsetxattr: [[null, 0]],
};

/** @returns what was not allowed, each once */
export function judge({ events, parents }: Trace, allowed: Allowed, options: JudgeOptions): Violation[] {
  const folders = new Map<number, { path: string }>();
  const counted = new Set<number>();
  /** What each process runs. */
  const programs = new Map<number, string>();
  const found = new Map<string, Violation>();
  const add = (kind: Violation['kind'], what: string): void => {
    found.set(`${kind} ${what}`, { kind, what });
  };
  for (const event of events) {
    const folder = folderOf(event.pid, folders, parents, options.cwd);
    if (options.from === undefined || isBelow(event.pid, counted, parents)) counted.add(event.pid);
    else if (event.call === 'execve' && event.error === null && options.from(textsOf(event.args[1] ?? '')))
      counted.add(event.pid);
    follow(event, folder);
    if (event.call === 'execve' && event.error === null) programs.set(event.pid, basename(textOf(event.args[0]) ?? ''));
    if (!counted.has(event.pid)) continue;
    const isGit = nearest(event.pid, programs, parents) === 'git';
    const reads = isGit ? [...allowed.reads, ...allowed.gitReads] : allowed.reads;
    weigh(event, folder.path, { ...allowed, reads }, add);
  }
  return [...found.values()];
}

type Add = (kind: Violation['kind'], what: string) => void;

function weigh(event: TraceEvent, cwd: string, allowed: Allowed, add: Add): void {
  const { call, args, error } = event;
  if (UNSEEN.has(call)) {
    if (error === null) add('unseen', call);
  } else if (call === 'execve' || call === 'execveat') weighProgram(event, cwd, allowed, add);
  else if (['connect', 'sendto', 'sendmsg', 'sendmmsg'].includes(call)) weighConnection(args, allowed, add);
  else if (call === 'bind') weighBind(args, add);
  else if (['open', 'openat', 'openat2'].includes(call)) weighOpen(event, cwd, allowed, add);
  else {
    for (const [at, name] of CHANGES[call] ?? []) {
      const text = textOf(args[name]);
      // A descriptor that is open already (fchmodat with an empty name) was weighed when it was opened.
      if (text === null || text === '') continue;
      const path = target(settled(resolve(at === null ? cwd : (pathOf(args[at]!) ?? cwd), text)));
      const isDone = error === null || isIn(path, allowed.untouchable);
      // Git marks the shared part of a split index as used.
      if (call === 'utimensat' && /\/sharedindex\.[0-9a-f]{40}$/.test(path) && isIn(path, allowed.reads)) continue;
      if (isDone && !isIn(path, allowed.writes)) add('write', `${call} ${path}`);
    }
  }
}

function weighProgram({ args, error }: TraceEvent, cwd: string, allowed: Allowed, add: Add): void {
  const given = textOf(args[0]) ?? '?';
  const argv = textsOf(args[1] ?? '');
  const path = settled(resolve(cwd, given), true);
  if (error !== null) {
    const isLookedFor =
      isAbsolute(given) && allowed.path.includes(dirname(given)) && allowed.names.has(basename(given));
    if (!isLookedFor) add('program', `${given} (tried: ${error})`);
    return;
  }
  if (!allowed.programs.has(path)) add('program', [path, ...argv.slice(1)].join(' ').slice(0, 300));
  else if (basename(path) === 'git') {
    const fault = faultOfGit(argv);
    if (fault !== null) add('program', `git: ${fault}: ${argv.slice(1).join(' ').slice(0, 400)}`);
  } else if (path === settled(process.execPath, true) && !ownScript(argv))
    add('program', `node with ${argv.slice(1).join(' ').slice(0, 300)}`);
  else if (basename(path) === 'rg' && argv[1] !== '--no-config') add('program', `rg with ${argv.slice(1).join(' ')}`);
}

/** Flags of node, then a file of dist. */
function ownScript(argv: readonly string[]): boolean {
  const script = argv.slice(1).find((word) => !word.startsWith('-'));
  const flags = argv.slice(1, argv.indexOf(script ?? ''));
  return (
    script?.startsWith(DIST + sep) === true &&
    !flags.some((flag) => /^--?(e|r|import|require|eval|loader)\b/.test(flag))
  );
}

function weighConnection(args: readonly string[], allowed: Allowed, add: Add): void {
  const all = args.join(', ');
  const family = /sa_family=(AF_\w+)/.exec(all)?.[1];
  // No address: it is the other end of a connection that was weighed, or of a pipe.
  if (family === undefined || family === 'AF_NETLINK' || family === 'AF_UNSPEC') return;
  // The C library asks this daemon of the machine for a name; whoever may reach nobody has no name to look up.
  if (all.includes('/nscd/socket"') && allowed.connects.length > 0) return;
  const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(all);
  const port = /sin6?_port=htons\((\d+)\)/.exec(all)?.[1];
  const where = address === null ? all.slice(0, 200) : `${address[1] ?? address[2]}:${port}`;
  if (!allowed.connects.includes(where)) add('connection', `${family} ${where}`);
}

/** A server of Cora's listens on the loopback interface, and only there. */
function weighBind(args: readonly string[], add: Add): void {
  const all = args.join(', ');
  if (/AF_INET6?\b/.test(all) && !/inet_addr\("127\.0\.0\.1"\)|"::1"/.test(all)) add('connection', `bind ${all}`);
}

function weighOpen({ call, args, result, error }: TraceEvent, cwd: string, allowed: Allowed, add: Add): void {
  const [folder, name, flags = ''] = call === 'open' ? [null, args[0], args[1]] : [args[0]!, args[1], args[2]];
  const text = textOf(name);
  if (text === null || /\bO_PATH\b/.test(flags)) return;
  const named = resolve(folder === null ? cwd : (pathOf(folder) ?? cwd), text);
  const path =
    error === null
      ? (pathOf(result) ?? settled(named))
      : settled(named, !args.some((arg) => arg.includes('O_NOFOLLOW')));
  const isWriting = /\bO_(WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/.test(flags);
  const isTried = error === null || isIn(path, allowed.untouchable);
  if (!isTried || path.startsWith('pipe:') || path.startsWith('socket:')) return;
  if (!isIn(isWriting ? target(path) : path, isWriting ? allowed.writes : allowed.reads))
    add(isWriting ? 'write' : 'read', path);
}

/** A file is written beside its place as `.name.PID.random.tmp` and then renamed. */
function target(path: string): string {
  const [, name] = /^\.(.+)\.\d+\.[0-9a-f]{12}\.tmp$/.exec(basename(path)) ?? [];
  return name === undefined ? path : join(dirname(path), name);
}

function isIn(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root + sep));
}

/** Over the links on the way, which are still there when a run is judged; over the last one too where `isFollowed`. */
function settled(path: string, isFollowed = false): string {
  try {
    if (isFollowed) return realpathSync(path);
    return path === '/' ? path : join(realpathSync(dirname(path)), basename(path));
  } catch {
    return dirname(path) === path ? path : join(settled(dirname(path), true), basename(path));
  }
}

function follow({ call, args, error }: TraceEvent, folder: { path: string }): void {
  if (error !== null) return;
  const known = args[0]?.startsWith('AT_FDCWD<') === true ? pathOf(args[0]) : null;
  if (known !== null) folder.path = known;
  if (call === 'chdir') folder.path = resolve(folder.path, textOf(args[0]) ?? '.');
  if (call === 'fchdir') folder.path = pathOf(args[0] ?? '') ?? folder.path;
}

type Parents = Trace['parents'];

function folderOf(
  pid: number,
  folders: Map<number, { path: string }>,
  parents: Parents,
  first: string,
): { path: string } {
  const known = folders.get(pid);
  if (known !== undefined) return known;
  const from = parents.get(pid);
  const above = from === undefined ? { path: first } : folderOf(from.parent, folders, parents, first);
  const own = from?.sharesFolder === true ? above : { ...above };
  folders.set(pid, own);
  return own;
}

function nearest(pid: number, programs: ReadonlyMap<number, string>, parents: Parents): string | undefined {
  for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)?.parent) {
    const program = programs.get(at);
    if (program !== undefined) return program;
  }
  return undefined;
}

function isBelow(pid: number, counted: ReadonlySet<number>, parents: Parents): boolean {
  for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)?.parent)
    if (counted.has(at)) return true;
  return false;
}
