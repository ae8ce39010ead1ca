/**
 * A question about the history gets this beside the code: the newest commits, those that fit, and
 * what the best of them did.
 */

import { CoraError } from '../base/errors.ts';
import type { CommitLine, CommitRecord, GitContext, GitContextCommit } from '../base/historyTypes.ts';
import { namePartsOf, occurrences, termsOf } from '../base/words.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../languages/languages.ts';
import { type HistoryQuestion, LAST_RELEASE, PATH, VERB } from '../search/question.ts';
import type { CommitSource } from './commitSource.ts';
import type { History, HistoryCommit } from './readHistory.ts';
import { type CommitFilter, inOrder, NEARLY, type Ranked, rankCommits, readDate } from './searchCommits.ts';

const RECENT = 10;
const MATCHING = 5;
/** More are not shown, however many are asked for: the code has to have room, too. */
const MOST_COUNTED = 50;
const AUTHORS = 5;
const NO_FILTER = { paths: [], author: null, since: null, until: null };
/** Lines: enough to see what a commit is about. */
const DIFF = { lines: 40, ofFile: 20 };

/**
 * @returns null where the repository has nothing of what the question needs
 * @throws CoraError BAD_REVISION, GIT
 */
export async function gitContextOf(source: CommitSource, question: HistoryQuestion): Promise<GitContext | null> {
  const { since, until, about, wanted } = await readSince(source, question);
  const one =
    question.revision === null ? null : await readRevision(source, question.revision, question.needs === null);
  if (one === null && question.revision !== null) return null;
  const paths = about.split(' ').filter((word) => PATH.test(word));
  const named = paths.length > 0 || one !== null ? null : await nameIn(source, question, about);
  const history = await source.history(paths.length > 0 || named !== null);
  const most = (unasked: number): number => Math.min(question.count ?? unasked, MOST_COUNTED);
  const newest = rankCommits(history, '', wanted).slice(0, most(RECENT));
  const { fitting, isNamed } =
    about === ''
      ? NOTHING
      : await findFitting(source, history, { about, paths, named, wanted, isOfMessages: question.isOfMessages });
  if (question.needs === 'point' && since === null && until === null) return null;
  if (question.needs === 'name' && one === null && !isNamed && !isAuthor(history, about)) return null;
  const ordered = inOrder(history, fitting, question.order);
  const shown = ordered.slice(0, most(MATCHING));
  const [recent, found] = await Promise.all([recordsOf(history, newest), recordsOf(history, shown)]);
  const matching = one === null ? found : [one];
  // The newest commit says nothing of a file that none of those at hand has touched.
  const best = matching[0] ?? (paths.length > 0 ? undefined : recent[0]);
  return {
    kind: 'git',
    asked: { about: question.revision ?? about, since, until },
    recent: recent.map(lineOf),
    matching: matching.map(lineOf),
    authors: question.kind === 'who' ? (question.order === 'newest' ? latestAuthors(ordered) : authorsOf(fitting)) : [],
    commit: best === undefined ? null : await describe(source, best),
    freshness: history.freshness,
  };
}

/** @returns null for none, where it need not be one */
async function readRevision(source: CommitSource, name: string, isSure: boolean): Promise<CommitRecord | null> {
  const commit = await source.commitOf(name);
  if (commit === null && isSure) throw await noSuchRevision(source, name);
  return commit === null ? null : source.record(commit);
}

interface Since {
  since: string | null;
  until: string | null;
  about: string;
  wanted: CommitFilter;
}

/**
 * A text that is no date and no revision was a word of the subject after all, unless it names a
 * version.
 * @throws CoraError BAD_REVISION that names tags; GIT
 */
