/**
 * The folder views/, which holds facts about whole commits: views and their parts, one digest for
 * everything in an index, and the list of overwritten secrets in a view. `views/current` names the
 * view of the last built commit. Parts never change, and their names are hashes of their bytes.
 */

import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, ifAbsent, ifRefused, isCoraError } from '../base/errors.ts';
import { blobKeyOf, blobKeysOf, rowKeyOf } from '../base/identity.ts';
import { addTo, lazy } from '../base/lists.ts';
import type { BlobKey, RedactedCount, RedactedSecret, RepoState, ViewedBlobs } from '../base/types.ts';
import { CHUNKER_VERSION } from '../base/version.ts';
import { readBounded, readTextBounded } from '../disk/boundedRead.ts';
import { areBytesWhole, replaceFile, sealBytes, stampOfFile } from '../disk/replaceFile.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { partsOfState } from './state.ts';
import {
  decodeView,
  encodeView,
  MOST_VIEW_BYTES,
  type ReadPart,
  readParts,
  VIEWS,
  type ViewChange,
  type ViewPart,
  type ViewPath,
  type ViewRecord,
  withChange,
  writeParts,
} from './viewFile.ts';

export type { ViewPath, ViewRecord } from './viewFile.ts';

const CURRENT = 'current';
const VIEW = /^([0-9a-f]+)\.view$/;
const ID = /^[0-9a-f]{1,64}$/;
const PART = /^[0-9a-f]{32}\.part$/;
const MOST_NAME = 1000;
/** Matches files that a killed writer left. */
const UNFINISHED = /\.tmp$/;

/** A part that nothing names is kept this long, because somebody may be reading it. */
const GRACE_MS = 3_600_000;
/** If a writer has just removed a view's parts, the view is read again, up to so many times. */
const ATTEMPTS = 3;

/**
 * Writes a view if it has changed. @param from a view of the store; only the differences to it are
 * written
 */
export async function writeView(
  dir: string,
  id: string,
  view: ViewRecord,
  from: ViewRecord | null = null,
): Promise<void> {
  const there = await readView(dir, id).catch(() => null);
  if (there?.parts === undefined || !encodeView(there).equals(encodeView(view))) {
    const parts = await writeParts(dir, view, from);
    return replaceFile(viewFile(dir, id), sealBytes(encodeView(view, parts)));
  }
  const now = new Date();
  if ((await namedView(dir)) !== id) await utimes(viewFile(dir, id), now, now);
}

export async function writeCurrentView(dir: string, id: string): Promise<void> {
  await replaceFile(join(dir, VIEWS, CURRENT), id);
}

/** @returns the id of the last build's view, or else the newest one; null before the first build */
export async function currentView(dir: string): Promise<string | null> {
  return (await namedView(dir)) ?? (await newestView(dir));
}

/** @returns the content of `views/current`, null without one */
export async function namedView(dir: string): Promise<string | null> {
  const id = await readTextBounded(join(dir, VIEWS, CURRENT), MOST_NAME).catch(ifAbsent(null));
  return id === null || !ID.test(id) ? null : id;
}

async function newestView(dir: string): Promise<string | null> {
  const [newest] = await newestFirst(dir, await viewsIn(dir));
  return newest === undefined ? null : idOf(newest);
}

/**
 * @param known parts that were read before, by name. @returns null if there is no view, or one with
 * a wrong byte
 */
export async function readView(
  dir: string,
  id: string,
  known = new Map<string, Promise<ReadPart>>(),
): Promise<ViewRecord | null> {
  const found = await readInParts(dir, id, known);
  if (found === null) return null;
  const { head, whole, change } = found;
  const { missing = [], ...body } = change === null ? whole : withChange(whole, change);
  const { hashes, counts, files } = body;
  return { ...head, hashes, counts, files, ...(missing.length === 0 ? {} : { missing }) };
}

type ViewInParts = { head: ViewRecord } & NonNullable<Awaited<ReturnType<typeof readParts>>>;

async function readInParts(
  dir: string,
  id: string,
  known: Map<string, Promise<ReadPart>>,
): Promise<ViewInParts | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const head = await readHead(dir, id);
    if (head?.parts === undefined)
      return head === null ? null : { head, whole: { ...head, missing: head.missing ?? [], gone: [] }, change: null };
    const found = await readParts(dir, head.parts, known);
    if (found !== undefined) return found === null ? null : { head, ...found };
  }
  return null;
}

/** Returns a view without the content of its parts. */
async function readHead(dir: string, id: string): Promise<ViewRecord | null> {
  if (!ID.test(id)) return null;
  const bytes = await readBounded(viewFile(dir, id), MOST_VIEW_BYTES).catch(ifAbsent(null));
  return bytes === null || !areBytesWhole(bytes) ? null : decodeView(bytes, true);
}

