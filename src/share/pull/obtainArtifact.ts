/**
 * From what the user named to one artifact on this machine: chosen where there are several,
 * downloaded where it is elsewhere.
 */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, isCoraError } from '../../base/errors.ts';
import type { Log, Progress } from '../../base/types.ts';
import type { Repository } from '../../git/repository.ts';
import type { Fetch } from '../../net/createFetch.ts';
import { authorizationFor, type Credential } from '../../net/credentials.ts';
import { DEFAULT_FETCH, type FetchPolicy, shownUrl } from '../../net/fetchSafely.ts';
import { JSON_HEADERS } from '../../net/githubApi.ts';
import type { StoreAddress } from '../../store/storeAddress.ts';
import { storeFingerprint } from '../../view/workspace.ts';
import { isPackedName } from '../artifact/archive.ts';
import { type Download, download } from '../artifact/download.ts';
import { ASSET_HEADERS, findRelease, listReleaseAssets } from '../artifact/githubRelease.ts';
import { chunkerMismatch } from '../artifact/members.ts';
import { readArtifactManifest, withArtifact } from '../artifact/readArtifact.ts';
import { BUNDLE_SUFFIX, type BundleText, fetchBundle, readBundleFile } from '../provenance/provenance.ts';
import { type IndexSource, readArtifactName, type WorkflowPlace } from '../readSource.ts';
import { chooseNearest, type Offer, offerOf, withPublishedOffer } from './offer.ts';
import { chooseWorkflowArtifact, unwrapIndex } from './workflowArtifact.ts';

export interface ObtainRequest {
  source: IndexSource;
  repository: Repository;
  /** The store that the rows are for: chunker and embedder. */
  fingerprint: string;
  cacheDir: string;
  fetch: Fetch;
  log: Log;
  onProgress(progress: Progress): void;
  signal?: AbortSignal | undefined;
  policy?: FetchPolicy | undefined;
}

export interface Obtained {
  /** The file on this machine; null for rows of object storage, which are in none. */
  file: string | null;
  /** Reads the Sigstore bundle that lies beside it; null where there is none. */
  bundle(): Promise<BundleText | null>;
  /** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, and what `use` throws */
  read<T>(use: (offer: Offer) => Promise<T>): Promise<T>;
  /** The source as it may be shown. */
  from: string;
  /** Bytes of a download that came over a network in this run; null where there was none. */
  downloaded: number | null;
  /** Removes a download; the caller calls it when the download was used or refused. */
  remove(): Promise<void>;
}

/**
 * Gets the artifact that the user named.
 * @throws CoraError NO_ARTIFACT, NETWORK, BAD_ARTIFACT, ABORTED
 */
export async function obtainArtifact(request: ObtainRequest): Promise<Obtained> {
  const { source } = request;
  if (source.kind === 'file') return local(source.path);
  if (source.kind === 'folder') return local(await fileIn(source.path, request));
  if (source.kind === 'address') {
    const { url, credential } = source;
    const beside = new URL(url);
    beside.pathname += BUNDLE_SUFFIX;
    return remote(request, { url, headers: {}, credential, from: shownUrl(url), bundle: beside });
  }
  if (source.kind === 'storage') return published(request, source.address);
  if (source.kind === 'workflow') return fromWorkflow(request, source.place);
  return fromRelease(request, source);
}

function local(file: string): Obtained {
  const bundle = () => readBundleFile(file + BUNDLE_SUFFIX);
  return { file, bundle, read: readerOf(file), from: file, downloaded: null, remove: async () => undefined };
}

function readerOf(file: string, from = file): Obtained['read'] {
  return (use) => withArtifact(file, (artifact) => use(offerOf(artifact)), from);
}

/** Reads the rows where they lie, so that no more comes over the network than is needed. */
function published({ repository, fingerprint }: ObtainRequest, address: StoreAddress): Obtained {
  return {
    read: (use) => withPublishedOffer(address, { repository, fingerprint }, use),
    file: null,
    bundle: async () => null,
    from: address.uri,
    downloaded: null,
    remove: async () => undefined,
  };
}

