/**
 * A store or a packed artifact that the user names becomes a directory to search. An archive is unpacked once, into a
 * cache named by its digest. Archives are hostile input: only plain files and directories, only below the target.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from '../errors.ts';

/** An index of a million chunks is smaller; more is a bomb. */
const MOST_BYTES = 64 * 2 ** 30;
const MOST_ENTRIES = 200_000;

/**
 * @param path a directory that holds repo_state.json or exactly one such directory, or a .tar.gz of it
 * @returns the directory that holds repo_state.json
 * @throws CoraError NO_INDEX, BAD_ARTIFACT
 */
export async function openPackedIndex(path: string, cacheDir: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found === null)
    throw new CoraError('NO_INDEX', `${path} is not there.`, {
      hint: 'Name an index directory or a packed artifact (.tar.gz).',
    });
  const dir = found.isDirectory() ? path : await unpackOnce(path, join(cacheDir, 'artifacts'));
  return indexIn(dir, path);
}

async function indexIn(dir: string, named: string): Promise<string> {
  const isIndex = async (candidate: string): Promise<boolean> =>
    (await stat(join(candidate, 'repo_state.json')).catch(() => null)) !== null;
  if (await isIndex(dir)) return dir;
  const inner = (await readdir(dir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(dir, name));
  const indexes: string[] = [];
  for (const candidate of inner) if (await isIndex(candidate)) indexes.push(candidate);
  if (indexes.length === 1) return indexes[0]!;
  throw new CoraError(
    'NO_INDEX',
    indexes.length === 0
      ? `There is no index in ${named}.`
      : `${named} holds ${indexes.length} indexes: ${indexes.join(', ')}.`,
    {
      hint: 'Name a directory that holds repo_state.json, or a packed artifact.',
    },
  );
}

async function unpackOnce(file: string, cache: string): Promise<string> {
  const target = join(cache, await sha256(file));
  if ((await stat(target).catch(() => null)) !== null) return target;
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(join(cache, 'unpack-'));
  try {
    await unpack(file, temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process was faster: its copy is as good.
    if ((await stat(target).catch(() => null)) !== null) return target;
    throw error instanceof CoraError
      ? error
      : new CoraError('BAD_ARTIFACT', `${file} is not a packed index: ${(error as Error).message}`, { cause: error });
  }
  return target;
}

async function unpack(file: string, into: string): Promise<void> {
  const { extract } = await import('tar');
  let bytes = 0;
  let entries = 0;
  await extract({
    file,
    cwd: into,
    strict: true,
    preservePaths: false,
    filter: (path, entry) => {
      const type = 'type' in entry ? entry.type : 'File';
      const plain = type === 'File' || type === 'OldFile' || type === 'Directory';
      if (!plain)
        throw new CoraError(
          'BAD_ARTIFACT',
          `${file} holds a ${type} (${JSON.stringify(path)}); an index holds plain files only.`,
        );
      if (path.startsWith('/') || path.split(/[\\/]/).includes('..'))
        throw new CoraError('BAD_ARTIFACT', `${file} holds a path that leaves its directory: ${JSON.stringify(path)}.`);
      bytes += entry.size ?? 0;
      entries += 1;
      if (bytes > MOST_BYTES || entries > MOST_ENTRIES)
        throw new CoraError('BAD_ARTIFACT', `${file} unpacks to more than an index can be.`);
      return true;
    },
  });
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
