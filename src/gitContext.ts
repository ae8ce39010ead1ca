/**
 * What a question about the history gets beside the code: the newest commits, those that fit, and what the best of them did.
 * Nothing for a question about the code as it is: query/readHistoryQuestion.ts decides.
 */

import { CoraError, isCoraError } from './errors.ts';
import { isAncestor } from './git/listAncestors.ts';
import { readBlobs } from './git/readBlobs.ts';
import { newestTags, refsLike } from './git/refsLike.ts';
import { resolveCommit } from './git/resolveCommit.ts';
import { selectFiles, type ViewSettings } from './git/selectFiles.ts';
import { shallowCommits } from './git/shallowCommits.ts';
import { type ShownCommit, showCommit } from './git/showCommit.ts';
import { rulesAround } from './git/workingTreeRules.ts';
import { redactDiffs } from './gitContext/redactDiffs.ts';
import { type History, type HistoryCommit, type HistoryContext, readHistory } from './history/readHistory.ts';
import { type CommitFilter, commitFilter, rankCommits } from './history.ts';
import type { CommitLine, CommitRecord, GitContext, GitContextCommit } from './historyTypes.ts';
import { cutDiff } from './query/cutDiff.ts';
import { readDate } from './query/readDate.ts';
import { type HistoryQuestion, readHistoryQuestion } from './query/readHistoryQuestion.ts';
import type { ScoredCommit } from './query/scoreCommits.ts';
import type { TreeFile } from './types.ts';

export interface GitContextRequest extends HistoryContext {
  settings: ViewSettings;
  /** What "last week" counts from, milliseconds. */
  now: number;
}

const RECENT = 10;
const MATCHING = 5;
const AUTHORS = 5;
const NO_FILTER = { paths: [], author: null, since: null, until: null };
/** Lines: enough to see what a commit is about. */
const DIFF = { lines: 40, ofFile: 20 };

/**
 * @returns null where the question is not about the history
 * @throws CoraError GIT
 */
export async function gitContextOf(request: GitContextRequest, text: string): Promise<GitContext | null> {
  const question = readHistoryQuestion(text);
  if (question === null) return null;
  const { since, until, about, wanted } = await readSince(request, question);
  const paths = about.split(' ').filter((word) => PATH.test(word));
  const history = await readHistory(request, paths.length > 0);
  try {
    const newest = rankCommits(history, '', wanted).slice(0, RECENT);
    const fitting = about === '' ? [] : await findFitting(request, history, { about, paths, wanted });
    const ordered = inOrder(history, fitting, question.order).slice(0, MATCHING);
    const [recent, matching] = await Promise.all([recordsOf(history, newest), recordsOf(history, ordered)]);
    const best = matching[0] ?? recent[0];
    return {
      kind: 'git',
      asked: { about, since, until },
      recent: recent.map(lineOf),
      matching: matching.map(lineOf),
      authors: question.kind === 'who' ? authorsOf(fitting) : [],
      commit: best === undefined ? null : await describe(request, best),
      freshness: history.freshness,
    };
  } finally {
    history.close();
  }
}

interface Since {
  since: string | null;
  until: string | null;
  about: string;
  wanted: CommitFilter;
}

/**
 * What is no date and no revision was a word of the subject after all, unless it names a version.
 * @throws CoraError BAD_REVISION that names tags; GIT
 */
async function readSince(request: GitContextRequest, question: HistoryQuestion): Promise<Since> {
  const names = [question.since, question.until];
  const points = await Promise.all(names.map((name) => (name === null ? null : pointOf(request, name))));
  const isMissing = (at: number): boolean => names[at] !== null && points[at] === null;
  for (const at of [0, 1]) {
    if (isMissing(at) && question.versions.includes(names[at]!)) throw await noSuchRevision(request, names[at]!);
  }
  const isOfWords = question.versions.length === 0 && (isMissing(0) || isMissing(1));
  const used = names.map((name, at) => (isOfWords || isMissing(at) ? null : name));
  const words = names.filter((name, at) => name !== null && used[at] === null);
  const [since, until] = (await isReversed(request, points)) ? used.reverse() : used;
  const bounds = { since: since ?? null, until: until ?? null };
  const about = [question.subject, ...words].join(' ').trim();
  return { ...bounds, about, wanted: await commitFilter(request, { ...NO_FILTER, now: request.now, ...bounds }) };
}

/** A date in milliseconds, or the name of a commit. */
type Point = number | string;

async function pointOf({ repository, now }: GitContextRequest, name: string): Promise<Point | null> {
  try {
    return readDate(name, now) ?? (await resolveCommit(repository, name)).commit;
  } catch (error) {
    if (isCoraError(error) && error.code === 'BAD_REVISION') return null;
    throw error;
  }
}

