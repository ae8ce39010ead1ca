/** cora clean */

import { CoraError, EXIT } from '../../base/errors.ts';
import { visible } from '../../base/renderText.ts';
import { cleanStore } from '../../indexing/cleanStore.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { indexSettings } from '../../settings/requests.ts';

export async function runClean({ options, surroundings, stdout }: CommandContext): Promise<number> {
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
  if (options.json === true) printJson(stdout, { ...plan, removed: !dryRun });
  else
    stdout.write(
      plan.paths.length === 0
        ? options.old === true
          ? 'There is no index of another version of Cora here.\n'
          : 'There is no index here.\n'
        : `${dryRun ? 'Would delete' : 'Deleted'} ${visible(plan.paths.join(', '))}.\n`,
    );
  return EXIT.ok;
}
