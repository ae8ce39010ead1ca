/**
 * Describes in a line how an answer relates to the files on disk. It is empty if the answer is up
 * to date.
 */

import { counted, type Paint, tally, tallyOf, visible, wrap } from '../base/renderText.ts';
import type { Freshness } from '../base/searchTypes.ts';
import { whoseContent } from '../git/missingContent.ts';
import { FETCH_ALL, FIND_LOST } from '../git/repository.ts';
import { UNREADABLE } from '../git/safePath.ts';
import { asTyped } from './asTyped.ts';

/**
 * @returns the differences, most important first; empty if the answer covers the caller's files in
 * their present state
 */
export function freshnessNotes(freshness: Freshness): string[] {
  return [
    commitNote(freshness),
    shardNote(freshness),
    missingNote(freshness),
    committedNote(freshness),
    dirtyNote(freshness),
    deletedNote(freshness),
  ].filter((note) => note !== null);
}

/** Returns the notes as a sentence with advice; '' if there are none. */
export function freshnessLine(freshness: Freshness, width: number, paint: Paint): string {
  const notes = freshnessNotes(freshness);
  if (notes.length === 0) return '';
  const advice = isStale(freshness) ? ` — ${adviceFor(freshness)}` : '';
  const sentence = visible(`${notes.join('; ')}${advice}`);
  const note = wrap(sentence[0]!.toUpperCase() + sentence.slice(1), width).join('\n');
  return isStale(freshness) ? paint.yellow(note) : paint.dim(note);
}

/**
 * Returns a note for commands that print no line of freshness; null if the index is up to date and
 * nothing is unsearched.
 */
export function staleNote(freshness: Freshness): string | null {
  if (!isStale(freshness) && !isUnread(freshness)) return null;
  return `${freshnessNotes(freshness).map(visible).join('; ')} — ${adviceFor(freshness)}`;
}

/** Says what to do: run cora for what is not indexed; else run git, or change permissions. */
export function adviceFor(freshness: Freshness, index = asTyped('refresh with: cora index')): string {
  const { missingFiles } = freshness;
  const wants = new Set(missingFiles.map(({ reason }) => whoseContent(reason)));
  const isOnlyGit = !wants.has(null) && !isStale({ ...freshness, missingFiles: [] });
  const isOther = isStale({ ...freshness, missingFiles: missingFiles.filter(({ reason }) => reason !== UNREADABLE) });
  if (!isOther && missingFiles.length > 0) return 'check their owner and permissions';
  if (missingFiles.length === 0 || !isOnlyGit) return index;
  return wants.has('lost') ? FIND_LOST : FETCH_ALL;
}

/**
 * True if some files were not searched in their present state. A commit that is not indexed does
 * not count: the query reads it itself.
 */
export function isUnread({ missingFiles, asCommitted, shard }: Freshness): boolean {
  return missingFiles.length > 0 || asCommitted.length > 0 || shard !== undefined;
}

/** True if the answer differs from the files in HEAD and on disk. */
export function isStale({ indexedCommit, headCommit, missingFiles, asCommitted }: Freshness): boolean {
  return (headCommit !== null && indexedCommit !== headCommit) || missingFiles.length > 0 || asCommitted.length > 0;
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 9);
}

function commitNote({ indexedCommit, headCommit, commitsBehind }: Freshness): string | null {
  if (headCommit === null || indexedCommit === headCommit) return null;
  if (indexedCommit === null) return 'nothing of this repository is indexed yet';
  if (commitsBehind === null || commitsBehind === 0) {
    return `the index is of ${shortCommit(indexedCommit)}, HEAD is ${shortCommit(headCommit)}`;
  }
  return `the index is ${counted(commitsBehind, 'commit')} behind HEAD`;
}

function shardNote({ shard, headCommit }: Freshness): string | null {
  if (shard === undefined) return null;
  const rest = headCommit === null ? 'cora merge joins it with the others' : 'cora index completes it';
  return `the index is shard ${shard.index} of ${shard.count}: ${rest}`;
}

function missingNote({ missingFiles }: Freshness): string | null {
  if (missingFiles.length === 0) return null;
  const counts = tallyOf(missingFiles.map((file) => file.reason));
  const kinds = Object.keys(counts);
  const reasons = kinds.length === 1 ? kinds[0] : tally(counts);
  return `${counted(missingFiles.length, 'file')} could not be searched (${reasons})`;
}

function committedNote({ asCommitted: { length } }: Freshness): string | null {
  if (length === 0) return null;
  return `${counted(length, 'changed file')} searched as ${length === 1 ? 'it was' : 'they were'} committed (more than a query reads by itself)`;
}

function dirtyNote({ dirtyFiles }: Freshness): string | null {
  if (dirtyFiles === 0) return null;
  return `${counted(dirtyFiles, 'uncommitted file')} searched as ${dirtyFiles === 1 ? 'it is' : 'they are'} now`;
}

function deletedNote({ deletedFiles = 0 }: Freshness): string | null {
  return deletedFiles === 0 ? null : `${counted(deletedFiles, 'file')} deleted and not committed`;
}
