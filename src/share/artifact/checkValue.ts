/** Whether a value out of somebody else's JSON is what it should be. */

import { type JsonLimits, parseBounded, TooMuchJson } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';

/**
 * @param what it is, for the error: `rows`
 * @returns null for what is no JSON
 * @throws CoraError BAD_ARTIFACT for more than the limits
 */
export function parseJson(bytes: Buffer, limits: JsonLimits, what: string): unknown {
  try {
    return parseBounded(bytes, limits);
  } catch (error) {
    if (error instanceof TooMuchJson)
      throw new CoraError('BAD_ARTIFACT', `it holds ${what} in ${error.message}`, { cause: error });
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Zero and above. */
export function isSafeInteger(value: unknown, most = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** @param most UTF-16 code units */
export function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

export function isHex(value: unknown, least: number, most: number): value is string {
  return isText(value, most) && value.length >= least && /^[0-9a-f]+$/.test(value);
}
