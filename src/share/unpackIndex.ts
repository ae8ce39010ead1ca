/**
 * `cora unpack`, and what `--index FILE` begins with: an artifact becomes a store of its own, with the words, the indexes and the
 * statistics that it left out. Here is no repository to check the rows against: what such a store shows is what the artifact
 * says. Into a clone's own store they come by pullIndex.ts, which does check.
 */

import { rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { disownFolder, makeFolderBeside, removeFolder } from '../disk/makeFolderBeside.ts';
import { HALF_CODEC } from '../store/float16.ts';
import { fingerprintDir } from '../store/location.ts';
import { storeFingerprint } from '../view/workspace.ts';
import { type ArtifactReader, withArtifact } from './artifact/readArtifact.ts';
import { writeStore } from './unpack/writeStore.ts';

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
  const temporary = await makeFolderBeside(target, 'name a folder that you may write: cora unpack FILE -o DIR');
  try {
    await writeStore(reader, fingerprintDir(temporary, storeFingerprint(reader.manifest.embedder)));
    // A folder takes the place of an empty one, and of nothing else.
    await disownFolder(temporary);
    await rename(temporary, target);
  } catch (error) {
    await removeFolder(temporary);
    if (!/^(ENOTEMPTY|EEXIST|ENOTDIR|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new CoraError('STORE', `${target} is there already.`, {
      hint: 'name another folder: cora unpack FILE -o DIR',
    });
  }
}
