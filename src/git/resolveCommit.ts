/**
 * Finds the commit and tree that a person names, and suggests tags and branches for a wrong name:
 * `8.0` → `8.0.0`.
 */

import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import {
  type Commit,
  isObjectName,
  lostObject,
  nothingCommitted,
  type Repository,
  refuseLostHead,
} from './repository.ts';
import { gitFailed, gitLines, runGit } from './runGit.ts';

/**
 * @param rev anything that names a commit: a branch, a tag, an abbreviated name, `HEAD~3`
 * @throws CoraError BAD_REVISION; GIT if a branch or tag names an object that the repository has
 * lost
 */
export async function resolveCommit(repo: Repository, rev: string): Promise<Commit> {
  if (rev === '' || /[\n\0]/.test(rev)) throw badRevision(rev, 'is not the name of a commit');
  // Messages may only be searched after their secrets are removed: `cora query --commits`.
  if (SEARCH.test(rev)) throw badRevision(rev, 'searches messages of commits, and names none');
  if (rev === 'HEAD') refuseLostHead(repo);
  // The name is passed through standard input, so that a leading dash is no option. The tree is
  // asked for through the commit: `${rev}^{tree}` would also accept a tree whose name begins in the
  // same way, and such a name is a hash that may cover secrets.
  const input = `${rev}^{commit}\n${rev}^{commit}^{tree}\n`;
  const check = ['cat-file', '--batch-check=%(objectname) %(objecttype)'];
  const { status, stdout, stderr } = await runGit(repo, check, { input, mayFail: true });
  if (status !== 0) {
    const failed = gitFailed(check, stderr, status);
    throw failed.code === 'GIT' && (await isNowhere(repo, rev)) ? await unknown(repo, rev) : failed;
  }
  const [commit, tree] = stdout.toString('utf8').split('\n');
  const [, commitName] = /^([0-9a-f]{40,64}) commit$/.exec(commit ?? '') ?? [];
  const [, treeName] = /^([0-9a-f]{40,64}) tree$/.exec(tree ?? '') ?? [];
  if (commitName !== undefined && treeName !== undefined) return { commit: commitName, tree: treeName };
  const lost = commitName === undefined ? await lostName(repo, rev) : null;
  if (lost !== null) throw lostObject(repo, `Object ${lost}, which '${rev}' names, is missing`);
  if (commitName !== undefined) throw lostObject(repo, `The tree of commit ${commitName} is missing`);
  throw await unknown(repo, rev);
}

async function unknown(repo: Repository, rev: string): Promise<CoraError> {
  if (repo.head === null && /^(?:HEAD|@)(?:$|[~^])/.test(rev)) return nothingCommitted('BAD_REVISION');
  const { near, others } = await refsToName(repo, rev);
  return badRevision(rev, 'names no commit of this repository', near, others);
}

/**
 * True if git fails because the revision does not exist: `@{upstream}` without one, `HEAD@{9}` of a
 * shorter log, or damage.
 */
async function isNowhere(repo: Repository, rev: string): Promise<boolean> {
  if (!rev.includes('@{') || rev.startsWith('-')) return false;
  const { status } = await runGit(repo, ['rev-parse', '--verify', '--quiet', rev], { mayFail: true });
  return status !== 0;
}

/**
 * @returns the object that a branch or tag names and the repository lacks; null if there is none
 */
async function lostName(repo: Repository, rev: string): Promise<string | null> {
  // For a full name git does not say if such an object ever existed.
  if (rev.startsWith('-') || /^[0-9a-f]{40,64}$/i.test(rev)) return null;
  const named = await runGit(repo, ['rev-parse', '--verify', '--quiet', rev], { mayFail: true });
  const name = named.stdout.toString('utf8').trim();
  // `^HEAD` means everything that HEAD is not.
  if (named.status !== 0 || !isObjectName(name)) return null;
  const { status } = await runGit(repo, ['cat-file', '-e', name], { mayFail: true });
  return status === 0 ? null : name;
}

/**
 * Matches `:/text` and `HEAD^{/text}`, not dates, which have a colon too:
 * `main@{2026-01-31 12:00}`.
 */
