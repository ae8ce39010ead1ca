/** Tags and branches that were probably meant by a name that nothing has: `8.0` → `8.0.0`, `v1` → `v1.4.2`. */

import { escapeRegExp } from '../base/escapeRegExp.ts';
import { nearest } from '../base/nearest.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

const MOST = 3;

interface Refs {
  tags: string[];
  heads: string[];
}

/** @returns at most three, tags first, the newest version of those first */
export async function refsLike(repo: Repository, name: string): Promise<string[]> {
  return likeIn(await refsOf(repo), name);
}

/**
 * Names for an error about a name that nothing has. `near` is what refsLike finds, else versions beside the name, `8.1.99` →
 * `8.1.8`; `others` are the newest tags and some branches, where nothing is near.
 */
export async function refsToName(repo: Repository, name: string): Promise<{ near: string[]; others: string[] }> {
  const refs = await refsOf(repo);
  const like = likeIn(refs, name);
  const near = like.length > 0 ? like : besideIn(refs, name);
  return { near, others: near.length > 0 ? [] : [...refs.heads.slice(0, MOST), ...(await newestTags(repo))] };
}

function likeIn({ tags, heads }: Refs, name: string): string[] {
  const names = [...tags, ...heads];
  const wanted = plainOf(name);
  if (wanted === '') return [];
  const begin = names.filter((one) => new RegExp(`(?:^|[/-])${escapeRegExp(wanted)}(?![0-9a-z])`).test(plainOf(one)));
  // Another number is another version, however near.
  const found = begin.length > 0 || /^[\d.]+$/.test(wanted) ? begin : nearestOf(name, names);
  return found.sort(newestFirst).slice(0, MOST);
}

/** Versions that share most of their numbers with the name. */
function besideIn({ tags }: Refs, name: string): string[] {
  const numbers = /^\d+(?:\.\d+)*$/.exec(plainOf(name))?.[0].split('.') ?? [];
  for (let count = numbers.length - 1; count > 0; count--) {
    const begin = `${numbers.slice(0, count).join('.')}.`;
    const beside = tags.filter((tag) => plainOf(tag).startsWith(begin));
    if (beside.length > 0) return beside.sort(newestFirst).slice(0, MOST);
  }
  return [];
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}

async function refsOf(repo: Repository): Promise<Refs> {
  const { stdout } = await runGit(placeOf(repo), ['for-each-ref', '--format=%(refname)']);
  const refs = stdout.toString('utf8').split('\n');
  const [tags, heads] = ['refs/tags/', 'refs/heads/'].map((folder) =>
    refs.filter((ref) => ref.startsWith(folder)).map((ref) => ref.slice(folder.length)),
  );
  return { tags: tags!, heads: heads! };
}

/** @returns at most three, the newest first */
export async function newestTags(repo: Repository): Promise<string[]> {
  const newest = ['--sort=-version:refname', '--sort=-creatordate', `--count=${MOST}`];
  const { stdout } = await runGit(placeOf(repo), [
    'for-each-ref',
    ...newest,
    '--format=%(refname:strip=2)',
    'refs/tags',
  ]);
  return stdout
    .toString('utf8')
    .split('\n')
    .filter((name) => name !== '');
}

function nearestOf(name: string, names: readonly string[]): string[] {
  const near = nearest(name, names);
  return near === undefined ? [] : [near];
}

/** Without the letter that versions begin with. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/(^|[/-])v(?=\d)/, '$1');
}
