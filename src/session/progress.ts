/**
 * Shows the progress of a long run: on a terminal one line that is redrawn, elsewhere a line for
 * each phase, with --quiet nothing. It writes to the given stream, and restores the terminal.
 */

import { count, counted, duration, size } from '../base/renderText.ts';
import type { Progress, Watch } from '../base/types.ts';

export interface ProgressStream {
  write(text: string): unknown;
}

export interface ProgressOptions {
  tty: boolean;
  quiet: boolean;
  /** In columns. */
  width: number;
  /** A monotonic clock in milliseconds; only tests set it. */
  now?: () => number;
}

export interface ProgressDisplay {
  update(progress: Progress): void;
  /** Clears the line. It may be called more than once. */
  done(): void;
}

export const PHASES: Readonly<Record<Progress['phase'], string>> = {
  fetch: 'Fetching',
  download: 'Downloading',
  upload: 'Uploading',
  publish: 'Publishing',
  check: 'Checking',
  plan: 'Planning',
  commentary: 'Describing',
  chunk: 'Indexing',
  store: 'Storing',
  finish: 'Finishing',
};

const CLEAR = '\r\x1b[2K';
/** Milliseconds between two drawings; nobody can read faster. */
const INTERVAL = 80;
/** Milliseconds before a rate is meaningful. */
const WARM_UP = 1000;

interface ProgressContext {
  options: { quiet?: boolean };
  stderr: ProgressStream & { isTTY?: boolean; columns?: number };
  signal: AbortSignal;
}

/**
 * @param run gets the watch, and a function that clears the line before something else is printed
 */
export async function withProgress<T>(
  { options: { quiet = false }, stderr, signal }: ProgressContext,
  run: (watch: Watch, clear: () => void) => Promise<T>,
): Promise<T> {
  const display = createProgress(stderr, { tty: stderr.isTTY === true, quiet, width: stderr.columns || 80 });
  try {
    return await run({ onProgress: display.update, signal }, display.done);
  } finally {
    display.done();
  }
}

export function createProgress(stream: ProgressStream, options: ProgressOptions): ProgressDisplay {
  if (options.quiet) return { update: () => undefined, done: () => undefined };
  return options.tty ? drawBar(stream, options) : printPhases(stream);
}

function printPhases(stream: ProgressStream): ProgressDisplay {
  let phase: Progress['phase'] | null = null;
  return {
    update(progress) {
      if (progress.phase === phase) return;
      phase = progress.phase;
      const unit = unitOf(progress);
      const size = unit === undefined || unit === 'byte' ? '' : `: ${counted(progress.total, unit)}`;
      stream.write(`${PHASES[phase]}${size}\n`);
    },
    done: () => undefined,
  };
}

const UNITS: Partial<Record<Progress['phase'], 'file' | 'byte' | 'chunk'>> = {
  commentary: 'chunk',
  download: 'byte',
  publish: 'file',
  check: 'file',
  chunk: 'file',
};

/** The units of other phases mean nothing to people. */
function unitOf({ phase, total }: Progress): 'file' | 'byte' | 'chunk' | undefined {
  return total > 0 ? UNITS[phase] : undefined;
}

function drawBar(stream: ProgressStream, { width, now = () => performance.now() }: ProgressOptions): ProgressDisplay {
  let phase: Progress['phase'] | null = null;
  let started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    update(progress) {
      const time = now();
      if (progress.phase !== phase) {
        phase = progress.phase;
        started = time;
      } else if (time - drawn < INTERVAL) return;
      drawn = time;
      stream.write(CLEAR + barLine(progress, time - started, width));
    },
    done() {
      if (drawn !== Number.NEGATIVE_INFINITY) stream.write(CLEAR);
      drawn = Number.NEGATIVE_INFINITY;
    },
  };
}

/** `Indexing   ━━━━━━━━────────────  1,234 of 10,000 files, 850 chunks/s, 12 s left` */
function barLine(progress: Progress, elapsed: number, width: number): string {
  const { phase, done, total, chunks } = progress;
  const title = PHASES[phase].padEnd(10);
  const unit = unitOf(progress);
  if (unit === undefined) return `${PHASES[phase]} …`.slice(0, width - 1);
  const facts = [unit === 'byte' ? `${size(done)} of ${size(total)}` : `${count(done)} of ${counted(total, unit)}`];
  if (elapsed >= WARM_UP && done > 0) {
    if (unit === 'chunk') facts.push(`${count(chunks)} tokens`);
    else if (chunks > 0) facts.push(`${count((chunks / elapsed) * 1000)} chunks/s`);
    if (done < total) facts.push(`${timeLeft((elapsed / done) * (total - done))} left`);
  }
  const text = facts.join(', ');
  const room = Math.min(30, width - title.length - text.length - 4);
  if (room < 5) return `${title} ${text}`.slice(0, width - 1);
  const full = Math.round((Math.min(done, total) / total) * room);
  return `${title} ${'━'.repeat(full)}${'─'.repeat(room - full)}  ${text}`;
}

/** Below a minute in whole seconds: tenths would flicker. */
function timeLeft(ms: number): string {
  return ms < 59_500 ? `${Math.max(1, Math.round(ms / 1000))} s` : duration(ms);
}
