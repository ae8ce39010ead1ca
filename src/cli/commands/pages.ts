/** cora pages */

import { basename, join, resolve } from 'node:path';
import { CoraError, EXIT } from '../../base/errors.ts';
import { counted, duration, size, visible } from '../../base/renderText.ts';
import { memberPlace } from '../../fleet/indexMember.ts';
import { listRepositories, matchingRepositories, unknownRepository } from '../../fleet/manageFleet.ts';
import { type CommandContext, fleetOf, printJson } from '../../settings/commandContext.ts';
import { indexSettings, pageSearch } from '../../settings/requests.ts';
import { packIndex } from '../../share/packIndex.ts';
import { type PageSource, type PagesReport, writePages } from '../../share/writePages.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { endOnInterrupt } from '../interruptSignal.ts';

export async function runPages(context: CommandContext): Promise<number> {
  endOnInterrupt();
  const { options, stdout } = context;
  if (options.output === undefined)
    throw new CoraError('USAGE', 'There is no folder to write the page into.', { hint: 'cora pages -o DIR' });
  const report = await writePages(options.output, await sourcesOf(context), pageSearch(options));
  if (options.json === true) printJson(stdout, report);
  else if (options.quiet !== true) stdout.write(render(report));
  return EXIT.ok;
}

async function sourcesOf(context: CommandContext): Promise<PageSource[]> {
  const { words, options, surroundings } = context;
  if (words.length > 0 && options.repo.length > 0)
    throw new CoraError('USAGE', 'Name packed indexes, or repositories with --repo, not both.');
  if (words.length > 0)
    return words.map((file) => ({ name: null, isOwn: false, pack: async () => resolve(surroundings.dir, file) }));
  if (options.repo.length > 0) return sourcesOfFleet(context);
  const pack = (folder: string) => packInto(context, folder, 'own', indexSettings(options), surroundings);
  return [{ name: null, isOwn: true, pack }];
}

async function sourcesOfFleet(context: CommandContext): Promise<PageSource[]> {
  const fleet = fleetOf(context);
  const all = await listRepositories(fleet);
  const chosen = matchingRepositories(all, context.options.repo);
  if (chosen.length === 0) throw unknownRepository(all, context.options.repo.join('", "'));
  return chosen.map((member, at): PageSource => {
    const { settings, surroundings } = memberPlace(fleet, member);
    return {
      name: member.name,
      isOwn: true,
      pack: (folder) => packInto(context, folder, String(at), settings, surroundings),
    };
  });
}

/** A page searches no commits: messages and addresses of authors are not published by it. */
const PACKED = { text: true, search: true, historyLimit: 0 } as const;

async function packInto(
  { surroundings: { log } }: CommandContext,
  folder: string,
  name: string,
  settings: ReturnType<typeof indexSettings>,
  surroundings: CommandContext['surroundings'],
): Promise<string> {
  const output = join(folder, `${name}.tar`);
  const { commit, headCommit } = await packIndex({ ...settings, ...PACKED, output }, surroundings);
  if (headCommit !== commit) {
    log.warn(
      `The page shows ${shortCommit(commit)} of ${visible(basename(surroundings.dir))}, not the commit that is checked out: cora index brings the index up to date.`,
    );
  }
  return output;
}

function render({ dir, indexes, bytes, tookMs }: PagesReport): string {
  const lines = indexes.map(
    ({ id, commit, files, chunks, bytes: own }) =>
      `  ${visible(id)} at ${shortCommit(commit)}: ${counted(files, 'file')}, ${counted(chunks, 'chunk')}, ${size(own)}\n`,
  );
  return `Wrote a page of ${counted(indexes.length, 'repository', 'repositories')} into ${visible(dir)}: ${size(bytes)}, in ${duration(tookMs)}\n${lines.join('')}`;
}
