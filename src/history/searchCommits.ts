/**
 * It finds the commits that a question asks for, for `cora query --commits` and for the answer to a
 * question about the history alike: its points of time, the files that it names, or its words.
 */

import { CoraError } from '../base/errors.ts';
import type { CommitHit, CommitRecord, CommitSearchResult, Touching } from '../base/historyTypes.ts';
import { namePartsOf, occurrences, termsOf } from '../base/words.ts';
import { startOf } from '../git/readCommits.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../languages/languages.ts';
import { type HistoryQuestion, LAST_RELEASE, PART, PATH, readQuestion, VERB } from '../search/question.ts';
import { type CommitSource, filesNamed, isBeside, type NamedFiles } from './commitSource.ts';
import {
  type CommitFilter,
  type CommitSearchRequest,
  folded,
  inOrder,
  type Ranked,
  rankCommits,
  readDate,
} from './rankCommits.ts';
import type { History, HistoryCommit } from './readHistory.ts';

const NO_FILTER: Omit<CommitSearchRequest, 'text' | 'limit' | 'now'> = {
  paths: [],
  author: null,
  since: null,
  until: null,
};

/**
 * A question about the history gets the commits that it asks for; another text those that say its
 * words.
 * @throws CoraError USAGE for a date that is none, BAD_REVISION, BAD_PATTERN, GIT
 */
export async function searchCommits(
  source: CommitSource,
  request: Omit<CommitSearchRequest, 'now'>,
): Promise<CommitSearchResult> {
  const started = performance.now();
  const { text, limit, ...bounds } = request;
  const wanted = await source.filter(bounds);
  const question = readQuestion(text).history;
  const withFiles = bounds.paths.length > 0;
  const asked = question === null ? null : await findAsked(source, question, { wanted, withFiles });
  const history = asked?.history ?? (await source.history(withFiles));
  const found = asked?.ordered ?? rankCommits(history, text, wanted);
  const shown = found.slice(0, limit);
  const records = await recordsOf(history, shown);
  const note = found.length > 0 ? null : await whyNone(source, history, bounds, asked);
  return {
    query: text,
    ...(note === null ? {} : { note }),
    ...touchingIn(asked),
    freshness: {
      ...history.freshness,
      indexedCommit: history.indexedCommit,
      commitsBehind: history.freshness.readNow + history.freshness.missing,
      dirtyFiles: 0,
      asCommitted: [],
      missingFiles: [],
    },
    truncated: found.length > shown.length,
    tookMs: Math.round(performance.now() - started),
    commits: records.map((record, at): CommitHit => {
      const { score, why } = shown[at]!;
      return { rank: at + 1, score, why, ...listedCommit(record) };
    }),
  };
}

/** @returns null where the commits have what was asked for, but not together */
async function whyNone(
  source: CommitSource,
  history: History,
  { author, paths, until }: Pick<CommitSearchRequest, 'author' | 'paths' | 'until'>,
  asked: AskedCommits | null,
): Promise<string | null> {
  if (asked?.isStranger === true) return noAuthor(asked.author!);
  const elsewhere = await whyElsewhere(source, history, asked?.until ?? until);
  if (elsewhere !== null) return elsewhere;
  const hasNone = async (bounds: Partial<typeof NO_FILTER>): Promise<boolean> =>
    !history.commits.some(await source.filter({ ...NO_FILTER, ...bounds }));
  if (author !== null && (await hasNone({ author }))) return noAuthor(author);
  return paths.length > 0 && (await hasNone({ paths })) ? `No commit searched touched ${paths.join(' or ')}.` : null;
}

/** @returns a note where the commit that ends the time is of another branch: `until v2.45.1` */
export async function whyElsewhere(
  source: CommitSource,
  { commits, freshness: { headCommit } }: History,
  until: string | null,
): Promise<string | null> {
  const end = until === null || readDate(until, source.now) !== null ? null : await source.commitOf(until);
  if (end === null || headCommit === null || commits.some(({ commit }) => commit === end)) return null;
  // HEAD has it, but it is older than what was searched: the freshness says so.
  if (await source.isAncestor(end, headCommit)) return null;
  return `${until} is not in the history of HEAD that was searched: git log shows commits of other branches.`;
}

export function noAuthor(name: string): string {
  return `No author of the commits searched is called ${name}.`;
}

/** UTF-16 code units of a message in a list. */
const MOST = { subject: 500, body: 20_000 } as const;

/** Returns a commit as lists have it: of a longer message they show the start. */
export function listedCommit(record: CommitRecord): CommitRecord {
  return { ...record, subject: startOf(record.subject, MOST.subject), body: startOf(record.body, MOST.body) };
}

