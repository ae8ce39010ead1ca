/** Lines of a TOML file that belong to Cora, between two comments at its end. Pure. */

import type { FileEdit } from './fileEdit.ts';

const BEGIN = '# >>> cora >>>';
const END = '# <<< cora <<<';
const BLOCK = new RegExp(`(?:\\r?\\n)?${BEGIN}\\r?\\n[\\s\\S]*?${END}(?:\\r?\\n|$)`);

/** @param before latin1, null where there is no file; @param lines without line ends, a table first */
export function planTomlBlock(
  before: string | null,
  lines: readonly string[],
  action: 'add' | 'remove',
): Pick<FileEdit, 'after' | 'problem'> {
  const text = before ?? '';
  if (action === 'remove') {
    const rest = text.replace(BLOCK, '');
    return { after: rest.trim() === '' && rest !== text ? null : before === null ? null : rest, problem: null };
  }
  // Its owner may have written it by hand, or taken the comments away.
  const header = lines[0]!.replace(/[.[\]]/g, '\\$&');
  if (new RegExp(`^\\s*${header}\\s*(?:#.*)?$`, 'm').test(text)) {
    const isSame = BLOCK.exec(text)?.[0].trim().split(/\r?\n/).join('\n') === [BEGIN, ...lines, END].join('\n');
    const problem = isSame ? null : `has ${lines[0]} that starts something else; take it out first`;
    return { after: before, problem };
  }
  const table = /^\[([^.\]]+)/.exec(lines[0]!)?.[1] ?? '';
  if (new RegExp(`^\\s*${table}\\s*=`, 'm').test(text))
    return { after: before, problem: `has "${table}" as a value in one line, to which nothing can be added` };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  return { after: `${text}${gap}${[BEGIN, ...lines, END].join(eol)}${eol}`, problem: null };
}
