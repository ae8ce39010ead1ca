/**
 * Brings the commit of a remote branch into a clone below `repos/`: bare (nothing is checked out,
 * so no filter, link or hook of it ever acts), one commit deep, one branch. The first time and
 * every later one are the same steps, so that a forced push, another default branch or a clone that
 * was interrupted are nothing special.
 */

import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { CoraError, ifRefused, isCoraError } from '../base/errors.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { openRepository } from '../git/openRepository.ts';
import { type Repository, refuseLostHead } from '../git/repository.ts';
import { gitEnvironment, gitPlaceOf, runGit } from '../git/runGit.ts';
import { type NetworkRequest, networkGit, redirectedTo, removeTornPacks, withoutSecrets } from './networkGit.ts';
import { type Address, checkBranch } from './readAddress.ts';

export interface UpdateRequest extends Pick<NetworkRequest, 'env' | 'stallMs' | 'limits' | 'signal'> {
  address: Address;
  /** Null for the default branch, whichever it is now. */
  branch: string | null;
  /** `repos/<id>`. */
  dir: string;
}

export interface Updated {
  commit: string;
  isNew: boolean;
}

/** The mark that tells Cora's clones from anything else that may lie there. */
const MARK = 'cora.clone';

/**
 * Brings the newest commit of a branch into a clone.
 * @throws CoraError NETWORK, BAD_REVISION (no such branch, nothing in it), GIT, STORE, ABORTED
 */
export async function updateClone(asked: UpdateRequest): Promise<Updated> {
  const dir = await realPlace(asked.dir);
  const request = { ...asked, dir };
  const head = await remoteHead(request);
  const isNew = await makeClone(request, head.commit.length === 64 ? 'sha256' : 'sha1');
  const repository = await openRepository(dir, request.env);
  if (repository.head?.commit !== head.commit) await fetchHead(request, repository, head);
  const fetched = await openRepository(dir, request.env);
  refuseLostHead(fetched);
  const commit = fetched.head?.commit;
  if (commit === undefined) throw new CoraError('GIT', 'The fetched commit is not there.');
  return { commit, isNew };
}

/** Returns the directory as git names it, whatever links lead there. */
async function realPlace(dir: string): Promise<string> {
  makePrivate(dirname(dir), true);
  return existsSync(dir) ? realpath(dir) : join(await realpath(dirname(dir)), basename(dir));
}

interface RemoteHead {
  /** The address from which it answered: its address, or where that led on the same host. */
  url: string;
  commit: string;
  /** Null where the remote's HEAD is no branch. */
  branch: string | null;
}

/**
 *     ref: refs/heads/main TAB HEAD
 *     11079cb1c85b9e75a39a7269943c69d1a975d485 TAB HEAD
 */
async function remoteHead(request: UpdateRequest): Promise<RemoteHead> {
  const { address, branch } = request;
  const wanted = branch === null ? 'HEAD' : `refs/heads/${checkBranch(branch)}`;
  const args = ['ls-remote', '--symref', '--', address.url, wanted];
  const asked = networkRequest(request, dirname(request.dir), args);
  const { stdout: output, stderr } = await networkGit({ ...asked, limits: { wholeMs: ASK_MS, ...request.limits } });
  const url = placeAfter(address, redirectedTo(stderr));
  const commit = new RegExp(`^([0-9a-f]{40,64})\t${escapeRegExp(wanted)}$`, 'm').exec(output)?.[1];
  if (commit === undefined) throw nothingThere(branch);
  const symbolic = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(output)?.[1] ?? null;
  return { url, commit, branch: branch ?? (symbolic === null ? null : checkBranch(symbolic)) };
}

/** The most milliseconds for a list of one branch. */
const ASK_MS = 5 * 60_000;

/** @throws CoraError NETWORK where it leads to another host than the one that was named */
function placeAfter({ url }: Address, redirected: string | null): string {
  if (redirected === null) return url;
  const [from, to] = [url, redirected].map((one) => (URL.canParse(one) ? new URL(one) : null));
  const isSameHost = from != null && from.origin === to?.origin && `${to.username}${to.password}` === '';
  if (isSameHost) return redirected;
  throw new CoraError('NETWORK', `It redirects to ${withoutSecrets(redirected)}, which is another host.`, {
    hint: 'cora repos add that address, if you trust it',
  });
}

function nothingThere(branch: string | null): CoraError {
  return branch === null
    ? new CoraError('BAD_REVISION', 'It is empty, or its default branch is gone.', {
        hint: 'cora repos add URL --branch NAME   names another branch',
      })
    : new CoraError('BAD_REVISION', `It has no branch "${branch}", or no longer has it.`, {
        hint: 'cora repos add URL --branch NAME   names another branch; without --branch the default one',
      });
}

