/**
 * LanceDB's answer, or an error where none comes: over a damaged list of values a thread of it panics, and whoever waits
 * for its rows would wait for ever.
 */

import { CoraError } from '../base/errors.ts';

/** For one batch of rows. The slowest disk and the slowest network are faster. */
const SILENCE_MS = 120_000;

/** @throws CoraError BROKEN_INDEX */
export async function unlessSilent<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent()), SILENCE_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function silent(): CoraError {
  const message = `LanceDB has given no rows for ${SILENCE_MS / 1000} s: a file of the index is damaged, or the disk hangs.`;
  return new CoraError('BROKEN_INDEX', message, { hint: 'run: cora doctor --fix' });
}
