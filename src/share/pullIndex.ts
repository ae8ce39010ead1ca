/**
 * `cora pull`: obtain an artifact → check its rows against the caller's blobs and keep them as
 * segments, in a temporary folder → list those that are not there, under the write lock → index the
 * rest. Until the third step the caller's index is as it was. Where there is no rest, or nothing
 * that could index it, the last step only makes the view of HEAD: a later `cora index` puts the
 * rows into a table.
 */

import { rename } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CoraError, type ErrorCode, ifRefused, isCoraError } from '../base/errors.ts';
import type { BlobKey, Embedder, IndexReport, Watch } from '../base/types.ts';
import { stampOf } from '../disk/boundedRead.ts';
import { makeFolderBeside, makePrivate, removeFolder } from '../disk/makePrivate.ts';
import { listPending } from '../engine/joinSegments.ts';
import { searchFolder, segmentFile, withSearchFile } from '../engine/searchFile.ts';
import { originOf } from '../git/gitConfiguration.ts';
import { refuseLostHead } from '../git/repository.ts';
import { commitsBetween } from '../git/resolveCommit.ts';
import { addHistory } from '../history/historySession.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import { takeCommentary } from '../indexing/keepAnswers.ts';
import { type ListedFiles, listHead, viewOfPulled } from '../indexing/viewOfPulled.ts';
import { createFetch } from '../net/createFetch.ts';
import { DEFAULT_FETCH, type FetchPolicy } from '../net/fetchSafely.ts';
import type { AttestationSettings, IndexingRequest, Surroundings } from '../settings/requests.ts';
import { hasNativeLance } from '../store/loadLance.ts';
import type { Answered } from '../store/sideTables.ts';
import { COMMIT_TABLE } from '../store/sideTables.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';
import { embedderFor, openWorkspaceFor, storeDirOf, storeFingerprint, type Workspace } from '../view/workspace.ts';
import { type ArtifactManifest, chunkerMismatch } from './artifact/members.ts';
import { ROWS_PER_SPAN } from './artifact/packedRows.ts';
import type { Attested } from './provenance/provenance.ts';
import { createBlockPool } from './pull/blockPool.ts';
import { type Obtained, obtainArtifact } from './pull/obtainArtifact.ts';
import type { Offer } from './pull/offer.ts';
import { isMostlyNew, type Staged, stageRows, takeProven } from './pull/stageRows.ts';
import { takeAttested } from './pull/takeAttested.ts';
import type { ChunkContent } from './pull/verifyBlob.ts';
import { readSource } from './readSource.ts';

export interface PullReport {
  /** The place that it came from, without secrets. */
  source: string;
  /** The commit of the artifact. */
  commit: string;
  /** Commits from there to HEAD; null where it is none of HEAD's ancestors in this clone. */
  commitsBehind: number | null;
  /** Bytes that were downloaded, null for none: reading in object storage is not counted. */
  downloaded: number | null;
  /** Blobs of the artifact by what became of them. */
  blobs: { added: number; known: number; absent: number; refused: number };
  /** Rows added. */
  rows: number;
  /** Chunks whose commentary was added; only where there are any. */
  commentary?: number;
  /** Blobs whose rows do not fit the caller's own content: they are indexed here instead. */
  refused: { path: string; reason: string }[];
  /** Who attested it; only where a signer was asked for. */
  attested?: Attested;
  /** The report of what was left to do. */
  index: IndexReport;
  tookMs: number;
}

/** The errors that an artifact itself is to blame for. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'BAD_ARTIFACT',
  'NOT_ATTESTED',
  'INCOMPATIBLE_INDEX',
  'EMBEDDER_MISMATCH',
]);

export interface PullRequest extends IndexingRequest {
  /** A file, a folder, an address or OWNER/REPOSITORY; null for the rolling release of `origin`. */
  source: string | null;
  /** Index the commits of this clone, too; left out, only where some of them are indexed. */
  withCommits?: boolean | undefined;
  policy?: FetchPolicy | undefined;
  /** Who must have attested it; null or left out for nobody: every row is checked then. */
  attestation?: AttestationSettings | null | undefined;
}

/**
 * Pulls an index, and indexes what it lacks.
 * @throws CoraError NO_ARTIFACT, NOT_ATTESTED, BAD_ARTIFACT, INCOMPATIBLE_INDEX, NETWORK, …
 */
