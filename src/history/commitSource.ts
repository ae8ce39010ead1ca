/**
 * Where a question about the history looks commits up: in a repository, or among those that came
 * with an index.
 */

import { ifRefused } from '../base/errors.ts';
import type { CommitRecord } from '../base/historyTypes.ts';
import type { TreeFile } from '../base/types.ts';
import { type ShownCommit, showCommit } from '../git/diffTrees.ts';
import { readBlobs } from '../git/readBlobs.ts';
import { readCommits } from '../git/readCommits.ts';
import type { Repository } from '../git/repository.ts';
import { isAncestor, newestTags, refsLike, resolveCommit, shallowCommits, tagBefore } from '../git/resolveCommit.ts';
import { rulesAround } from '../git/ruleFiles.ts';
import type { ViewSettings } from '../git/skipReasonOf.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { DEFAULT_LANGUAGE } from '../languages/languages.ts';
import { redactText } from '../secrets/redact.ts';
import { decodeText } from '../secrets/text.ts';
import { commitRowOf } from './commitRow.ts';
import { type CommitFilter, commitFilter, historyOfRecords } from './rankCommits.ts';
import { type History, type HistoryContext, readHistory, withoutWords } from './readHistory.ts';

export interface CommitSource {
  /** The time that "last week" counts from, milliseconds. */
  now: number;
  /** @param withFiles also the files of each commit */
  history(withFiles: boolean): Promise<History>;
  filter(bounds: Omit<CommitBounds, 'now'>): Promise<CommitFilter>;
  /** Returns the full name of a commit of any branch; null for none. */
  commitOf(revision: string): Promise<string | null>;
  /** Reads a commit, with its message as the index would have it. */
  record(commit: string): Promise<CommitRecord | null>;
  /** @param before the commit that may be an ancestor of `after` */
  isAncestor(before: string, after: string): Promise<boolean>;
  newestTags(): Promise<string[]>;
  /** Returns the nearest tag in the history of a revision, without its own; null for none. */
  tagBefore(revision: string): Promise<string | null>;
  refsLike(name: string): Promise<string[]>;
  /** Returns files of the index. */
  files(isWanted: (path: string) => boolean): Promise<string[]>;
  /** Reads what a commit changed; null where that is not at hand. */
  show(commit: string): Promise<ShownCommit | null>;
}

type CommitBounds = Parameters<typeof commitFilter>[1];

interface RepositoryHistory extends HistoryContext {
  settings: ViewSettings;
  now: number;
}

/**
 * Makes a source of the commits of a repository.
 * @throws CoraError GIT, and what reading the history throws
 */
export function sourceInRepository(context: RepositoryHistory): CommitSource {
  const { repository, settings, now } = context;
  const tree = repository.head?.tree ?? null;
  const selected = async (files: readonly TreeFile[]) => {
    const changed = rulesAround(repository, files);
    return (await selectFiles(repository, tree, files, settings, { changed })).files;
  };
  return {
    now,
    history: (withFiles) => readHistory(context, withFiles),
    filter: (bounds) => commitFilter(context, { ...bounds, now }),
    commitOf: async (revision) =>
      (await resolveCommit(repository, revision).catch(ifRefused(null, 'BAD_REVISION')))?.commit ?? null,
    record: async (commit) => {
      for await (const [read] of readCommits(repository, [commit]))
        if (read !== undefined) return withoutWords(commitRowOf(read));
      return null;
    },
    isAncestor: (before, after) => isAncestor(repository, before, after),
    newestTags: () => newestTags(repository),
    tagBefore: (revision) => tagBefore(repository, revision),
    refsLike: (name) => refsLike(repository, name),
    files: async (isWanted) => {
      const files = tree === null ? [] : (await listTree(repository, tree)).filter(({ path }) => isWanted(path));
      return files.length === 0 ? [] : (await selected(files)).map(({ path }) => path);
    },
    show: async (commit) => {
      // Against the missing parents of a shallow clone everything would be new.
      if ((await shallowCommits(repository)).has(commit)) return null;
      const allowed = async (files: TreeFile[]) => new Set((await selected(files)).map(({ path }) => path));
      const shown = await showCommit(repository, commit, allowed);
      return { ...shown, diffs: await redactDiffs(repository, shown.diffs) };
    },
  };
}

const COMMIT_NAME = /^[0-9a-f]{7,64}$/;

