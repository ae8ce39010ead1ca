/**
 * Reads commits: messages and changed files. No setting of `git log`, no mailmap, no notes and no
 * program affects the result. Which commits to read is decided by the caller: see resolveCommit.ts.
 */

import { CoraError, isCoraError } from '../base/errors.ts';
import type { CommitFile, CommitRecord } from '../base/historyTypes.ts';
import { CHANGE_STATUSES } from './diffTrees.ts';
import { pathFromBytes, type Repository, splitAtNul } from './repository.ts';
import { shallowCommits } from './resolveCommit.ts';
import { gitFailed, startGit } from './runGit.ts';

/**
 * A commit. `files` is empty if they cannot be known, because history or trees are missing in this
 * clone.
 */
export interface ReadCommit extends Omit<CommitRecord, 'subject' | 'body'> {
  /** The original message, with its secrets. */
  message: string;
  filesKnown: boolean;
}

const FIELDS = ['%H', '%P', '%an', '%ae', '%ad', '%cd', '%B'];

type Read = Omit<ReadCommit, 'filesKnown'>;

/** Makes git print dates in the form that isoDate reads. */
export const RAW_DATES = '--date=raw';

/** Messages are converted to UTF-8 from the encoding that their commit names. */
const FORMAT = ['-z', '--encoding=UTF-8', RAW_DATES, `--format=${FIELDS.join('%x00')}`];

/**
 * The files of a merge are those that it brought to its first parent. Renames without an edit are
 * recognised, which needs no blobs.
 */
const WITH_FILES = [
  ...['diff-tree', '--stdin', '--root', '--always', ...FORMAT, '-r', '--name-status', '-M100%'],
  ...['--diff-merges=first-parent', '--no-ext-diff', '--no-textconv'],
];

/** Reads no trees. */
const WITHOUT_FILES = ['log', '--stdin', '--no-walk=unsorted', ...FORMAT, '-s', '--no-notes', '--no-mailmap'];

/**
 * @param commits object names; records come in the same order, as git prints them
 * @throws CoraError GIT if a commit is missing, ABORTED
 */
