/**
 * A store or a packed artifact that the user names becomes a directory to search. An archive is
 * unpacked once, into a cache named by its digest. Archives are hostile input: only plain files and
 * directories, only below the target.
 */

import { createReadStream } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, systemFailure } from '../base/errors.ts';
import { disownFolder, makeFolderBeside, makePrivate, removeFolder } from '../disk/makePrivate.ts';
import { sha256OfFile } from '../disk/packedContent.ts';
import { openRanges } from './artifact/readArtifact.ts';

interface UnpackLimits {
  bytes: number;
  entries: number;
}

/** An index of a million chunks is smaller; more is a bomb. */
const LIMITS: UnpackLimits = { bytes: 64 * 2 ** 30, entries: 200_000 };
/** Rows are compressed already: an archive of them does not grow more. */
const MOST_GROWTH = 100;
/** An index of a small repository may grow as it likes. */
const FREE_GROWTH = 256 * 2 ** 20;
/** `tar` of a store's own folder, of the folder above it, or of that folder's parent. */
const DEPTH = 2;
const NAME_ONE = 'Name a directory that holds repo_state.json, or a packed artifact (.tar).';

/**
 * @param path a directory that holds repo_state.json or exactly one such directory, or a .tar.gz of
 * it
 * @returns the directory that holds repo_state.json
 * @throws CoraError NO_INDEX, BAD_ARTIFACT
 */
export async function openPackedIndex(path: string, cacheDir: string, limits = LIMITS): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new CoraError('NO_INDEX', `${path} is not there.`, { hint: NAME_ONE });
  if (found.isDirectory()) return indexIn(path, path);
  if (!found.isFile())
    throw new CoraError('BAD_ARTIFACT', `${path} is neither a file nor a directory.`, { hint: NAME_ONE });
  return unpackOnce(path, join(cacheDir, 'artifacts'), limits);
}

/** The most indexes of a folder that are named. */
const MOST_NAMED = 3;

async function indexIn(dir: string, named: string): Promise<string> {
  const indexes = await indexesBelow(dir, DEPTH);
  if (indexes.length === 1) return indexes[0]!;
  const message =
    indexes.length === 0
      ? `${named} holds no index.`
      : `${named} holds ${indexes.length} indexes: ${indexes.slice(0, MOST_NAMED).join(', ')}${indexes.length > MOST_NAMED ? ', …' : '.'}`;
  throw new CoraError('NO_INDEX', message, { hint: NAME_ONE });
}

async function indexesBelow(dir: string, depth: number): Promise<string[]> {
  if ((await stat(join(dir, 'repo_state.json')).catch(() => null)) !== null) return [dir];
  if (depth === 0) return [];
  const inner = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return (await Promise.all(inner.map(({ name }) => indexesBelow(join(dir, name), depth - 1)))).flat();
}

async function unpackOnce(file: string, cache: string, limits: UnpackLimits): Promise<string> {
  const target = join(cache, await sha256OfFile(file));
  const isThere = async () => (await stat(target).catch(() => null)) !== null;
  if (await isThere()) return indexIn(target, file);
  makePrivate(cache, true);
  const temporary = await makeFolderBeside(join(cache, 'unpack'), 'set XDG_CACHE_HOME to a folder that you may write');
  try {
    await unpack(file, temporary, limits);
    // What holds no index is not kept.
    await indexIn(temporary, file);
    await disownFolder(temporary);
    await rename(temporary, target);
  } catch (error) {
    // Files that were being written when the archive was refused may still appear.
    await removeFolder(temporary);
    if (error instanceof CoraError) throw error;
    // Another process may have been faster: its copy is as good.
    if (!(await isThere()))
      throw systemFailure(error, `${file} cannot be unpacked into ${cache}`) ?? notPacked(file, error);
  }
  return indexIn(target, file);
}

function notPacked(file: string, cause: unknown): CoraError {
  const message = `${file} cannot be unpacked as an index: ${(cause as Error).message}`;
  return new CoraError('BAD_ARTIFACT', message, { hint: NAME_ONE, cause });
}

async function unpack(file: string, into: string, limits: UnpackLimits): Promise<void> {
  const { Unpack } = await import('tar');
  const { size } = await stat(file);
  const bytes = Math.min(limits.bytes, FREE_GROWTH + MOST_GROWTH * size);
  const refuse = createEntryGate(file, { ...limits, bytes });
  const source = createReadStream(file);
  await new Promise<void>((resolve, reject) => {
    const unpacker = new Unpack({
      cwd: into,
      strict: true,
      preservePaths: false,
      // The archive decides neither who owns the files nor what may be done with them.
      preserveOwner: false,
      filter: (path, entry) => {
        const type = 'type' in entry ? entry.type : 'File';
        const refusal = refuse(path, type, entry.size ?? 0);
        entry.mode = type === 'Directory' ? 0o755 : 0o644;
        if (refusal === null) return true;
        // What is thrown in here would end the process: tar calls it from a stream.
        reject(refusal);
        source.destroy();
        unpacker.abort(refusal);
        return false;
      },
    });
    source.on('error', reject);
    unpacker.on('error', reject);
    unpacker.on('close', () => resolve());
    source.pipe(unpacker);
  });
}

/** @returns for each entry of the archive in turn why it must not be written, or null */
function createEntryGate(
  file: string,
  limits: UnpackLimits,
): (path: string, type: string, size: number) => CoraError | null {
  let bytes = 0;
  let entries = 0;
  return (path, type, size) => {
    bytes += size;
    entries += 1;
    const named = JSON.stringify(path);
    if (bytes > limits.bytes || entries > limits.entries)
      return new CoraError('BAD_ARTIFACT', `${file} unpacks to more than an index can be.`);
    if (type !== 'File' && type !== 'OldFile' && type !== 'Directory')
      return new CoraError('BAD_ARTIFACT', `${file} holds a ${type} (${named}); an index holds plain files only.`);
    if (/^([\\/]|[A-Za-z]:)/.test(path) || path.split(/[\\/]/).includes('..'))
      return new CoraError('BAD_ARTIFACT', `${file} holds a path that leaves its directory: ${named}.`);
    return null;
  };
}

// Tells an artifact from a tar archive of a store, by its first member.

/** @throws CoraError NO_INDEX where there is no such file */
export async function isArtifact(file: string): Promise<boolean> {
  const packed = await openRanges(file);
  packed?.close();
  return packed !== null;
}
