/** What people see of `cora doctor`: a line for each check, and what to do about a finding below it. */

import { createPaint, type Paint } from './color.ts';
import { counted } from './renderNumbers.ts';
import { visible, widthOf, wrap } from './renderText.ts';
import type { DoctorFinding } from './status-report.ts';

export interface DoctorOptions {
  color?: boolean;
  width?: number;
}

/** @returns text that ends with a newline */
export function renderDoctor(
  findings: readonly DoctorFinding[],
  { color = false, width = 80 }: DoctorOptions = {},
): string {
  const paint = createPaint(color);
  const names = Math.max(0, ...findings.map((finding) => widthOf(visible(finding.check)))) + 2;
  const lines = findings.flatMap((finding) => {
    const room = Math.max(30, width - names - 2);
    const rows = wrap(visible(finding.message) + fixNote(finding), room);
    if (finding.hint !== undefined && finding.fixed !== true) rows.push(...wrap(`→ ${visible(finding.hint)}`, room));
    return rows.map(
      (row, at) =>
        `${at === 0 ? mark(finding, paint) + paint.dim(visible(finding.check).padEnd(names)) : ' '.repeat(names + 2)}${row}`,
    );
  });
  return `${[...lines, '', verdict(findings, paint)].join('\n')}\n`;
}

function mark({ level, fixed }: DoctorFinding, paint: Paint): string {
  if (level === 'ok' || fixed === true) return paint.green('✓ ');
  return level === 'warning' ? paint.yellow('! ') : paint.red('✗ ');
}

function fixNote({ fixed }: DoctorFinding): string {
  return fixed === undefined ? '' : fixed ? ' — repaired' : ' — could not be repaired';
}

function verdict(findings: readonly DoctorFinding[], paint: Paint): string {
  const open = findings.filter((finding) => finding.level !== 'ok' && finding.fixed !== true);
  if (open.length === 0) return paint.green('All is well.');
  const repair = open.some((finding) => finding.fixed === undefined) ? ' — repair with: cora doctor --fix' : '';
  return paint.yellow(`${counted(open.length, 'finding')}${repair}`);
}