async function isReversed({ repository }: GitContextRequest, points: readonly (Point | null)[]): Promise<boolean> {
  const [since = null, until = null] = points;
  if (typeof since === 'number' && typeof until === 'number') return since > until;
  if (typeof since !== 'string' || typeof until !== 'string' || since === until) return false;
  return isAncestor(repository, until, since);
}

async function noSuchRevision({ repository }: GitContextRequest, name: string): Promise<CoraError> {
  const near = await refsLike(repository, name);
  const newest = near.length > 0 ? [] : await newestTags(repository);
  const others = newest.length > 0 ? `the newest tags are ${newest.join(', ')}` : 'there are no tags here';
  return new CoraError('BAD_REVISION', `There is no revision '${name}' here.`, {
    hint:
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : `${others}; a branch, a commit or a date will do, too`,
  });
}

type Ranked = ScoredCommit<HistoryCommit>[];

/** `src/server.c`, `server.c` */
const PATH = /^[\w@.+-]*(?:\/[\w@.+-]+)+\/?$|^[\w-][\w.-]*\.[A-Za-z]\w{0,5}$/;
/** A commit that fits has this share of the best one's score. */
const NEARLY = 0.7;

/** By words; where the question names a file that commits touched, those commits. */
async function findFitting(
  request: GitContextRequest,
  history: History,
  { about, paths, wanted }: { about: string; paths: readonly string[]; wanted: CommitFilter },
): Promise<Ranked> {
  if (paths.length > 0) {
    const touches = await commitFilter(request, { ...NO_FILTER, paths, now: request.now });
    // A merge touches what its commits touched.
    const plain: CommitFilter = (commit) => commit.parents.length < 2 && wanted(commit) && touches(commit);
    const others = about.split(' ').filter((word) => !paths.includes(word));
    const byWords = others.length === 0 ? [] : rankCommits(history, others.join(' '), plain);
    const found = byWords.length > 0 ? byWords : rankCommits(history, '', plain);
    if (found.length > 0) return found;
  }
  const words = wordsOf(about, paths);
  return words === '' ? [] : rankCommits(history, words, wanted);
}

const EXTENSION = /\.[A-Za-z]\w{0,5}$/;

/** Of a file that no commit touched: every commit of its folder, or of its language, would share words with `src/lock.ts`. */
function wordsOf(about: string, paths: readonly string[]): string {
  const words = about.split(' ').map((word) => {
    if (!paths.includes(word) || !EXTENSION.test(word)) return word;
    return word.includes('/') ? '' : word.replace(EXTENSION, '');
  });
  return words.filter((word) => word !== '').join(' ');
}

/** Among commits that fit nearly as well as the best one, time decides where the question names an end of it. */
function inOrder(history: History, ranked: Ranked, order: HistoryQuestion['order']): Ranked {
  if (order === null) return ranked;
  const least = NEARLY * (ranked[0]?.score ?? 0);
  const places = new Map(history.commits.map(({ commit }, at) => [commit, at]));
  const placeOf = ({ commit }: Ranked[number]): number => places.get(commit.commit)!;
  const good = ranked.filter(({ score }) => score >= least).sort((a, b) => placeOf(a) - placeOf(b));
  return [...(order === 'oldest' ? good.reverse() : good), ...ranked.filter(({ score }) => score < least)];
}

function authorsOf(ranked: Ranked): GitContext['authors'] {
  const least = NEARLY * (ranked[0]?.score ?? 0);
  const counts = new Map<string, number>();
  for (const { commit, score } of ranked) {
    if (score >= least) counts.set(commit.author, (counts.get(commit.author) ?? 0) + 1);
  }
  const authors = [...counts].map(([author, commits]) => ({ author, commits }));
  return authors.sort((a, b) => b.commits - a.commits || (a.author < b.author ? -1 : 1)).slice(0, AUTHORS);
}

function recordsOf(history: History, ranked: Ranked): Promise<CommitRecord[]> {
  return history.records(ranked.map(({ commit }) => commit.commit));
}

function lineOf({ commit, author, authorDate, subject }: CommitRecord): CommitLine {
  return { commit, author, authorDate, subject };
}

async function describe(request: GitContextRequest, record: CommitRecord): Promise<GitContextCommit> {
  const { commit, parents, author, email, authorDate, commitDate, subject, body, files } = record;
  const shown = await show(request, commit);
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

/** Against the missing parents of a shallow clone everything would be new. */
async function show({ repository, settings }: GitContextRequest, commit: string): Promise<ShownCommit> {
  if ((await shallowCommits(repository)).has(commit)) return { files: [], diffs: [] };
  const tree = repository.head?.tree ?? null;
  const shown = await showCommit(repository, commit, async (files: TreeFile[]) => {
    const changed = rulesAround(repository, files);
    const view = await selectFiles(repository, tree, files, settings, { changed });
    return new Set(view.files.map(({ path }) => path));
  });
  return { ...shown, diffs: await redactDiffs(shown.diffs, (blobs) => readBlobs(repository, blobs)) };
}
