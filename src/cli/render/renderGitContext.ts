/** What people see of the history beside an answer: the commits in a list, and what the best of them did. */

import { createPaint, type Paint } from '../../base/color.ts';
import type { CommitLine, GitContext, GitContextCommit } from '../../base/historyTypes.ts';
import { count, counted } from '../../base/renderNumbers.ts';
import { cutEnd, cutStart, visible, visibleCode, widthOf, wrap } from '../../base/renderText.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { type CommitOptions, dayOf, historyNotes } from './renderCommits.ts';

const INDENT = '   ';
const BODY_LINES = 8;
const STAT_FILES = 10;

/** What stands before the results of the search and what stands behind them: each is empty, or ends with an empty line. */
export interface HistoryText {
  before: string;
  after: string;
}

/** Code comes between the list of commits and what the best of them did, unless the question is about the newest commits alone. */
export function renderGitContext(context: GitContext, { color, width }: CommitOptions): HistoryText {
  const paint = createPaint(color);
  const { matching, recent, commit, asked, freshness } = context;
  const listed = matching.length > 0 ? matching : recent;
  const isFirst = asked.about === '';
  const lines = [
    paint.bold(`Git history: ${titleOf(context)}`),
    ...listed.map((line) => INDENT + renderLine(line, width - INDENT.length, paint)),
    ...(listed.length === 0
      ? [
          `${INDENT}${paint.dim(`no commit${asked.since !== null ? ' since then' : asked.until !== null ? ' until then' : ''}`)}`,
        ]
      : []),
    ...authorLines(context, width).map((line) => INDENT + line),
    ...(commit === null || !isFirst ? [] : ['', ...renderCommit(commit, width, paint)]),
    ...historyNotes(freshness).map((note) => paint.dim(wrap(note, width).join('\n'))),
  ];
  const after = commit === null || isFirst ? [] : renderCommit(commit, width, paint);
  return { before: `${lines.join('\n')}\n\n`, after: after.length === 0 ? '' : `\n${after.join('\n')}\n` };
}

function titleOf({ matching, recent, asked }: GitContext): string {
  const until = asked.until === null ? '' : ` until ${visible(asked.until)}`;
  const since = `${asked.since === null ? '' : ` since ${visible(asked.since)}`}${until}`;
  if (matching.length > 0) return `commits${since} that match ${JSON.stringify(visible(asked.about))}`;
  const none = asked.about === '' ? '' : ` (none matches ${JSON.stringify(visible(asked.about))})`;
  return `the newest ${counted(recent.length, 'commit')}${since}${none}`;
}

function authorLines({ authors }: GitContext, width: number): string[] {
  if (authors.length === 0) return [];
  const names = authors.map(({ author, commits }) => `${visible(author)} (${count(commits)})`);
  return wrap(`By the number of such commits: ${names.join(', ')}`, width - INDENT.length);
}

function renderLine({ commit, author, authorDate, subject }: CommitLine, width: number, paint: Paint): string {
  const who = ` — ${visible(author)}`;
  const room = Math.max(20, width - 9 - 1 - 10 - 1 - widthOf(who));
  return `${paint.yellow(shortCommit(commit))} ${paint.dim(dayOf(authorDate))} ${cutEnd(visible(subject), room)}${paint.dim(who)}`;
}

function renderCommit(commit: GitContextCommit, width: number, paint: Paint): string[] {
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

/** `src/lazyfree.c | 12 +++++++++---` */
function renderStat({ stat }: GitContextCommit, width: number, paint: Paint): string[] {
  const shown = stat.slice(0, STAT_FILES);
  const names = shown.map(({ path, oldPath }) => visible(oldPath === null ? path : `${oldPath} → ${path}`));
  const numbers = shown.map(({ added, deleted }) =>
    added === null || deleted === null ? '' : String(added + deleted),
  );
  const column = Math.min(Math.max(0, ...names.map(widthOf)), Math.floor(width * 0.6));
  const digits = Math.max(0, ...numbers.map(({ length }) => length));
  const most = Math.max(1, ...shown.map(({ added, deleted }) => (added ?? 0) + (deleted ?? 0)));
  const bar = Math.min(most, Math.max(4, width - column - digits - 4), 30);
  const lines = shown.map(({ added, deleted, status }, at) => {
    const name = cutStart(names[at]!, column);
    const pad = ' '.repeat(Math.max(0, column - widthOf(name)));
    const marks = (lines: number | null): number =>
      (lines ?? 0) === 0 ? 0 : Math.max(1, Math.round(((lines ?? 0) / most) * bar));
    const what =
      added === null
        ? paint.dim(status)
        : paint.green('+'.repeat(marks(added))) + paint.red('-'.repeat(marks(deleted)));
    return `${name}${pad} ${paint.dim('|')} ${numbers[at]!.padStart(digits)} ${what}`.trimEnd();
  });
  return [...lines, paint.dim(sumOf(stat))];
}

function sumOf(stat: GitContextCommit['stat']): string {
  const more = stat.length > STAT_FILES ? `${count(stat.length - STAT_FILES)} more; ` : '';
  const sum = (key: 'added' | 'deleted'): number => stat.reduce((all, file) => all + (file[key] ?? 0), 0);
  return `${more}${counted(stat.length, 'file')} changed, ${count(sum('added'))} added, ${count(sum('deleted'))} deleted`;
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
  const notes = [
    ...(diffsLeftOut === 0
      ? []
      : [`${counted(diffsLeftOut, 'file')} without a diff here (not in the index, binary or too many)`]),
    ...(diffCut === 0 ? [] : [`${counted(diffCut, 'line')} of diff cut`]),
  ];
  return notes.length === 0 ? [] : [`${notes.join('; ')} — all of it: git show ${shortCommit(commit)}`];
}
