/**
 * Searches the caller's files exactly, for `cora grep`, without an index: it says which files there
 * are and reads them. grepFiles.ts searches them.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import { countEach, groupBy, shortList } from '../base/lists.ts';
import { comparePaths, directoriesOf, escapeRegExp } from '../base/patterns.ts';
import { counted } from '../base/renderText.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { SkippedFile, SkipReason, TreeFile } from '../base/types.ts';
import { identifiersIn, isSpaced, STOP_WORDS, stem, wordsOfIdentifier } from '../base/words.ts';
import { sizedOnDisk } from '../git/missingContent.ts';
import { type BlobReader, openBlobReader } from '../git/openBlobReader.ts';
import { conversionAttributes, LARGEST_FILE, WorkingTreeReader } from '../git/readWorkingFile.ts';
import { type Repository, refuseLostHead } from '../git/repository.ts';
import { type ChangedRules, changedRules, mentionedInRules } from '../git/ruleFiles.ts';
import { checkPath, linkOnTheWay, WorkingTreeFiles } from '../git/safePath.ts';
import { skipReasonOf } from '../git/skipReasonOf.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { freshnessWithoutIndex, workingTreeChanges } from '../git/workingTreeChanges.ts';
import { languageOf } from '../languages/languages.ts';
import type { GrepSettings, IndexSettings, Surroundings } from '../settings/requests.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { readState } from '../store/state.ts';
import { matcherOf } from '../view/checkFilters.ts';
import { explainFilters } from '../view/searchedView.ts';
import { openWorkspaceFor } from '../view/workspace.ts';
import { type GrepFiles, type GrepResult, grepFiles, UNSEARCHED, type Unsearchable } from './grepFiles.ts';

export interface GrepRequest extends GrepSettings {
  maxTotal: number;
  signal: AbortSignal;
  /**
   * Files and folders in which alone it looks, by their paths from the top of the repository ('' is
   * the top), as the caller wrote them.
   */
  within?: ReadonlyMap<string, string>;
  /** Never from a setting, a server or a request: whoever may say it types the flag. */
  unredacted?: boolean;
}

/** The answer of grep: it is about the files as they are now, without the index. */
export interface GrepAnswer extends GrepResult {
  freshness: Freshness;
  /** Says why no file passes the filters, in which places none is, or what the pattern means. */
  notice?: string;
}

/**
 * Searches the files of a working tree that belong to its index.
 * @throws CoraError BAD_PATTERN; BAD_PATH in a bare repository; GIT where HEAD is lost; USAGE for a
 * place that is not there; ABORTED
 */
export async function grepRepository(
  pattern: string,
  indexing: IndexSettings,
  surroundings: Surroundings,
  request: GrepRequest,
): Promise<GrepAnswer> {
  const { repository, settings, location } = await openWorkspaceFor(indexing, surroundings);
  if (repository.worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files to grep.', {
      hint: 'cora query TEXT searches its index.',
    });
  refuseLostHead(repository);
  const tree = repository.head?.tree ?? null;
  const [committed, changes] = await Promise.all([
    tree === null ? [] : listTree(repository, tree),
    workingTreeChanges(repository, {
      skip: (path, size, mode) => skipReasonOf(path, size, mode, settings)?.reason ?? null,
      except: location.root,
      signal: request.signal,
    }),
  ]);
  const files = new Map(committed.map((file) => [file.path, file]));
  for (const { path, file } of changes) {
    if (file === null) files.delete(path);
    else files.set(path, file);
  }
  const changed = changedRules(repository, changes);
  const view = await selectFiles(repository, tree, sizedOnDisk(repository, [...files.values()]), settings, { changed });
  const passes = matcherOf(request);
  const { within } = request;
  const isWithin = (path: string): boolean =>
    within === undefined || placesAround(path).some((place) => within.has(place));
  const isWanted = (file: { path: string; language: string }): boolean => isWithin(file.path) && passes(file);
  const here = view.files.filter(({ path }) => isWithin(path));
  const unseen = changes.flatMap(({ path, skipped }) => (skipped === undefined ? [] : [{ path, ...skipped }]));
  const left = [...view.skipped, ...unseen];
  const nowhere = within === undefined ? [] : emptyAmong(within, here);
  for (const [place, written] of emptyAmong(new Map(nowhere), left)) refuseAbsent(repository.worktree, place, written);
  const wanted = view.files.filter(isWanted);
  const blobs = openBlobReader(repository);
  const others = await otherFiles(repository, wanted, blobs, { tree, changed });
  const result = await grepFiles(pattern, {
    files: searchableFiles(repository.worktree, LARGEST_FILE, others),
    root: repository.worktree,
    paths: wanted.map(({ path }) => path),
    env: surroundings.env,
    fixed: request.fixed,
    word: request.word,
    ignoreCase: request.ignoreCase,
    unredacted: request.unredacted === true,
    before: request.context,
    after: request.context,
    maxTotal: request.maxTotal,
    signal: request.signal,
    maxPerFile: request.maxPerFile,
  }).finally(() => blobs.close());
  const alike = left.filter(({ path }) => isWanted({ path, language: languageOf(path) }));
  for (const { path, reason } of alike) if (isUnsearched(reason)) result.skipped.push({ path, reason });
  result.skipped.sort(comparePaths);
  const empty =
    nowhere.length === 0 ? null : `Cora indexes nothing in ${shortList(nowhere.map(([, written]) => `"${written}"`))}.`;
  const nothing =
    empty ??
    (wanted.length === 0
      ? explainFilters(here, request)
      : (otherSyntax(pattern, request, result) ?? explainLeftOut(alike, result)));
  const notice = nothing === null ? {} : { notice: nothing };
  return { ...result, ...notice, freshness: freshnessWithoutIndex(repository, view, changes) };
}

