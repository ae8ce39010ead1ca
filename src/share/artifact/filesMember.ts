/** files.json: the view's paths, and what the build left out. Paths are shown and compared, never opened. */

import type { JsonLimits } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';
import type { SkippedFile, SkipReason } from '../../base/types.ts';
import type { ViewPath } from '../../store/storePort.ts';
import { isHex, isObject, isText, parseJson } from './checkValue.ts';
import { MOST_MEMBER_BYTES } from './manifest.ts';

export interface FilesMember {
  /** Sorted by path, in code units. */
  files: ViewPath[];
  skipped: SkippedFile[];
  /** Paths whose content could not be indexed. */
  failed: string[];
}

const MOST_PATH = 8192;
/** Four values for each file; a member has room for a million. */
const LIMITS: JsonLimits = { bytes: MOST_MEMBER_BYTES, depth: 8, values: 6_000_000 };

export function encodeFiles({ files, skipped, failed }: FilesMember): Buffer {
  const value = {
    files: files.map(({ path, blob, language }) => [path, blob, language]),
    skipped: skipped.map(({ path, reason, detail }) =>
      detail === undefined ? [path, reason] : [path, reason, detail],
    ),
    failed,
  };
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** @throws CoraError BAD_ARTIFACT */
export function decodeFiles(json: Buffer): FilesMember {
  const value = parseJson(json, LIMITS, 'a list of files');
  if (!isObject(value)) throw bad('a list of files that is no JSON');
  const { files, skipped, failed } = value;
  if (!Array.isArray(files) || !files.every(isFile)) throw bad('an impossible file');
  if (!Array.isArray(skipped) || !skipped.every(isSkipped)) throw bad('an impossible skipped file');
  if (!Array.isArray(failed) || !failed.every(isPath)) throw bad('an impossible failed file');
  const paths = files.map(([path, blob, language]): ViewPath => ({ path, blob, language }));
  if (!paths.every(({ path }, at) => at === 0 || paths[at - 1]!.path < path)) throw bad('files out of order');
  return {
    files: paths,
    skipped: skipped.map(
      ([path, reason, detail]): SkippedFile => (detail === undefined ? { path, reason } : { path, reason, detail }),
    ),
    failed,
  };
}

/** Relative, inside of the repository. */
function isPath(value: unknown): value is string {
  if (!isText(value, MOST_PATH) || value === '' || value.includes('\0') || value.startsWith('/')) return false;
  return !value.split('/').some((part) => part === '..' || part === '.' || part === '');
}

function isFile(value: unknown): value is [path: string, blob: string, language: string] {
  return Array.isArray(value) && isPath(value[0]) && isHex(value[1], 40, 64) && isText(value[2], 40);
}

function isSkipped(value: unknown): value is [path: string, reason: SkipReason, detail?: string] {
  if (!Array.isArray(value) || !isPath(value[0]) || !isText(value[1], 40)) return false;
  return /^[a-z-]+$/.test(value[1]) && (value[2] === undefined || isText(value[2], 1000));
}

function bad(what: string): CoraError {
  return new CoraError('BAD_ARTIFACT', `it holds ${what}`);
}
