/**
 * `cora verify`, `cora unpack` and what `--index FILE` does: an artifact becomes a store of its own, with the words, the
 * indexes and the statistics that it left out. Here is no repository to check the rows against: what such a store shows is
 * what the artifact says. Into a clone's own store they come by pullIndex.ts, which does check.
 */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isArtifact } from './artifact/isArtifact.ts';
import type { Manifest } from './artifact/manifest.ts';
import { openPackedIndex } from './artifact/openPackedIndex.ts';
import { type ArtifactReader, withArtifact } from './artifact/readArtifact.ts';
import { sha256OfFile } from './artifact/sha256OfFile.ts';
import { CoraError, isCoraError, systemFailure } from './errors.ts';
import { HALF_CODEC } from './store/float16.ts';
import { fingerprintDir } from './store/location.ts';
import { isStoreAddress } from './store/storeAddress.ts';
import { readRows } from './unpackIndex/readRows.ts';
import { writeStore } from './unpackIndex/writeStore.ts';
import { storeFingerprint } from './workspace.ts';

export interface VerifyReport {
  file: string;
  /** Bytes. */
  size: number;
  /** Of the file. */
  sha256: string;
  ok: boolean;
  /** What is wrong; null where nothing is. */
  problem: string | null;
  /** Null where it is not even a manifest. */
  manifest: Omit<Manifest, 'members'> | null;
}

export interface UnpackReport {
  file: string;
  /** Where the index is now: for --index. */
  dir: string;
  commit: string;
  files: number;
  chunks: number;
  tookMs: number;
}

/**
 * Reads all of it: structure, hashes, rows, digest.
 * @throws CoraError NO_INDEX where there is no such file; what is wrong with one is in the report
 */
export async function verifyArtifact(file: string): Promise<VerifyReport> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) {
    const said = found === null ? 'is not there' : 'is no file';
    throw new CoraError('NO_INDEX', `${file} ${said}.`, { hint: 'cora pack -o FILE   writes one' });
  }
  let manifest: VerifyReport['manifest'] = null;
  let problem: string | null = null;
  try {
    await withArtifact(file, HALF_CODEC, async (reader) => {
      const { members: _, ...about } = reader.manifest;
      manifest = about;
      for await (const _ of readRows(reader));
    });
  } catch (error) {
    if (!isCoraError(error)) throw error;
    problem = error.message;
  }
  return { file, size: found.size, sha256: await sha256OfFile(file), ok: problem === null, problem, manifest };
}

/**
 * @param target a folder that is not there yet, or an empty one: an index that is there is never written over
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX, STORE; nothing is left behind then
 */
export async function unpackIndex(file: string, target: string): Promise<UnpackReport> {
  const started = Date.now();
  const folder = resolve(target);
  return withArtifact(file, HALF_CODEC, async (reader) => {
    const { commit, counts, embedder } = reader.manifest;
    await install(reader, folder, file);
    const dir = fingerprintDir(folder, storeFingerprint(embedder));
    return { file, dir, commit, files: counts.files, chunks: counts.chunks, tookMs: Date.now() - started };
  });
}

async function install(reader: ArtifactReader, target: string, file: string): Promise<void> {
  if (!reader.manifest.text) {
    throw new CoraError(
      'BAD_ARTIFACT',
      `${file} was packed without text: only a clone that has the files can use it.`,
      {
        hint: 'in the clone: cora pull FILE',
      },
    );
  }
  const temporary = await makeFolderBeside(target);
  try {
    await writeStore(reader, fingerprintDir(temporary, storeFingerprint(reader.manifest.embedder)));
    // A folder takes the place of an empty one, and of nothing else.
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
    if (!/^(ENOTEMPTY|EEXIST|ENOTDIR|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new CoraError('STORE', `${target} is there already.`, {
      hint: 'name another folder: cora unpack FILE -o DIR',
    });
  }
}

async function makeFolderBeside(target: string): Promise<string> {
  try {
    await mkdir(dirname(target), { recursive: true });
    return await mkdtemp(`${target}.`);
  } catch (error) {
    const known = systemFailure(error, `${target} cannot be written`);
    throw new CoraError('STORE', known?.message ?? `${target} cannot be written: ${(error as Error).message}`, {
      hint: 'name a folder that you may write: cora unpack FILE -o DIR',
      cause: error,
    });
  }
}

/**
 * What `--index PATH` names, as a folder that holds repo_state.json. An artifact is unpacked once, into the cache.
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX
 */
export async function openNamedStore(path: string, cacheDir: string): Promise<string> {
  if (isStoreAddress(path)) {
    throw new CoraError('USAGE', 'This command takes a folder or a packed file; an address can be searched.', {
      hint: 'cora query, symbols, refs and related take --index ADDRESS',
    });
  }
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || !(await isArtifact(path))) return openPackedIndex(path, cacheDir);
  const content = createHash('sha256')
    .update(`${await sha256OfFile(path)} unpacked`)
    .digest('hex');
  const target = join(cacheDir, 'artifacts', content);
  const isThere = async () => (await stat(target).catch(() => null)) !== null;
  if (!(await isThere())) {
    await unpackIndex(path, target).catch(async (error: unknown) => {
      // Another process may have been faster: its copy is as good.
      if (!(isCoraError(error) && error.code === 'STORE' && (await isThere()))) throw error;
    });
  }
  return openPackedIndex(target, cacheDir);
}
