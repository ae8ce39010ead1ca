/**
 * `cora pages`: a folder for any static host, with a page, the indexes that it searches in the
 * browser, and what the page loads. Equal indexes make equal bytes.
 */

import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { inParallel } from '../base/concurrency.ts';
import { CoraError, codeOf, ifAbsent, isCoraError } from '../base/errors.ts';
import { PACKAGE_NAME, TOOL_VERSION } from '../base/version.ts';
import { readTextBounded, sha256OfFile } from '../disk/boundedRead.ts';
import { disownFolder, makeFolderBeside, OWNER, removeFolder } from '../disk/makePrivate.ts';
import { createBuiltinEmbedder } from '../embed/builtin.ts';
import { readBuiltinModel, readBuiltinWeights } from '../embed/createEmbedder.ts';
import { mapOf } from '../search/repositoryMap.ts';
import type { PageSearch } from '../settings/requests.ts';
import { type ArtifactManifest, SEGMENT_MEMBER, VIEW_MEMBER } from './artifact/members.ts';
import { type MemberPlace, readPackedPlaces } from './artifact/packedArtifact.ts';
import { openRanges } from './artifact/readArtifact.ts';
import { openInPlace } from './openInPlace.ts';
import { type FilePart, PAGES_FILE, PAGES_FORMAT, type PageIndex, type PagesFile } from './pagesFile.ts';
import { verifyArtifact } from './verifyArtifact.ts';

export interface PageSource {
  /** The name that the page shows; null for that of its repository. */
  name: string | null;
  /** True for one that is packed here: others are checked first, as by `cora verify`. */
  isOwn: boolean;
  /** @returns the packed index. @param folder where it may be written, and stays */
  pack(folder: string): Promise<string>;
}

export interface PagesReport {
  dir: string;
  indexes: PageIndex[];
  /** Bytes of all files. */
  bytes: number;
  tookMs: number;
}

const INDEXES = 'indexes';
const NAME_ANOTHER = 'name another folder: cora pages -o DIR';

/** @throws CoraError STORE, BAD_ARTIFACT, INCOMPATIBLE_INDEX, and what packing throws */
export async function writePages(
  target: string,
  sources: readonly PageSource[],
  search: PageSearch,
): Promise<PagesReport> {
  const started = Date.now();
  // A link stays: what it leads to is replaced.
  const dir = await realpath(target).catch(() => resolve(target));
  await mustBeFree(dir);
  const temporary = await makeFolderBeside(dir, NAME_ANOTHER);
  const made = await writeFolder(temporary, dir, sources, search);
  // The page is in its place: errors from here on say nothing about the temporary folder.
  await disownFolder(temporary, dir);
  if (made.before !== null) await removeBefore(made.before, basename(dir));
  const { indexes, bytes } = made;
  return { dir, indexes, bytes, tookMs: Date.now() - started };
}

/** Puts the page in its place. @returns what it holds, and where the page before it is */
async function writeFolder(
  temporary: string,
  dir: string,
  sources: readonly PageSource[],
  search: PageSearch,
): Promise<Pick<PagesReport, 'indexes' | 'bytes'> & { before: PageBefore | null }> {
  try {
    await mkdir(join(temporary, INDEXES));
    const indexes = await placeIndexes(temporary, sources);
    await copyPage(temporary);
    const model = indexes.some(({ embedder }) => embedder.id === BUILTIN) ? await writeModel(temporary) : null;
    const written: PagesFile['written'] = {};
    for (const file of await filesIn(temporary)) written[file] = await sha256OfFile(join(temporary, file));
    const tool = { name: 'cora', version: TOOL_VERSION };
    const pages: PagesFile = { format: PAGES_FORMAT, tool, model, search, indexes, written };
    await writeFile(join(temporary, PAGES_FILE), `${JSON.stringify(pages, null, 2)}\n`);
    const bytes = await bytesOf(temporary);
    return { indexes, bytes, before: await putInPlace(temporary, dir) };
  } catch (error) {
    const isGone = (await stat(temporary).catch(ifAbsent(null))) === null;
    await removeFolder(temporary);
    throw isGone && (isCoraError(error) ? error.code !== 'ABORTED' : codeOf(error) === 'ENOENT')
      ? new CoraError('STORE', `${temporary} was moved or removed while the page was written into it.`, {
          hint: 'run the same command again',
          cause: error,
        })
      : error;
  }
}

// A file of the folder is only replaced if an earlier run wrote it and it is unchanged. The list of
// such files may come with a clone, but whoever wrote it knew these bytes.

