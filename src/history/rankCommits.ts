/**
 * It ranks commits: filters → score → order. Scores are BM25F with the statistics of the history
 * that is searched (Robertson, Zaragoza, 2009). Where the commits come from is in readHistory.ts.
 */

import { CoraError, whenRefused } from '../base/errors.ts';
import type { CommitRecord, CommitWhy } from '../base/historyTypes.ts';
import { getOrMake } from '../base/lists.ts';
import { matchGlobs } from '../base/patterns.ts';
import { occurrences, termsOf } from '../base/words.ts';
import type { Repository } from '../git/repository.ts';
import { listAncestors, refsToName, resolveCommit } from '../git/resolveCommit.ts';
import { type HistoryQuestion, type Query, readQuestion, weighTerms } from '../search/question.ts';
import type { CommitsRequest, IndexSettings } from '../settings/requests.ts';
import type { CommitRow } from '../store/sideTables.ts';
import { wordsOfCommit } from './commitRow.ts';
import type { History, HistoryCommit } from './readHistory.ts';

/** The request, without the settings that say where the history is. */
export type CommitSearchRequest = Omit<CommitsRequest, keyof IndexSettings | 'historyLimit'> & {
  /** The time that spans count from, milliseconds. */
  now: number;
};

/** Makes a history of commits that came with an index, newest first. */
export function historyOfRecords(commits: readonly CommitRecord[]): History {
  const byName = new Map(commits.map((one) => [one.commit, one]));
  return {
    commits: commits.map((one) => ({ ...one, ...wordsOfCommit(one) })),
    indexedCommit: commits[0]?.commit ?? null,
    freshness: { headCommit: null, searched: commits.length, readNow: 0, missing: 0, cutOff: null },
    records: async (names) => names.flatMap((name) => byName.get(name) ?? []),
  };
}

export type CommitFilter = (commit: HistoryCommit) => boolean;

/** @returns what --path, --author, --since and --until let through; paths need the files */
export async function commitFilter(
  { repository }: { repository: Repository | null },
  { paths, author, since, until, now }: Omit<CommitSearchRequest, 'text' | 'limit'>,
): Promise<CommitFilter> {
  const byPath = paths.length === 0 ? null : matchGlobs(paths);
  const name = author === null ? null : folded(author);
  const [from, to] = await Promise.all([
    since === null ? null : resolveSince(repository, since, now, '--since'),
    until === null ? null : resolveSince(repository, until, now, '--until'),
  ]);
  return (commit) =>
    (name === null || folded(`${commit.author} <${commit.email}>`).includes(name)) &&
    (from === null || from(commit)) &&
    (to === null || !to(commit)) &&
    (byPath === null ||
      commit.files!.some(({ path, oldPath }) => byPath(path) || (oldPath !== null && byPath(oldPath))));
}

