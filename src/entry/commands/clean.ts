/** cora clean */

import { CoraError, cleanStore, EXIT } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';

export async function runClean({ options, surroundings, stdout }: CommandContext): Promise<number> {
  const dryRun = options['dry-run'] === true;
  const plan = await cleanStore(options, surroundings, { dryRun: true });
  if (!dryRun && plan.paths.length > 0 && options.yes !== true) {
    throw new CoraError('USAGE', `This deletes ${plan.paths.join(', ')}.`, {
      hint: `cora clean ${options.all === true ? '--all ' : ''}--yes   (cora index builds it again)`,
    });
  }
  if (!dryRun) await cleanStore(options, surroundings, { dryRun: false });
  if (options.json === true) printJson(stdout, { ...plan, removed: !dryRun });
  else
    stdout.write(
      plan.paths.length === 0
        ? 'There is no index here.\n'
        : `${dryRun ? 'Would delete' : 'Deleted'} ${plan.paths.join(', ')}.\n`,
    );
  return EXIT.ok;
}
