/** cora doctor, cora gc, cora clean: what keeps the store of an index sound and small. */

import { CoraError, EXIT } from '../../base/errors.ts';
import { counted, createPaint, type Paint, visible, widthOf, wrap } from '../../base/renderText.ts';
import { cleanStore, collectGarbage } from '../../indexing/collectGarbage.ts';
import { type Diagnosis, diagnose } from '../../indexing/diagnose.ts';
import { type CommandContext, printDone, printFound } from '../../settings/commandContext.ts';
import { indexingRequest, indexSettings } from '../../settings/requests.ts';
import { asTyped } from '../../view/asTyped.ts';
import { describeTerminal, type Look, PLAIN } from '../terminal.ts';

export async function runDoctor(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  const findings = await diagnose(indexingRequest(options), surroundings, { fix: options.fix === true });
  printFound(context, { findings }, () => renderDoctor(findings, describeTerminal(context)));
  return findings.some(({ fixed }) => !fixed) ? EXIT.finding : EXIT.ok;
}

/** @returns text that ends with a newline */
export function renderDoctor(findings: readonly Diagnosis[], { color, width }: Look = PLAIN): string {
  const paint = createPaint(color);
  const names = Math.max(0, ...findings.map((finding) => widthOf(visible(finding.code)))) + 2;
  const room = Math.max(30, width - names - 2);
  const lines = findings.flatMap((finding) => {
    const rows = wrap(visible(finding.message) + (finding.fixed ? ' — repaired' : ''), room);
    if (!finding.fixed) rows.push(...wrap(`→ ${visible(asTyped(finding.fix))}`, room));
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
  return paint.yellow(`${counted(open.length, 'finding')}${asTyped(repair)}`);
}

export async function runGc(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  const dryRun = options['dry-run'] === true;
  const report = await collectGarbage(indexSettings(options), surroundings, { dryRun });
  const { removed, deadRows, rows, deadBlobs, commentary } = report;
  const print = dryRun ? printFound : printDone;
  print(context, report, () =>
    deadRows === 0 && commentary === undefined
      ? `Nothing to remove: ${counted(rows, 'row')} in use.\n`
      : `${removed ? 'Removed' : 'Would remove'} ${deadRows} of ${rows} rows, of ${deadBlobs} blobs that nothing refers to.\n`,
  );
  return EXIT.ok;
}

export async function runClean(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  const dryRun = options['dry-run'] === true;
  if (options.all === true && options.old === true)
    throw new CoraError('USAGE', '--all and --old contradict each other.', {
      hint: 'cora clean --old, or cora clean --all',
    });
  const settings = indexSettings(options);
  const extent = options.all === true ? 'all' : options.old === true ? 'old' : 'one';
  const plan = await cleanStore(settings, surroundings, { extent, dryRun: true });
  if (!dryRun && plan.paths.length > 0 && options.yes !== true) {
    throw new CoraError('USAGE', `This deletes ${plan.paths.join(', ')}.`, {
      hint: `cora clean ${extent === 'one' ? '' : `--${extent} `}--yes${options.old === true ? '' : '   (cora index builds it again)'}`,
    });
  }
  if (!dryRun) await cleanStore(settings, surroundings, { extent, dryRun: false });
  const none = options.old === true ? 'There is no index of another version of Cora here.' : 'There is no index here.';
  const done = `${dryRun ? 'Would delete' : 'Deleted'} ${visible(plan.paths.join(', '))}.`;
  const print = dryRun ? printFound : printDone;
  print(context, { ...plan, removed: !dryRun }, () => `${plan.paths.length === 0 ? none : done}\n`);
  return EXIT.ok;
}
