/** cora init */

import { CoraError, EXIT, type InitReport, initRepository } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { createProgress } from '../progress.ts';
import { fileLines, renderHooksChange } from '../renderHooks.ts';
import { renderReport } from '../renderReport.ts';
import { visible } from '../renderText.ts';
import { programOf } from './hooks.ts';

export async function runInit(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout, stderr, signal } = context;
  if (options.mcp === true) return (await import('./initMcp.ts')).runInitMcp(context);
  if (options.client !== undefined || options.remove === true)
    throw new CoraError('USAGE', '--client and --remove go with --mcp.', { hint: 'cora init --mcp --client NAME' });
  const progress = createProgress(stderr, {
    tty: stderr.isTTY === true,
    quiet: options.quiet === true,
    width: stderr.columns ?? 80,
  });
  const watch = { onProgress: progress.update, signal };
  const init = (extent: 'files' | 'dry-run' | 'all') =>
    initRepository({ program: programOf(), options, surroundings, extent, watch });
  const dryRun = options['dry-run'] === true;
  try {
    if (!dryRun && options.yes !== true) await askFor(await init('files'), context);
    const report = await init(dryRun ? 'dry-run' : 'all');
    progress.done();
    if (options.json === true) printJson(stdout, { ...report, dryRun });
    else if (options.quiet !== true) stdout.write(render(report, dryRun, context));
    return isWhole(report, dryRun) ? EXIT.ok : EXIT.finding;
  } finally {
    progress.done();
  }
}

function isWhole({ hooks, index }: InitReport, dryRun: boolean): boolean {
  if (hooks === null || hooks.problems.length > 0 || (index?.failed.length ?? 0) > 0) return false;
  return dryRun || hooks.status.hooks.every(({ runs }) => runs !== false);
}

/** @throws CoraError USAGE where the answer is no, or nobody is there to give one */
async function askFor({ config, hooks }: InitReport, { stdin, stderr }: CommandContext): Promise<void> {
  const files = [...config, ...(hooks?.files ?? [])];
  if (files.length === 0) return;
  const list = fileLines(files, true).join('\n');
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw new CoraError('USAGE', `This needs your word:\n${list}`, {
      hint: 'cora init --yes   (--dry-run shows more)',
    });
  }
  stderr.write(`${list}\nGo on? [Y/n] `);
  for await (const line of stdin) {
    if (/^(?:y|yes)?$/i.test(String(line).trim())) return;
    break;
  }
  throw new CoraError('ABORTED', 'Nothing was written.');
}

function render({ config, hooks, refused, index }: InitReport, dryRun: boolean, context: CommandContext): string {
  const terminal = describeTerminal(context);
  const parts = [
    fileLines(config, dryRun)
      .map((line) => `${line}\n`)
      .join(''),
    hooks === null ? '' : renderHooksChange(hooks, { action: 'install', dryRun, ...terminal }),
    refused === null ? '' : `No hooks: ${visible(refused.message)}\n  ${visible(refused.hint ?? '')}\n`,
    index === null ? 'There is no commit yet; the hooks index the first one.\n' : renderReport(index, terminal),
  ];
  return parts.filter((part) => part !== '').join('\n');
}