/** Returns the view of the last built commit; null if it cannot be read. */
export async function readCurrentView(dir: string): Promise<ViewRecord | null> {
  const id = await currentView(dir);
  return id === null ? null : readView(dir, id);
}

/** Returns the view that a state names. @throws CoraError BROKEN_INDEX if it cannot be read */
export async function readViewOf(dir: string, { view }: Pick<RepoState, 'view'>): Promise<ViewRecord> {
  const record = await readView(dir, view);
  if (record === null) throw lostView();
  return record;
}

export function lostView(): CoraError {
  return new CoraError('BROKEN_INDEX', 'The index has lost the statistics of its last commit.', {
    hint: 'cora index   (or cora doctor --fix) writes them again.',
  });
}

/** Returns the blobs of a view and, when asked, those of all kept views. */
export function viewedBlobs(dir: string, view: Pick<ViewRecord, 'files'> | null): ViewedBlobs {
  const now = lazy(() => new Set(blobKeysOf(view?.files ?? [])));
  const kept = async (): Promise<Set<BlobKey>> => {
    const known = new Map();
    const files = new Set<ViewPath>();
    /** By first part: the paths that are changed in all its views. */
    const changed = new Map<Required<ViewChange>, Set<string>>();
    for (const name of await viewsIn(dir)) {
      const found = await readInParts(dir, idOf(name), known).catch(() => null);
      if (found === null) continue;
      const { whole, change } = found;
      const now = [...(change?.files ?? []), ...(change?.missing ?? [])].map(({ path }) => path);
      const paths = new Set([...(change?.gone ?? []), ...now]);
      const before = changed.get(whole) ?? paths;
      changed.set(whole, new Set([...before].filter((path) => paths.has(path))));
      for (const file of change?.files ?? []) files.add(file);
    }
    for (const [whole, paths] of changed) for (const file of whole.files) if (!paths.has(file.path)) files.add(file);
    return new Set([...files].map(blobKeyOf));
  };
  return {
    get now() {
      return now();
    },
    kept,
  };
}

/** Changes when the file is replaced; '' if there is none. */
export function viewStamp(dir: string, id: string): string {
  return stampOfFile(viewFile(dir, id));
}

/** @returns names of views that cannot be read, except those of a newer Cora */
export async function tornViews(dir: string): Promise<string[]> {
  const views = (await viewsIn(dir)).sort();
  const known = new Map();
  const isTorn = await Promise.all(
    views.map((name) =>
      readView(dir, idOf(name), known).then(
        (view) => view === null,
        (error: unknown) => !isCoraError(error) || error.code !== 'INCOMPATIBLE_INDEX',
      ),
    ),
  );
  return views.filter((_, at) => isTorn[at]);
}

/**
 * Removes all views but the newest `keep` and those named. Use it under the write lock. @param torn
 * is removed too
 */
export async function pruneViews(
  dir: string,
  keep: number,
  always: ReadonlySet<string>,
  torn: readonly string[] = [],
): Promise<void> {
  const names = (await namesIn(dir)).filter((name) => !torn.includes(name));
  const aged = await newestFirst(
    dir,
    names.filter((name) => VIEW.test(name) && !always.has(idOf(name))),
  );
  const surplus = [...torn, ...aged.slice(keep), ...names.filter((name) => UNFINISHED.test(name))];
  await Promise.all(surplus.map((name) => rm(join(dir, VIEWS, name), { force: true })));
  await pruneParts(dir);
}

async function pruneParts(dir: string): Promise<void> {
  const names = await namesIn(dir);
  const named = new Set<string>();
  try {
    const parts = await partsOfState(dir).catch(ifRefused<ViewPart[]>([], 'BROKEN_INDEX'));
    for (const name of names.filter((one) => VIEW.test(one)))
      parts.push(...((await readHead(dir, idOf(name)))?.parts ?? []));
    for (const { name } of parts) named.add(`${name}.part`);
  } catch (error) {
    // A newer Cora's view or state may name any part, so no part is removed.
    if (isCoraError(error) && error.code === 'INCOMPATIBLE_INDEX') return;
    throw error;
  }
  for (const name of names.filter((one) => PART.test(one) && !named.has(one))) {
    const file = join(dir, VIEWS, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > GRACE_MS) await rm(file, { force: true });
  }
}

/**
 * Removes views that have one of these blobs. Use it under the write lock, before the blobs' rows
 * are removed.
 */
export async function removeViewsOf(dir: string, blobs: ReadonlySet<BlobKey>): Promise<void> {
  for (const name of await viewsIn(dir)) {
    const view = await readView(dir, idOf(name));
    if (view?.files.some((file) => blobs.has(blobKeyOf(file))) === true)
      await rm(join(dir, VIEWS, name), { force: true });
  }
}