/** Explains why a pattern that grep reads without -E finds nothing. @returns null for any other */
function otherSyntax(pattern: string, { fixed }: Pick<GrepRequest, 'fixed'>, { hits }: GrepResult): string | null {
  if (fixed || hits.length > 0 || !/\w\\\|/.test(pattern)) return null;
  return 'Nothing found. Here "|" alone means "or", and "\\|" is the character itself.';
}

/** Says that files of the repository's own may have it, if `.gitattributes` takes them out. */
function explainLeftOut(left: readonly SkippedFile[], { hits }: GrepResult): string | null {
  const out = left.filter(({ detail }) => BY_ATTRIBUTE.has(detail ?? ''));
  if (hits.length > 0 || out.length === 0) return null;
  return `Nothing found. Not searched: ${counted(out.length, 'file')} such as ${out[0]!.path}, which .gitattributes calls vendored or generated.`;
}

const BY_ATTRIBUTE: ReadonlySet<string> = new Set(['linguist-vendored', 'linguist-generated']);

/** Returns the places in which none of these files is. */
function emptyAmong(places: ReadonlyMap<string, string>, files: readonly { path: string }[]): [string, string][] {
  const around = new Set(places.size === 0 ? [] : files.flatMap(({ path }) => placesAround(path)));
  return [...places].filter(([place]) => !around.has(place));
}

/** Returns the top, the folders around a file, and the file. */
function placesAround(path: string): string[] {
  return [...directoriesOf(path), path];
}

/** @throws CoraError USAGE if nothing is there: it may be a word of the pattern */
function refuseAbsent(worktree: string, place: string, written: string): void {
  if (existsSync(join(worktree, place))) return;
  throw new CoraError('USAGE', `There is no file or folder "${written}" here.`, {
    hint: 'A pattern with spaces stands in quotes, a glob behind -g: cora grep -g "*.ts" "two words"',
  });
}

/** True for what would be searched if it could be had. */
function isUnsearched(reason: SkipReason): reason is (typeof UNSEARCHED)[number] {
  return UNSEARCHED.some((one) => one === reason);
}

/** Files whose text is not what lies on the disk. */
interface OtherFiles {
  has(path: string, isAbsent: boolean): boolean;
  read(path: string): Promise<Uint8Array | null>;
}

const NO_OTHERS: OtherFiles = { has: () => false, read: async () => null };

/**
 * Makes the door to the files of a working tree.
 * @param worktree absolute
 * @param largest bytes; larger files are not searched
 */
export function searchableFiles(worktree: string, largest = LARGEST_FILE, others = NO_OTHERS): GrepFiles {
  const files = new WorkingTreeFiles(worktree);
  return { check, read: (path) => files.read(path, largest), readOther: others.read };

  function check(path: string): Unsearchable | 'other' | null {
    if (!isInside(path)) return 'outside';
    const found = files.find(path);
    switch (found.kind) {
      case 'file':
        return found.size > largest ? 'too-large' : others.has(path, false) ? 'other' : null;
      case 'absent':
        return others.has(path, true) ? 'other' : linkOnTheWay(files, path) === null ? 'missing' : 'link';
      case 'link':
      case 'unreadable':
        return found.kind;
      default:
        return 'not-regular';
    }
  }
}

function isInside(path: string): boolean {
  try {
    checkPath(path);
    return true;
  } catch (error) {
    if (!isCoraError(error)) throw error;
    return false;
  }
}

/** Blobs that git is asked for at once. */
const AT_ONCE = 64;
const ENCODING = 'working-tree-encoding';

/**
 * Files that a sparse checkout leaves out are searched as they were committed; those with another
 * encoding in the working tree, as a commit would hold them.
 * @param files in the order in which they are searched; what is deleted is not among them
 * @param tree has been listed
 */
