/**
 * cora pack (and what its --report says of each thing that would leave the machine), cora unpack,
 * cora merge.
 */

import { basename, join, resolve } from 'node:path';
import { CoraError, EXIT } from '../../base/errors.ts';
import {
  count,
  counted,
  createPaint,
  duration,
  shareOf,
  size,
  tally,
  tallyOf,
  visible,
  wrap,
} from '../../base/renderText.ts';
import { memberPlace } from '../../fleet/indexMember.ts';
import { listRepositories, matchingRepositories, unknownRepository } from '../../fleet/manageFleet.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, fleetOf, printDone, printFound } from '../../settings/commandContext.ts';
import { indexSettings, packRequest, pageSearch } from '../../settings/requests.ts';
import { type MergeReport, mergeShards } from '../../share/mergeShards.ts';
import { describePack, type PackContents, type PackReport, packIndex } from '../../share/packIndex.ts';
import { unpackIndex } from '../../share/unpackIndex.ts';
import { type PageSource, type PagesReport, writePages } from '../../share/writePages.ts';
import { shortCommit } from '../../view/renderFreshness.ts';
import { endOnInterrupt } from '../interruptSignal.ts';
import { describeTerminal, type Look, PLAIN, renderRows } from '../terminal.ts';

export async function runPack(context: CommandContext): Promise<number> {
  endOnInterrupt();
  const { options, surroundings } = context;
  if (options.report === true) {
    const contents = await describePack(packRequest(options), surroundings);
    warnIfBehind(context, contents);
    printFound(context, contents, () => renderPackContents(contents, describeTerminal(context)));
  } else {
    const report = await packIndex(packRequest(options), surroundings);
    warnIfBehind(context, report);
    printDone(context, report, () => renderPacked(report));
  }
  return EXIT.ok;
}

function warnIfBehind(
  { options, surroundings }: CommandContext,
  { commit, headCommit }: Pick<PackReport, 'commit' | 'headCommit'>,
): void {
  if (headCommit === commit || packRequest(options).rev !== null) return;
  surroundings.log.warn(
    `This is the index of ${shortCommit(commit)}, not of the commit that is checked out: cora index brings it up to date.`,
  );
}

function renderPacked(report: PackReport): string {
  const { file, commit, shard, files, chunks, text, commentary = 0, tookMs } = report;
  const prose = commentary === 0 ? '' : `, ${count(commentary)} of them with commentary`;
  const what = `${counted(files, 'file')}, ${counted(chunks, 'chunk')}${text ? '' : ', without text'}${prose}`;
  const part = shard === undefined ? '' : `shard ${shard.index} of ${shard.count} of `;
  return `Packed ${part}${shortCommit(commit)} (${what}) into ${visible(file)}: ${size(report.size)}${shareOf(report)}, in ${duration(tookMs)}\n`;
}

/** Columns of the names. */
const NAMES = 12;
const PERSONAL = 'with authors, messages and paths (--history 0 leaves them out)';

/** @returns text that ends with a newline */
export function renderPackContents(contents: PackContents, { color, width }: Look = PLAIN): string {
  const paint = createPaint(color);
  const { repository, commit, text, files, chunks, symbols, paths, skipped, failed } = contents;
  const { commentary, commits } = contents;
  const bytes = Object.entries(contents.bytes).sort(([, a], [, b]) => b - a);
  const kinds = bytes.map(([kind, number]) => `${size(number)} ${kind}`);
  const rows: [string, string[]][] = [
    ['Repository', [repository === '' ? 'without an address' : visible(repository)]],
    ['Commit', [shortCommit(commit)]],
    ['Text', [text ? `all lines of ${counted(files, 'file')} (--no-text leaves them out)` : 'none']],
    [
      'Paths',
      [`${count(paths.length)} indexed, ${count(skipped.length + failed.length)} left out (--json lists them)`],
    ],
    ['Symbols', [`${counted(symbols, 'name')} in ${counted(chunks, 'chunk')}`]],
    ['Commentary', commentary === 0 ? [] : [`on ${counted(commentary, 'chunk')}, by a language model`]],
    ['Commits', commits === 0 ? [] : [`${count(commits)}, ${PERSONAL}`]],
    ['Bytes', wrap(`${kinds.join(', ')}, before compression`, width - NAMES)],
    ['Redacted', redactedLines(contents)],
    ['Left out', skipped.length === 0 ? [] : wrap(tally(tallyOf(skipped.map(({ reason }) => reason))), width - NAMES)],
    ['Failed', failed.map(visible)],
  ];
  return `${['This is what cora pack would write. Nothing was written.', ...renderRows(rows, NAMES, paint)].join('\n')}\n`;
}

