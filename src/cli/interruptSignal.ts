/**
 * Signals and the parent process. The first Ctrl-C or SIGTERM asks a run to end in order, the
 * second one ends the process, whatever blocks it. A run reports its progress to a parent that
 * listens.
 */

import type { Progress } from '../base/types.ts';
import { removeUnfinished } from '../disk/makePrivate.ts';

type Interrupt = 'SIGINT' | 'SIGTERM';
const INTERRUPTS: readonly Interrupt[] = ['SIGINT', 'SIGTERM'];

/** 128 + SIGINT, as shells have it. */
const INTERRUPTED = 130;

/** Aborts with the first signal. To be called once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  // These listeners stay: the lock's own listener ends the process where it finds no other one.
  for (const signal of INTERRUPTS) {
    process.on(signal, () => {
      if (controller.signal.aborted) endBy(signal);
      else controller.abort();
    });
  }
  // A process that ends waits for its threads, and one may wait for ever: from here on a signal
  // does what the system does with it.
  process.once('exit', () => {
    for (const signal of INTERRUPTS) process.removeAllListeners(signal);
  });
  return controller.signal;
}

/**
 * For a run that has nothing to end in order: the first signal ends it, and removes what is not
 * finished.
 */
export function endOnInterrupt(): void {
  for (const signal of INTERRUPTS) process.once(signal, () => endBy(signal));
}

/**
 * Ends the process, but not by process.exit, which waits for threads. Before, locks are given back,
 * unfinished folders removed, and programs ended that this process has started.
 */
function endBy(signal: Interrupt): void {
  removeUnfinished();
  process.emit('exit', INTERRUPTED);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Milliseconds between two messages of one phase. */
const INTERVAL = 100;
/** Milliseconds, as server/servedJobs.ts has it. */
const PATIENCE = 15_000;

/** The process that listens shows it, and this one ends with it. @returns null where none does */
export function progressToParent(): ((progress: Progress) => void) | null {
  if (process.send === undefined) return null;
  // The run ends as after Ctrl-C, and keeps what it has stored.
  process.once('disconnect', () => {
    const end = (): boolean => process.kill(process.pid, 'SIGTERM');
    end();
    // The second one ends it, whatever blocks it.
    setTimeout(end, PATIENCE).unref();
  });
  let phase: Progress['phase'] | null = null;
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && now - last < INTERVAL) return;
    phase = progress.phase;
    last = now;
    if (process.connected) process.send?.(progress);
  };
}