const SEARCH = /^:|\^\{\//;

function badRevision(
  rev: string,
  what: string,
  near: readonly string[] = [],
  others: readonly string[] = [],
): CoraError {
  const such = others.length === 0 ? '; `git log --oneline` lists some' : `, such as ${others.join(', ')}`;
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `name a branch, a tag or a commit${such}`;
  return new CoraError('BAD_REVISION', `'${rev}' ${what}.`, { hint });
}

const MOST_REFS = 3;

interface Refs {
  tags: string[];
  heads: string[];
  /** `origin/main`. */
  remotes: string[];
}

/** @returns at most three names: tags before branches, newer versions first */
export async function refsLike(repo: Repository, name: string): Promise<string[]> {
  return likeIn(await refsOf(repo), name);
}

/**
 * Finds names for an error about an unknown name. `near` has those of refsLike, or versions similar
 * to the name, `8.1.99` → `8.1.8`; if there are none, `others` has the newest tags and some
 * branches.
 */
export async function refsToName(repo: Repository, name: string): Promise<{ near: string[]; others: string[] }> {
  const refs = await refsOf(repo);
  const like = likeIn(refs, name);
  const near = like.length > 0 ? like : besideIn(refs, name);
  return { near, others: near.length > 0 ? [] : [...refs.heads.slice(0, MOST_REFS), ...(await newestTags(repo))] };
}

function likeIn({ tags, heads, remotes }: Refs, name: string): string[] {
  const names = [...tags, ...heads];
  const wanted = plainOf(name);
  if (wanted === '') return [];
  const beginsLike = (one: string): boolean => hasPart(plainOf(one), wanted);
  const local = names.filter(beginsLike);
  const begin = local.length > 0 ? local : remotes.filter(beginsLike);
  // A similar number is another version, so numbers are not compared by edits.
  const found = begin.length > 0 || /^[\d.]+$/.test(wanted) ? begin : [nearest(name, names) ?? []].flat();
  return found.sort(newestFirst).slice(0, MOST_REFS);
}

/** True if a name, or a part of it behind a `/` or `-`, begins with this text. */
function hasPart(name: string, part: string): boolean {
  for (let at = name.indexOf(part); at !== -1; at = name.indexOf(part, at + 1))
    if (/^$|[/-]/.test(name.charAt(at - 1)) && !/[0-9a-z]/.test(name.charAt(at + part.length))) return true;
  return false;
}

/** Returns the versions that share most of their numbers with the name. */
function besideIn({ tags }: Refs, name: string): string[] {
  const numbers = /^\d+(?:\.\d+)*$/.exec(plainOf(name))?.[0].split('.') ?? [];
  for (let count = numbers.length - 1; count > 0; count--) {
    const begin = `${numbers.slice(0, count).join('.')}.`;
    const beside = tags.filter((tag) => plainOf(tag).startsWith(begin));
    if (beside.length > 0) return beside.sort(newestFirst).slice(0, MOST_REFS);
  }
  return [];
}

/** A version is newer than what came before it: `8.0.0`, then `8.0.0-beta.2`. */
function newestFirst(a: string, b: string): number {
  if (b.startsWith(`${a}-`)) return -1;
  if (a.startsWith(`${b}-`)) return 1;
  return b.localeCompare(a, 'en', { numeric: true });
}

async function refsOf(repo: Repository): Promise<Refs> {
  const refs = await gitLines(repo, ['for-each-ref', '--format=%(refname)']);
  const [tags, heads, remotes] = ['refs/tags/', 'refs/heads/', 'refs/remotes/'].map((folder) =>
    refs.filter((ref) => ref.startsWith(folder)).map((ref) => ref.slice(folder.length)),
  );
  return { tags: tags!, heads: heads!, remotes: remotes! };
}

/** @returns at most three tags, the newest first */
export async function newestTags(repo: Repository): Promise<string[]> {
  const newest = ['--sort=-version:refname', '--sort=-creatordate', `--count=${MOST_REFS}`];
  return gitLines(repo, ['for-each-ref', ...newest, '--format=%(refname:strip=2)', 'refs/tags']);
}

/** @returns null also if the revision does not exist */
export async function tagBefore(repo: Repository, revision: string): Promise<string | null> {
  if (revision.startsWith('-')) return null;
  const described = await runGit(repo, ['describe', '--tags', '--abbrev=0', `${revision}^`], { mayFail: true });
  return described.status === 0 ? described.stdout.toString('utf8').trim() : null;
}

/** Removes the letter before a version. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/(^|[/-])v(?=\d)/, '$1');
}

interface AncestorRequest {
  /** Object names. */
  from: string;
  /** All, if missing. */
  limit?: number;
  /** Commits that are left out, with their ancestors. */
  without?: readonly string[];
  signal?: AbortSignal;
}

/** Lists a commit and its ancestors by commit date, children before parents. */
export async function listAncestors(
  repo: Repository,
  { from, limit, without = [], signal }: AncestorRequest,
): Promise<string[]> {
  const most = limit === undefined ? [] : [`--max-count=${limit}`];
  const args = ['rev-list', ...most, from, ...without.map((commit) => `^${commit}`), '--'];
  return gitLines(repo, args, { signal });
}

/** False also if one of the commits is missing. */
export async function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean> {
  const { status } = await runGit(repo, ['merge-base', '--is-ancestor', ancestor, commit], { mayFail: true });
  return status === 0;
}

/**
 * Returns how many commits `to` has and `from` has not.
 * @returns null if `to` is older than `from`, or if it cannot be known: a commit is missing, they
 * share no history, or history is cut off between them
 */
export async function commitsBetween(repo: Repository, from: string, to: string): Promise<number | null> {
  if (!isObjectName(from) || !isObjectName(to)) return null;
  if (from === to) return 0;
  const [base, list, cut] = await Promise.all([
    runGit(repo, ['merge-base', from, to], { mayFail: true }),
    runGit(repo, ['rev-list', ...(repo.shallow ? [] : ['--count']), `${from}..${to}`, '--'], { mayFail: true }),
    shallowCommits(repo),
  ]);
  if (base.status !== 0 || list.status !== 0) return null;
  if (!repo.shallow) return Number(list.stdout.toString('utf8')) || null;
  const commits = list.stdout.toString('utf8').split('\n').filter(Boolean);
  return commits.some((commit) => cut.has(commit)) ? null : commits.length || null;
}

/** Returns the commits whose parents are missing; empty in a complete clone. */
export async function shallowCommits(repo: Repository): Promise<ReadonlySet<string>> {
  if (!repo.shallow) return new Set();
  return new Set((await readTextBounded(join(repo.commonDir, 'shallow'), MOST_STATE)).split('\n').filter(Boolean));
}

const BRANCHES = 'refs/remotes/origin/';

/** Returns the default branch of `origin`, such as `main`; null if the clone does not know it. */
export async function defaultBranchOf(repo: Repository): Promise<string | null> {
  const { stdout } = await runGit(repo, ['symbolic-ref', '--quiet', `${BRANCHES}HEAD`], { mayFail: true });
  const ref = stdout.toString('utf8').trim();
  return ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : null;
}
