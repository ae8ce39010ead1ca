/** cora init */

import { CoraError, EXIT } from '../../base/errors.ts';
import { visible } from '../../base/renderText.ts';
import { type InitReport, initRepository } from '../../freshness/init.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { indexingRequest } from '../../settings/requests.ts';
import { fileLines, renderHooksChange } from '../render/renderHooks.ts';
import { renderReport } from '../renderReport.ts';
import { askForWord, describeTerminal } from '../terminal.ts';
import { programOf } from './gitHooks.ts';

export async function runInit(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  if (options.mcp === true || options.agents === true) return (await import('./initFiles.ts')).runInitFiles(context);
  if (options.client !== undefined || options.remove === true)
    throw new CoraError('USAGE', '--client and --remove go with --mcp or --agents.', {
      hint: 'cora init --mcp --client NAME',
    });
  if (options.hook === true)
    throw new CoraError('USAGE', '--hook goes with --agents.', { hint: 'cora init --agents --hook' });
  const init = (extent: 'files' | 'dry-run' | 'all') =>
    withProgress(context, (watch) =>
      initRepository({
        program: programOf(),
        settings: indexingRequest(options),
        surroundings,
        force: options.force === true,
        runHooks: options['run-hooks'] === true,
        extent,
        watch,
      }),
    );
  const dryRun = options['dry-run'] === true;
  if (!dryRun && options.yes !== true) await askFor(await init('files'), context);
  const report = await init(dryRun ? 'dry-run' : 'all');
  if (options.json === true) printJson(stdout, { ...report, dryRun });
  else if (options.quiet !== true) stdout.write(render(report, dryRun, context));
  return isWhole(report, dryRun) ? EXIT.ok : EXIT.finding;
}

function isWhole({ hooks, index }: InitReport, dryRun: boolean): boolean {
  if (hooks === null || hooks.problems.length > 0 || (index?.failed.length ?? 0) > 0) return false;
  return dryRun || hooks.status.hooks.every(({ runs }) => runs !== false);
}

async function askFor({ config, hooks }: InitReport, context: CommandContext): Promise<void> {
  const files = [...config, ...(hooks?.files ?? [])];
  if (files.length === 0) return;
  const list = fileLines(files, true).map((line) => `${line}\n`);
  await askForWord(list.join(''), 'cora init --yes   (--dry-run shows more)', context);
}

function render({ config, hooks, refused, index }: InitReport, dryRun: boolean, context: CommandContext): string {
  const terminal = describeTerminal(context);
  const parts = [
    fileLines(config, dryRun)
      .map((line) => `${line}\n`)
      .join(''),
    hooks === null ? '' : renderHooksChange(hooks, { action: 'install', dryRun, ...terminal }),
    refused === null ? '' : `No hooks: ${visible(refused.message)}\n  ${visible(refused.hint ?? '')}\n`,
    index === null ? 'There are no commits yet. The hooks will index the first one.\n' : renderReport(index, terminal),
  ];
  return parts.filter((part) => part !== '').join('\n');
}
