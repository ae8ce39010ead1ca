/** cora repos (list, add, remove, use), cora sync. */

import { inParallel } from '../../base/concurrency.ts';
import { CoraError, EXIT, whenRefused } from '../../base/errors.ts';
import { visible } from '../../base/renderText.ts';
import type { Fleet, FleetRepository } from '../../fleet/fleet.ts';
import { summaryOfPlace } from '../../fleet/indexMember.ts';
import { addRepository, listRepositories, removeRepository, useRepository } from '../../fleet/manageFleet.ts';
import { syncFleet } from '../../fleet/syncFleet.ts';
import { type CommandContext, fleetOf, printDone, printFound } from '../../settings/commandContext.ts';
import { COMMANDS } from '../../settings/commands.ts';
import { progressToParent } from '../interruptSignal.ts';
import { renderRepositories, renderSync, renderSynced } from '../renderReport.ts';
import { describeTerminal } from '../terminal.ts';

type Act = (context: CommandContext, word: string) => Promise<number>;

const ACTIONS: Record<string, Act> = { add, remove, use };

export async function runRepos(context: CommandContext): Promise<number> {
  const [action = 'list', word] = context.words;
  if (action === 'list' && word === undefined) return list(context);
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (act !== undefined && word !== undefined) return act(context, word);
  const wrong =
    act !== undefined
      ? `A word is missing behind "cora repos ${action}".`
      : action === 'list'
        ? `"${word}" is too much: cora repos list takes no words.`
        : `cora repos has no action "${action}".`;
  throw new CoraError('USAGE', wrong, { hint: `Usage: ${COMMANDS.repos.usage}` });
}

async function list(context: CommandContext): Promise<number> {
  const fleet = fleetOf(context);
  const listed = await listRepositories(fleet);
  const repositories = await inParallel(listed, AT_ONCE, (one) => asItIs(fleet, one));
  printFound(context, { repositories }, () => renderRepositories(repositories, describeTerminal(context)));
  return EXIT.ok;
}

const AT_ONCE = 8;

/**
 * Brings an entry up to date. A directory of the user is indexed by other commands too, so its
 * index says what it holds.
 */
async function asItIs(fleet: Fleet, one: FleetRepository): Promise<FleetRepository> {
  if (one.kind !== 'place') return one;
  return summaryOfPlace(fleet, one)
    .then((summary) => summary ?? { commit: null, files: null, builtAt: null })
    .then(({ commit, files, builtAt }) => ({ ...one, lastIndexed: commit, fileCount: files, lastPull: builtAt }))
    .catch(whenRefused(({ message }) => ({ ...one, error: one.error ?? message })));
}

async function add(context: CommandContext, url: string): Promise<number> {
  const { name, branch, source } = context.options;
  const fleet = fleetOf(context);
  const added = await asItIs(fleet, await addRepository(fleet, { url, name, branch, source }));
  const shown = visible(added.name);
  const isIndexed = added.kind === 'place' && added.lastIndexed !== null;
  const verb = added.kind === 'place' ? `Index it, in ${visible(added.url)} itself` : 'Fetch and index it';
  const todo = isIndexed ? `It is indexed. Search it: cora query --repo ${shown} TEXT` : `${verb}: cora sync ${shown}`;
  return say(context, added, `Added ${shown}. ${todo}`);
}

async function remove(context: CommandContext, name: string): Promise<number> {
  const removed = await removeRepository(fleetOf(context), name);
  const rest =
    removed.kind === 'place'
      ? `; ${visible(removed.url)} and its own index are as they were`
      : removed.deleted === null
        ? ''
        : ' with its clone and index';
  return say(context, removed, `Removed ${visible(removed.name)}${rest}.`);
}

async function use(context: CommandContext, name: string): Promise<number> {
  const used = await useRepository(fleetOf(context), name);
  return say(context, used, `${visible(used.name)} is the active repository.`);
}

function say(context: CommandContext, value: FleetRepository, text: string): number {
  printDone(context, value, () => `${text}\n`);
  return EXIT.ok;
}

/** @returns 1 where a repository could not be synced, or another process was still at it */
export async function runSync(context: CommandContext): Promise<number> {
  const { words, options, stdout, signal } = context;
  const terminal = describeTerminal(context);
  const tell = progressToParent();
  const isAll = options.json !== true && options.quiet !== true;
  const report = await syncFleet(fleetOf(context), {
    names: words,
    force: options.force === true,
    full: options.full === true,
    signal,
    ...(tell === null ? {} : { onProgress: (_, progress) => tell(progress) }),
    onRepository: (done) => {
      // A run that a script asked to be quiet still names what went wrong.
      if (isAll || (options.json !== true && done.outcome === 'failed')) stdout.write(renderSynced(done, terminal));
    },
  });
  printFound(context, report, () => renderSync(report, terminal, isAll));
  const hasFailed = report.repositories.some(({ outcome }) => outcome === 'failed');
  return hasFailed || report.role === 'follower' ? EXIT.finding : EXIT.ok;
}
