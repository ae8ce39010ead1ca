/** `cora push`: packs the last built view and gives it to those who pull. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import type { Watch } from '../base/types.ts';
import { makeFolderBeside, removeFolder } from '../disk/makePrivate.ts';
import { createFetch } from '../net/createFetch.ts';
import { DEFAULT_FETCH, type FetchPolicy } from '../net/fetchSafely.ts';
import { missingTokenHint } from '../net/githubApi.ts';
import type { PushRequest, Surroundings } from '../settings/requests.ts';
import { embedderFor } from '../view/surroundings.ts';
import { storeFingerprint } from '../view/workspace.ts';
import { uploadAsset } from './artifact/githubRelease.ts';
import { refuseShard } from './pack/rowsToPack.ts';
import { type PackReport, packIndex } from './packIndex.ts';
import { artifactName, ROLLING, readArtifactName, readRelease } from './readSource.ts';

export interface PushReport {
  /** `OWNER/REPOSITORY@TAG` */
  destination: string;
  /** The name of the asset. */
  name: string;
  /** True if there was one of this name: the same commit, pushed before. */
  replaced: boolean;
  /** Older indexes that were removed from a rolling release. */
  removed: string[];
  packed: Omit<PackReport, 'file'>;
  tookMs: number;
}

/**
 * So many commits' indexes stay in a rolling release beside the new one: branches that are behind
 * find theirs.
 */
const KEPT = 9;

interface UploadRequest extends PushRequest {
  policy?: FetchPolicy | undefined;
  /** An artifact that was packed already; it stays where it is. */
  ready?: PackReport;
}

/** @throws CoraError USAGE, NO_INDEX, NO_ARTIFACT, NETWORK, … */
export async function pushIndex(
  { destination, policy = DEFAULT_FETCH, ready, ...request }: UploadRequest,
  surroundings: Surroundings,
  watch: Watch,
): Promise<PushReport> {
  const started = Date.now();
  const { env, log } = surroundings;
  const place = readRelease(destination, env);
  if (place === null) {
    throw new CoraError('USAGE', `${destination} is not something to push to.`, {
      hint: 'cora push OWNER/REPOSITORY[@TAG], s3://…, gs://…, az://… or file:///FOLDER',
    });
  }
  if (place.credential === undefined) {
    throw new CoraError('USAGE', 'Pushing needs a token that may write releases.', {
      hint: missingTokenHint(place),
    });
  }
  const embedder = await embedderFor(request, surroundings);
  const folder = await makeFolderBeside(join(tmpdir(), 'cora-push'), 'set TMPDIR to a folder that you may write');
  try {
    const { file, ...packed } =
      ready ?? (await packIndex({ ...request, output: join(folder, 'index.tar') }, surroundings));
    refuseShard(packed.shard);
    const name = artifactName(packed.commit, embedder);
    const fingerprint = storeFingerprint(embedder);
    const isSurplus = surplusOf(place.tag === ROLLING ? KEPT : Number.POSITIVE_INFINITY, fingerprint);
    const asking = { fetch: createFetch(env), log, policy, signal: watch.signal };
    watch.onProgress({ phase: 'upload', done: 0, total: packed.size, chunks: 0 });
    const uploaded = await uploadAsset({ place, file, name, isSurplus, asking });
    const to = `${place.owner}/${place.repository}@${place.tag}`;
    return { destination: to, name, ...uploaded, packed, tookMs: Date.now() - started };
  } finally {
    await removeFolder(folder);
  }
}

/** Counts those of the same embedder and version, from the newest. */
function surplusOf(kept: number, fingerprint: string): (name: string) => boolean {
  let seen = 0;
  return (name) => readArtifactName(name)?.fingerprint === fingerprint && ++seen > kept;
}