/**
 * Makes a source of commits that came with an index. Tags, branches and diffs are in the repository
 * only, so it has none.
 * @param commits newest first
 * @param files those of the index
 */
export function sourceInRecords(
  commits: readonly CommitRecord[],
  files: readonly { path: string }[],
  now: number,
): CommitSource {
  const recordOf = (revision: string): CommitRecord | null => {
    if (/^(?:HEAD|@)$/i.test(revision)) return commits[0] ?? null;
    return COMMIT_NAME.test(revision) ? (commits.find(({ commit }) => commit.startsWith(revision)) ?? null) : null;
  };
  /** A commit's ancestors are not known here, so its time is taken. */
  const dateOf = (point: string | null): string | null =>
    point === null ? null : (recordOf(point)?.commitDate ?? point);
  return {
    now,
    history: async () => historyOfRecords(commits),
    filter: ({ since, until, ...bounds }) =>
      commitFilter({ repository: null }, { ...bounds, since: dateOf(since), until: dateOf(until), now }),
    commitOf: async (revision) => recordOf(revision)?.commit ?? null,
    record: async (commit) => recordOf(commit),
    isAncestor: async (before, after) => commits.indexOf(recordOf(before)!) > commits.indexOf(recordOf(after)!),
    newestTags: async () => [],
    tagBefore: async () => null,
    refsLike: async () => [],
    files: async (isWanted) => files.filter(({ path }) => isWanted(path)).map(({ path }) => path),
    show: async () => null,
  };
}

type Diff = ShownCommit['diffs'][number];
/** Lines without their secrets; null where a file has no secrets. */
type SafeLines = ReadonlyMap<string, readonly string[] | null>;

/**
 * A piece of a private key does not say what it is: so each line is taken from its file, redacted
 * as a whole.
 */
async function redactDiffs(repository: Repository, diffs: readonly Diff[]): Promise<Diff[]> {
  const blobs = new Set(diffs.flatMap(({ text }) => blobsOf(text)).filter((blob) => !ABSENT.test(blob)));
  const safe = new Map<string, readonly string[] | null>();
  for await (const { blob, bytes } of readBlobs(repository, [...blobs])) {
    const decoded = bytes === null ? null : decodeText(bytes);
    // Git ends lines of UTF-16 in the middle of characters: they are none of ours.
    if (decoded?.encoding === 'utf-8') safe.set(blob, decoded.secrets.length === 0 ? null : decoded.text.split('\n'));
  }
  // An attribute may call a binary file text, whose lines are then shown.
  const isSafe = ({ text }: Diff): boolean =>
    !/^@@/m.test(text) || blobsOf(text).every((blob) => ABSENT.test(blob) || safe.has(blob));
  return diffs.filter(isSafe).map(({ path, text }) => ({ path, text: redactText(withSafeLines(text, safe)) }));
}

const ABSENT = /^0+$/;
/** `index 257cc56…..b3a1f0e… 100644`, with full names. */
const INDEX = /^index ([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})/m;
/** `@@ -3,7 +3,9 @@ function around()`; a count of one is left out. */
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function blobsOf(diff: string): string[] {
  return INDEX.exec(diff)?.slice(1, 3) ?? [];
}

function withSafeLines(diff: string, safe: SafeLines): string {
  const [before, after] = blobsOf(diff).map((blob) => safe.get(blob) ?? null);
  if (!before && !after) return diff;
  let old = { at: 0, left: 0 };
  let now = { at: 0, left: 0 };
  const lineOf = (lines: readonly string[] | null | undefined, at: number, line: string): string =>
    lines?.[at] === undefined ? line : line.slice(0, 1) + lines[at];
  return diff
    .split('\n')
    .map((line) => {
      if (old.left === 0 && now.left === 0) {
        const hunk = HUNK.exec(line);
        if (hunk !== null) {
          old = { at: Number(hunk[1]) - 1, left: Number(hunk[2] ?? 1) };
          now = { at: Number(hunk[3]) - 1, left: Number(hunk[4] ?? 1) };
        }
        // The heading is a line of the file too: any line.
        return hunk?.[0] ?? line;
      }
      if (line.startsWith('\\')) return line;
      const shown = line.startsWith('-') ? lineOf(before, old.at, line) : lineOf(after, now.at, line);
      if (!line.startsWith('+')) old = { at: old.at + 1, left: old.left - 1 };
      if (!line.startsWith('-')) now = { at: now.at + 1, left: now.left - 1 };
      return shown;
    })
    .join('\n');
}