async function readSince(source: CommitSource, question: HistoryQuestion): Promise<Since> {
  const release = question.since === LAST_RELEASE ? ((await source.newestTags())[0] ?? null) : null;
  const names = [release ?? question.since, question.until];
  const points = await Promise.all(names.map((name) => (name === null ? null : pointOf(source, name))));
  const isMissing = (at: number): boolean => names[at] !== null && points[at] === null;
  for (const at of [0, 1]) {
    if (isMissing(at) && question.versions.includes(names[at]!)) throw await noSuchRevision(source, names[at]!);
  }
  const isOfWords = question.versions.length === 0 && (isMissing(0) || isMissing(1));
  const used = names.map((name, at) => (isOfWords || isMissing(at) ? null : name));
  const words = names.filter((name, at) => name !== null && used[at] === null);
  const isSwapped = !used.includes(null) && (await isReversed(source, points));
  const [since, until] = isSwapped ? used.reverse() : used;
  const bounds = { since: since ?? null, until: until ?? null };
  const about = [question.subject, ...words].join(' ').trim();
  return { ...bounds, about, wanted: await source.filter({ ...NO_FILTER, ...bounds }) };
}

/** A date in milliseconds, or the name of a commit. */
type Point = number | string;

async function pointOf(source: CommitSource, name: string): Promise<Point | null> {
  return readDate(name, source.now) ?? (await source.commitOf(name));
}

async function isReversed(source: CommitSource, points: readonly (Point | null)[]): Promise<boolean> {
  const [since = null, until = null] = points;
  if (since === null || until === null || since === until) return false;
  if (typeof since === 'string' && typeof until === 'string') return source.isAncestor(until, since);
  const [from, to] = await Promise.all([since, until].map((point) => timeOf(source, point)));
  return from! > to!;
}

async function timeOf(source: CommitSource, point: Point): Promise<number> {
  if (typeof point === 'number') return point;
  return Date.parse((await source.record(point))?.commitDate ?? '');
}

async function noSuchRevision(source: CommitSource, name: string): Promise<CoraError> {
  const near = await source.refsLike(name);
  const newest = near.length > 0 ? [] : await source.newestTags();
  const others = newest.length > 0 ? `the newest tags are ${newest.join(', ')}` : 'there are no tags here';
  return new CoraError('BAD_REVISION', `There is no revision '${name}' here.`, {
    hint:
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : `${others}; a branch, a commit or a date will do, too`,
  });
}

interface Fitting {
  fitting: Ranked;
  /** They touched what the question names. */
  isNamed: boolean;
}

const NOTHING: Fitting = { fitting: [], isNamed: false };

interface Wanted {
  about: string;
  paths: readonly string[];
  named: ((path: string) => boolean) | null;
  wanted: CommitFilter;
  isOfMessages: boolean;
}

/** By words; where the question names a file or a folder that commits touched, those commits. */
async function findFitting(
  source: CommitSource,
  history: History,
  { about, paths, named, wanted, isOfMessages }: Wanted,
): Promise<Fitting> {
  if (paths.length > 0 || named !== null) {
    const touches =
      named === null
        ? await source.filter({ ...NO_FILTER, paths })
        : ({ files }: HistoryCommit) =>
            files!.some(({ path, oldPath }) => named(path) || (oldPath !== null && named(oldPath)));
    // A merge touches what its commits touched.
    const plain: CommitFilter = (commit) => commit.parents.length < 2 && wanted(commit) && touches(commit);
    const others = named === null ? about.split(' ').filter((word) => !paths.includes(word) && !DEED.test(word)) : [];
    const byWords = others.length === 0 ? [] : rankCommits(history, others.join(' '), plain);
    const fitting = byWords.length > 0 ? byWords : rankCommits(history, '', plain);
    if (fitting.length > 0) return { fitting, isNamed: true };
  }
  const words = wordsOf(about, paths);
  return words === '' ? NOTHING : { fitting: await findSaying(history, words, wanted, isOfMessages), isNamed: false };
}

/** `Ecto.Model`, `std::vector`; not `lock.ts` */
const DOTTED = /^[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)+$/;

/**
 * Finds the commits that fit a word of the question beside its verb, which only ranks them. A
 * dotted name has to be in the message: as a whole or, where no message has that, by its last part.
 */