export async function pullIndex(
  { source: named, withCommits = false, policy, attestation = null, ...request }: PullRequest,
  surroundings: Surroundings,
  watch: Watch,
): Promise<PullReport> {
  const started = Date.now();
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(request, surroundings),
    embedderFor(request, surroundings),
  ]);
  const { repository } = workspace;
  refuseLostHead(repository);
  if (repository.head === null) {
    throw new CoraError('BAD_REVISION', 'This branch has no commits yet, and an index is pulled for a commit.', {
      hint: 'check one out first, with git pull or git switch; or ask a packed index: cora query --index FILE TEXT',
    });
  }
  const { dir, env, cacheDir, log } = surroundings;
  const source = await readSource(named, { dir, env, origin: await originOf(repository) });
  const fingerprint = storeFingerprint(embedder);
  const fetch = createFetch(env);
  const signal = watch.signal;
  if (attestation !== null && source.kind === 'storage') throw unattestable(source.address.uri);
  const obtained = await obtainArtifact({ source, repository, fingerprint, cacheDir, fetch, log, policy, ...watch });
  const attest = async ({ descriptor, manifest: { commit: of } }: Offer): Promise<Attested | null> => {
    if (attestation === null || descriptor === null) return null;
    const { attestedBy } = await import('./provenance/attestedBy.ts');
    const asking = { fetch, log, policy: policy ?? DEFAULT_FETCH, signal, env };
    const file = { descriptor, commit: of, shown: obtained.from, beside: obtained.bundle };
    return attestedBy(file, { settings: attestation, asking, repository });
  };
  const { manifest, staged, listed, commentary, attested } = await addRows(obtained, {
    attest,
    workspace,
    embedder,
    jobs: request.jobs,
    surroundings,
    watch,
  });
  const { statistics, rowCounts } = staged;
  const { commit } = repository.head;
  // Reading twenty thousand commits takes longer than all else here; questions about the code do
  // not wait for them.
  const areWanted = withCommits || COMMIT_TABLE.exists(workspace.location.root);
  const commits = { ...request, historyLimit: areWanted ? request.historyLimit : 0 };
  const seed = { statistics, rowCounts };
  const view = await viewOfPulled({ workspace, embedder, seed, listed, mayLack: !hasNativeLance(), log });
  const index = view ?? (await indexRepository(commits, surroundings, watch, seed));
  if (view !== null && commits.historyLimit > 0)
    index.history = await addHistory(workspace, commits, log, view, signal);
  return {
    source: obtained.from,
    commit: manifest.commit,
    commitsBehind: await commitsBetween(repository, manifest.commit, commit),
    downloaded: obtained.downloaded,
    blobs: { added: rowCounts.size, known: staged.known, absent: staged.absent, refused: staged.refused.length },
    rows: staged.rows,
    ...(commentary === 0 ? {} : { commentary }),
    refused: staged.refused,
    ...(attested === null ? {} : { attested }),
    index,
    tookMs: Date.now() - started,
  };
}

interface AddRequest {
  /** Who attested it; null where nobody is asked for. @throws CoraError NOT_ATTESTED */
  attest(offer: Offer): Promise<Attested | null>;
  workspace: Workspace;
  embedder: Embedder;
  /** See IndexingRequest. */
  jobs: number | null;
  surroundings: Surroundings;
  watch: Watch;
}

interface Added {
  manifest: ArtifactManifest;
  staged: Staged;
  listed: ListedFiles;
  /** Described chunks that are new. */
  commentary: number;
  attested: Attested | null;
}

async function addRows(obtained: Obtained, request: AddRequest): Promise<Added> {
  const { workspace, embedder, surroundings } = request;
  const to = storeDirOf(workspace, embedder);
  const { root } = workspace.location;
  makePrivate(root);
  const from = await makeFolderBeside(join(root, 'pull'), 'check permissions and free space');
  try {
    const { offered, ...result } = await obtained.read(async (offer) => {
      // One open file is verified and read, whatever its name leads to meanwhile.
      const before = offer.descriptor === null ? '' : stampOf(offer.descriptor);
      const attested = await request.attest(offer);
      const done = await stage(offer, from, to, request, attested);
      if (attested !== null && stampOf(offer.descriptor!) !== before) throw changedMeanwhile(obtained);
      return { ...done, attested };
    });
    if (result.staged.segments.length > 0) await takeSegments(from, to, result.staged, request);
    const commentary = await takeCommentary({ dir: to, embedder, log: surroundings.log }, offered);
    await obtained.remove();
    return { ...result, commentary };
  } catch (error) {
    // It would be refused again. After other errors, such as a full disk, it stays, so that the
    // next run need not download it.
    if (isCoraError(error) && REFUSALS.has(error.code)) await obtained.remove();
    throw error;
  } finally {
    await removeFolder(from);
  }
}

