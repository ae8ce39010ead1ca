/** What a call that should fail owes to whoever made it: an error of Cora's, in one line, with what to do about it. */

import { expect } from 'vitest';
import { type CoraError, isCoraError } from '../../../src/base/errors.ts';

export async function failureOf(action: Promise<unknown>): Promise<CoraError> {
  const error = await action.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!isCoraError(error)) throw error;
  expect(error.hint, error.message).toMatch(/\S/);
  expect(error.message).not.toMatch(/\n|^ {4}at /);
  return error;
}
