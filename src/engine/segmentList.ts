/**
 * The folder of a search file: which segments belong together, and beside each the blobs whose rows
 * have gone.
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { ifAbsent } from '../base/errors.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { isJsonWhole } from '../disk/replaceFile.ts';

const FOLDER = 'search';
const LIST = 'segments.json';
/** The number of the list's form. */
export const LIST_FORMAT = 2;

/** A segment of the list. */
export interface ListedSegment {
  /** The SHA-256 of its header, of which 32 hex digits; the header holds those of the sections. */
  name: string;
  rows: number;
  blobs: number;
  bytes: number;
  /** The numbers of the blobs whose rows have gone, ascending. */
  gone: number[];
  /** Its rows came without a table, such as by a pull: the next `cora index` puts them into one. */
  isPending?: true;
}

export interface SegmentList {
  format: number;
  /** The table's version that it was made of; 0 where there was no table. */
  version: number;
  dimensions: number;
  segments: ListedSegment[];
}

export function searchFolder(dir: string): string {
  return join(dir, FOLDER);
}

export function listFile(dir: string): string {
  return join(dir, FOLDER, LIST);
}

export function segmentFile(dir: string, name: string): string {
  return join(dir, FOLDER, `${name}.segment`);
}

/** Changes when another list is in its place; '' where there is none. */
export async function searchStamp(dir: string): Promise<string> {
  const found = await stat(listFile(dir)).catch(ifAbsent(null));
  return found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** @returns null where there is none, or one of another form: it can always be made again */
export async function readSegmentList(dir: string): Promise<SegmentList | null> {
  const text = await readTextBounded(listFile(dir), MOST_STATE).catch(ifAbsent(null));
  if (text === null) return null;
  try {
    const list = parseBounded(text, STATE_JSON) as SegmentList;
    if (!isJsonWhole(text) || !isList(list)) return null;
    const { format, version, dimensions, segments } = list;
    return { format, version, dimensions, segments };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isList(list: SegmentList | null): boolean {
  if (typeof list !== 'object' || list === null || list.format !== LIST_FORMAT) return false;
  if (![list.version, list.dimensions].every(isCount) || !Array.isArray(list.segments)) return false;
  return list.segments.every(
    ({ name, rows, blobs, bytes, gone, isPending }) =>
      (isPending === undefined || isPending === true) &&
      /^[0-9a-f]{32}$/.test(String(name)) &&
      [rows, blobs, bytes].every(isCount) &&
      Array.isArray(gone) &&
      gone.every((blob) => isCount(blob) && blob < blobs),
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
