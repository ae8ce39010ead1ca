/**
 * The folder views/: one file per view, as viewFormat.ts lays it out and with seal.ts's checksum behind it.
 * `views/current` names the view of the last built commit.
 */

import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ViewRecord } from '../storePort.ts';
import { areBytesWhole, sealBytes } from './seal.ts';
import { decodeView, encodeView } from './viewFormat.ts';

/** Of a large repository it is tens of megabytes, and readers that stay read it anew when its time changes: so not for nothing. */
export async function writeView(dir: string, id: string, view: ViewRecord): Promise<void> {
  await mkdir(join(dir, 'views'), { recursive: true });
  const bytes = sealBytes(encodeView(view));
  const there = await readFile(viewFile(dir, id)).catch(() => null);
  if (there?.equals(bytes) !== true) return replaceFile(viewFile(dir, id), bytes);
  const now = new Date();
  if ((await namedView(dir)) !== id) await utimes(viewFile(dir, id), now, now);
}

export async function writeCurrentView(dir: string, id: string): Promise<void> {
  await replaceFile(join(dir, 'views', 'current'), Buffer.from(id));
}

/** @returns the id of the last built commit's view, null before the first build. Where that is not named any more, the newest one */
export async function currentView(dir: string): Promise<string | null> {
  return (await namedView(dir)) ?? (await newestView(dir));
}

/** @returns what `views/current` says, null where it says nothing */
export async function namedView(dir: string): Promise<string | null> {
  const id = await readFile(join(dir, 'views', 'current'), 'utf8').catch(absent);
  return id === null || !/^[0-9a-f]+$/.test(id) ? null : id;
}

async function newestView(dir: string): Promise<string | null> {
  const names = (await readdir(join(dir, 'views')).catch(() => [])).filter((name) => /^[0-9a-f]+\.view$/.test(name));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(dir, 'views', name)).catch(absent))?.mtimeMs ?? 0 })),
  );
  const [newest] = aged.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1));
  return newest === undefined ? null : newest.name.replace(/\.view$/, '');
}

/** @returns null where there is no such view or it is torn: it can always be computed again */
export async function readView(dir: string, id: string): Promise<ViewRecord | null> {
  const bytes = await readFile(viewFile(dir, id)).catch(absent);
  return bytes === null ? null : decodeView(bytes);
}

/** As readView, and null where a byte is not as it was written: for those who go on from it, and for doctor. */
export async function readWholeView(dir: string, id: string): Promise<ViewRecord | null> {
  const bytes = await readFile(viewFile(dir, id)).catch(absent);
  return bytes === null || !areBytesWhole(bytes) ? null : decodeView(bytes);
}

/** Changes when the file is replaced; '' where there is none. */
export async function viewStamp(dir: string, id: string): Promise<string> {
  const found = await stat(viewFile(dir, id)).catch(absent);
  return found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

/** Keeps the newest `keep` views and those named. */
export async function pruneViews(dir: string, keep: number, always: ReadonlySet<string>): Promise<void> {
  const names = await readdir(join(dir, 'views')).catch(() => []);
  const aged = await Promise.all(
    names
      .filter((name) => !always.has(name.replace(/\.view$/, '')) && name !== 'current')
      .map(async (name) => ({ name, at: (await stat(join(dir, 'views', name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  aged.sort((a, b) => b.at - a.at);
  await Promise.all(aged.slice(keep).map(({ name }) => rm(join(dir, 'views', name), { force: true })));
}

function viewFile(dir: string, id: string): string {
  return join(dir, 'views', `${id}.view`);
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
