/**
 * The folder views/: one file per view, as viewFormat.ts lays it out and with seal.ts's checksum behind it.
 * `views/current` names the view of the last built commit.
 */

import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import type { BlobKey } from '../base/types.ts';
import { readBounded, readTextBounded } from '../disk/boundedRead.ts';
import { replaceFile } from './replaceFile.ts';
import { areBytesWhole, sealBytes } from './seal.ts';
import type { ViewRecord } from './storePort.ts';
import { decodeView, encodeView } from './viewFormat.ts';

const FOLDER = 'views';
const CURRENT = 'current';
const VIEW = /^([0-9a-f]+)\.view$/;
/** Statistics of a million files are smaller. */
const MOST_BYTES = 2 ** 30;
const MOST_NAME = 1000;
/** What a killed writer leaves. */
const UNFINISHED = /\.tmp$/;

/** Of a large repository it is tens of megabytes, and readers that stay read it anew when its time changes: so not for nothing. */
export async function writeView(dir: string, id: string, view: ViewRecord): Promise<void> {
  const bytes = sealBytes(encodeView(view));
  const there = await readBounded(viewFile(dir, id), MOST_BYTES).catch(() => null);
  if (there?.equals(bytes) !== true) return replaceFile(viewFile(dir, id), bytes);
  const now = new Date();
  if ((await namedView(dir)) !== id) await utimes(viewFile(dir, id), now, now);
}

export async function writeCurrentView(dir: string, id: string): Promise<void> {
  await replaceFile(join(dir, FOLDER, CURRENT), id);
}

/** @returns the id of the last built commit's view, null before the first build. Where that is not named any more, the newest one */
export async function currentView(dir: string): Promise<string | null> {
  return (await namedView(dir)) ?? (await newestView(dir));
}

/** @returns what `views/current` says, null where it says nothing */
export async function namedView(dir: string): Promise<string | null> {
  const id = await readTextBounded(join(dir, FOLDER, CURRENT), MOST_NAME).catch(ifAbsent(null));
  return id === null || !/^[0-9a-f]+$/.test(id) ? null : id;
}

async function newestView(dir: string): Promise<string | null> {
  const names = (await readdir(join(dir, FOLDER)).catch(ifAbsent([]))).filter((name) => VIEW.test(name));
  const [newest] = await newestFirst(dir, names);
  return newest === undefined ? null : idOf(newest);
}

/** @returns null where there is no such view or it is torn: it can always be computed again */
export async function readView(dir: string, id: string): Promise<ViewRecord | null> {
  const bytes = await readBounded(viewFile(dir, id), MOST_BYTES).catch(ifAbsent(null));
  return bytes === null ? null : decodeView(bytes);
}

/** As readView, and null where a byte is not as it was written: for those who go on from it, and for doctor. */
export async function readWholeView(dir: string, id: string): Promise<ViewRecord | null> {
  const bytes = await readBounded(viewFile(dir, id), MOST_BYTES).catch(ifAbsent(null));
  return bytes === null || !areBytesWhole(bytes) ? null : decodeView(bytes);
}

/** Changes when the file is replaced; '' where there is none. */
export async function viewStamp(dir: string, id: string): Promise<string> {
  const found = await stat(viewFile(dir, id)).catch(ifAbsent(null));
  return found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** Keeps the newest `keep` views and those named; what a killed writer left goes. To be used under the write lock. */
export async function pruneViews(dir: string, keep: number, always: ReadonlySet<string>): Promise<void> {
  const names = await readdir(join(dir, FOLDER)).catch(ifAbsent([]));
  const aged = await newestFirst(
    dir,
    names.filter((name) => VIEW.test(name) && !always.has(idOf(name))),
  );
  const surplus = [...aged.slice(keep), ...names.filter((name) => UNFINISHED.test(name))];
  await Promise.all(surplus.map((name) => rm(join(dir, FOLDER, name), { force: true })));
}

/** Removes views of which a blob loses its rows: nothing is to be answered from them. To be used under the write lock, before the rows go. */
export async function removeViewsOf(dir: string, blobs: ReadonlySet<BlobKey>): Promise<void> {
  const names = (await readdir(join(dir, FOLDER)).catch(ifAbsent([]))).filter((name) => VIEW.test(name));
  for (const name of names) {
    const view = await readView(dir, idOf(name));
    if (view?.files.some((file) => blobs.has(blobKeyOf(file))) === true)
      await rm(join(dir, FOLDER, name), { force: true });
  }
}

/** Names of views by the time of their files, then by name. */
async function newestFirst(dir: string, names: readonly string[]): Promise<string[]> {
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(dir, FOLDER, name)).catch(ifAbsent(null)))?.mtimeMs ?? 0,
    })),
  );
  return aged.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

function idOf(name: string): string {
  return name.replace(VIEW, '$1');
}

function viewFile(dir: string, id: string): string {
  return join(dir, FOLDER, `${id}.view`);
}