function changedMeanwhile({ from }: Obtained): CoraError {
  return new CoraError('NOT_ATTESTED', `${from} is refused: it changed after its attestation was verified.`, {
    hint: 'run the command again when nobody writes to it',
  });
}

function unattestable(address: string): CoraError {
  return new CoraError('USAGE', `${address} holds rows, and only a packed file can be attested.`, {
    hint: 'leave --signer out: every row is checked against this clone; or pull a file, a release or actions:',
  });
}

async function stage(
  offer: Offer,
  from: string,
  to: string,
  { workspace, embedder, jobs: wanted, surroundings, watch }: AddRequest,
  attested: Attested | null,
): Promise<Pick<Added, 'manifest' | 'staged' | 'listed'> & { offered: readonly Answered[] }> {
  const { manifest } = offer;
  mustFit(manifest, embedder);
  const { createChunkPool } = await import('../chunk/pool.ts');
  const whole = offer.packed?.manifest.text === true ? offer.packed : null;
  const jobs = whole === null || attested === null ? (wanted ?? availableParallelism()) : 0;
  // Only what comes without text is parsed here; the threads are then the parsers'.
  const parsers = createChunkPool({ jobs: manifest.text ? 0 : jobs, log: surroundings.log });
  const chunk: ChunkContent = (bytes, language) => parsers.chunk(bytes, language);
  const { repository } = workspace;
  let listing: Promise<ListedFiles> | null = null;
  const list = (): Promise<ListedFiles> => {
    listing ??= listHead(workspace);
    // It is awaited below, unless the rows fail.
    listing.catch(() => undefined);
    return listing;
  };
  const common = { known: await blobsIn(to, embedder), dir: from, embedder, ...watch };
  const staging = async (): Promise<Staged> => {
    if (whole !== null && attested !== null) {
      list();
      return takeAttested({ packed: whole, repository, chunk, ...common });
    }
    const { text, embedder: made, counts } = manifest;
    const pool = createBlockPool({
      jobs: text ? Math.min(jobs, Math.ceil(counts.chunks / ROWS_PER_SPAN)) : 0,
      ...{ chunk, repository, form: { text, dimensions: made.dimensions }, known: common.known },
    });
    const request = { offer, pool, ...common, meanwhile: list };
    const staged =
      whole !== null && isMostlyNew(whole, common.known)
        ? takeProven({ packed: whole, ...request })
        : stageRows(request);
    return staged.finally(() => pool.close());
  };
  try {
    return { manifest, staged: await staging(), listed: await list(), offered: await offer.commentary() };
  } finally {
    await parsers.close();
  }
}

function mustFit(manifest: ArtifactManifest, embedder: Embedder): void {
  const mismatch = chunkerMismatch(manifest, 'cora index   builds it here');
  if (mismatch !== null) throw mismatch;
  const { embedder: made } = manifest;
  if (made.fingerprint === embedder.fingerprint && made.dimensions === embedder.dimensions) return;
  const message =
    made.id === embedder.id
      ? `The packed index is of ${made.id}, which gives different vectors here.`
      : `The packed index is of the embedder ${made.id}, not ${embedder.id}.`;
  throw new CoraError('EMBEDDER_MISMATCH', message, {
    hint: made.id === embedder.id ? 'cora index   builds it here' : `cora pull --embedder ${made.id} …`,
  });
}

/** @returns none where there is no search file yet, or none of this version */
async function blobsIn(dir: string, { dimensions }: Embedder): Promise<Set<BlobKey>> {
  const keys = await withSearchFile(dir, dimensions, (rows) => rows.blobKeys()).catch(
    ifRefused(new Map<BlobKey, number>()),
  );
  return new Set(keys.keys());
}

/** Takes staged segments into the caller's search file. */
function takeSegments(
  from: string,
  to: string,
  { segments }: Staged,
  { embedder, surroundings }: AddRequest,
): Promise<void> {
  return withWriteLock(to, { waitMs: WRITER_WAIT_MS, log: surroundings.log }, async (lock) => {
    makePrivate(searchFolder(to));
    for (const { name } of segments) await rename(segmentFile(from, name), segmentFile(to, name));
    lock.ensureOwned();
    await listPending(to, embedder.dimensions, segments);
  });
}
