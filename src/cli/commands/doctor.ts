/** cora doctor: a line for each finding, and what to do about it below. */

import { EXIT } from '../../base/errors.ts';
import { counted, createPaint, type Paint, visible, widthOf, wrap } from '../../base/renderText.ts';
import { type Diagnosis, diagnose } from '../../indexing/diagnose.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { indexingRequest } from '../../settings/requests.ts';
import { describeTerminal, type Look, PLAIN } from '../terminal.ts';

export async function runDoctor(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const findings = await diagnose(indexingRequest(options), surroundings, { fix: options.fix === true });
  if (options.json === true) printJson(stdout, { findings });
  else stdout.write(renderDoctor(findings, describeTerminal(context)));
  return findings.some(({ fixed }) => !fixed) ? EXIT.finding : EXIT.ok;
}

// Renders for people `cora doctor`: a line for each finding, and what to do about it below.

/** @returns text that ends with a newline */
export function renderDoctor(findings: readonly Diagnosis[], { color, width }: Look = PLAIN): string {
  const paint = createPaint(color);
  const names = Math.max(0, ...findings.map((finding) => widthOf(visible(finding.code)))) + 2;
  const room = Math.max(30, width - names - 2);
  const lines = findings.flatMap((finding) => {
    const rows = wrap(visible(finding.message) + (finding.fixed ? ' — repaired' : ''), room);
    if (!finding.fixed) rows.push(...wrap(`→ ${visible(finding.fix)}`, room));
    const name = markOf(finding, paint) + paint.dim(visible(finding.code).padEnd(names));
    return rows.map((row, at) => (at === 0 ? name : ' '.repeat(names + 2)) + row);
  });
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), verdict(findings, paint)].join('\n')}\n`;
}

function markOf({ fixable, fixed }: Diagnosis, paint: Paint): string {
  if (fixed) return paint.green('✓ ');
  return fixable ? paint.yellow('! ') : paint.red('✗ ');
}

function verdict(findings: readonly Diagnosis[], paint: Paint): string {
  const open = findings.filter((finding) => !finding.fixed);
  if (findings.length === 0) return paint.green('All is well.');
  if (open.length === 0) return paint.green(`${counted(findings.length, 'finding')}, all repaired.`);
  const repair = open.some((finding) => finding.fixable) ? ' — repair with: cora doctor --fix' : '';
  return paint.yellow(`${counted(open.length, 'finding')}${repair}`);
}