/** @param at where it lies now. @returns the files that may be replaced. @throws CoraError STORE */
async function mustBeFree(dir: string, at = dir): Promise<string[]> {
  const there = await stat(at).catch(ifAbsent(null));
  if (there === null) return [];
  const refusal = (said: string): CoraError => new CoraError('STORE', `${dir} ${said}.`, { hint: NAME_ANOTHER });
  if (!there.isDirectory()) throw refusal('is a file');
  const written = await writtenBefore(at);
  const files = await filesIn(at);
  for (const file of files) {
    const known = written.get(file);
    if (written.size === 0) throw refusal('is there already, and cora pages did not write it');
    if (known === undefined) throw refusal(`holds ${file}, which cora pages did not write`);
    const path = join(at, file);
    // A link may lead to what has no end.
    const isAsWritten = (await lstat(path)).isFile() && (file === PAGES_FILE || (await sha256OfFile(path)) === known);
    if (!isAsWritten) throw refusal(`holds ${file}, which is not as cora pages wrote it`);
  }
  return files;
}

/** The names that are ever written: whatever a list says, nothing else is replaced. */
const OWN = /^(?:index\.html|pages\.json|builtin-[0-9a-f]+\.bin|assets\/[\w-]+(?:\.[\w-]+)*|indexes\/[\w.-]+\.tar)$/;

/** @returns the digest of each file; of the list itself, nothing */
async function writtenBefore(dir: string): Promise<Map<string, unknown>> {
  const text = await readTextBounded(join(dir, PAGES_FILE), SMALL_JSON.bytes).catch(ifAbsent(null));
  const { written } = (parseOrNull(text ?? '', SMALL_JSON) ?? {}) as Partial<PagesFile>;
  if (typeof written !== 'object' || written === null || !('index.html' in written)) return new Map();
  return new Map([...Object.entries(written).filter(([name]) => OWN.test(name)), [PAGES_FILE, '']]);
}

/** Returns all files below a folder, with `/` between names, sorted. */
async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const paths = files.map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return paths.filter((path) => path !== OWNER).sort();
}

async function bytesOf(dir: string): Promise<number> {
  let sum = 0;
  for (const file of await filesIn(dir)) sum += (await stat(join(dir, file))).size;
  return sum;
}

interface PageBefore {
  /** The folder that it was moved into. */
  folder: string;
  files: readonly string[];
}

/** @returns where the page is that was in this place; null where there was none */
async function putInPlace(temporary: string, dir: string): Promise<PageBefore | null> {
  // A web server with a user of its own must be able to read it.
  await chmod(temporary, 0o755);
  if ((await stat(dir).catch(ifAbsent(null))) === null) {
    await rename(temporary, dir);
    return null;
  }
  const before = await makeFolderBeside(dir, NAME_ANOTHER);
  // Whoever ends this process, or comes after it, removes no folder that somebody may have put
  // something into.
  await disownFolder(before);
  const moved = join(before, basename(dir));
  await rename(dir, moved);
  try {
    const files = await mustBeFree(dir, moved);
    await rename(temporary, dir);
    return { folder: before, files };
  } catch (error) {
    await rename(moved, dir).then(
      () => rmdir(before),
      () => undefined,
    );
    throw error;
  }
}

/** Removes a page that an earlier run wrote, and nothing that has come into its folder since. */
async function removeBefore({ folder, files }: PageBefore, name: string): Promise<void> {
  for (const file of files) await rm(join(folder, name, file), { force: true });
  await removeEmpty(folder);
}

