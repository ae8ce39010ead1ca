/** What people see of `cora query --commits`: a block for each commit, best first, and a line about the whole. */

import { createPaint, type Paint } from '../../base/color.ts';
import type { CommitHit, CommitSearchResult, HistoryFreshness } from '../../base/historyTypes.ts';
import { count, counted, duration } from '../../base/renderNumbers.ts';
import { cutEnd, cutStart, visible, widthOf, wrap } from '../../base/renderText.ts';
import { shortCommit } from '../../view/renderFreshness.ts';

export interface CommitOptions {
  color: boolean;
  /** Columns. */
  width: number;
}

const INDENT = '   ';
const BODY_LINES = 3;
const FILES = 3;

/** @returns text that ends with a newline and holds no control character of the repository's */
export function renderCommits(result: CommitSearchResult, { color, width }: CommitOptions): string {
  const paint = createPaint(color);
  const blocks = result.commits.map((commit) => renderCommit(commit, width, paint));
  return `${[...blocks, renderEnd(result, width, paint)].join('\n\n')}\n`;
}

/**
 *      1 3f2a9c1d4 2024-05-03 Salvatore Sanfilippo
 *        Free streams in the background
 *        The radix tree of a large stream took …
 *        src/lazyfree.c, src/t_stream.c and 3 more
 */
function renderCommit(hit: CommitHit, width: number, paint: Paint): string {
  const room = width - INDENT.length;
  const lines = [
    `${paint.dim(String(hit.rank).padStart(2))} ${paint.yellow(shortCommit(hit.commit))} ${paint.dim(dayOf(hit.authorDate))} ${visible(hit.author)}`,
    ...wrap(visible(hit.subject), room).map((line) => INDENT + paint.bold(line)),
    ...bodyLines(hit.body, room).map((line) => INDENT + line),
    ...(hit.files.length === 0 ? [] : [INDENT + paint.dim(filesLine(hit, room))]),
  ];
  return lines.join('\n');
}

/** The date as its author had it. */
export function dayOf(date: string): string {
  return visible(date.slice(0, 10));
}

function bodyLines(body: string, width: number): string[] {
  const lines = body
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^[\w-]+-by: /i.test(line));
  const shown = lines.slice(0, BODY_LINES).map((line) => cutEnd(visible(line), width));
  return lines.length > BODY_LINES ? [...shown, '…'] : shown;
}

function filesLine({ files }: CommitHit, width: number): string {
  const rest = files.length > FILES ? ` and ${count(files.length - FILES)} more` : '';
  const names = files.slice(0, FILES).map(({ path }) => visible(path));
  const line = names.join(', ');
  if (widthOf(line) + widthOf(rest) <= width) return line + rest;
  const each = Math.max(12, Math.floor((width - widthOf(rest)) / names.length) - 2);
  return names.map((name) => cutStart(name, each)).join(', ') + rest;
}

function renderEnd(
  { query, commits, truncated, tookMs, freshness }: CommitSearchResult,
  width: number,
  paint: Paint,
): string {
  const found =
    commits.length === 0
      ? `No commit found${query.trim() === '' ? '' : ` for ${cutEnd(JSON.stringify(visible(query)), 60)}`}`
      : counted(commits.length, 'commit');
  const more = truncated && commits.length > 0 ? ', there are more (-k)' : '';
  const summary = paint.dim(`${found}${more}, ${duration(tookMs)}`);
  const notes = historyNotes(freshness);
  return notes.length === 0 ? summary : `${summary}\n${paint.dim(wrap(notes.join(' '), width).join('\n'))}`;
}

/** Sentences on what the answer does not cover. */
export function historyNotes({ missing, cutOff, searched, readNow }: HistoryFreshness): string[] {
  const notes: string[] = [];
  if (missing > 0) {
    notes.push(
      `The ${count(missing)} oldest commits that are not indexed were not searched — index them with: cora index`,
    );
  } else if (readNow > 500) {
    notes.push(`${count(readNow)} commits were read from git for this answer — index them with: cora index`);
  }
  if (cutOff === 'setting')
    notes.push(`Older commits than the newest ${count(searched)} are not searched (--history N).`);
  if (cutOff === 'shallow') notes.push('This clone is shallow: older commits are not here (git fetch --unshallow).');
  return notes;
}
