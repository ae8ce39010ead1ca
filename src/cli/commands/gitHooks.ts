/** cora hooks install | uninstall | status | run */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CoraError, EXIT } from '../../base/errors.ts';
import { homeOf, hooksOf, installHooks, uninstallHooks } from '../../freshness/hooks.ts';
import type { Program } from '../../freshness/initClients.ts';
import { runHook } from '../../freshness/runHook.ts';
import { openRepository } from '../../git/openRepository.ts';
import { type CommandContext, printDone, printFound } from '../../settings/commandContext.ts';
import { indexingRequest, indexSettings } from '../../settings/requests.ts';
import { openWorkspaceFor } from '../../view/workspace.ts';
import { renderHookRuns, renderHooksChange, renderHooksStatus } from '../renderReport.ts';
import { describeTerminal } from '../terminal.ts';

export async function runGitHooks(context: CommandContext): Promise<number> {
  const [action, hook] = context.words;
  if (action === 'run') return refresh(context, hook ?? null);
  if (hook !== undefined || (action !== 'install' && action !== 'uninstall' && action !== 'status')) {
    throw new CoraError('USAGE', `cora hooks has no "${context.words.join(' ')}".`, {
      hint: 'cora hooks install, uninstall, status, run or offer',
    });
  }
  const { options, surroundings } = context;
  const terminal = describeTerminal(context);
  if (action === 'status') {
    const status = await hooksOf(await openRepository(surroundings.dir, surroundings.env));
    printFound(context, status, () => renderHooksStatus(status, { ...terminal, program: programOf() }));
    return status.hooks.every(({ installed, reason }) => installed && reason === null) ? EXIT.ok : EXIT.finding;
  }
  const dryRun = options['dry-run'] === true;
  const request = { surroundings, force: options.force === true, dryRun };
  const change = await (action === 'install' ? installHooks(programOf(), request) : uninstallHooks(request));
  const runs = action === 'uninstall' || dryRun || change.status.hooks.every(({ reason }) => reason === null);
  const isWell = change.problems.length === 0 && runs;
  const print = isWell && !dryRun ? printDone : printFound;
  print(context, { ...change, dryRun }, () => renderHooksChange(change, { action, dryRun, ...terminal }));
  return isWell ? EXIT.ok : EXIT.finding;
}

/** Returns which Node.js and which Cora run now: a graphical client's hooks know no PATH. */
export function programOf(): Program {
  return { node: process.execPath, cli: realpathSync(process.argv[1]!) };
}

/**
 * Refreshes the index after a hook. Git ignores how a background run ends: errors are in the log
 * and in `cora status`.
 */
async function refresh(context: CommandContext, hook: string | null): Promise<number> {
  const { options, surroundings, settle, signal } = context;
  const isCalled = hook !== null && isHome(surroundings.dir);
  const repository = isCalled ? null : (await openWorkspaceFor(indexSettings(options), surroundings)).repository;
  const runs = await runHook({
    hook: isCalled ? hook : null,
    home: repository === null ? surroundings.dir : homeOf(repository),
    dir: repository === null ? null : (repository.worktree ?? repository.gitDir),
    surroundings,
    settingsOf: (dir) => indexingRequest(settle(dir)),
    signal,
  });
  if (isCalled) return EXIT.ok;
  const isWell = runs === null || runs.every(({ error }) => error === null);
  const print = isWell ? printDone : printFound;
  print(context, { runs }, () => renderHookRuns(runs));
  return isWell ? EXIT.ok : EXIT.error;
}

/** hooks/cora.sh changes into `cora` of the Git directory before it starts Cora. */
function isHome(dir: string): boolean {
  return basename(dir) === 'cora' && existsSync(join(dirname(dir), 'HEAD'));
}
