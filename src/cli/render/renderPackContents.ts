/** What people see of `cora pack --report`: a name and a sentence for each thing that would leave the machine. */

import { createPaint } from '../../base/color.ts';
import { count, counted, size, tally, tallyOf } from '../../base/renderNumbers.ts';
import { visible, wrap } from '../../base/renderText.ts';
import type { PackContents } from '../../share/describePack.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { renderRows } from './renderRows.ts';

export interface PackContentsOptions {
  color?: boolean;
  width?: number;
}

/** Columns of the names. */
const NAMES = 12;

/** @returns text that ends with a newline */
export function renderPackContents(
  contents: PackContents,
  { color = false, width = 80 }: PackContentsOptions = {},
): string {
  const paint = createPaint(color);
  const { repository, commit, text, files, chunks, symbols, paths, skipped, failed } = contents;
  const rows: [string, string[]][] = [
    ['Repository', [repository === '' ? 'no address' : visible(repository)]],
    ['Commit', [shortCommit(commit)]],
    ['Text', [text ? `all lines of ${counted(files, 'file')} (--no-text leaves them out)` : 'none']],
    [
      'Paths',
      [`${count(paths.length)} indexed, ${count(skipped.length + failed.length)} left out (--json lists them)`],
    ],
    ['Symbols', [`${counted(symbols, 'name')} in ${counted(chunks, 'chunk')}`]],
    [
      'Commentary',
      contents.commentary === 0 ? [] : [`on ${counted(contents.commentary, 'chunk')}, by a language model`],
    ],
    ['Bytes', wrap(bytesLine(contents), width - NAMES)],
    ['Redacted', redactedLines(contents)],
    ['Left out', skipped.length === 0 ? [] : wrap(tally(tallyOf(skipped.map(({ reason }) => reason))), width - NAMES)],
    ['Failed', failed.map(visible)],
  ];
  return `${['What cora pack would write; nothing was written.', ...renderRows(rows, NAMES, paint)].join('\n')}\n`;
}

function bytesLine({ bytes }: PackContents): string {
  const kinds = Object.entries(bytes).sort(([, a], [, b]) => b - a);
  return `${kinds.map(([kind, number]) => `${size(number)} ${kind}`).join(', ')}, before compression`;
}

/** Where, and by which rule; never what. */
function redactedLines({ redacted }: PackContents): string[] {
  if (redacted.length === 0) return ['no secret was found by content'];
  const files = new Set(redacted.map(({ path }) => path)).size;
  return [
    `${counted(redacted.length, 'secret')} in ${counted(files, 'file')}, none of which is in the pack:`,
    ...redacted.map(({ path, line, rule }) => `  ${visible(path)}:${line}  ${rule}`),
  ];
}
