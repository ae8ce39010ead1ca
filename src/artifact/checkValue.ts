/** Whether a value out of somebody else's JSON is what it should be. */

/** @returns null for what is no JSON */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
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
