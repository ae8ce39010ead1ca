/** A file of the home's state/ as JSON: read at any time, whoever replaces it. */

import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, type ErrorCode } from '../base/errors.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';

/**
 * @param newest the version of the format that is known
 * @param code of the error where the file is there and cannot be read
 * @returns undefined where there is no file, null where it holds no JSON object with a version
 * @throws CoraError of that code, INCOMPATIBLE_INDEX for a file of a newer Cora
 */
export async function readStateFile(
  file: string,
  newest: number,
  code: ErrorCode,
): Promise<(object & { version: number }) | null | undefined> {
  const text = await readTextBounded(file, MOST_STATE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CoraError(code, `${file} cannot be read (${error.code}).`, { cause: error });
  });
  if (text === null) return undefined;
  const value = parse(text) as { version?: unknown } | null;
  if (typeof value !== 'object' || value === null || typeof value.version !== 'number') return null;
  if (value.version > newest) {
    throw new CoraError('INCOMPATIBLE_INDEX', `${file} was written by a newer Cora.`, {
      hint: 'update cora: npm install cora-query@latest',
    });
  }
  return { ...value, version: value.version };
}

function parse(text: string): unknown {
  try {
    return parseBounded(text, STATE_JSON);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
