/**
 * Renders commits for people: those that `cora query --commits` found, and the history beside an
 * answer.
 */

import type {
  CommitHit,
  CommitLine,
  CommitSearchResult,
  GitContext,
  GitContextCommit,
  HistoryFreshness,
} from '../../base/historyTypes.ts';
import {
  count,
  counted,
  createPaint,
  cutEnd,
  cutStart,
  dayOf,
  duration,
  type Paint,
  visible,
  visibleCode,
  widthOf,
  wrap,
} from '../../base/renderText.ts';
import { boundsOf, namedAuthors, namedPlaces, removalNotes } from '../../search/answerNotes.ts';
import { asTyped } from '../../view/asTyped.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import type { Look } from '../terminal.ts';

const INDENT = '   ';
const HIT_BODY_LINES = 3;
const FILES = 3;

/** @returns text that ends with a newline and holds no control character of the repository's */
export function renderCommits(result: CommitSearchResult, { color, width }: Look): string {
  const paint = createPaint(color);
  const blocks = result.commits.map((commit) => renderHit(commit, width, paint));
  return `${[...blocks, renderEnd(result, width, paint)].join('\n\n')}\n`;
}

/**
 *      1 3f2a9c1d4 2024-05-03 Salvatore Sanfilippo
 *        Free streams in the background
 *        The radix tree of a large stream took …
 *        src/lazyfree.c, src/t_stream.c and 3 more
 */
function renderHit(hit: CommitHit, width: number, paint: Paint): string {
  const room = width - INDENT.length;
  const lines = [
    `${paint.dim(String(hit.rank).padStart(2))} ${paint.yellow(shortCommit(hit.commit))} ${paint.dim(visible(dayOf(hit.authorDate)))} ${visible(hit.author)}`,
    ...wrap(visible(hit.subject), room).map((line) => INDENT + paint.bold(line)),
    ...bodyLines(hit.body, room).map((line) => INDENT + line),
    ...(hit.files.length === 0 ? [] : [INDENT + paint.dim(filesLine(hit, room))]),
  ];
  return lines.join('\n');
}

function bodyLines(body: string, width: number): string[] {
  const lines = body
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^[\w-]+-by: /i.test(line));
  const shown = lines.slice(0, HIT_BODY_LINES).map((line) => cutEnd(visible(line), width));
  return lines.length > HIT_BODY_LINES ? [...shown, '…'] : shown;
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
  { query, touching, commits, truncated, tookMs, freshness, note }: CommitSearchResult,
  width: number,
  paint: Paint,
): string {
  const found =
    commits.length === 0
      ? `No commit found${query.trim() === '' ? '' : ` for ${cutEnd(JSON.stringify(visible(query)), 60)}`}`
      : counted(commits.length, 'commit');
  const more = truncated && commits.length > 0 ? ', there are more (-k)' : '';
  const summary = `${found}${more}, ${duration(tookMs)}`;
  const named = touching === undefined ? [] : [`They touched ${namedPlaces(touching, visible)}.`];
  const why = note === undefined ? [] : [visible(note)];
  const notes = [...why, ...named, ...historyNotes(freshness)].flatMap((note) => wrap(note, width));
  return [summary, ...(notes.length === 0 ? [] : [notes.join('\n')])].map(paint.dim).join('\n');
}

/** Sentences on what the answer does not cover. */
function historyNotes({ missing, cutOff, searched, readNow }: HistoryFreshness): string[] {
  const notes: string[] = [];
  const advice = asTyped('index them with: cora index');
  if (missing > 0)
    notes.push(`The ${count(missing)} oldest commits that are not indexed were not searched — ${advice}`);
  else if (readNow > 500) notes.push(`${count(readNow)} commits were read from git for this answer — ${advice}`);
  if (cutOff === 'setting')
    notes.push(`Older commits than the newest ${count(searched)} are not searched (--history N).`);
  if (cutOff === 'shallow') notes.push('This clone is shallow: older commits are not here (git fetch --unshallow).');
  return notes;
}

const BODY_LINES = 8;
const STAT_FILES = 10;

/** The text before the results, and that behind them: empty, or it ends with an empty line. */
export interface HistoryText {
  before: string;
  after: string;
}

/**
 * Code comes between the list of commits and what the best of them did, unless the question is
 * about the newest commits alone.
 */
export function renderGitContext(context: GitContext, { color, width }: Look): HistoryText {
  const paint = createPaint(color);
  const { matching, recent, commit, asked, note, freshness } = context;
  if (note !== undefined)
    return { before: `${wrap(`Git history: ${visible(note)}`, width).join('\n')}\n\n`, after: '' };
  const listed = matching.length > 0 ? matching : recent;
  const isFirst = asked.about === '';
  const lines = [
    paint.bold(`Git history: ${titleOf(context)}`),
    ...listed.map((line) => INDENT + renderCommitLine(line, width - INDENT.length, paint)),
    ...[...authorNotes(context), ...removalNotes(context)]
      .flatMap((note) => wrap(note, width - INDENT.length))
      .map((line) => INDENT + line),
    ...(commit === null || !isFirst ? [] : ['', ...renderWholeCommit(commit, width, paint)]),
    ...historyNotes(freshness).map((note) => paint.dim(wrap(note, width).join('\n'))),
  ];
  const after = commit === null || isFirst ? [] : renderWholeCommit(commit, width, paint);
  return { before: `${lines.join('\n')}\n\n`, after: after.length === 0 ? '' : `\n${after.join('\n')}\n` };
}