/** Returns a name without its accents, in small letters: `adrian` for `Adrián`. */
export function folded(name: string): string {
  return (/^[\x20-\x7e]*$/.test(name) ? name : name.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();
}

/**
 * Ranks the commits that pass a filter.
 * @param text blank for the newest;
 * @returns all that pass, best first
 */
export function rankCommits(history: History, text: string, wanted: CommitFilter): Ranked {
  const { commits } = history;
  const query = text.trim() === '' ? null : weighTerms(readQuestion(text), () => 1);
  if (query !== null) return scoreCommits(query, commits, wanted);
  return commits.filter(wanted).map((commit) => ({ commit, score: 0, why: { words: 0, paths: 0, name: 0 } }));
}

export type Ranked = ScoredCommit<HistoryCommit>[];

/** A commit that fits has at least this share of the best one's score. */
export const NEARLY = 0.7;

interface Ordered {
  ordered: Ranked;
  /** The number of the first commits that are in order of time alone. */
  timely: number;
}

/**
 * Among commits that fit nearly as well as the best one, time decides where the question names an
 * end of it.
 * @param whole commits that fit as well as these, whatever their scores
 */
export function inOrder(
  history: History,
  ranked: Ranked,
  order: HistoryQuestion['order'],
  whole: Ranked = [],
): Ordered {
  if (order === null) return { ordered: ranked, timely: 0 };
  const least = NEARLY * (ranked[0]?.score ?? 0);
  const places = new Map(history.commits.map(({ commit }, at) => [commit, at]));
  const placeOf = ({ commit }: Ranked[number]): number => places.get(commit.commit)!;
  const isWhole = new Set(whole.map(({ commit }) => commit));
  const isGood = ({ score, commit }: Ranked[number]): boolean => score >= least || isWhole.has(commit);
  const good = ranked.filter(isGood).sort((a, b) => placeOf(a) - placeOf(b));
  const others = ranked.filter((one) => !isGood(one));
  return { ordered: [...(order === 'oldest' ? good.reverse() : good), ...others], timely: good.length };
}

export type CommitWords = Pick<CommitRow, 'commit' | 'parents' | 'author' | 'subjectWords' | 'bodyWords' | 'pathWords'>;

export interface ScoredCommit<T> {
  commit: T;
  score: number;
  why: CommitWhy;
}

const K1 = 1.2;
const B = 0.75;
/** The weight of words in a subject, which says what a commit is about. */
const SUBJECT = 3;
const BODY = 1;
const AUTHOR = 1;
const PATH = 0.5;
/** The factor for a commit with several parents: it repeats what its commits say. */
const MERGE = 0.8;
/** The score of a commit that the question names, above any sum of words. */
const NAMED = 1000;
const COMMIT_NAME = /^[0-9a-f]{7,64}$/;

/**
 * Scores commits by the words of a question.
 * @param commits the history, newest first; statistics count all of them
 * @param wanted which of them may be answers
 * @returns those with any score, best first
 */
export function scoreCommits<T extends CommitWords>(
  query: Query,
  commits: readonly T[],
  wanted: (commit: T) => boolean,
): ScoredCommit<T>[] {
  const terms = [...query.terms, ...query.joined];
  const names = query.text.split(/\s+/).filter((word) => COMMIT_NAME.test(word));
  const bodies = averageOf(commits, ({ bodyWords }) => bodyWords.length);
  const paths = averageOf(commits, ({ pathWords }) => pathWords.length);
  const words = commits.map(() => 0);
  const withPaths = commits.map(() => 0);
  // Few people write many commits.
  const authors = new Map<string, string>();
  const authorWords = (author: string) => getOrMake(authors, author, () => termsOf(author).words.join(' '));
  for (const { term, weight } of terms) {
    let frequency = 0;
    const counts = commits.map((commit) => {
      const said =
        SUBJECT * occurrences(commit.subjectWords, term) +
        (BODY * occurrences(commit.bodyWords, term)) / norm(commit.bodyWords, bodies) +
        AUTHOR * occurrences(authorWords(commit.author), term);
      const touched = (PATH * occurrences(commit.pathWords, term)) / norm(commit.pathWords, paths);
      if (said + touched > 0) frequency += 1;
      return [said, touched] as const;
    });
    const factor = weight * Math.log(1 + (commits.length - frequency + 0.5) / (frequency + 0.5));
    for (const [at, [said, touched]] of counts.entries()) {
      words[at]! += factor * saturated(said);
      withPaths[at]! += factor * saturated(said + touched);
    }
  }
  const scored = commits.map((commit, at): ScoredCommit<T> => {
    const name = names.some((start) => commit.commit.startsWith(start)) ? NAMED : 0;
    const share = commit.parents.length > 1 ? MERGE : 1;
    const score = share * withPaths[at]! + name;
    return { commit, score, why: { words: share * words[at]!, paths: share * (withPaths[at]! - words[at]!), name } };
  });
  // The sort is stable: equals stay newest first.
  return scored.filter(({ commit, score }) => score > 0 && wanted(commit)).sort((a, b) => b.score - a.score);
}

function saturated(count: number): number {
  return count / (count + K1);
}

/** Lengths are in characters: they are at hand, and proportional to lengths in words. */
function norm(field: string, average: number): number {
  return 1 - B + (B * field.length) / (average || 1);
}

function averageOf<T>(items: readonly T[], length: (item: T) => number): number {
  return items.length === 0 ? 0 : items.reduce((sum, item) => sum + length(item), 0) / items.length;
}

/**
 * @param option what is at fault where the text means nothing
 * @returns whether a commit came after it: by its commit date, or because the revision does not
 * contain it
 * @throws CoraError USAGE
 */
async function resolveSince(
  repository: Repository | null,
  text: string,
  now: number,
  option: string,
): Promise<(commit: { commit: string; commitDate: string }) => boolean> {
  const date = readDate(text, now);
  if (date !== null) return ({ commitDate }) => Date.parse(commitDate) >= date;
  if (repository === null) {
    const message = `${option} wants a date or a span, not ${JSON.stringify(text)}: there is no repository.`;
    throw new CoraError('USAGE', message, { hint: `like ${option} 2024-05-01 or ${option} "2 weeks ago"` });
  }
  const newer = new Set(await commitsSince(repository, text, option));
  return ({ commit }) => newer.has(commit);
}

async function commitsSince(repository: Repository, text: string, option: string): Promise<string[]> {
  const explain = async (cause: CoraError): Promise<never> => {
    const { near } = await refsToName(repository, text);
    const message = `${option} wants a date, a span or a revision, not ${JSON.stringify(text)}.`;
    const like = `like ${option} 2024-05-01, ${option} "2 weeks ago" or ${option} v1.2.0`;
    const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : like;
    throw new CoraError('USAGE', message, { hint, cause });
  };
  const { commit } = await resolveCommit(repository, text).catch(whenRefused(explain, 'BAD_REVISION'));
  const head = repository.head?.commit;
  return head === undefined ? [] : listAncestors(repository, { from: head, without: [commit] });
}

const UNITS: Readonly<Record<string, number>> = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 };
const DAY = 24 * 60 * 60 * 1000;
const ISO = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;
const SPAN =
  /^(?:(?:in )?the )?(?:last |past |this )?(?:(\d+|an?|one|two|three|few) )?(hour|day|week|month|year)s?(?: ago)?$/;