async function removeEmpty(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeEmpty(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}

// The indexes, each under a name that holds a digest of its content.

interface Placed {
  name: string;
  file: string;
  manifest: ArtifactManifest;
  places: readonly MemberPlace[];
}

async function placeIndexes(folder: string, sources: readonly PageSource[]): Promise<PageIndex[]> {
  const packed = join(folder, INDEXES);
  const found: Placed[] = [];
  for (const { name, isOwn, pack } of sources) {
    const file = await pack(packed);
    if (!isOwn) await mustBeSound(file);
    const { manifest, places } = await placesIn(file);
    const { repository } = manifest;
    const called = name ?? (calledOnPage(repository) || basename(file).split('.', 1)[0]! || 'index');
    found.push({ name: called, file, manifest, places });
  }
  const ids = numbered(found.map(({ name }) => name));
  const placed = found.map((one, at) => ({ ...one, id: ids[at]! }));
  return inParallel(placed, 1, async ({ id, file, manifest, places }) => {
    const digest = (await sha256OfFile(file)).slice(0, DIGITS);
    const place = `${INDEXES}/${id.replace(/[^A-Za-z0-9._-]+/g, '-')}-${digest}.tar`;
    if (file.startsWith(packed)) await rename(file, join(folder, place));
    else await copyFile(file, join(folder, place));
    const { repository, commit, counts, embedder } = manifest;
    const { files, chunks } = counts;
    const bytes = (await stat(join(folder, place))).size;
    const parts = { view: partOf(places, VIEW_MEMBER), segment: partOf(places, SEGMENT_MEMBER) };
    const central = await centralFilesOf(join(folder, place));
    return { id, file: place, bytes, repository, commit, files, chunks, embedder, ...parts, central };
  });
}

/** Hex digits of a digest in a name. */
const DIGITS = 12;

/** The page asks a server for as many, and shows one definition less of each. */
const MOST_CENTRAL = 24;
const MOST_DEFINED = 7;

/** Finds them here: a reader of the page would have to wait for all rows. */
async function centralFilesOf(file: string): Promise<PageIndex['central']> {
  const index = await openInPlace(file);
  if (index === null) return [];
  const { view, rows } = index;
  try {
    const { central } = await mapOf({ store: rows, view }, MOST_CENTRAL);
    return central.map((file) => ({ ...file, defines: file.defines.slice(0, MOST_DEFINED) }));
  } finally {
    rows.close();
  }
}

function partOf(places: readonly MemberPlace[], name: string): FilePart {
  const { from, size } = places.find((one) => one.name === name)!;
  return [from, size];
}

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX */
async function mustBeSound(file: string): Promise<void> {
  const { problem } = await verifyArtifact(file);
  if (problem !== null) throw new CoraError('BAD_ARTIFACT', problem, AGAIN);
}

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH: no page can search it */
async function placesIn(file: string): Promise<Pick<Placed, 'manifest' | 'places'>> {
  const ranges = await openRanges(file);
  try {
    const { manifest, places } = await readPackedPlaces(ranges);
    const { text, shard, embedder } = manifest;
    if (!text)
      throw new CoraError('BAD_ARTIFACT', `${file} was packed with --no-text: a page cannot search it.`, AGAIN);
    if (shard !== undefined)
      throw new CoraError('BAD_ARTIFACT', `${file} is one shard of an index.`, { hint: 'join them first: cora merge' });
    if (embedder.id === BUILTIN && embedder.fingerprint !== createBuiltinEmbedder(readBuiltinModel()).fingerprint)
      throw new CoraError('EMBEDDER_MISMATCH', `${file} was built with other weights than this Cora has.`, {
        hint: 'build it again: cora index, then cora pack, in its repository',
      });
    return { manifest, places };
  } finally {
    ranges.close();
  }
}

const AGAIN = { hint: 'pack it again in its repository: cora pack' };
const BUILTIN = 'builtin';

/** The most characters of an address, which came with a packed index. */
const MOST_OF_ADDRESS = 1000;

/** A page calls an address by its path, and a place on a disk by its last part. */
export function calledOnPage(repository: string): string {
  const address = repository.slice(0, MOST_OF_ADDRESS);
  const place = /^(?!file:)(?:[a-z][a-z\d+.-]*:\/\/[^/]+\/+|(?:[^/@]+@)?[^/:]{2,}:(?!\/\/)\/*)(.+)$/i.exec(address);
  const path = place?.[1] ?? address.split(/[/\\]+/).findLast((part) => part !== '') ?? '';
  return path.replace(/\/+$/, '').replace(/\.git$/, '');
}

/** Returns names that differ: another one of a name has a number. */
export function numbered(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

// The page itself, as the build made it, and the weights of the built-in embedder.

/** Beside the bundle in dist; in dist when run from source. */
const PLACES = ['./pages/', '../../dist/pages/'];

async function copyPage(folder: string): Promise<void> {
  for (const place of PLACES) {
    const from = fileURLToPath(new URL(place, import.meta.url));
    const files = await filesIn(from).catch(ifAbsent(null));
    if (files === null) continue;
    await mkdir(join(folder, 'assets'), { recursive: true });
    // Files are written, not copied: a web server's user must be able to read them, whatever modes
    // the package's files have.
    for (const file of files) await writeFile(join(folder, file), await readFile(join(from, file)));
    return;
  }
  throw new CoraError('PLATFORM', 'This installation of Cora comes without its static page.', {
    hint: `install it again: npm install ${PACKAGE_NAME}`,
  });
}

async function writeModel(folder: string): Promise<PagesFile['model']> {
  const weights = readBuiltinWeights();
  const file = `builtin-${readBuiltinModel().digest.slice(0, DIGITS)}.bin`;
  await writeFile(join(folder, file), weights);
  return { file, bytes: weights.length };
}
