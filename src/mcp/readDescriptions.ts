/**
 * `--describe FILE`: other titles and descriptions of tools, for those who know better what their
 * agents need to hear.
 *
 *     { "search": { "description": "Search our monorepo. Use it before …" } }
 */

import { parseUserJson } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { type Descriptions, TOOL_NAMES } from './toolList.ts';

const MOST_BYTES = 2 ** 20;

/** @throws CoraError CONFIG that says what is wrong with the file */
export function readDescriptions(path: string): Descriptions {
  const wrong = (message: string, cause?: unknown): CoraError =>
    new CoraError('CONFIG', `${path} ${message}`, {
      hint: '{ "search": { "description": "…" } }',
      ...(cause === undefined ? {} : { cause }),
    });
  let value: unknown;
  try {
    value = parseUserJson(readBoundedSync(path, MOST_BYTES).toString('utf8'));
  } catch (error) {
    throw wrong(`cannot be read as JSON: ${(error as Error).message}`, error);
  }
  if (!isRecord(value)) throw wrong('must hold one JSON object.');
  for (const [name, texts] of Object.entries(value)) {
    if (!(TOOL_NAMES as string[]).includes(name))
      throw wrong(`describes "${name}"; the tools are ${TOOL_NAMES.join(', ')}.`);
    const isTexts =
      isRecord(texts) &&
      Object.entries(texts).every(([key, text]) => ['title', 'description'].includes(key) && typeof text === 'string');
    if (!isTexts) throw wrong(`must give "${name}" a title, a description, or both, as texts.`);
  }
  return value as Descriptions;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