async function findSaying(
  history: History,
  words: string,
  wanted: CommitFilter,
  isOfMessages: boolean,
): Promise<Ranked> {
  const nouns = words.split(' ').filter((word) => isOfMessages || !VERB.test(word));
  const names = nouns.filter(isDotted);
  if (names.length > 0) {
    const whole = await rankSaying(history, words, wanted, names);
    if (whole.length > 0) return whole;
    const lastParts = names.map((name) => namePartsOf(name).at(-1)!);
    return rankSaying(history, words, wanted, lastParts);
  }
  if (nouns.length === 0) return rankCommits(history, words, wanted);
  const fitting = new Set(rankCommits(history, nouns.join(' '), wanted).map(({ commit }) => commit));
  return rankCommits(history, words, (commit) => fitting.has(commit));
}

/** The words of a message tell which may hold a name; its text, which do. */
async function rankSaying(
  history: History,
  words: string,
  wanted: CommitFilter,
  names: readonly string[],
): Promise<Ranked> {
  const phrases = names.map((name) => termsOf(name).words.join(' ')).filter((phrase) => phrase !== '');
  const possible = rankCommits(
    history,
    words,
    (commit) =>
      wanted(commit) &&
      phrases.some((phrase) => occurrences(commit.subjectWords, phrase) + occurrences(commit.bodyWords, phrase) > 0),
  );
  const said = new RegExp(`(?<!\\w)(?:${names.join('|').replaceAll('.', '\\.')})(?!\\w)`, 'i');
  const records = await recordsOf(history, possible);
  const saying = new Set(
    records.filter(({ subject, body }) => said.test(`${subject}\n${body}`)).map(({ commit }) => commit),
  );
  return possible.filter(({ commit }) => saying.has(commit.commit));
}

function isDotted(word: string): boolean {
  return DOTTED.test(word) && languageOf(word) === DEFAULT_LANGUAGE;
}

/** Verbs for what any commit does to a file. */
const DEED =
  /^(?:add(?:s|ed)?|introduced?|creat(?:e|ed)|write|wrote|written|changed?|modify|modified|edit(?:ed)?|touch(?:ed)?|updated?|commit(?:ted)?|authored)$/i;
const CONTAINER = /^(?:file|module|folder|directory|package)s?$/i;
/** More are a description, and no name. */
const MOST_WORDS = 3;

async function nameIn(
  source: CommitSource,
  { isOfMessages }: HistoryQuestion,
  about: string,
): Promise<((path: string) => boolean) | null> {
  const words = about.split(' ').filter((word) => word !== '' && !DEED.test(word) && !CONTAINER.test(word));
  if (words.length === 0 || words.length > MOST_WORDS || isOfMessages) return null;
  return filesNamed(source, words);
}

function isAuthor({ commits }: History, about: string): boolean {
  const [name = ''] = about.toLowerCase().split(' ');
  return name !== '' && commits.some(({ author }) => author.toLowerCase().split(/\s+/).includes(name));
}

const EXTENSION = /\.[A-Za-z]\w{0,5}$/;

/**
 * Answers for a file that no commit touched: by words every commit of its folder or language would
 * match `src/lock.ts`.
 */
function wordsOf(about: string, paths: readonly string[]): string {
  const words = about.split(' ').map((word) => {
    if (!paths.includes(word) || !EXTENSION.test(word) || isDotted(word)) return word;
    return word.includes('/') ? '' : word.replace(EXTENSION, '');
  });
  return words.filter((word) => word !== '').join(' ');
}

function authorsOf(ranked: Ranked): GitContext['authors'] {
  const authors = countedAuthors(ranked);
  return authors.sort((a, b) => b.commits - a.commits || (a.author < b.author ? -1 : 1)).slice(0, AUTHORS);
}

/** Returns the authors of the newest commits that fit, whoever made the newest one first. */
function latestAuthors(ordered: Ranked): GitContext['authors'] {
  return countedAuthors(ordered.slice(0, RECENT)).slice(0, AUTHORS);
}

/** Returns the authors in the order of the commits. */
function countedAuthors(ranked: Ranked): GitContext['authors'] {
  const least = NEARLY * Math.max(0, ...ranked.map(({ score }) => score));
  const counts = new Map<string, number>();
  for (const { commit, score } of ranked) {
    if (score >= least) counts.set(commit.author, (counts.get(commit.author) ?? 0) + 1);
  }
  return [...counts].map(([author, commits]) => ({ author, commits }));
}

