/**
 * Artifacts of workflow runs, over GitHub's REST protocol (version 2022-11-28): which one fits, and
 * the packed index in its zip. The zip comes from a storage host that the API redirects to. The API
 * needs a token, also for public repositories.
 * https://docs.github.com/en/rest/actions/artifacts
 */

import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { isObject } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';
import { sha256OfFile } from '../../disk/boundedRead.ts';
import type { Repository } from '../../git/repository.ts';
import { type Asking, askPages, type GithubPlace, githubAddress, missingTokenHint } from '../../net/githubApi.ts';
import { isPackedName, isZip } from '../artifact/archive.ts';
import type { Download } from '../artifact/download.ts';
import { isHex, isSafeInteger, isText } from '../artifact/members.ts';
import type { WorkflowPlace } from '../readSource.ts';
import { chooseNearest } from './offer.ts';

/**
 * Chooses the artifact whose commit is nearest to HEAD.
 * @throws CoraError NO_ARTIFACT that names what to do, NETWORK, ABORTED
 */
export async function chooseWorkflowArtifact(
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
  if (nearest !== null) return nearest;
  throw new CoraError('NO_ARTIFACT', `${named} has no workflow artifact named ${place.name}, or they have expired.`, {
    hint: 'the Action makes one with artifact-name; another name: cora pull actions:OWNER/REPOSITORY/NAME',
  });
}

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

/**
 * Takes the packed index out of a download, and checks its SHA-256 first.
 * @param downloaded a zip, or the index itself.
 * @throws CoraError BAD_ARTIFACT; nothing stays
 */
export async function unwrapIndex(
  downloaded: Pick<Download, 'file' | 'remove'>,
  { sha256 }: Pick<WorkflowArtifact, 'sha256'>,
): Promise<Pick<Download, 'file' | 'remove'>> {
  const { file, remove } = downloaded;
  try {
    if (sha256 !== null && (await sha256OfFile(file)) !== sha256)
      throw new CoraError('BAD_ARTIFACT', 'The workflow artifact is refused: its SHA-256 is another one.');
    if (!isZip(await startOf(file))) return { file, remove };
    const packed = `${file}.packed`;
    await extractPacked(file, packed);
    const removeBoth = () => Promise.all([rm(packed, { force: true }), remove()]).then(() => undefined);
    return { file: packed, remove: removeBoth };
  } catch (error) {
    // A second try would be refused, too.
    await remove();
    throw error;
  }
}

/** Returns the first bytes of a file, as many as tell a zip. */
async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    return (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer;
  } finally {
    await handle.close();
  }
}

// The packed index in a zip, such as GitHub makes of a workflow artifact. The zip is hostile input:
// no name in it is ever opened, one member is written under a name of ours, and no more of it than
// its size promised.

/** The most files in the zip: besides the index there may be logs and notes. */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 16 * 2 ** 30;
/** The most growth of content that is unpacked: an index is packed already, and more is a bomb. */
const MOST_GROWTH = 4;
const FREE_GROWTH = 2 ** 20;
const STORED = 0;
const DEFLATED = 8;

/**
 * Writes the packed index of a zip into a file.
 * @param target written whole or not at all.
 * @throws CoraError BAD_ARTIFACT for another zip
 */
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
