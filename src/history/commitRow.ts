/**
 * A commit and its words: the row that commits.lance holds, also for commits that a query reads
 * from git itself.
 */

import type { CommitRecord } from '../base/historyTypes.ts';
import { spacedTerms, termsOf } from '../base/words.ts';
import { type ReadCommit, readMessage } from '../git/readCommits.ts';
import { redactText } from '../secrets/redact.ts';
import type { CommitRow } from '../store/sideTables.ts';

/**
 * The most characters of a subject and of a body: a generated one says at its beginning what it is
 * about.
 */
const MOST_CHARACTERS = 4000;
/** The most words of paths: a commit that touches everything says nothing by its paths. */
const PATH_WORDS = 400;

/** Makes the row of a commit, with its words and without its secrets. */
export function commitRowOf(read: Omit<ReadCommit, 'filesKnown'>): CommitRow {
  const { commit, parents, author, email, authorDate, commitDate, files, message } = read;
  // The body stays unchanged, for its tables and lists; the lines of the subject become one.
  const { subject, body } = withoutSecrets(readMessage(redactText(message)));
  const row = { commit, parents, author, email, authorDate, commitDate, subject, body, files };
  return Object.assign(row, wordsOfCommit({ subject, body, files }));
}

/** The words that a commit is found by. */
export function wordsOfCommit({ subject, body, files }: Pick<CommitRecord, 'subject' | 'body' | 'files'>) {
  return {
    subjectWords: spacedTerms(subject.slice(0, MOST_CHARACTERS)),
    bodyWords: spacedTerms(withoutTrailers(body).slice(0, MOST_CHARACTERS)),
    pathWords: [...wordsOfPaths(files)].join(' '),
  };
}

type Message = Pick<CommitRecord, 'subject' | 'body'>;
const BETWEEN = '\n\n';

/**
 * Writes secrets over in both as in one text: a secret may begin in one and end in the other.
 * Lengths stay.
 */
function withoutSecrets({ subject, body }: Message): Message {
  const redacted = redactText(subject + BETWEEN + body);
  return { subject: redacted.slice(0, subject.length), body: redacted.slice(subject.length + BETWEEN.length) };
}

/** Matches lines that say who signed, and what other tools note: no question is about those. */
const TRAILER = /^(?:[A-Za-z]+(?:-[A-Za-z]+)*-by|Change-Id|Cc|git-svn-id|extra|--HG--)\b ?:?/i;

function withoutTrailers(body: string): string {
  // Trailers stand at the end.
  const lines = body.split('\n');
  while (lines.length > 0 && (lines.at(-1) === '' || TRAILER.test(lines.at(-1)!))) lines.pop();
  return lines.join('\n');
}

function wordsOfPaths(files: CommitRecord['files']): Set<string> {
  const words = new Set<string>();
  let folder: string | null = null;
  for (const { path, oldPath } of files) {
    if (words.size >= PATH_WORDS) break;
    // Neighbours mostly share their folder.
    const slash = path.lastIndexOf('/') + 1;
    if (folder === null || slash !== folder.length || !path.startsWith(folder)) {
      folder = path.slice(0, slash);
      addWords(words, folder);
    }
    addWords(words, path.slice(slash));
    if (oldPath !== null) addWords(words, oldPath);
  }
  return words;
}

const known = new Map<string, readonly string[]>();
const KNOWN_NAMES = 20_000;

/** The words of a name are remembered: commits touch the same files and folders again. */
function addWords(words: Set<string>, name: string): void {
  let found = known.get(name);
  if (found === undefined) {
    if (known.size >= KNOWN_NAMES) known.clear();
    found = [...new Set(termsOf(name).words)];
    known.set(name, found);
  }
  for (const word of found) words.add(word);
}
