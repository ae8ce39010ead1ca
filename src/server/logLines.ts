/**
 * The log of a server: one line of JSON for each request and each job. Headers, bodies and what was
 * asked never stand in it.
 *
 *     {"time":"2026-11-22T10:00:00.000Z","level":"info","route":"/search","status":200,"ms":21,…}
 */

import { inertJson } from '../base/renderText.ts';
import type { Output } from '../settings/commandContext.ts';

export type WriteLog = (level: 'info' | 'error', entry: object) => void;

/** @param isVerbose what went well, and what a client got wrong, is said too */
export function createServerLog(stderr: Output, isVerbose: boolean): WriteLog {
  return (level, entry) => {
    if (level === 'info' && !isVerbose) return;
    // An error may quote a path.
    stderr.write(inertJson(`${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`));
  };
}