/** Returns lines that say where secrets were, and by which rule; never what they were. */
function redactedLines({ redacted }: PackContents): string[] {
  if (redacted.length === 0) return ['no secret was found by content'];
  const files = new Set(redacted.map(({ path }) => path)).size;
  return [
    `${counted(redacted.length, 'secret')} in ${counted(files, 'file')}, none of which is in the pack:`,
    ...redacted.map(({ path, line, rule }) => `  ${visible(path)}:${line}  ${rule}`),
  ];
}

export async function runUnpack(context: CommandContext): Promise<number> {
  endOnInterrupt();
  const { words, options } = context;
  const [file] = words as [string];
  const beside = file.replace(/\.(tar(\.(gz|zst))?|tgz)$/i, '');
  const report = await unpackIndex(file, options.output ?? `${beside}.index`);
  const { dir, commit, files, chunks, tookMs } = report;
  const what = `${counted(files, 'file')}, ${counted(chunks, 'chunk')}`;
  const text = `Unpacked ${shortCommit(commit)} (${what}) into ${visible(dir)} in ${duration(tookMs)}\n`;
  printDone(context, report, () => text);
  return EXIT.ok;
}

export async function runMerge(context: CommandContext): Promise<number> {
  const { words, options } = context;
  const report = await withProgress(context, (watch) => mergeShards(words, options.output ?? null, watch));
  printDone(context, report, () => renderMerged(report));
  return EXIT.ok;
}

function renderMerged({ file, commit, shards, files, chunks, text, tookMs, ...report }: MergeReport): string {
  const what = `${counted(files, 'file')}, ${counted(chunks, 'chunk')}${text ? '' : ', without text'}`;
  const from = `${counted(shards, 'shard')} of ${shortCommit(commit)}`;
  return `Merged ${from} (${what}) into ${visible(file)}: ${size(report.size)}, in ${duration(tookMs)}\n`;
}

export async function runPages(context: CommandContext): Promise<number> {
  endOnInterrupt();
  const { options } = context;
  if (options.output === undefined)
    throw new CoraError('USAGE', 'There is no folder to write the page into.', { hint: 'cora pages -o DIR' });
  const report = await writePages(options.output, await sourcesOf(context), pageSearch(options));
  printDone(context, report, () => renderPages(report));
  return EXIT.ok;
}

async function sourcesOf(context: CommandContext): Promise<PageSource[]> {
  const { words, options, surroundings } = context;
  if (words.length > 0 && options.repo.length > 0)
    throw new CoraError('USAGE', 'Name packed indexes, or repositories with --repo, not both.');
  if (words.length > 0 && options.rev !== undefined)
    throw new CoraError('USAGE', 'A packed index holds one commit: --rev chooses none of it.', {
      hint: 'leave --rev out, or the files: then it is of the repository that you are in',
    });
  if (words.length > 0)
    return words.map((file) => ({ name: null, isOwn: false, pack: async () => resolve(surroundings.dir, file) }));
  if (options.repo.length > 0) return sourcesOfFleet(context);
  const pack = (folder: string) =>
    packInto(context, folder, basename(surroundings.dir) || 'repository', indexSettings(options), surroundings);
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
const PACKED = { text: true, historyLimit: 0 } as const;

async function packInto(
  { options, surroundings: { log } }: CommandContext,
  folder: string,
  name: string,
  settings: ReturnType<typeof indexSettings>,
  surroundings: CommandContext['surroundings'],
): Promise<string> {
  const output = join(folder, `${name}.tar`);
  const rev = options.rev ?? null;
  const { commit, headCommit } = await packIndex({ ...settings, ...PACKED, rev, output }, surroundings);
  if (headCommit !== commit && rev === null) {
    log.warn(
      `The page shows ${shortCommit(commit)} of ${visible(basename(surroundings.dir))}, not the commit that is checked out: cora index brings the index up to date.`,
    );
  }
  return output;
}

function renderPages({ dir, indexes, bytes, tookMs }: PagesReport): string {
  const lines = indexes.map(
    ({ id, commit, files, chunks, bytes: own }) =>
      `  ${visible(id)} at ${shortCommit(commit)}: ${counted(files, 'file')}, ${counted(chunks, 'chunk')}, ${size(own)}\n`,
  );
  return `Wrote a page of ${counted(indexes.length, 'repository', 'repositories')} into ${visible(dir)}: ${size(bytes)}, in ${duration(tookMs)}\n${lines.join('')}`;
}
