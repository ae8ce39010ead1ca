/**
 * Looks at a table in object storage before LanceDB opens it, as checkTable.ts does with a folder,
 * and again afterwards: what was opened is what was looked at. LanceDB gives no manifest away, so
 * Cora asks the service itself (objects/openObjects.ts).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError } from '../../base/errors.ts';
import { TooLarge } from '../../disk/boundedRead.ts';
import { type CheckedPart, checkedPart, mustBeFolder } from '../checkTable.ts';
import { OddField } from '../lanceFiles.ts';
import type { StoreAddress } from '../storeAddress.ts';
import { credentialsHint } from '../storeFailure.ts';
import { NoCredentials } from './objectServices.ts';
import { type Objects, openObjects, type StoredObject } from './openObjects.ts';

/** The versions of a table that were looked at, the newest first; none where there is no table. */
export type Looked = readonly number[];

interface Opening<T> {
  /** Opens, and says which versions it came to. */
  open(looked: Looked): Promise<{ made: T; versions: readonly number[] }>;
  /** Closes what does not count. */
  close(made: T): void;
}

/**
 * Looks, opens, and looks whether all is as it was.
 * @param versions that are read beside the newest one; `all` where LanceDB is going to write
 * @throws CoraError BROKEN_INDEX, LOCKED, NETWORK, and Error as storeFailure.ts reads it
 */
export type TableGuard = <T>(name: string, versions: readonly number[] | 'all', opening: Opening<T>) => Promise<T>;

interface Part extends CheckedPart {
  object: StoredObject;
}

/** Others publish meanwhile: then it is looked at again. */
const ATTEMPTS = 4;
const PAUSE_MS = 200;
/** For all requests of one look. */
const WHOLE_MS = 60_000;
const AT_ONCE = 4;
/** Half a million files of data; several are held at once. */
const MOST_PART = 64 * 2 ** 20;

/**
 * Objects that were read, by place and stamp: they are never changed, and a process opens its
 * tables again and again.
 */
const known = new Set<string>();
const MOST_KNOWN = 10_000;

/**
 * @returns null for a place that is not asked here: a folder, a database, one whose writers the
 * user trusts
 * @throws CoraError USAGE
 */
export async function guardTables(address: StoreAddress): Promise<TableGuard | null> {
  const { scheme, uri, isTrusted } = address;
  if (scheme === 'file' || scheme === 'db' || isTrusted) return null;
  const objects = await openObjects(address).catch((error: unknown) => {
    throw error instanceof NoCredentials ? lacking(address, error) : error;
  });
  return async (name, versions, opening) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = await lookAt(objects, address, name, versions);
      if (before !== null) {
        const looked = before.flatMap(({ version }) => version ?? []).sort((a, b) => b - a);
        const { made, versions: reached } = await opening.open(looked);
        // No table: there is nothing that a second look could find otherwise.
        if (looked.length === 0 && reached.length === 0) return made;
        try {
          if (reached.every((version) => looked.includes(version)) && (await areStill(before, objects, address, name)))
            return made;
        } catch (error) {
          opening.close(made);
          throw error;
        }
        opening.close(made);
      }
      if (attempt < ATTEMPTS) await sleep(PAUSE_MS * attempt);
    }
    throw new CoraError('LOCKED', `The index in ${uri} changes while it is opened.`, { hint: 'wait, and try again' });
  };
}

/** @returns null where something was replaced while it was read @throws CoraError BROKEN_INDEX */
async function lookAt(
  objects: Objects,
  address: StoreAddress,
  name: string,
  versions: readonly number[] | 'all',
): Promise<readonly Part[] | null> {
  const until = performance.now() + WHOLE_MS;
  const parts = await partsIn(objects, address, name, until);
  const newest = Math.max(...parts.map(({ version }) => version ?? 0));
  const isRead = ({ version }: Part): boolean =>
    version === null || version === newest || versions === 'all' || versions.includes(version);
  const wanted = parts.filter(isRead);
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const reading = wanted.slice(at, at + AT_ONCE).map((part) => isAsOurs(objects, part, until));
    const are = await refusing(address, Promise.all(reading));
    if (are.includes(false)) return null;
  }
  return wanted;
}

async function isAsOurs(objects: Objects, { object, most, check }: Part, until: number): Promise<boolean> {
  const id = idOf(objects, object);
  if (known.has(id)) return true;
  const limit = Math.min(most, MOST_PART);
  if (object.size > limit) throw new OddField('a manifest or an index of that size');
  const bytes = await objects.read(object, limit, until);
  if (bytes === null) return false;
  check(bytes);
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(id);
  return true;
}

async function areStill(before: readonly Part[], objects: Objects, address: StoreAddress, name: string) {
  const after = await partsIn(objects, address, name, performance.now() + WHOLE_MS);
  const there = new Set(after.map(({ object }) => idOf(objects, object)));
  return before.every(({ object }) => there.has(idOf(objects, object)));
}

/** @throws CoraError BROKEN_INDEX for what no table of ours has */
async function partsIn(objects: Objects, address: StoreAddress, name: string, until: number): Promise<Part[]> {
  const prefix = prefixOf(address, name);
  const take = (object: StoredObject): Part | null => {
    const path = object.key.slice(prefix.length).split('/');
    for (let depth = 1; depth < path.length; depth++) mustBeFolder(path.slice(0, depth));
    const part = checkedPart(path);
    return part === null ? null : { ...part, object };
  };
  return refusing(address, objects.list(prefix, take, until));
}

/**
 * `s3://bucket/prefix` → `prefix/name.lance/`, as LanceDB spells it: what no address can hold is
 * encoded, and the code is part of the key.
 */
function prefixOf({ uri }: StoreAddress, name: string): string {
  const folders = uri.split('/').slice(3);
  return [...folders, `${name}.lance`, ''].join('/').replace(/[^\x21-\x7e]|["<>`{}]/gu, encodeURIComponent);
}

async function refusing<T>({ uri }: StoreAddress, looking: Promise<T>): Promise<T> {
  try {
    return await looking;
  } catch (error) {
    if (!(error instanceof OddField) && !(error instanceof TooLarge)) throw error;
    throw new CoraError('BROKEN_INDEX', `the index in ${uri} is not opened: it has ${error.message}`, {
      hint: 'Cora did not write that: find out who may write there, and push to another place',
      cause: error,
    });
  }
}

function idOf({ place }: Objects, { key, stamp }: StoredObject): string {
  return `${place} ${key} ${stamp}`;
}

function lacking({ scheme, uri }: StoreAddress, { message }: NoCredentials): CoraError {
  return new CoraError('USAGE', `There are no credentials for ${uri} that Cora could check it with: ${message}.`, {
    hint: `set ${credentialsHint(scheme)}; or, if you trust all who may write there: CORA_TRUSTED_STORES=${uri}`,
  });
}
