/** A service's key out of the environment. */

import { CoraError, type ErrorCode } from '../errors.ts';

/** @returns undefined where the variable is unset or blank
 *  @throws CoraError of that code for what no header can carry: fetch would quote it in its own error */
export function readKey(
  env: Record<string, string | undefined>,
  variable: string,
  code: ErrorCode,
): string | undefined {
  const key = env[variable]?.trim();
  if (key === undefined || key === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new CoraError(code, `${variable} holds blanks or characters that no key has.`, {
      hint: `set ${variable} again, without quotes or line breaks`,
    });
  }
  return key;
}