// Files and folders that a question names by their base names alone: `termui` for
// src/click/termui.py.

export interface NamedFiles {
  /** Paths of files, and of folders with a slash at their ends. */
  places: readonly string[];
  /** True for such a file, and below such a folder. */
  has(path: string): boolean;
}

/**
 * Finds the files and folders that words of a question name.
 * @param words together one name: `config parser` is `configParser.ts` and `config_parser/`. Or,
 * where no file has it, one path: `fog storage` and `storage/fog` are `lib/storage/fog.rb`. Or,
 * where only tests and examples have it, folders that end with it: `mysql` is `sqlx-mysql/`
 * @param isFolder no file is meant
 * @returns null where the index has neither such a file nor such a folder
 */
export async function filesNamed(
  source: CommitSource,
  words: readonly string[],
  isFolder = false,
): Promise<NamedFiles | null> {
  const name = plainOf(words.join(''));
  const parts = words
    .flatMap((word) => word.split('/'))
    .map(plainOf)
    .filter((part) => part !== '');
  if (name === '') return null;
  const isWanted = (path: string): boolean => placeNamed(path, name) !== null || isMadeOf(path, parts);
  const isLike = (path: string): boolean => isMadeOf(path, parts, true) || folderEndingWith(path, name) !== null;
  const paths = await source.files((path) => isWanted(path) || isLike(path));
  const same = paths.filter(isWanted);
  const exact = same.length > 0 ? same : paths.filter((path) => isMadeOf(path, parts, true));
  const places = exact.flatMap((path) => placeNamed(path, name) ?? []);
  // Words that several paths are made of name none of them.
  const named = places.length === 0 && exact.length === 1 ? exact : places;
  const isOther = (place: string): boolean => isBeside(place) || (isFolder && !place.endsWith('/'));
  const longer = named.every(isOther) ? paths.flatMap((path) => folderEndingWith(path, name) ?? []) : [];
  const found = new Set(longer.length > 0 ? longer : named);
  const folders = [...found].filter((place) => place.endsWith('/'));
  if (found.size === 0) return null;
  return {
    places: [...found].sort(),
    has: (path) => found.has(path) || folders.some((folder) => path.startsWith(folder)),
  };
}

/**
 * True if the file and its folders have these names, in any order; `plugin` is `plugins/`.
 * @param isLoose also `robots.txt` for robotstxt.py, and `middleware` for downloadermiddlewares/
 */
function isMadeOf(path: string, names: readonly string[], isLoose = false): boolean {
  const folders = path.split('/').map(plainOf);
  const file = folders.pop()!;
  const isFile = (name: string): boolean =>
    name === file || (isLoose ? name.replaceAll('.', '') : name) === withoutExtension(file);
  const kinds = folders.map(singular);
  const isFolder = (name: string): boolean =>
    kinds.includes(singular(name)) ||
    (isLoose && singular(name).length > 3 && kinds.some((kind) => kind.endsWith(singular(name))));
  return names.length > 1 && names.some(isFile) && names.every((name) => isFile(name) || isFolder(name));
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}

/** @returns the outermost folder whose name ends with this one, `sqlx-mysql/`, outside of tests */
function folderEndingWith(path: string, name: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex((folder) => /[-_]/.test(folder) && folder.toLowerCase().split(/[-_]/).at(-1) === name);
  const place = `${folders.slice(0, at + 1).join('/')}/`;
  return at < 0 || isBeside(place) ? null : place;
}

/** True for tests and examples. */
export function isBeside(place: string): boolean {
  const { test, example } = fileFeaturesOf(place, DEFAULT_LANGUAGE);
  return test || example;
}

/** @returns the path itself, or a folder that it is in, with a slash at the end */
function placeNamed(path: string, name: string): string | null {
  const parts = path.split('/');
  const file = plainOf(parts.pop()!);
  const at = parts.findIndex((part) => plainOf(part) === name);
  if (at >= 0) return `${parts.slice(0, at + 1).join('/')}/`;
  return file === name || withoutExtension(file) === name ? path : null;
}

function withoutExtension(file: string): string {
  return file.replace(/(?<=.)\.\w+$/, '');
}

/** `configParser`, `config_parser` and `Config-Parser` are one name. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}