async function fileIn(folder: string, { repository, fingerprint, log }: ObtainRequest): Promise<string> {
  const names = (await readdir(folder)).filter((name) => isPackedName(name));
  const offers: { file: string; commit: string; at: number; files: number; isWhole: boolean; fits: boolean }[] = [];
  for (const name of names.sort()) {
    const file = join(folder, name);
    const named = readArtifactName(name);
    if (named !== null && named.fingerprint !== fingerprint) continue;
    try {
      const [manifest, { mtimeMs }] = await Promise.all([readArtifactManifest(file), stat(file)]);
      const { commit, shard, embedder, text, search, counts } = manifest;
      const isWhole = text && search !== false;
      const fits = chunkerMismatch(manifest, '') === null && storeFingerprint(embedder) === fingerprint;
      // Whoever wants to begin with a part names its file.
      if (shard === undefined) offers.push({ file, commit, at: mtimeMs, files: counts.files, isWhole, fits });
    } catch (error) {
      if (!isCoraError(error)) throw error;
      log.warn(error.message);
    }
  }
  // For one commit, the file with text and search tables comes before one packed without.
  offers.sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.at - a.at);
  const fitting = offers.filter(({ fits }) => fits);
  // Where none fits, the one that is read says why.
  const nearest = await chooseNearest(repository, fitting.length > 0 ? fitting : offers);
  // A partial clone packs fewer files of the same commit.
  const alike = fitting.filter(({ commit, isWhole }) => commit === nearest?.commit && isWhole === nearest.isWhole);
  if (nearest !== null) return alike.reduce((most, one) => (one.files > most.files ? one : most), nearest).file;
  throw new CoraError('NO_ARTIFACT', `${folder} holds no packed index for this embedder.`, {
    hint: 'cora pack -o FILE   writes one; cora merge DIR joins shards',
  });
}

async function fromRelease(request: ObtainRequest, { place }: IndexSource & { kind: 'release' }): Promise<Obtained> {
  const { repository, fingerprint, fetch, log, signal, policy = DEFAULT_FETCH } = request;
  const named = `${place.owner}/${place.repository}@${place.tag}`;
  const asking = { fetch, log, signal, policy };
  const assets = await listReleaseAssets(place, await findRelease(place, asking), asking);
  const offers = assets.flatMap((asset) => {
    const name = readArtifactName(asset.name);
    return name === null || name.fingerprint !== fingerprint ? [] : [{ asset, commit: name.commit }];
  });
  const nearest = await chooseNearest(repository, offers);
  if (nearest === null) {
    throw new CoraError('NO_ARTIFACT', `The release ${named} holds no index for this embedder and version.`, {
      hint: 'cora index   builds it here',
    });
  }
  const { asset } = nearest;
  return remote(request, {
    url: asset.url,
    headers: ASSET_HEADERS,
    credential: place.credential,
    from: `${named}, ${asset.name}`,
    bundle: assets.find(({ name }) => name === asset.name + BUNDLE_SUFFIX)?.url ?? null,
  });
}

async function fromWorkflow(request: ObtainRequest, place: WorkflowPlace): Promise<Obtained> {
  const { repository, fetch, log, signal, policy = DEFAULT_FETCH } = request;
  const artifact = await chooseWorkflowArtifact(repository, place, { fetch, log, signal, policy });
  const from = `actions:${place.owner}/${place.repository}/${place.name}, run of ${artifact.commit.slice(0, 9)}`;
  const got = await fetched(request, artifact.url, JSON_HEADERS, place.credential, true);
  const { file, remove } = await unwrapIndex(got, artifact);
  return { file, bundle: async () => null, read: readerOf(file, from), from, downloaded: got.received, remove };
}

interface RemoteFile {
  url: URL;
  headers: Readonly<Record<string, string>>;
  credential: Credential | undefined;
  /** The place as it may be shown. */
  from: string;
  /** The address of the bundle beside it; null where there is none. */
  bundle: URL | null;
}

async function remote(request: ObtainRequest, { bundle, from, ...asked }: RemoteFile): Promise<Obtained> {
  const { url, headers, credential } = asked;
  const { file, received, remove } = await fetched(request, url, headers, credential);
  const { fetch, log, signal, policy = DEFAULT_FETCH } = request;
  const beside = async (): Promise<BundleText | null> => {
    if (bundle === null) return null;
    const authorization = authorizationFor(bundle, credential);
    const asking = { url: bundle, headers: () => headers, authorization, fetch, log, signal, policy };
    return fetchBundle(asking, from + BUNDLE_SUFFIX);
  };
  return { file, bundle: beside, read: readerOf(file, from), from, downloaded: received, remove };
}

function fetched(
  { cacheDir, fetch, log, signal, policy = DEFAULT_FETCH, onProgress }: ObtainRequest,
  url: URL,
  headers: Readonly<Record<string, string>>,
  credential: Credential | undefined,
  mayBeZip = false,
): Promise<Download> {
  const file = { url, headers, authorization: authorizationFor(url, credential), mayBeZip };
  const told = (done: number, total: number): void => onProgress({ phase: 'download', done, total, chunks: 0 });
  const folder = join(cacheDir, 'downloads');
  return download({ ...file, cacheDir: folder, fetch, log, policy, signal, onProgress: told });
}
