/** What the Action and the process that speaks with the runner's cache say to each other. Types only. */

import type { ActionCache } from './actionTypes.ts';

export type CacheTask =
  | { task: 'restore'; file: string; keys: Parameters<ActionCache['restore']>[1] }
  | { task: 'save'; file: string; key: string };

/** The first one says whether this runner has a cache; then there is one for each task. */
export type CacheAnswer = { isAvailable: boolean } | { key: string | null } | { isNew: boolean } | { failed: string };
