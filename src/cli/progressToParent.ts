/**
 * Progress for a process of ours that started this one and holds a channel to it: it shows it, and
 * this one ends with it.
 */

import type { Progress } from '../base/types.ts';

/** Milliseconds between two messages of one phase. */
const INTERVAL = 100;
/** Milliseconds, as server/runIndexJob.ts has it. */
const PATIENCE = 15_000;

/** @returns null where nobody listens */
export function progressToParent(): ((progress: Progress) => void) | null {
  if (process.send === undefined) return null;
  // As Ctrl-C does: what is there already is kept.
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