function titleOf({ matching, recent, asked }: GitContext): string {
  const since = visible(boundsOf(asked));
  if (matching.length > 0 && asked.touching !== undefined)
    return `commits${since} that touched ${namedPlaces(asked.touching, visible)}`;
  if (matching.length > 0)
    return `commits${since}${asked.about === '' ? '' : ` that match ${JSON.stringify(visible(asked.about))}`}`;
  const none = asked.about === '' ? '' : ` (none matches ${JSON.stringify(visible(asked.about))})`;
  if (recent.length === 0) return `no commit${since}`;
  return `the newest ${counted(recent.length, 'commit')}${since}${none}`;
}

function authorNotes(context: GitContext): string[] {
  const names = namedAuthors(context, visible);
  const isMatching = context.matching.length > 0;
  const whose = isMatching ? 'Their authors, with the number of such commits' : 'Authors of all commits searched';
  return names === '' ? [] : [`${whose}: ${names}`];
}

function renderCommitLine(line: CommitLine, width: number, paint: Paint): string {
  const { repository, commit, author, authorDate, subject } = line;
  const of = repository === undefined ? '' : `${visible(repository)}  `;
  const who = ` — ${visible(author)}`;
  const room = Math.max(20, width - widthOf(of) - 9 - 1 - 10 - 1 - widthOf(who));
  return `${of}${paint.yellow(shortCommit(commit))} ${paint.dim(visible(dayOf(authorDate)))} ${cutEnd(visible(subject), room)}${paint.dim(who)}`;
}

function renderWholeCommit(commit: GitContextCommit, width: number, paint: Paint): string[] {
  const room = width - INDENT.length;
  const body = commit.body.split('\n').map((line) => cutEnd(visible(line), room));
  const cut = body.length > BODY_LINES ? [...body.slice(0, BODY_LINES), '…'] : body;
  const lines = [
    `${paint.bold('commit')} ${paint.yellow(commit.commit)}`,
    ...[`${visible(commit.author)} <${visible(commit.email)}>`, visible(commit.authorDate)].map(paint.dim),
    ...wrap(visible(commit.subject), room).map(paint.bold),
    ...(commit.body === '' ? [] : cut),
    '',
    ...renderStat(commit, room, paint),
    ...(commit.diff === '' ? [] : ['', ...commit.diff.split('\n').map((line) => renderDiffLine(line, room, paint))]),
    ...leftOut(commit).map(paint.dim),
  ];
  return lines.map((line) => (line === '' ? '' : INDENT + line));
}

/** `src/lazyfree.c +9 -3`, and the status of a file whose lines git does not count. */
function renderStat({ stat }: GitContextCommit, width: number, paint: Paint): string[] {
  if (stat.length === 0) return [];
  const lines = stat.slice(0, STAT_FILES).map(({ path, oldPath, added, deleted, status }) => {
    const name = cutStart(visible(oldPath === null ? path : `${oldPath} → ${path}`), Math.floor(width * 0.7));
    if (added === null || deleted === null) return `${name} ${paint.dim(status)}`;
    return `${name} ${paint.green(`+${count(added)}`)} ${paint.red(`-${count(deleted)}`)}`;
  });
  return [...lines, paint.dim(sumOf(stat))];
}

function sumOf(stat: GitContextCommit['stat']): string {
  const more = stat.length > STAT_FILES ? `${count(stat.length - STAT_FILES)} more; ` : '';
  const sum = (key: 'added' | 'deleted'): number => stat.reduce((all, file) => all + (file[key] ?? 0), 0);
  const changed = `${more}${counted(stat.length, 'file')} changed`;
  if (stat.every(({ added }) => added === null)) return changed;
  return `${changed}, ${count(sum('added'))} added, ${count(sum('deleted'))} deleted`;
}

function renderDiffLine(line: string, width: number, paint: Paint): string {
  const text = cutEnd(visibleCode(line), width);
  if (/^(diff --git|---|\+\+\+|new file|deleted file|rename|similarity|old mode|new mode)/.test(line))
    return paint.bold(text);
  if (line.startsWith('@@')) return paint.cyan(text);
  if (line.startsWith('+')) return paint.green(text);
  if (line.startsWith('-')) return paint.red(text);
  return line.startsWith('…') ? paint.dim(text) : text;
}

function leftOut({ commit, diffCut, diffsLeftOut }: GitContextCommit): string[] {
  const without = `${counted(diffsLeftOut, 'file')} without a diff here (not in the index, binary or too many)`;
  const cut = `${counted(diffCut, 'line')} of diff cut`;
  const notes = [...(diffsLeftOut === 0 ? [] : [without]), ...(diffCut === 0 ? [] : [cut])];
  return notes.length === 0 ? [] : [`${notes.join('; ')} — all of it: git show ${shortCommit(commit)}`];
}
