/**
 * A question about the history gets this beside the code: the newest commits, those that fit, and
 * what the best of them did.
 */

import type { CommitLine, CommitRecord, GitContext, GitContextCommit } from '../base/historyTypes.ts';
import { countEach } from '../base/lists.ts';
import { counted, visible } from '../base/renderText.ts';
import { noCommits } from '../search/answerNotes.ts';
import type { HistoryQuestion } from '../search/question.ts';
import type { CommitSource } from './commitSource.ts';
import { NEARLY, type Ranked, rankCommits } from './rankCommits.ts';
import {
  findAsked,
  listedCommit,
  noAuthor,
  noSuchRevision,
  recordsOf,
  touchingIn,
  whyElsewhere,
} from './searchCommits.ts';

const RECENT = 10;
const MATCHING = 5;
/** The most commits that are shown, however many are asked for: the code needs room, too. */
const MOST_COUNTED = 50;
const AUTHORS = 5;
/** The most lines of a diff, enough to see what a commit is about. */
const DIFF = { lines: 40, ofFile: 20 };

/**
 * Finds what a question about the history gets beside the code.
 * @returns null where the repository has nothing of what the question needs
 * @throws CoraError BAD_REVISION, GIT
 */
export async function gitContextOf(source: CommitSource, question: HistoryQuestion): Promise<GitContext | null> {
  if (UNCOMMITTED.test(question.subject))
    return noCommits(question, 'What is uncommitted is in no commit: git status lists it, git diff HEAD shows it.');
  const { revision, needs, kind, order, count } = question;
  const one = revision === null ? null : await readRevision(source, revision, needs === null);
  if (one === null && revision !== null) return null;
  const asked = await findAsked(source, one === null ? question : { ...question, revision: null, needs: null }, {
    wanted: () => true,
    withFiles: false,
  });
  if (asked === null) return null;
  const { history, since, until, about, wanted, paths, fitting, ordered, timely, author, isStranger } = asked;
  if (isStranger) return noCommits(question, noAuthor(author!));
  const most = (unasked: number): number => Math.min(count ?? unasked, MOST_COUNTED);
  const newest = rankCommits(history, '', wanted).slice(0, most(RECENT));
  const elsewhere = newest.length > 0 ? null : await whyElsewhere(source, history, until);
  if (elsewhere !== null)
    return { ...noCommits({ ...question, subject: about, since, until }, elsewhere), freshness: history.freshness };
  const shown = fitting.length === 0 ? [] : ordered.slice(0, most(MATCHING));
  const [recent, found] = await Promise.all([recordsOf(history, newest), recordsOf(history, shown)]);
  const matching = one === null ? found : [one];
  // The newest commit says nothing of a file that none of those at hand has touched.
  const best = matching[0] ?? (paths.length > 0 ? undefined : recent[0]);
  const authors =
    kind !== 'who'
      ? []
      : order === 'newest'
        ? countedAuthors(shown.length === 0 ? [] : ordered.slice(0, Math.min(timely, RECENT)))
        : authorsOf(about === '' && order === null ? ordered : fitting);
  return {
    kind: 'git',
    asked: {
      ...{ about: revision ?? about, since, until },
      ...(author === null ? {} : { author }),
      ...(one === null ? touchingIn(asked) : {}),
    },
    recent: recent.map(lineOf),
    matching: matching.map(lineOf),
    authors: authors.slice(0, AUTHORS),
    ...(authors.length > AUTHORS ? { otherAuthors: authors.length - AUTHORS } : {}),
    commit: best === undefined ? null : await describe(source, best),
    freshness: history.freshness,
  };
}

const UNCOMMITTED = /^(?:uncommitted|unstaged|staged|working (?:tree|copy))(?: (?:edits?|files?))?$/i;

/** @returns null where there is no such revision, and the name need not be one */
async function readRevision(source: CommitSource, name: string, isSure: boolean): Promise<CommitRecord | null> {
  const commit = await source.commitOf(name);
  if (commit === null && isSure) throw await noSuchRevision(source, name);
  return commit === null ? null : source.record(commit);
}

function authorsOf(ranked: Ranked): GitContext['authors'] {
  const least = NEARLY * Math.max(0, ...ranked.map(({ score }) => score));
  const authors = countedAuthors(ranked.filter(({ score }) => score >= least));
  return authors.sort((a, b) => b.commits - a.commits || (a.author < b.author ? -1 : 1));
}

/** Returns the authors in the order of the commits. */
function countedAuthors(ranked: Ranked): GitContext['authors'] {
  return [...countEach(ranked.map(({ commit }) => commit.author))].map(([author, commits]) => ({ author, commits }));
}

function lineOf(record: CommitRecord): CommitLine {
  const { commit, author, authorDate, subject } = listedCommit(record);
  return { commit, author, authorDate, subject };
}

async function describe(source: CommitSource, record: CommitRecord): Promise<GitContextCommit> {
  const { commit, parents, author, email, authorDate, commitDate, subject, body, files } = listedCommit(record);
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

interface CutDiff {
  text: string;
  /** Lines that are left, without the marks of what was cut. */
  lines: number;
  cut: number;
}

/** The fewest lines of a file: with less only the head of its diff would be seen. */
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
    if (kept.length < lines.length)
      out.push(`… ${counted(lines.length - kept.length, 'more line')} of ${visible(path)}`);
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
