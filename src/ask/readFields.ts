/** Fields of a JSON answer that may be of any shape. */

import { parseBounded, SMALL_JSON } from '../base/boundedJson.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** @returns null where the text is no JSON object */
export function readObject(json: string): Fields | null {
  try {
    return objectOf(parseBounded(json, SMALL_JSON));
  } catch {
    return null;
  }
}

export function objectOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null ? (value as Fields) : null;
}

/** '' where it is something else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