/** Returns names of views by the time of their files, then by name. */
async function newestFirst(dir: string, names: readonly string[]): Promise<string[]> {
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(dir, VIEWS, name)).catch(ifAbsent(null)))?.mtimeMs ?? 0,
    })),
  );
  return aged.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

async function viewsIn(dir: string): Promise<string[]> {
  return (await namesIn(dir)).filter((name) => VIEW.test(name));
}

function namesIn(dir: string): Promise<string[]> {
  return readdir(join(dir, VIEWS)).catch(ifAbsent([]));
}

function idOf(name: string): string {
  return name.replace(VIEW, '$1');
}

function viewFile(dir: string, id: string): string {
  return join(dir, VIEWS, `${id}.view`);
}

// A digest of an index's content: rows, vectors and the view. It does not depend on when, where and
// by which version the index was built.

/** Characters that are hashed together. */
const HASHED_TOGETHER = 65_536;

/**
 * @returns 64 hex digits that are equal for equal views, however their rows were made. It is no
 * signature.
 */
export function logicalDigest(
  view: Pick<ViewRecord, 'files' | 'chunks' | 'rowsDigest'>,
  embedderFingerprint: string,
): string {
  const hash = createHash('sha256').update(
    `${CHUNKER_VERSION} ${embedderFingerprint} ${view.chunks} ${[...view.rowsDigest].join(' ')}\n`,
  );
  // The text is hashed in pieces: a call for each file takes longer than hashing its bytes.
  let text = '';
  for (const { path, blob, language } of view.files) {
    text += `${path}\0${blob}\0${language}\0`;
    if (text.length < HASHED_TOGETHER) continue;
    hash.update(text);
    text = '';
  }
  hash.update(text);
  return hash.digest('hex');
}

// Lists the secrets that were overwritten in a view. It reads the rows, so the list does not depend
// on how they were made.

/** @returns sorted by path, in the order of the files, then by line */
export async function listRedacted(
  store: Pick<RowReader, 'redactedRows'>,
  files: readonly ViewPath[],
): Promise<RedactedSecret[]> {
  const byKey = new Map<BlobKey, Omit<RedactedSecret, 'path'>[]>();
  const blobs = new Set<string>();
  for (const row of await store.redactedRows())
    for (const secret of readPlaced(row.redacted)) {
      blobs.add(row.blobSha);
      addTo(byKey, rowKeyOf(row), secret);
    }
  for (const secrets of byKey.values()) secrets.sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
  return files
    .filter(({ blob }) => blobs.has(blob))
    .flatMap((file) => (byKey.get(blobKeyOf(file)) ?? []).map((secret) => ({ path: file.path, ...secret })));
}

/** @returns how many secrets there are, and the sorted blobs that hold them */
export async function countRedacted(
  store: Pick<RowReader, 'redactedRows'>,
  files: readonly ViewPath[],
): Promise<{ count: RedactedCount; blobs: BlobKey[] }> {
  const secrets = await listRedacted(store, files);
  const paths = new Set(secrets.map(({ path }) => path));
  const blobs = new Set(files.filter(({ path }) => paths.has(path)).map(blobKeyOf));
  return { count: { secrets: secrets.length, files: paths.size }, blobs: [...blobs].sort() };
}

/**
 * Returns how many secrets the current view has, if the state has counted them. After a run that
 * was killed, the state may be of another view, or of this one with fewer files.
 */
export async function secretsCounted(
  dir: string,
  state: Pick<RepoState, 'view' | 'counts' | 'redacted'> | null,
  view: Pick<ViewRecord, 'files' | 'chunks'> | null,
): Promise<RedactedCount | null> {
  if (state === null || view === null || state.view !== (await currentView(dir))) return null;
  const isOfView = state.counts.files === view.files.length && state.counts.chunks === view.chunks;
  return isOfView ? state.redacted : null;
}

/** Returns how many secrets some blobs hold. */
export async function secretsByBlob(
  store: Pick<RowReader, 'rowsByBlob'>,
  blobs: readonly BlobKey[],
): Promise<Map<BlobKey, number>> {
  const counts = new Map<BlobKey, number>();
  for await (const { key, rows } of store.rowsByBlob(blobs, ['redacted']))
    counts.set(key, rows.flatMap(({ redacted }) => readPlaced(redacted)).length);
  return counts;
}

/** Reads the column `redacted`, which placeSecrets in secrets/text.ts writes. */
function readPlaced(redacted: string): { line: number; rule: string }[] {
  if (redacted === '') return [];
  return redacted.split(' ').map((note) => {
    const colon = note.indexOf(':');
    return { line: Number(note.slice(0, colon)), rule: note.slice(colon + 1) };
  });
}
