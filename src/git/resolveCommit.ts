/**
 * From what a person types to a commit and its tree, and to the tags and branches that were
 * probably meant: `8.0` → `8.0.0`.
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
 * @throws CoraError BAD_REVISION; GIT where a branch or tag names what the repository has lost
 */
export async function resolveCommit(repo: Repository, rev: string): Promise<Commit> {
  if (rev === '' || /[\n\0]/.test(rev)) throw badRevision(rev, 'is not the name of a commit');
  // Messages are searched without their secrets only: `cora query --commits`.
  if (SEARCH.test(rev)) throw badRevision(rev, 'searches messages of commits, and names none');
  if (rev === 'HEAD') refuseLostHead(repo);
  // Through standard input, so that a name that begins with a dash is never an option. The tree of
  // the commit: `${rev}^{tree}` would mean a tree, too, whose name begins like the commit's and
  // hashes secrets.
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

/** Git ends over `@{upstream}` where none is set, `HEAD@{9}` of a shorter log, and over damage. */
async function isNowhere(repo: Repository, rev: string): Promise<boolean> {
  if (!rev.includes('@{') || rev.startsWith('-')) return false;
  const { status } = await runGit(repo, ['rev-parse', '--verify', '--quiet', rev], { mayFail: true });
  return status !== 0;
}

/** @returns the object that a branch or tag names and the repository lacks; null for none */
async function lostName(repo: Repository, rev: string): Promise<string | null> {
  // Git does not say of a full name whether there ever was such an object.
  if (rev.startsWith('-') || /^[0-9a-f]{40,64}$/i.test(rev)) return null;
  const named = await runGit(repo, ['rev-parse', '--verify', '--quiet', rev], { mayFail: true });
  const name = named.stdout.toString('utf8').trim();
  // `^HEAD` is all that HEAD is not.
  if (named.status !== 0 || !isObjectName(name)) return null;
  const { status } = await runGit(repo, ['cat-file', '-e', name], { mayFail: true });
  return status === 0 ? null : name;
}

/** `:/text`, `HEAD^{/text}`; a date has a colon too: `main@{2026-01-31 12:00}`. */
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

/** @returns at most three, tags first, the newest version of those first */
export async function refsLike(repo: Repository, name: string): Promise<string[]> {
  return likeIn(await refsOf(repo), name);
}

/**
 * Names for an error about a name that nothing has. `near` is what refsLike finds, else versions
 * beside the name, `8.1.99` → `8.1.8`; `others` are the newest tags and some branches, where
 * nothing is near.
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
  // Another number is another version, however near.
  const found = begin.length > 0 || /^[\d.]+$/.test(wanted) ? begin : [nearest(name, names) ?? []].flat();
  return found.sort(newestFirst).slice(0, MOST_REFS);
}

/** Tells whether a name, or what follows a `/` or `-` in it, begins with these words. */
function hasPart(name: string, part: string): boolean {
  for (let at = name.indexOf(part); at !== -1; at = name.indexOf(part, at + 1))
    if (/^$|[/-]/.test(name.charAt(at - 1)) && !/[0-9a-z]/.test(name.charAt(at + part.length))) return true;
  return false;
}

/** Versions that share most of their numbers with the name. */
function besideIn({ tags }: Refs, name: string): string[] {
  const numbers = /^\d+(?:\.\d+)*$/.exec(plainOf(name))?.[0].split('.') ?? [];
  for (let count = numbers.length - 1; count > 0; count--) {
    const begin = `${numbers.slice(0, count).join('.')}.`;
    const beside = tags.filter((tag) => plainOf(tag).startsWith(begin));
    if (beside.length > 0) return beside.sort(newestFirst).slice(0, MOST_REFS);
  }
  return [];
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}

async function refsOf(repo: Repository): Promise<Refs> {
  const refs = await gitLines(repo, ['for-each-ref', '--format=%(refname)']);
  const [tags, heads, remotes] = ['refs/tags/', 'refs/heads/', 'refs/remotes/'].map((folder) =>
    refs.filter((ref) => ref.startsWith(folder)).map((ref) => ref.slice(folder.length)),
  );
  return { tags: tags!, heads: heads!, remotes: remotes! };
}

/** @returns at most three, the newest first */
export async function newestTags(repo: Repository): Promise<string[]> {
  const newest = ['--sort=-version:refname', '--sort=-creatordate', `--count=${MOST_REFS}`];
  return gitLines(repo, ['for-each-ref', ...newest, '--format=%(refname:strip=2)', 'refs/tags']);
}

/** @returns null also for a revision that is none */
export async function tagBefore(repo: Repository, revision: string): Promise<string | null> {
  if (revision.startsWith('-')) return null;
  const described = await runGit(repo, ['describe', '--tags', '--abbrev=0', `${revision}^`], { mayFail: true });
  return described.status === 0 ? described.stdout.toString('utf8').trim() : null;
}

/** Without the letter that versions begin with. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/(^|[/-])v(?=\d)/, '$1');
}

interface AncestorRequest {
  /** Object names. */
  from: string;
  /** All where it is left out. */
  limit?: number;
  /** Their ancestors, and they themselves, are left out. */
  without?: readonly string[];
  signal?: AbortSignal;
}

/** The commit itself and what it descends from, by commit date, children before parents. */
export async function listAncestors(
  repo: Repository,
  { from, limit, without = [], signal }: AncestorRequest,
): Promise<string[]> {
  const most = limit === undefined ? [] : [`--max-count=${limit}`];
  const args = ['rev-list', ...most, from, ...without.map((commit) => `^${commit}`), '--'];
  return gitLines(repo, args, { signal });
}

/** False also where one of the commits is not there. */
export async function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean> {
  const { status } = await runGit(repo, ['merge-base', '--is-ancestor', ancestor, commit], { mayFail: true });
  return status === 0;
}

/**
 * The number of commits that `to` has and `from` has not.
 * @returns null where `to` is older than `from`, and where it cannot be known: a commit is not
 * there, they share no history, or history is cut off between them
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

/** The commits whose parents are missing; none in a whole clone. */
export async function shallowCommits(repo: Repository): Promise<ReadonlySet<string>> {
  if (!repo.shallow) return new Set();
  return new Set((await readTextBounded(join(repo.commonDir, 'shallow'), MOST_STATE)).split('\n').filter(Boolean));
}

const BRANCHES = 'refs/remotes/origin/';

/** The default branch of `origin`, `main`; null where the clone was not told when it was made. */
export async function defaultBranchOf(repo: Repository): Promise<string | null> {
  const { stdout } = await runGit(repo, ['symbolic-ref', '--quiet', `${BRANCHES}HEAD`], { mayFail: true });
  const ref = stdout.toString('utf8').trim();
  return ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : null;
}