async function otherFiles(
  repository: Repository,
  files: readonly TreeFile[],
  blobs: BlobReader,
  { tree, changed }: { tree: string | null; changed: ChangedRules },
): Promise<OtherFiles> {
  const places = new Map(files.map(({ path }, at) => [path, at]));
  const encoded = mentionedInRules(repository, tree, changed, ENCODING) ? await encodedAmong(repository, files) : [];
  const reader = encoded.length === 0 ? null : await WorkingTreeReader.open(repository, encoded);
  const converted = new Set(encoded);
  return {
    has: (path, isAbsent) => (isAbsent ? places.has(path) : converted.has(path)),
    async read(path) {
      const read = converted.has(path) ? await reader!.read(path, LARGEST_FILE) : { why: 'gone' };
      return 'bytes' in read ? read.bytes : stored(places.get(path)!);
    },
  };

  async function stored(at: number): Promise<Uint8Array | null> {
    const from = at - (at % AT_ONCE);
    const names = files.slice(from, from + AT_ONCE).map(({ blob }) => blob);
    return (await blobs.read(names)).get(files[at]!.blob) ?? null;
  }
}

async function encodedAmong(repository: Repository, files: readonly TreeFile[]): Promise<string[]> {
  const paths = files.map(({ path }) => path);
  const attributes = await conversionAttributes(repository, paths);
  return paths.filter((path) => !/^un/.test(attributes.get(path)?.[ENCODING] ?? 'unspecified'));
}

/** True if an index of this repository has secrets written over, whatever a pattern asks for. */
export async function hasRedactions(settings: IndexSettings, surroundings: Surroundings): Promise<boolean> {
  const { root } = (await openWorkspaceFor(settings, surroundings)).location;
  for (const fingerprint of listFingerprints(root)) {
    const state = await readState(fingerprintDir(root, fingerprint)).catch(() => null);
    if (state !== null && state.redacted.secrets > 0) return true;
  }
  return false;
}

/** Lines among which the best are chosen. */
const CANDIDATES = { maxTotal: 20_000, maxPerFile: 50 };

/**
 * Answers a question where there is no index: files with many and rare words of it first.
 * @param request `maxTotal` lines, the best ones
 */
export async function grepForWords(
  question: string,
  indexing: IndexSettings,
  surroundings: Surroundings,
  { maxTotal: most, ...request }: Omit<GrepRequest, 'ignoreCase'>,
): Promise<GrepAnswer> {
  const { maxTotal, maxPerFile } = CANDIDATES;
  const asked = { ...request, ignoreCase: true, maxTotal, maxPerFile: request.maxPerFile ?? maxPerFile };
  const found = await grepRepository(patternOf(question), indexing, surroundings, asked);
  return rankHits(found, most);
}

/** The most words that are taken: in a whole chat, the last ones are what is being asked. */
const MOST_WORDS = 24;

function patternOf(question: string): string {
  const words = identifiersIn(question).flatMap((word) => (isSpaced(word) ? [word] : wordsOfIdentifier(word)));
  const subject = words.filter((word) => !isSpaced(word) || (word.length > 2 && !STOP_WORDS.has(word.toLowerCase())));
  const distinct = [...new Set((subject.length === 0 ? words : subject).map(beginningOf))].slice(-MOST_WORDS);
  // A text without a word, such as `=>`, is looked for as it stands.
  if (distinct.length === 0) return escapeRegExp(question.trim().split('\n', 1)[0]!);
  return distinct.map(escapeRegExp).join('|');
}

/** `filtered` → filter, `queries` → quer: common to all forms of a word. Names stay whole. */
function beginningOf(word: string): string {
  if (!/^[A-Z]?[a-z]+$/.test(word)) return word;
  const lower = word.toLowerCase();
  const short = stem(lower);
  const same = lower.startsWith(short) ? short : short.slice(0, -1);
  return same.length >= 4 && lower.startsWith(same) ? same : lower;
}

/** Lines of one file. */
const MOST_OF_A_FILE = 3;

type Hit = GrepResult['hits'][number];

/** @param limit lines in all */
function rankHits<T extends GrepResult>(found: T, limit: number): T {
  const files = [...groupBy(found.hits, ({ path }) => path).values()].map((hits) => {
    return { hits, words: new Set(hits.flatMap((hit) => [...wordsOf(hit)])) };
  });
  const filesWith = countEach(files.flatMap(({ words }) => [...words]));
  const worth = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + Math.log(1 + files.length / filesWith.get(word)!), 0);
  const ranked = files
    .map(({ hits, words }) => ({ hits: bestLines(hits, worth), score: worth(words) }))
    .sort((a, b) => b.score - a.score);
  const hits = ranked.flatMap((file) => file.hits).slice(0, limit);
  return { ...found, hits, truncated: found.truncated || hits.length < found.hits.length };
}

function wordsOf({ preview, matches }: Hit): Set<string> {
  return new Set(matches.map(({ start, end }) => preview.slice(start, end).toLowerCase()));
}

/** In the order of the file. */
function bestLines(hits: readonly Hit[], worth: (words: Iterable<string>) => number): Hit[] {
  return hits
    .map((hit) => ({ hit, score: worth(wordsOf(hit)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_OF_A_FILE)
    .map(({ hit }) => hit)
    .sort((a, b) => a.line - b.line);
}
