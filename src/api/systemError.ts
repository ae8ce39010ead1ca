/** What the machine refuses (a full disk, a right that is missing), as an error that a program can tell by its code. */

import { isCoraError, systemFailure } from '../base/errors.ts';

/** @throws CoraError STORE in the place of a system's error; any other error as it is */
export async function systemError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isCoraError(error) ? error : (systemFailure(error) ?? error);
  }
}