export function recordsOf(history: History, ranked: Ranked): Promise<CommitRecord[]> {
  return history.records(ranked.map(({ commit }) => commit.commit));
}

/** @returns the part of an answer that says which files were meant */
export function touchingIn(asked: AskedCommits | null): Touching {
  return asked === null || asked.touching.length === 0 ? {} : { touching: [...asked.touching] };
}

interface AskedCommits extends Since {
  history: History;
  /** Paths and names of files among the words of the question. */
  paths: readonly string[];
  /** The files and folders that it names by their base names, if commits that touched them fit. */
  touching: readonly string[];
  /** The commits that fit, best first; none where the question has no subject. */
  fitting: Ranked;
  /** The commits found, in the order that is asked for; all commits if there is no subject. */
  ordered: Ranked;
  /** The number of the first commits that are in order of time alone. */
  timely: number;
  /** The author whose commits alone are meant; null for everybody. */
  author: string | null;
  /** True if no author has the name that the question gives, nor one with it as a part. */
  isStranger: boolean;
}

/**
 * Finds the commits that a question asks for.
 * @param request what else the commits have to be, and whether their files are needed in any case
 * @returns null for a question that is none about the history of this repository, and for one that
 * names its commit
 * @throws CoraError BAD_REVISION, GIT
 */
export async function findAsked(
  source: CommitSource,
  question: HistoryQuestion,
  request: { wanted: CommitFilter; withFiles: boolean },
): Promise<AskedCommits | null> {
  if (question.revision !== null) return null;
  const { wanted: within, ...bounds } = await readSince(source, question);
  const { since, until } = bounds;
  if (question.needs === 'point' && since === null && until === null) return null;
  const { author, namesake = '' } = question;
  const known = author === undefined ? null : await source.history(true);
  const byAuthor = known === null ? null : await authorFilter(source, known, author!);
  const said = bounds.about === '' && (await filesNamed(source, [namesake])) !== null ? namesake : bounds.about;
  const about = byAuthor === null ? said : without(said, author!.name);
  const wanted: CommitFilter = (commit) =>
    request.wanted(commit) && within(commit) && (byAuthor === null || byAuthor(commit));
  const paths = about.split(' ').filter((word) => PATH.test(word));
  const named = await nameIn(source, question, about);
  const history = known ?? (await source.history(request.withFiles || paths.length > 0 || named !== null));
  const { fitting, isNamed, touching, nouns } =
    about !== ''
      ? await findFitting(source, history, { about, paths, named, wanted, isOfMessages: question.isOfMessages })
      : { ...NOTHING, fitting: byAuthor === null ? [] : rankCommits(history, '', wanted) };
  const found = { ...bounds, about, wanted, history, paths, touching, author: byAuthor === null ? null : author!.name };
  if (byAuthor === null && !isNamed && isStranger(history, author))
    return { ...found, fitting: [], ordered: [], timely: 0, author: author!.name, isStranger: true };
  if (question.needs === 'name' && !isNamed && byAuthor === null && !isAuthor(history, about)) return null;
  const whole = question.order === 'newest' ? sayingAll(history, fitting, nouns) : [];
  const all = (): Ranked => rankCommits(history, '', wanted);
  const inTime = said === '' ? inOrder(history, all(), 'newest') : inOrder(history, fitting, question.order, whole);
  return { ...found, fitting, ...inTime, isStranger: false };
}

/** @returns null where the name, which need not be one, is no author's */
async function authorFilter(
  source: CommitSource,
  { commits }: History,
  { name, isPart }: NonNullable<HistoryQuestion['author']>,
): Promise<CommitFilter | null> {
  if (isPart) return source.filter({ ...NO_FILTER, author: name });
  const wanted = folded(name);
  const isTheirs: CommitFilter = ({ author, email }) => {
    const theirs = folded(author);
    return (
      theirs === wanted || theirs.split(/\s/, 1)[0] === wanted || (wanted.length > 2 && accountOf(email) === wanted)
    );
  };
  return commits.some(isTheirs) ? isTheirs : null;
}

/** `jane@shop.org`, `1234+jane@users.noreply.github.com` → jane */
function accountOf(email: string): string {
  const [account = ''] = folded(email).split('@', 1);
  return account.slice(account.lastIndexOf('+') + 1);
}