/** @returns whether it was made now. @throws CoraError STORE where something else lies there */
async function makeClone({ address, dir, env, signal }: UpdateRequest, format: 'sha1' | 'sha256'): Promise<boolean> {
  if (existsSync(dir)) {
    await mustBeOurs(dir);
    const opened = await openRepository(dir, env).catch(ifRefused(null));
    if (opened?.objectFormat === format && opened.gitDir === dir) return false;
    // The clone is damaged, or its owner made the repository anew with other hashes: nothing of it
    // can be used.
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  }
  const made = `${dir}.new`;
  await rm(made, { recursive: true, force: true });
  makePrivate(made);
  const place = { cwd: made, env: gitEnvironment(env) };
  const options = { signal };
  const setting = ['config', '--file', join(made, 'config')];
  await runGit(place, ['init', '-q', '--bare', '--template=', `--object-format=${format}`, '.'], options);
  await runGit(place, [...setting, MARK, address.name], options);
  await runGit(place, [...setting, 'remote.origin.url', address.url], options);
  await rename(made, dir);
  return true;
}

/**
 * Refuses a folder that is not a clone of Cora's, nor the index alone, which a build leaves whose
 * clone was removed meanwhile.
 */
export async function mustBeOurs(dir: string): Promise<void> {
  const config = await readFile(join(dir, 'config'), 'utf8').catch(() => '');
  const names = await readdir(dir).catch(() => ['']);
  if (/^\[cora\]/m.test(config) || names.every((name) => name === 'cora')) return;
  throw new CoraError('STORE', `${dir} already exists and was not made by Cora.`, {
    hint: 'Move it away, or name another base directory: --repos-base-dir DIR',
  });
}

async function fetchHead(request: UpdateRequest, repository: Repository, { url, branch }: RemoteHead): Promise<void> {
  const { dir } = request;
  const from = branch === null ? 'HEAD' : `refs/heads/${branch}`;
  const to = branch === null ? 'refs/cora/head' : `refs/heads/${branch}`;
  const flags = ['--progress', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--force', '--depth=1'];
  const args = ['fetch', ...flags, '--update-head-ok', '--', url, `+${from}:${to}`];
  await removeTornPacks(dir);
  // The address that answered is known: no further redirect is allowed.
  const asked = { ...networkRequest(request, dir, args), mayRedirect: false };
  await clearingLocks(dir, () => networkGit(asked)).finally(() => removeTornPacks(dir));
  const place = gitPlaceOf(repository);
  await runGit(place, ['symbolic-ref', 'HEAD', to]);
  // One branch: another default branch leaves the one before behind.
  const { stdout } = await runGit(place, ['for-each-ref', '--format=%(refname)']);
  const others = stdout
    .toString('utf8')
    .split('\n')
    .filter((ref) => ref !== '' && ref !== to);
  if (others.length > 0) {
    await runGit(place, ['update-ref', '--stdin'], { input: others.map((ref) => `delete ${ref}\n`).join('') });
  }
  await runGit(place, TIDY, { mayFail: true, signal: request.signal });
}

/** Joins packs: every fetch adds one. No object is compressed anew. */
const TIDY = [
  ...['gc.auto=6700', 'gc.autoDetach=false', 'pack.window=0', 'core.bigFileThreshold=64m'].flatMap((one) => [
    '-c',
    one,
  ]),
  ...['gc', '--auto', '--quiet'],
];

function networkRequest(request: UpdateRequest, cwd: string, args: readonly string[]): NetworkRequest {
  const { address, env, stallMs, limits, signal } = request;
  const asked = { protocol: address.protocol, address: address.url, args, mayRedirect: true };
  return { cwd, env, ...asked, stallMs, limits, signal };
}

/** The most locks that are removed: more than one fetch takes. */
const MOST_LOCKS = 4;

/** A killed git leaves its locks. Whoever holds sync.lock works alone in a clone. */
async function clearingLocks(dir: string, run: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await run();
      return;
    } catch (error) {
      const said = isCoraError(error) && error.cause instanceof Error ? error.cause.message : '';
      const lock = /Unable to create '([^']+\.lock)': File exists/.exec(said)?.[1];
      const path = lock === undefined ? null : resolve(dir, lock);
      if (path === null || !path.startsWith(`${dir}${sep}`) || tries === MOST_LOCKS) throw error;
      await rm(path, { force: true });
    }
  }
}
