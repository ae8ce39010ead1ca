/**
 * BM25F over what a commit says and touched, with the statistics of the history that is searched: Robertson, Zaragoza,
 * 2009. Pure. Among equals the newer one comes first.
 */

import type { CommitWhy } from '../base/historyTypes.ts';
import { occurrences, termsOf } from '../base/words.ts';
import type { Query } from '../search/readQuery.ts';

/** Words between single spaces, stemmed. */
export interface CommitWords {
  commit: string;
  parents: readonly string[];
  author: string;
  subjectWords: string;
  bodyWords: string;
  pathWords: string;
}

export interface ScoredCommit<T> {
  commit: T;
  score: number;
  why: CommitWhy;
}

const K1 = 1.2;
const B = 0.75;
/** A subject says what a commit is about; a body explains, a path only places it. */
const SUBJECT = 3;
const BODY = 1;
const AUTHOR = 1;
const PATH = 0.5;
/** Of a commit with several parents: it repeats what its commits say. */
const MERGE = 0.8;
/** Above any sum of words: who names a commit wants it. */
const NAMED = 1000;
const COMMIT_NAME = /^[0-9a-f]{7,64}$/;

/**
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
  const authors = new Map<string, string>();
  for (const { term, weight } of terms) {
    let frequency = 0;
    const counts = commits.map((commit) => {
      const said =
        SUBJECT * occurrences(commit.subjectWords, term) +
        (BODY * occurrences(commit.bodyWords, term)) / norm(commit.bodyWords, bodies) +
        AUTHOR * occurrences(authorWords(commit.author, authors), term);
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

/** Lengths in characters: proportional to those in words, and there already. */
function norm(field: string, average: number): number {
  return 1 - B + (B * field.length) / (average || 1);
}

function averageOf<T>(items: readonly T[], length: (item: T) => number): number {
  return items.length === 0 ? 0 : items.reduce((sum, item) => sum + length(item), 0) / items.length;
}

/** Few people write many commits. */
function authorWords(author: string, known: Map<string, string>): string {
  let words = known.get(author);
  if (words === undefined) {
    words = termsOf(author).words.join(' ');
    known.set(author, words);
  }
  return words;
}
