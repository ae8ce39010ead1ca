/**
 * From what the user named to one artifact on this machine: chosen where there are several,
 * downloaded where it is elsewhere.
 */

import { createWriteStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { CoraError, isCoraError } from '../../base/errors.ts';
import type { Log, Progress } from '../../base/types.ts';
import { sha256OfFile } from '../../disk/packedContent.ts';
import type { Repository } from '../../git/repository.ts';
import type { Fetch } from '../../net/createFetch.ts';
import { authorizationFor, type Credential } from '../../net/credentials.ts';
import { DEFAULT_FETCH, type FetchPolicy, shownUrl } from '../../net/fetchSafely.ts';
import {
  type Asking,
  askPages,
  type GithubPlace,
  githubAddress,
  JSON_HEADERS,
  missingTokenHint,
} from '../../net/githubApi.ts';
import type { StoreAddress } from '../../store/storeAddress.ts';
import { storeFingerprint } from '../../view/workspace.ts';
import { isPackedName } from '../artifact/archive.ts';
import { type Download, download } from '../artifact/download.ts';
import { ASSET_HEADERS, findRelease, listReleaseAssets } from '../artifact/githubRelease.ts';
import { chunkerMismatch, isHex, isObject, isSafeInteger, isText } from '../artifact/members.ts';
import { readArtifactManifest, withArtifact } from '../artifact/readArtifact.ts';
import { BUNDLE_SUFFIX, type BundleText, fetchBundle, readBundleFile } from '../provenance/provenance.ts';
import { type IndexSource, readArtifactName, type WorkflowPlace } from '../readSource.ts';
import { chooseNearest, type Offer, offerOf, withPublishedOffer } from './offer.ts';

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

/** @throws CoraError NO_ARTIFACT, NETWORK, BAD_ARTIFACT, ABORTED */
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

function readerOf(file: string): Obtained['read'] {
  return (use) => withArtifact(file, (reader) => use(offerOf(reader)));
}

/** It is read where it lies, so that no more comes over the network than is needed. */
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
  const offers: { file: string; commit: string; at: number; isWhole: boolean; fits: boolean }[] = [];
  for (const name of names.sort()) {
    const file = join(folder, name);
    const named = readArtifactName(name);
    if (named !== null && named.fingerprint !== fingerprint) continue;
    try {
      const [manifest, { mtimeMs }] = await Promise.all([readArtifactManifest(file), stat(file)]);
      const { commit, shard, embedder, text, search } = manifest;
      const isWhole = text && search !== false;
      const fits = chunkerMismatch(manifest, '') === null && storeFingerprint(embedder) === fingerprint;
      // Whoever wants to begin with a part names its file.
      if (shard === undefined) offers.push({ file, commit, at: mtimeMs, isWhole, fits });
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
  if (nearest !== null) return nearest.offer.file;
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
  const { asset } = nearest.offer;
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
  const got = await fetched(request, artifact.url, JSON_HEADERS, place.credential);
  const { file, remove } = await unwrapIndex(got, artifact);
  return { file, bundle: async () => null, read: readerOf(file), from, downloaded: got.received, remove };
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
  return { file, bundle: beside, read: readerOf(file), from, downloaded: received, remove };
}

function fetched(
  { cacheDir, fetch, log, signal, policy = DEFAULT_FETCH, onProgress }: ObtainRequest,
  url: URL,
  headers: Readonly<Record<string, string>>,
  credential: Credential | undefined,
): Promise<Download> {
  const file = { url, headers, authorization: authorizationFor(url, credential) };
  const told = (done: number, total: number): void => onProgress({ phase: 'download', done, total, chunks: 0 });
  const folder = join(cacheDir, 'downloads');
  return download({ ...file, cacheDir: folder, fetch, log, policy, signal, onProgress: told });
}

/** @throws CoraError NO_ARTIFACT that names what to do, NETWORK, ABORTED */
async function chooseWorkflowArtifact(
  repository: Repository,
  place: WorkflowPlace,
  asking: Asking,
): Promise<WorkflowArtifact> {
  const named = `${place.owner}/${place.repository}`;
  if (place.credential === undefined) {
    throw new CoraError('NETWORK', `GitHub gives the workflow artifacts of ${named} to those with a token only.`, {
      hint: `${missingTokenHint(place)}; it needs to read actions`,
    });
  }
  const nearest = await chooseNearest(repository, await listWorkflowArtifacts(place, place.name, asking));
  if (nearest !== null) return nearest.offer;
  throw new CoraError('NO_ARTIFACT', `${named} has no workflow artifact named ${place.name}, or they have expired.`, {
    hint: 'the Action makes one with artifact-name; another name: cora pull actions:OWNER/REPOSITORY/NAME',
  });
}

// Artifacts of workflow runs over GitHub's REST protocol (version 2022-11-28). Their content comes
// as a zip from a storage host that the API redirects to; asking needs a token, also for public
// repositories. https://docs.github.com/en/rest/actions/artifacts

interface WorkflowArtifact {
  id: number;
  /** The commit of the run that made it. */
  commit: string;
  /** SHA-256 of the zip, 64 hex digits; null where the service does not say it. */
  sha256: string | null;
  /** The address at which the API gives the zip. */
  url: URL;
}

const MOST_PAGES = 10;

/**
 * @param name of the artifacts, whole
 * @returns those that are still there, newest first. Those of forks are left out: anybody can make
 * one by a pull request
 * @throws CoraError NO_ARTIFACT where there is no such repository, NETWORK, ABORTED
 */
async function listWorkflowArtifacts(place: GithubPlace, name: string, asking: Asking): Promise<WorkflowArtifact[]> {
  const question = { path: `actions/artifacts?name=${encodeURIComponent(name)}`, asking };
  const found: WorkflowArtifact[] = [];
  for (const artifact of await askPages(place, question, artifactsIn, MOST_PAGES)) {
    if (!isObject(artifact) || artifact['name'] !== name || artifact['expired'] === true) continue;
    const { id, digest, workflow_run: run } = artifact;
    if (!isSafeInteger(id) || !isObject(run)) throw odd();
    const { head_sha: commit, repository_id: own, head_repository_id: head } = run;
    if (!isSafeInteger(own) || own !== head || !isHex(commit, 40, 64)) continue;
    const sha256 = isText(digest, 100) ? (/^sha256:([0-9a-f]{64})$/.exec(digest)?.[1] ?? null) : null;
    // Not the address that the answer gives: that could be another host.
    found.push({ id, commit, sha256, url: githubAddress(place, `actions/artifacts/${id}/zip`) });
  }
  return found.sort((a, b) => b.id - a.id);
}

function artifactsIn(answer: unknown): unknown[] {
  const artifacts = isObject(answer) ? answer['artifacts'] : null;
  if (!Array.isArray(artifacts)) throw odd();
  return artifacts;
}

function odd(): CoraError {
  return new CoraError('NETWORK', 'The list of workflow artifacts is not one that GitHub would give.');
}

/** @param downloaded a zip, or the index itself. @throws CoraError BAD_ARTIFACT; nothing stays */
async function unwrapIndex(
  downloaded: Pick<Download, 'file' | 'remove'>,
  { sha256 }: Pick<WorkflowArtifact, 'sha256'>,
): Promise<Pick<Download, 'file' | 'remove'>> {
  const { file, remove } = downloaded;
  try {
    if (sha256 !== null && (await sha256OfFile(file)) !== sha256)
      throw new CoraError('BAD_ARTIFACT', 'The workflow artifact is refused: its SHA-256 is another one.');
    if (!(await isZip(file))) return { file, remove };
    const packed = `${file}.packed`;
    await extractPacked(file, packed);
    const removeBoth = () => Promise.all([rm(packed, { force: true }), remove()]).then(() => undefined);
    return { file: packed, remove: removeBoth };
  } catch (error) {
    // It would be refused again.
    await remove();
    throw error;
  }
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const start = Buffer.alloc(4);
    await handle.read(start, 0, start.length, 0);
    return start.toString('latin1', 0, 2) === 'PK';
  } finally {
    await handle.close();
  }
}

// The packed index in a zip, such as GitHub makes of a workflow artifact. The zip is hostile input:
// no name in it is ever opened, one member is written under a name of ours, and no more of it than
// its size promised.

/** Besides the index there may be logs and notes. */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 16 * 2 ** 30;
/** The most growth of an archive: packed content grows little, and more is a bomb. */
const MOST_GROWTH = 4;
const FREE_GROWTH = 2 ** 20;
const STORED = 0;
const DEFLATED = 8;

/** @param target written whole or not at all. @throws CoraError BAD_ARTIFACT for another zip */
export async function extractPacked(zip: string, target: string): Promise<void> {
  const { openPromise } = await import('yauzl');
  try {
    const file = await openPromise(zip, { autoClose: false, lazyEntries: true, strictFileNames: true });
    try {
      await pipeline(await file.openReadStreamPromise(await onlyIndex(file)), createWriteStream(target));
    } finally {
      file.close();
    }
  } catch (error) {
    await rm(target, { force: true });
    // An error of the disk is not the zip's fault.
    if (error instanceof CoraError || /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new CoraError('BAD_ARTIFACT', `It is not a complete zip file: ${(error as Error).message}`, { cause: error });
  }
}

async function onlyIndex(file: ZipFile): Promise<Entry> {
  const found: Entry[] = [];
  let entries = 0;
  for await (const entry of file.eachEntry()) {
    if (++entries > MOST_ENTRIES) throw badZip('it holds more files than an artifact of an index has');
    if (isPackedName(entry.fileName)) found.push(entry);
  }
  const [entry] = found;
  if (entry === undefined) throw badZip('it holds no packed index (.tar)');
  if (found.length > 1) throw badZip(`it holds ${found.length} packed indexes; cora merge joins shards`);
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if (entry.isEncrypted() || (compressionMethod !== STORED && compressionMethod !== DEFLATED))
    throw badZip('its content is encrypted or compressed in an unusual way');
  if (uncompressedSize > MOST_BYTES || uncompressedSize > MOST_GROWTH * compressedSize + FREE_GROWTH)
    throw badZip('it unpacks to more than an index can be');
  return entry;
}

function badZip(what: string): CoraError {
  return new CoraError('BAD_ARTIFACT', `The workflow artifact is refused: ${what}.`);
}