export async function* readCommits(
  repo: Repository,
  commits: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<ReadCommit[]> {
  if (commits.length === 0) return;
  const cut = await shallowCommits(repo);
  let done = 0;
  try {
    for await (const records of streamCommits(repo, commits, WITH_FILES, signal)) {
      done += records.length;
      // The parents of these commits are missing. Compared with nothing, every file would be new.
      yield records.map((record) =>
        Object.assign(record, cut.has(record.commit) ? { files: [], filesKnown: false } : { filesKnown: true }),
      );
    }
  } catch (error) {
    // A clone without all trees still has the messages. Other errors say nothing about its trees.
    if (!repo.partial || !isCoraError(error) || error.code !== 'GIT') throw error;
    for await (const records of streamCommits(repo, commits.slice(done), WITHOUT_FILES, signal)) {
      yield records.map((record) => Object.assign(record, { filesKnown: false }));
    }
  }
}

async function* streamCommits(
  repo: Repository,
  commits: readonly string[],
  args: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Read[]> {
  const { child, ended } = startGit(repo, args, { signal });
  // Awaited below; if the reader stops early, a failure must not count as unhandled.
  ended.catch(() => undefined);
  try {
    child.stdin.end(commits.map((commit) => `${commit}\n`).join(''));
    const parser = new CommitParser();
    for await (const chunk of child.stdout) {
      const records = parser.take(chunk as Buffer);
      if (records.length > 0) yield records;
    }
    const { status, stderr } = await ended;
    if (status !== 0) throw gitFailed(args, stderr, status);
    yield parser.end();
  } finally {
    child.kill();
  }
}

/**
 * Parses output that is separated by NULs. The first status follows a newline; a commit without
 * changes has none:
 *
 *     HASH PARENTS NAME EMAIL DATE DATE MESSAGE "\nM" src/main.c R100 old.c new.c HASH …
 */
class CommitParser {
  readonly #tokens = new NulTokens();
  #waiting: (string | Buffer)[] = [];
  /** Characters since the last complete commit. */
  #size = 0;

  /** @returns the complete records: one is complete when the next has begun */
  take(chunk: Buffer): Read[] {
    for (const token of this.#tokens.take(chunk)) {
      this.#waiting.push(token);
      this.#size += token.length;
    }
    const records = this.#records(false);
    if (records.length > 0) this.#size = 0;
    if (this.#size > MOST_CHARACTERS) throw tooMany(this.#waiting);
    return records;
  }

  end(): Read[] {
    for (const token of this.#tokens.end()) this.#waiting.push(token);
    return this.#records(true);
  }

  #records(last: boolean): Read[] {
    const records: Read[] = [];
    const tokens = this.#waiting;
    let start = 0;
    for (;;) {
      const end = endOfRecord(tokens, start);
      if (end > tokens.length || end === start || (end === tokens.length && !last)) break;
      records.push(recordOf(tokens, start, end));
      start = end;
    }
    this.#waiting = tokens.slice(start);
    return records;
  }
}

/** With a few kilobytes, nested trees can name a billion files. */
const MOST_CHARACTERS = 128 * 2 ** 20;

function tooMany([commit = '']: readonly (string | Buffer)[]): CoraError {
  return new CoraError('GIT', `Commit ${tokenText(commit).trim()} changes more files than Cora reads of a commit.`, {
    hint: 'leave the history out: cora index --no-history',
  });
}

/** Returns the letter of `M`, `R100` or, after a message, `\nM`; null for anything else. */
function statusOf(token: string | Buffer | undefined): string | null {
  if (typeof token !== 'string' || token.length > 5) return null;
  const at = token.startsWith('\n') ? 1 : 0;
  const letter = token[at];
  return letter !== undefined && 'AMDTUXRC'.includes(letter) && /^\d*$/.test(token.slice(at + 1)) ? letter : null;
}

/** Returns where the next record begins; beyond the last token if this one is not complete. */
function endOfRecord(tokens: readonly (string | Buffer)[], start: number): number {
  let at = start + FIELDS.length;
  if (start === tokens.length || at > tokens.length) return at;
  for (;;) {
    const letter = statusOf(tokens[at]);
    if (letter === null) return at;
    at += letter === 'R' || letter === 'C' ? 3 : 2;
  }
}

function recordOf(tokens: readonly (string | Buffer)[], start: number, end: number): Read {
  const [commit, parents, author, email, authorDate, commitDate, message] = tokens
    .slice(start, start + FIELDS.length)
    .map(tokenText) as [string, string, string, string, string, string, string];
  return {
    ...withinBounds({ commit, parents: parents.split(' ').filter(Boolean), author, email }),
    authorDate: isoDate(authorDate),
    commitDate: isoDate(commitDate),
    message: startOf(message.replace(/\r\n?/g, '\n'), MOST_MESSAGE),
    files: filesOf(tokens, start + FIELDS.length, end),
  };
}

// Commits compress a thousandfold, so that a megabyte of them can hold a gigabyte of text. Lists
// show less than these limits.

/** In UTF-16 code units. */
const MOST_MESSAGE = 2 ** 15;
const MOST_NAME = 200;
const MOST_PARENTS = 100;

type Header = Pick<CommitRecord, 'commit' | 'parents' | 'author' | 'email'>;

/** Cuts fields that somebody may have made very long, also in an artifact. */
export function withinBounds({ commit, parents, author, email }: Header): Header {
  return {
    commit,
    parents: parents.slice(0, MOST_PARENTS),
    author: startOf(author, MOST_NAME),
    email: startOf(email, MOST_NAME),
  };
}

export function startOf(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Splits a message as git does: the subject is the first paragraph, on one line. */
export function readMessage(message: string): Pick<CommitRecord, 'subject' | 'body'> {
  const text = message.replace(/^(?:[ \t]*\n)+/, '');
  const [paragraph = ''] = text.split(/\n[ \t]*\n/, 1);
  const lines = paragraph.split('\n').map((line) => line.trim());
  return { subject: lines.join(' ').trim(), body: text.slice(paragraph.length).trim() };
}

const NO_DATE = '1970-01-01T00:00:00+00:00';

/**
 * Converts a date to ISO 8601 with its offset. Git itself fails for a date before 1970 in its own
 * zone. A date that overflows becomes the start of 1970, as in git, and so does one that git cannot
 * read, for which it prints nothing, or that no calendar has.
 * @param date seconds and offset: `1700000000 -0330`
 */
export function isoDate(date: string): string {
  const [, seconds, sign, hours, minutes] = /^(\d{1,12}) ([+-])(\d\d)(\d\d)$/.exec(date) ?? [];
  const offset = (sign === '-' ? -60 : 60) * (60 * Number(hours) + Number(minutes));
  const local = new Date(1000 * (Number(seconds) + offset));
  if (Number.isNaN(local.getTime())) return NO_DATE;
  const shown = local.toISOString().replace(/\.000Z$/, `${sign}${hours}:${minutes}`);
  return /^\d{4}-/.test(shown) && !Number.isNaN(Date.parse(shown)) ? shown : NO_DATE;
}

function filesOf(tokens: readonly (string | Buffer)[], start: number, end: number): CommitFile[] {
  const files: CommitFile[] = [];
  for (let at = start; at < end; ) {
    const letter = statusOf(tokens[at])!;
    const moved = letter === 'R' || letter === 'C';
    const [first, second] = [tokens[at + 1]!, tokens[at + 2]];
    files.push({
      status: CHANGE_STATUSES[letter] ?? 'modified',
      path: tokenPath(moved ? second! : first),
      oldPath: moved ? tokenPath(first) : null,
    });
    at += moved ? 3 : 2;
  }
  return files;
}

const REPLACEMENT = '\uFFFD';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Text without a declared encoding nearly always has this one, and every byte is valid in it. */
const western = new TextDecoder('windows-1252');

/** The most bytes of a token: a message may have a gigabyte, and only its beginning is used. */
const MOST_TOKEN = 2 ** 20;

/** Splits output at NULs as it arrives. Valid UTF-8 becomes a string; the rest stays bytes. */
class NulTokens {
  /** Pieces of the token that has not ended. They are joined once, because there may be many. */
  #begun: Buffer[] = [];
  #size = 0;

  /** Returns the tokens that this chunk completes. A longer one than MOST_TOKEN is cut. */
  take(chunk: Buffer): (string | Buffer)[] {
    const first = chunk.indexOf(0);
    if (first === -1) {
      this.#hold(chunk);
      return [];
    }
    this.#hold(chunk.subarray(0, first));
    const tokens = splitTokens(Buffer.concat(this.#begun));
    const last = chunk.lastIndexOf(0);
    if (last > first) for (const token of splitTokens(chunk.subarray(first + 1, last))) tokens.push(token);
    this.#begun = [];
    this.#size = 0;
    this.#hold(chunk.subarray(last + 1));
    return tokens;
  }

  /** Returns the text behind the last NUL, if there is any. */
  end(): (string | Buffer)[] {
    return this.#size === 0 ? [] : splitTokens(Buffer.concat(this.#begun));
  }

  #hold(bytes: Buffer): void {
    const part = bytes.subarray(0, MOST_TOKEN - this.#size);
    this.#size += part.length;
    if (part.length > 0) this.#begun.push(Buffer.from(part));
  }
}

function splitTokens(bytes: Buffer): (string | Buffer)[] {
  const text = bytes.toString('utf8');
  return text.includes(REPLACEMENT) ? splitAtNul(bytes).map(stringOrBytes) : text.split('\0');
}

function stringOrBytes(bytes: Buffer): string | Buffer {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes;
  }
}

function tokenText(token: string | Buffer): string {
  return typeof token === 'string' ? token : western.decode(token);
}

/** Returns a path in the form of repository.ts. */
function tokenPath(token: string | Buffer): string {
  if (typeof token !== 'string') return pathFromBytes(token);
  return token.includes(REPLACEMENT) ? pathFromBytes(Buffer.from(token)) : token;
}
