/**
 * Reads an artifact. Nothing is written; a name in the archive is compared and never opened.
 */

import { stat } from 'node:fs/promises';
import { CoraError, codeOf, isCoraError } from '../../base/errors.ts';
import { FileRanges } from '../../engine/searchFile.ts';
import { logicalDigest } from '../../store/views.ts';
import { RowsDigest, type ViewTotals } from '../../view/statistics.ts';
import { badArtifact } from './archive.ts';
import type { ArtifactBlob } from './blocks.ts';
import { type ArtifactManifest, chunkerMismatch } from './members.ts';
import { beginsWithManifest, openPackedArtifact, type PackedArtifact, readPackedManifest } from './packedArtifact.ts';
import { blobSpans, readSpan } from './packedRows.ts';

/** An artifact whose file is open, and all of whose bytes were checked. */
export interface OpenArtifact extends PackedArtifact {
  file: string;
  /** The open file that all of this is read from, whatever its name leads to by now. */
  descriptor: number;
}

/**
 * Opens an artifact for one use.
 * @param place where it comes from, for messages
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX that name the place; NO_INDEX for no file
 */
export async function withArtifact<T>(
  file: string,
  read: (artifact: OpenArtifact) => Promise<T>,
  place = file,
): Promise<T> {
  const artifact = await openArtifact(file, place);
  try {
    return await read(artifact);
  } catch (error) {
    throw refusalNaming(place, error);
  } finally {
    artifact.segment.close();
  }
}

/**
 * Opens an artifact, whose segment the caller closes. Errors about rows lack the file's name: see
 * refusalNaming.
 * @throws as withArtifact
 */
export async function openArtifact(file: string, place = file): Promise<OpenArtifact> {
  const ranges = await openRanges(file, place);
  try {
    const artifact = await openPackedArtifact(ranges);
    await artifact.check();
    return { ...artifact, file, descriptor: ranges.descriptor };
  } catch (error) {
    ranges.close();
    throw refusalNaming(place, error);
  }
}

/**
 * Opens a file, which the caller closes.
 * @throws CoraError NO_INDEX for no such file, BAD_ARTIFACT for no artifact
 */
export async function openRanges(file: string, place = file): Promise<FileRanges> {
  const found = await stat(file).catch((error: unknown) => {
    const said = codeOf(error) === 'ENOENT' ? 'is not there' : `cannot be read: ${codeOf(error)}`;
    throw new CoraError('NO_INDEX', `${file} ${said}.`, { hint: 'cora pack -o FILE   writes one', cause: error });
  });
  if (!found.isFile())
    throw new CoraError('BAD_ARTIFACT', `${file} is no file.`, { hint: 'name a packed artifact (.tar)' });
  const ranges = openFile(file);
  try {
    if (await beginsWithManifest(ranges)) return ranges;
    throw badArtifact('it is no packed index (.tar), which is compressed inside and not as a whole');
  } catch (error) {
    ranges.close();
    throw refusalNaming(place, error);
  }
}

function openFile(file: string): FileRanges {
  try {
    return new FileRanges(file);
  } catch (error) {
    const message = `${file} cannot be read: ${codeOf(error)}.`;
    throw new CoraError('NO_INDEX', message, { hint: 'cora pack -o FILE   writes one', cause: error });
  }
}

/** Opens artifacts whose spans are read, each once: for threads that have no other way to them. */
export function createArtifactOpener(): { artifact(file: string): Promise<PackedArtifact>; closeAll(): void } {
  const open = new Map<string, Promise<PackedArtifact>>();
  return {
    artifact: (file) => {
      const known = open.get(file) ?? openPackedArtifact(openFile(file));
      open.set(file, known);
      return known;
    },
    closeAll: () => {
      for (const one of open.values()) one.then(({ segment }) => segment.close()).catch(() => undefined);
    },
  };
}

const REFUSALS: ReadonlySet<string> = new Set(['BAD_ARTIFACT', 'INCOMPATIBLE_INDEX']);

/**
 * Adds to an error of an archive the name of its file, or of a published index its address; any
 * other error stays as it is.
 * @param remedy what to do where the error does not say it
 */
export function refusalNaming(
  place: string,
  error: unknown,
  remedy = 'obtain it again, or make a new one: cora pack -o FILE',
): unknown {
  if (!isCoraError(error) || !REFUSALS.has(error.code) || error.message.startsWith(place)) return error;
  const { code, message, hint = remedy } = error;
  return new CoraError(code, `${place} is refused: ${message}.`, { cause: error, hint });
}

/** Reads the manifest alone. @throws CoraError as withArtifact */
export async function readArtifactManifest(file: string): Promise<ArtifactManifest> {
  const packed = await openRanges(file);
  try {
    return await readPackedManifest(packed);
  } catch (error) {
    throw refusalNaming(file, error);
  } finally {
    packed.close();
  }
}

// Reads the rows of an artifact, and proves at the end that the manifest names their digest.

/** Yields the rows, to be read to the end. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function* readProvenRows(artifact: PackedArtifact): AsyncGenerator<ArtifactBlob[], void, undefined> {
  const mismatch = chunkerMismatch(artifact.manifest, 'use the cora that packed it, or pack it again');
  if (mismatch !== null) throw mismatch;
  const sum = new RowsDigest();
  for (const span of await blobSpans(artifact)) {
    const blobs = await readSpan(artifact, span);
    for (const { rows } of blobs) for (const row of rows) sum.add(row);
    yield blobs;
  }
  checkDigest(artifact, sum);
}

/**
 * Compares the digest of a manifest with that of the rows.
 * @param sum of all its rows
 * @throws CoraError BAD_ARTIFACT
 */
export function checkDigest(
  { manifest, view }: Pick<PackedArtifact, 'manifest' | 'view'>,
  { chunks, rowsDigest }: Pick<ViewTotals, 'chunks' | 'rowsDigest'>,
): void {
  const digest = logicalDigest({ files: view.files, chunks, rowsDigest }, manifest.embedder.fingerprint);
  if (digest !== manifest.digest) throw new CoraError('BAD_ARTIFACT', 'its rows are others than its digest says');
}