function recordsOf(history: History, ranked: Ranked): Promise<CommitRecord[]> {
  return history.records(ranked.map(({ commit }) => commit.commit));
}

function lineOf({ commit, author, authorDate, subject }: CommitRecord): CommitLine {
  return { commit, author, authorDate, subject };
}

async function describe(source: CommitSource, record: CommitRecord): Promise<GitContextCommit> {
  const { commit, parents, author, email, authorDate, commitDate, subject, body, files } = record;
  const shown = (await source.show(commit)) ?? {
    files: files.map((file) => ({ ...file, added: null, deleted: null })),
    diffs: [],
  };
  const { text, lines, cut } = cutDiff(shown.diffs, DIFF);
  return {
    ...{ commit, parents, author, email, authorDate, commitDate, subject, body, files },
    stat: shown.files,
    diff: text,
    diffLines: lines,
    diffCut: cut,
    diffsLeftOut: shown.files.length - shown.diffs.length,
  };
}

// Files and folders that a question names by their base names alone: `termui` for
// src/click/termui.py.

/**
 * @param words together one name: `config parser` is `configParser.ts` and `config_parser/`
 * @returns whether a path is such a file, or below such a folder; null where the index has neither
 */
async function filesNamed(source: CommitSource, words: readonly string[]): Promise<((path: string) => boolean) | null> {
  const name = plainOf(words.join(''));
  if (name === '') return null;
  const paths = await source.files((path) => placeNamed(path, name) !== null);
  const found = new Set(paths.map((path) => placeNamed(path, name)!));
  const folders = [...found].filter((place) => place.endsWith('/'));
  if (found.size === 0) return null;
  return (path) => found.has(path) || folders.some((folder) => path.startsWith(folder));
}

/** @returns the path itself, or a folder that it is in, with a slash at the end */
function placeNamed(path: string, name: string): string | null {
  const parts = path.split('/');
  const file = parts.pop()!;
  const at = parts.findIndex((part) => plainOf(part) === name);
  if (at >= 0) return `${parts.slice(0, at + 1).join('/')}/`;
  return plainOf(file) === name || plainOf(file.replace(/(?<=.)\.\w+$/, '')) === name ? path : null;
}

/** `configParser`, `config_parser` and `Config-Parser` are one name. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

interface CutDiff {
  text: string;
  /** Lines that are left, without the marks of what was cut. */
  lines: number;
  cut: number;
}

/** With less room only the head of a file's diff would be seen. */
const LEAST_LINES = 8;

/**
 * Each file keeps its beginning; where something is missing a line says how much:
 * `… 35 more lines of src/main.c`.
 * @param diffs as git writes them; their `index` lines are left out
 */
export function cutDiff(
  diffs: readonly { path: string; text: string }[],
  most: { lines: number; ofFile: number },
): CutDiff {
  const files = diffs.map(({ path, text }) => ({ path, lines: linesWithoutIndex(text) }));
  const out: string[] = [];
  let left = most.lines;
  const late: string[][] = [];
  for (const { path, lines } of files) {
    if (left < Math.min(LEAST_LINES, lines.length)) {
      late.push(lines);
      continue;
    }
    const kept = lines.slice(0, files.length === 1 ? left : Math.min(left, most.ofFile));
    left -= kept.length;
    out.push(...kept);
    if (kept.length < lines.length) out.push(`… ${counted(lines.length - kept.length, 'more line')} of ${path}`);
  }
  const lateLines = late.reduce((sum, lines) => sum + lines.length, 0);
  if (late.length > 0) out.push(`… ${counted(lateLines, 'line')} of ${counted(late.length, 'more file')}`);
  const all = files.reduce((sum, { lines }) => sum + lines.length, 0);
  return { text: out.join('\n'), lines: most.lines - left, cut: all - (most.lines - left) };
}

function linesWithoutIndex(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const hunk = lines.findIndex((line) => line.startsWith('@@'));
  return lines.filter((line, at) => !((hunk === -1 || at < hunk) && line.startsWith('index ')));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