function without(about: string, name: string): string {
  const words = new Set(name.split(' '));
  return about
    .split(' ')
    .filter((word) => !words.has(word))
    .join(' ');
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
  const names = await pointsMeant(source, question);
  const pointOf = async (name: string): Promise<Point | null> =>
    readDate(name, source.now) ?? (await source.commitOf(name));
  const points = await Promise.all(names.map((name) => (name === null ? null : pointOf(name))));
  const isMissing = (at: number): boolean => names[at] !== null && points[at] === null;
  const isFolder = question.since === LAST_RELEASE && isMissing(1) && (await filesNamed(source, [names[1]!])) !== null;
  const versions = isFolder ? [] : question.versions;
  for (const at of [0, 1]) {
    if (isMissing(at) && versions.includes(names[at]!)) throw await noSuchRevision(source, names[at]!);
  }
  const isOfWords = versions.length === 0 && (isMissing(0) || isMissing(1));
  const used = names.map((name, at) => (isOfWords || isMissing(at) ? null : name));
  const words = names.filter((name, at) => name !== null && used[at] === null);
  const isSwapped = !used.includes(null) && (await isReversed(source, points));
  const [since, until] = isSwapped ? used.reverse() : used;
  const bounds = { since: since ?? null, until: until ?? null };
  const about = [question.subject, ...words].join(' ').trim();
  return { ...bounds, about, wanted: await source.filter({ ...NO_FILTER, ...bounds }) };
}

type Ends = [since: string | null, until: string | null];

async function pointsMeant(source: CommitSource, { since, until }: HistoryQuestion): Promise<Ends> {
  if (since !== LAST_RELEASE) return [since, until];
  if (until !== null && until !== LAST_RELEASE) return [await source.tagBefore(until), until];
  const [newest] = await source.newestTags();
  if (until === null || newest === undefined) return [newest ?? since, null];
  return [await source.tagBefore(newest), newest];
}

/** A date in milliseconds, or the name of a commit. */
type Point = number | string;

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

export async function noSuchRevision(source: CommitSource, name: string): Promise<CoraError> {
  const near = await source.refsLike(name);
  const newest = near.length > 0 ? [] : await source.newestTags();
  const others = newest.length > 0 ? `the newest tags are ${newest.join(', ')}` : 'no tags are known here';
  const instead = `${others}; a branch, a commit or a date will do, too`;
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : instead;
  return new CoraError('BAD_REVISION', `There is no revision '${name}' here.`, { hint });
}

interface Fitting {
  fitting: Ranked;
  /** True if the commits touched what the question names. */
  isNamed: boolean;
  touching: readonly string[];
  /** The words, without verbs, that were looked for in messages and paths. */
  nouns: readonly string[];
}

const NOTHING: Fitting = { fitting: [], isNamed: false, touching: [], nouns: [] };

interface Wanted {
  about: string;
  paths: readonly string[];
  named: NamedFiles | null;
  wanted: CommitFilter;
  isOfMessages: boolean;
}

/** By words; where the question names a file or a folder that commits touched, those commits. */
async function findFitting(
  source: CommitSource,
  history: History,
  { about, paths, named, wanted, isOfMessages }: Wanted,
): Promise<Fitting> {
  const all: { touches: CommitFilter; others: string[]; places: readonly string[] }[] = [];
  if (paths.length > 0) {
    const words = about.split(' ').filter((word) => !paths.includes(word));
    const others = words.filter((word) => !DEED.test(word));
    const touches = await source.filter({ ...NO_FILTER, paths });
    // The file is gone, and those who wrote it did not do it.
    const deletes: CommitFilter = ({ files, ...commit }) =>
      touches({ ...commit, files: files!.filter(({ status }) => status === 'deleted') });
    const isOfDeletion = words.some((word) => DELETED.test(word));
    // They deleted it, whatever their messages say.
    const said = others.filter((word) => !DELETED.test(word));
    if (isOfDeletion) all.push({ touches: deletes, others: said, places: [] });
    // If no commit deleted it, the answer must not say that these match "deleted".
    all.push({ touches, others, places: isOfDeletion ? paths : [] });
  }
  if (named !== null) {
    const touches: CommitFilter = ({ files }) =>
      files!.some(({ path, oldPath }) => named.has(path) || (oldPath !== null && named.has(oldPath)));
    all.push({ touches, others: [], places: named.places });
  }
  for (const { touches, others, places } of all) {
    // A merge touches what its commits touched.
    const plain: CommitFilter = (commit) => commit.parents.length < 2 && wanted(commit) && touches(commit);
    const byWords = others.length === 0 ? [] : rankCommits(history, others.join(' '), plain);
    const fitting = byWords.length > 0 ? byWords : rankCommits(history, '', plain);
    if (fitting.length > 0) return { fitting, isNamed: true, touching: places, nouns: [] };
  }
  const words = wordsOf(about, paths);
  if (words === '') return NOTHING;
  const nouns = words.split(' ').filter((word) => isOfMessages || !VERB.test(word));
  return { ...NOTHING, nouns, fitting: await findSaying(history, words, nouns, wanted) };
}

