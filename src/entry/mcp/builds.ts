/**
 * Builds of indexes, for servers that may write: each in a process of its own, so that answers do not wait for it, and one at
 * a time for each repository. It ends with the server.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { CoraError, type ErrorCode, type IndexReport, type Log, type Options, type Progress } from '../../index.ts';
import { PHASES } from '../progress.ts';
import type { Place } from './places.ts';
import type { Builds, ToolCall } from './tool.ts';

interface Running {
  child: ChildProcess;
  report: Promise<IndexReport>;
  /** Those who want to know how far it is. */
  watchers: Set<(progress: Progress) => void>;
  /** It goes on when those who wait for it do not. */
  isKept: boolean;
  /** It was told to end, and holds the lock until it has. */
  isStopping: boolean;
}

/** Milliseconds before a build that failed is tried again by itself. */
const PAUSE = 60_000;

export class ChildBuilds implements Builds {
  readonly #log: Log;
  readonly #running = new Map<string, Running>();
  /** When a build failed, by performance.now(). */
  readonly #failed = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  ensure(place: Place): boolean {
    const failed = this.#failed.get(place.commonDir);
    if (failed !== undefined && performance.now() - failed < PAUSE) return false;
    const running = this.#start(place);
    running.isKept = true;
    running.report.catch((error: Error) => this.#log.warn(`The index could not be built: ${error.message}`));
    return true;
  }

  /** A call that is cancelled ends the build; what is there already is kept, and the next one goes on from it. */
  async run(place: Place, { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>): Promise<IndexReport> {
    const running = await this.#startAfresh(place);
    let done = 0;
    const watch = ({ phase, done: some, total }: Progress): void => {
      // A client takes it for an error when a number does not grow.
      done = Math.max(done + 1, phase === 'chunk' ? some : 0);
      void progress(done, Math.max(total, done), PHASES[phase]).catch(() => undefined);
    };
    const stop = (): void => {
      if (running.watchers.size > 1 || running.isKept) return;
      running.isStopping = true;
      running.child.kill('SIGTERM');
    };
    running.watchers.add(watch);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await running.report;
    } finally {
      running.watchers.delete(watch);
      signal.removeEventListener('abort', stop);
    }
  }

  close(): void {
    for (const { child } of this.#running.values()) child.kill('SIGTERM');
  }

  async #startAfresh(place: Place): Promise<Running> {
    for (;;) {
      const running = this.#start(place);
      if (!running.isStopping) return running;
      await running.report.catch(() => undefined);
    }
  }

  #start(place: Place): Running {
    const known = this.#running.get(place.commonDir);
    if (known !== undefined) return known;
    const cli = realpathSync(process.argv[1]!);
    const child = spawn(process.execPath, [cli, 'index', '--quiet', '--json', ...flagsOf(place.options)], {
      cwd: place.dir,
      env: place.surroundings.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    });
    const running: Running = { child, report: reportOf(child), watchers: new Set(), isKept: false, isStopping: false };
    child.on('message', (message) => {
      for (const watch of running.watchers) watch(message as Progress);
    });
    this.#running.set(place.commonDir, running);
    running.report
      .then(
        () => this.#failed.delete(place.commonDir),
        // Whoever waits for it is told.
        () => this.#failed.set(place.commonDir, performance.now()),
      )
      .finally(() => this.#running.delete(place.commonDir));
    return running;
  }
}

const PASSED_ON = ['store', 'embedder', 'include', 'exclude', 'max-file-size', 'jobs', 'history'] as const;

/** What this server was told counts for its builds too. */
function flagsOf(options: Options): string[] {
  return PASSED_ON.flatMap((name) => [options[name] ?? []].flat().map((value) => `--${name}=${value}`));
}

function reportOf(child: ChildProcess): Promise<IndexReport> {
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-10_000);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      // A partial failure has a report too.
      if (stdout.trim() !== '' && (code === 0 || code === 1)) resolve(JSON.parse(stdout) as IndexReport);
      else reject(errorOf(stderr, code, signal));
    });
  });
}

function errorOf(stderr: string, code: number | null, signal: NodeJS.Signals | null): CoraError {
  const line = stderr.split('\n').findLast((text) => text.startsWith('{"error"'));
  if (line !== undefined) {
    const { error } = JSON.parse(line) as { error: { code: ErrorCode; message: string; hint?: string } };
    return new CoraError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
  const how = signal === null ? `exit status ${code}` : `it was ended by ${signal}`;
  return new CoraError('ABORTED', `The index was not built: ${how}.`, { hint: 'The next build goes on from there.' });
}
