/** Lines of a TOML file that belong to Cora, between two comments at its end. Pure. */

import type { FileEdit } from '../fileEdit.ts';

const BEGIN = '# >>> cora >>>';
const END = '# <<< cora <<<';
const BEGIN_LINE = new RegExp(`(?:\\r?\\n)?${BEGIN}\\r?\\n`);
const END_LINE = new RegExp(`${END}(?:\\r?\\n|$)`, 'g');

/** @param before latin1, null where there is no file; @param lines without line ends, a table first */
export function planTomlBlock(
  before: string | null,
  lines: readonly string[],
  action: 'add' | 'remove',
): Pick<FileEdit, 'after' | 'problem'> {
  const text = before ?? '';
  if (action === 'remove') {
    const rest = text.replace(blockIn(text), '');
    return { after: rest.trim() === '' && rest !== text ? null : before === null ? null : rest, problem: null };
  }
  // Its owner may have written it by hand, or taken the comments away.
  const header = lines[0]!.replace(/[.[\]]/g, '\\$&');
  if (new RegExp(`^[ \\t]*${header}[ \\t]*(?:#.*)?$`, 'm').test(text)) {
    const block = blockIn(text).trim().split(/\r?\n/);
    const isSame = block.join('\n') === [BEGIN, ...lines, END].join('\n');
    const how = block.includes(lines[0]!) ? '--remove takes it out' : 'take it out first';
    return { after: before, problem: isSame ? null : `has ${lines[0]} that starts something else; ${how}` };
  }
  const table = /^\[([^.\]]+)/.exec(lines[0]!)?.[1] ?? '';
  if (new RegExp(`^[ \\t]*${table}[ \\t]*=`, 'm').test(text))
    return { after: before, problem: `has "${table}" as a value in one line, to which nothing can be added` };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  return { after: `${text}${gap}${[BEGIN, ...lines, END].join(eol)}${eol}`, problem: null };
}

/** @returns '' where there is none. Where the first one has no end, no other has */
function blockIn(text: string): string {
  const begin = BEGIN_LINE.exec(text);
  if (begin === null) return '';
  END_LINE.lastIndex = begin.index + begin[0].length;
  return END_LINE.exec(text) === null ? '' : text.slice(begin.index, END_LINE.lastIndex);
}
