/**
 * Starts git from a small process beside this one, processStarter.mjs. Node starts a process with fork, and Linux copies the page
 * tables of who forks: 7 ms for each 200 MB, thousands of times in a worker that runs one test file after the other. Git's standard
 * streams are sockets that end in this process, as they always are; only its parent is another.
 */

import childProcess, { type ChildProcess, type SpawnOptions, type SpawnSyncReturns } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
// @ts-expect-error: a module without declarations, which processStarter.mjs uses too
import { framed, HEADER, readFrames } from './frames.mjs';

interface Starter {
  connect(): Socket;
  /** Starts git, with the next three connections as its standard streams. */
  start(task: object, hear: (news: News) => void): void;
  /** Runs git, and waits. */
  run(task: object): GitRun;
}

interface GitRun {
  status: number | null;
  /** Null where git could not be started. */
  stdout: Uint8Array | null;
  stderr: Uint8Array | null;
  error?: string;
}

interface News {
  pid?: number;
  error?: { message: string; errno?: number };
  code?: number | null;
  signal?: NodeJS.Signals | null;
}

/** Options with which git is started as everywhere. */
const KNOWN = new Set(['cwd', 'env', 'stdio', 'windowsHide']);

const ENDED = 'the process that starts git has ended';

let starter: Starter | null = null;
const { spawn, spawnSync } = childProcess;

/** From here on, `spawn('git', …)` of this process goes to the small one, on Linux. */
export function startGitElsewhere(): void {
  if (process.platform !== 'linux' || childProcess.spawn !== spawn) return;
  const started = (command: string, args: readonly string[] = [], options: SpawnOptions = {}): ChildProcess => {
    const isUsual =
      command === 'git' && options.stdio === 'pipe' && Object.keys(options).every((option) => KNOWN.has(option));
    if (!isUsual) return spawn(command, args, options);
    starter ??= beginStarter();
    return new StartedGit(starter, args, options) as unknown as ChildProcess;
  };
  childProcess.spawn = started as typeof spawn;
  syncBuiltinESMExports();
}

/** Runs git to its end, while nothing else happens in this process. */
export function gitSync(
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; input: string | Uint8Array; maxBuffer: number },
): Pick<SpawnSyncReturns<Buffer>, 'status' | 'stdout' | 'stderr' | 'error'> {
  if (childProcess.spawn === spawn) return spawnSync('git', args, options);
  starter ??= beginStarter();
  const { status, stdout, stderr, error } = starter.run({ args, ...options, env: { ...options.env } });
  return {
    ...{ status, stdout: Buffer.from(stdout ?? []), stderr: Buffer.from(stderr ?? []) },
    ...(error === undefined ? {} : { error: new Error(error) }),
  };
}

/** As much of ChildProcess as src uses. */
class StartedGit extends EventEmitter {
  readonly stdin: Socket;
  readonly stdout: Socket;
  readonly stderr: Socket;
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  private killedBy: NodeJS.Signals | null = null;
  private hasEnded = false;

  constructor(by: Starter, args: readonly string[], { cwd = process.cwd(), env = process.env }: SpawnOptions) {
    super();
    this.stdin = by.connect();
    this.stdout = by.connect();
    this.stderr = by.connect();
    by.start({ args, cwd: String(cwd), env: { ...env } }, (news) => this.hear(news));
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    if (this.hasEnded) return false;
    if (this.pid === undefined) {
      this.killedBy = signal;
      return true;
    }
    try {
      return process.kill(this.pid, signal);
    } catch {
      return false;
    }
  }

  private hear({ pid, error, code = null, signal = null }: News): void {
    if (pid !== undefined) {
      this.pid = pid;
      if (this.killedBy !== null) this.kill(this.killedBy);
      return;
    }
    this.hasEnded = true;
    this.stdin.destroy();
    this.exitCode = error?.errno ?? code;
    this.signalCode = signal;
    if (error === undefined) this.emit('exit', code, signal);
    else this.emit('error', Object.assign(new Error(error.message), error));
    const open = [this.stdin, this.stdout, this.stderr].filter((stream) => !stream.closed);
    let left = open.length;
    const close = (): void => {
      left -= 1;
      if (left <= 0) this.emit('close', this.exitCode, signal);
    };
    if (left === 0) close();
    for (const stream of open) stream.once('close', close);
    // What nobody reads ends all the same.
    for (const stream of [this.stdout, this.stderr]) if (!stream.destroyed) stream.resume();
  }
}

function beginStarter(): Starter {
  const folder = mkdtempSync(join(tmpdir(), 'cora-starter-'));
  const socket = join(folder, 'socket');
  const tasks = join(folder, 'tasks');
  const answers = join(folder, 'answers');
  const made = spawnSync('mkfifo', [tasks, answers], { timeout: 10_000 });
  if (made.status !== 0) throw new Error(`mkfifo failed: ${made.error?.message ?? made.stderr.toString()}`);
  const [itsTasks, myTasks] = openPipe(tasks);
  const [myAnswers, itsAnswers] = openPipe(answers);
  const program = fileURLToPath(new URL('./processStarter.mjs', import.meta.url));
  spawn(process.execPath, [program, folder], { stdio: [itsTasks, itsAnswers, 'inherit'] }).unref();
  // Only it has these ends now: when it dies, nobody waits for it any longer.
  for (const pipe of [itsTasks, itsAnswers]) closeSync(pipe);
  // It listens now.
  readFrame<'ready'>(myAnswers);
  const hearers = new Map<number, (news: News) => void>();
  const control = connect(socket);
  control.unref();
  control.on('error', () => control.destroy());
  control.on('close', () => {
    giveUp();
    for (const pipe of [myTasks, myAnswers]) closeSync(pipe);
    rmSync(folder, { recursive: true, force: true });
    for (const hear of hearers.values()) hear({ error: { message: ENDED } });
  });
  readFrames(control, ({ id, ...news }: News & { id: number }) => {
    const hear = hearers.get(id)!;
    if (news.pid === undefined) hearers.delete(id);
    hear(news);
  });
  /** Ends the process; the next git has another. */
  const giveUp = (): void => {
    control.destroy();
    if (starter === mine) starter = null;
  };
  let nextId = 1;
  const mine: Starter = {
    connect: () =>
      connect(socket).on('error', ({ syscall }: NodeJS.ErrnoException) => {
        // It counts connections: where one is refused, the next would be another git's.
        if (syscall === 'connect') giveUp();
      }),
    start: (task, hear) => {
      const id = nextId++;
      hearers.set(id, hear);
      control.write(framed({ id, ...task }));
    },
    run: (task) => {
      try {
        const bytes = framed(task);
        for (let at = 0; at < bytes.length; ) at += writeSync(myTasks, bytes, at);
        return readFrame<GitRun>(myAnswers);
      } catch (error) {
        giveUp();
        throw error;
      }
    },
  };
  return mine;
}

/** @returns the end that is read and the one that is written; neither waits for another process to open the pipe */
function openPipe(path: string): [number, number] {
  const opening = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const written = openSync(path, constants.O_WRONLY);
  const read = openSync(path, constants.O_RDONLY);
  closeSync(opening);
  return [read, written];
}

function readFrame<T>(pipe: number): T {
  return deserialize(readBytes(pipe, readBytes(pipe, HEADER).readUInt32LE()));
}

function readBytes(pipe: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const read = readSync(pipe, bytes, at, length - at, null);
    if (read === 0) throw new Error(ENDED);
    at += read;
  }
  return bytes;
}