const DELETED = /^(?:deleted?|removed?|dropp?ed|drop)$/i;

/** Returns the commits that have the one word, or all of several words in their messages. */
function sayingAll(history: History, ranked: Ranked, nouns: readonly string[]): Ranked {
  if (nouns.length < 2) return nouns.length === 0 ? [] : ranked;
  return nouns.reduce((left, noun) => {
    const commits = left.map(({ commit }) => commit);
    const found = rankCommits({ ...history, commits }, noun, () => true);
    const saying = new Set(found.filter(({ why }) => why.words > 0).map(({ commit }) => commit));
    return left.filter(({ commit }) => saying.has(commit));
  }, ranked);
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
  nouns: readonly string[],
  wanted: CommitFilter,
): Promise<Ranked> {
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
  const mayHold = ({ subjectWords, bodyWords }: HistoryCommit): boolean =>
    phrases.some((phrase) => occurrences(subjectWords, phrase) + occurrences(bodyWords, phrase) > 0);
  const possible = rankCommits(history, words, (commit) => wanted(commit) && mayHold(commit));
  const said = new RegExp(`(?<!\\w)(?:${names.join('|').replaceAll('.', '\\.')})(?!\\w)`, 'i');
  const records = await recordsOf(history, possible);
  const found = records.filter(({ subject, body }) => said.test(`${subject}\n${body}`));
  const saying = new Set(found.map(({ commit }) => commit));
  return possible.filter(({ commit }) => saying.has(commit.commit));
}

function isDotted(word: string): boolean {
  return DOTTED.test(word) && languageOf(word) === DEFAULT_LANGUAGE;
}

/** Verbs for what any commit does to a file. */
const DEED =
  /^(?:add(?:s|ed)?|introduced?|creat(?:e|ed)|write|wrote|written|changed|modify|modified|edit(?:ed)?|touch(?:ed)?|updated?|committed|authored)$/i;
const CONTAINER = /^(?:file|module|folder|directory|package)s?$/i;
const FOLDER = /\b(?:crate|package|folder|directory)\b/i;
const IS_PART = new RegExp(`^${PART}$`, 'i');
/** The most words of a name: more are a description. */
const MOST_WORDS = 3;

async function nameIn(
  source: CommitSource,
  { isOfMessages }: HistoryQuestion,
  about: string,
): Promise<NamedFiles | null> {
  const words = about.split(' ').filter((word) => word !== '' && !DEED.test(word) && !CONTAINER.test(word));
  if (words.length === 0 || words.length > MOST_WORDS || isOfMessages) return null;
  const isFolder = FOLDER.test(about);
  const named = await filesNamed(source, words, isFolder);
  if (named !== null && words.length === 1 && isOfCode(words[0]!, named.places)) return null;
  const isPart = words.length > 1 && IS_PART.test(words.at(-1)!);
  return named ?? (isPart ? filesNamed(source, words.slice(0, -1), isFolder) : null);
}

/** True for a name of the code that only documents, tests and examples have, in another case. */
function isOfCode(name: string, places: readonly string[]): boolean {
  const isProse = (place: string): boolean => fileFeaturesOf(place, languageOf(place)).prose && !place.endsWith('/');
  // `AutoThrottle`
  const hasInnerCapital = /^[A-Za-z]\w*$/.test(name) && /[a-z]/.test(name) && /[A-Z]/.test(name.slice(1));
  return hasInnerCapital && places.every((place) => (isBeside(place) || isProse(place)) && !place.includes(name));
}

function isAuthor({ commits }: History, about: string): boolean {
  const [name = ''] = folded(about).split(' ');
  return name !== '' && commits.some(({ author }) => folded(author).split(/\s+/).includes(name));
}

/** True for a name that no author has. In small letters it may be a thing: `changes by value`. */
function isStranger({ commits }: History, asked: HistoryQuestion['author']): boolean {
  if (asked === undefined || !/^\p{Lu}/u.test(asked.name)) return false;
  const name = folded(asked.name);
  return !commits.some(({ author, email }) => folded(`${author} ${email}`).includes(name));
}

const EXTENSION = /\.[A-Za-z]\w{0,5}$/;

/** Without files that no commit touched: the words of `src/lock.ts` fit all that is in src/. */
function wordsOf(about: string, paths: readonly string[]): string {
  const words = about.split(' ').map((word) => {
    if (!paths.includes(word) || !EXTENSION.test(word) || isDotted(word)) return word;
    return word.includes('/') ? '' : word.replace(EXTENSION, '');
  });
  return words.filter((word) => word !== '').join(' ');
}