const WEEKDAY = /^(last |this )?(sun|mon|tues|wednes|thurs|fri|satur)day$/;
const WEEKDAYS = ['thurs', 'fri', 'satur', 'sun', 'mon', 'tues', 'wednes'];
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, few: 3 };

/**
 *     2024, 2024-05, 2024-05-01, 2024-05-01T12:00+02:00   its beginning (UTC without an offset)
 *     today, yesterday, 3 days ago, last week, two months  so long before now; a month has 30
 *                                                         days, a year 365
 *     monday, last monday                                  the latest one, today too; before today
 *
 * @returns milliseconds since 1970, null for what is no date
 */
export function readDate(text: string, now: number): number | null {
  const plain = text.trim().toLowerCase();
  if (plain === 'now') return now;
  if (plain === 'today') return now - (now % DAY);
  if (plain === 'yesterday') return now - (now % DAY) - DAY;
  const weekday = WEEKDAY.exec(plain);
  if (weekday !== null) {
    // Time began on a Thursday.
    const back = (Math.floor(now / DAY) - WEEKDAYS.indexOf(weekday[2]!)) % WEEKDAYS.length;
    return now - (now % DAY) - (back === 0 && weekday[1] === 'last ' ? WEEKDAYS.length : back) * DAY;
  }
  const span = SPAN.exec(plain);
  if (span !== null) {
    const [, count = '1', unit] = span;
    return now - (NUMBERS[count] ?? Number(count)) * UNITS[unit!]! * DAY;
  }
  const iso = ISO.exec(text.trim().replace(/z$/, 'Z'));
  if (iso === null) return null;
  const [, year, month = '1', day = '1', time = '00:00', zone = 'Z'] = iso;
  const clock = time.padStart(time.indexOf(':') === 1 ? time.length + 1 : time.length, '0');
  const at = Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${zone}`);
  return Number.isNaN(at) ? null : at;
}
