/**
 * cora files: a line for each file, and how many of them are indexed; or which changed since a
 * commit. cora show, cora chunks.
 */

import { CoraError, EXIT } from '../../base/errors.ts';
import { type AskedLines, comparePaths, linesIn } from '../../base/patterns.ts';
import {
  count,
  counted,
  createPaint,
  type Paint,
  size,
  tally,
  tallyOf,
  visible,
  visibleLines,
  wrap,
} from '../../base/renderText.ts';
import type { CatalogueEntry } from '../../base/types.ts';
import { type ChangedFiles, changedFilesSince, listCatalogue } from '../../git/listCatalogue.ts';
import { FIND_LOST } from '../../git/repository.ts';
import { languageOf } from '../../languages/languages.ts';
import { type CommandContext, printFound, printJson } from '../../settings/commandContext.ts';
import { filterSettings, indexSettings } from '../../settings/requests.ts';
import { matcherOf } from '../../view/checkFilters.ts';
import { type FileChunk, type FileChunks, fileChunks, readLines } from '../../view/readLines.ts';
import { freshnessNotes } from '../../view/renderFreshness.ts';
import { explainFilters } from '../../view/searchedView.ts';
import { openWorkspaceFor, type Workspace } from '../../view/workspace.ts';
import { type CallerPlace, findCallerPlace, mustBeInside, placeIn, splitTyped } from '../findCallerPlace.ts';
import { pathSeenFrom, renderLineRange } from '../render/renderPlaces.ts';
import { describeTerminal, type Look, PLAIN } from '../terminal.ts';

export async function runFiles(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  const workspace = await openWorkspaceFor(indexSettings(options), surroundings);
  const { repository, settings, location } = workspace;
  if (options.since !== undefined) return listChanged(context, workspace, options.since);
  const filters = filterSettings(options);
  const wanted = matcherOf(filters);
  const where = { except: location.root, signal: context.signal };
  const { files: all, freshness } = await listCatalogue(repository, options.rev ?? null, settings, where);
  const files = all.filter(wanted);
  const nothing = files.length > 0 ? null : explainFilters(all, filters);
  if (nothing !== null) surroundings.log.info(visible(nothing));
  const { cwdPrefix } = placeIn(repository.worktree, surroundings.dir);
  const seen = (file: CatalogueEntry) => ({ ...file, path: pathSeenFrom(cwdPrefix, file.path) });
  printFound(context, { files, freshness }, () => renderFiles(files.map(seen), describeTerminal(context)));
  // No index is asked.
  const notes = freshnessNotes({ ...freshness, indexedCommit: freshness.headCommit });
  if (freshness.missingFiles.length > 0) surroundings.log.info(`${notes.map(visible).join('; ')}.`);
  if (!files.some(({ reason }) => reason === 'missing-object')) return EXIT.ok;
  surroundings.log.warn(`The repository is damaged: it lacks objects of files (missing-object).`, FIND_LOST);
  return EXIT.finding;
}

async function listChanged(
  context: CommandContext,
  { repository, settings, location }: Workspace,
  since: string,
): Promise<number> {
  const { options, signal, surroundings } = context;
  const wanted = matcherOf(filterSettings(options));
  const where = { except: location.root, signal };
  const all = await changedFilesSince(repository, since, options.rev ?? null, settings, where);
  const files = all.files.filter(wanted);
  const deleted = all.deleted.filter((path) => wanted({ path, language: languageOf(path) }));
  const { cwdPrefix } = placeIn(repository.worktree, surroundings.dir);
  const seen = (path: string) => pathSeenFrom(cwdPrefix, path);
  printFound(context, { ...all, files, deleted }, () => {
    const shown = { files: files.map((file) => ({ ...file, path: seen(file.path) })), deleted: deleted.map(seen) };
    return renderChanged({ ...all, ...shown }, describeTerminal(context));
  });
  return EXIT.ok;
}

/** @returns text that ends with a newline */
export function renderChanged(
  { since, files, deleted }: Pick<ChangedFiles, 'since' | 'files' | 'deleted'>,
  { color, width }: Look = PLAIN,
): string {
  const paint = createPaint(color);
  const languages = Math.max(0, ...files.map(({ language }) => language.length));
  const gone = deleted.map((path) => ({ path, size_bytes: null, change: 'deleted', language: '' }));
  const all = [...files, ...gone].sort(comparePaths);
  const lines = all.map(({ path, size_bytes, change, language }) => {
    const bytes = size_bytes === null ? '' : size(size_bytes);
    const about = `${bytes.padStart(8)}  ${change.padEnd(8)}  ${language.padEnd(languages)}  `;
    return size_bytes === null ? paint.dim(about + visible(path)) : paint.dim(about) + visible(path);
  });
  const what = lines.length === 0 ? 'nothing changed' : tally(tallyOf(all.map(({ change }) => change)));
  return linesAndSum(lines, `Since ${since.slice(0, 9)}: ${what}`, width, paint);
}

/**
 * A path stands at the end of its line and is never cut, so that scripts find it there.
 * @returns text that ends with a newline
 */
export function renderFiles(entries: readonly CatalogueEntry[], { color, width }: Look = PLAIN): string {
  const paint = createPaint(color);
  const label = (entry: CatalogueEntry) => (entry.indexed ? entry.language : (entry.reason ?? 'not indexed'));
  const labels = Math.max(0, ...entries.map((entry) => label(entry).length));
  const lines = entries.map((entry) => {
    const line = `${size(entry.size_bytes).padStart(8)}  ${label(entry).padEnd(labels)}  `;
    const path = visible(entry.path);
    return entry.indexed ? paint.dim(line) + path : paint.dim(line + path);
  });
  const left = entries.filter((entry) => !entry.indexed);
  const why = left.length === 0 ? '' : `; ${count(left.length)} left out: ${tally(tallyOf(left.map(label)))}`;
  const sum = `${counted(entries.length - left.length, 'file')} indexed${why}`;
  return linesAndSum(lines, sum, width, paint);
}

function linesAndSum(lines: readonly string[], sum: string, width: number, paint: Paint): string {
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), ...wrap(sum, width).map(paint.dim)].join('\n')}\n`;
}

// cora show and cora chunks: the lines of a file, and the chunks that an index makes of it, as it
// is now or as a commit has it. Secrets are written over. Neither needs an index.

export async function runShow(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout, signal, words } = context;
  const { path, lines } = splitTyped(words[0]!, context);
  const found = await readLines(indexSettings(options), surroundings, {
    ...fileOf(path, context, await findCallerPlace(context)),
    ...(lines === null ? {} : rangeOf(lines)),
    budget: Number.POSITIVE_INFINITY,
    signal,
  });
  if (options.json === true) printJson(stdout, found);
  // A program gets the file's own bytes; a terminal, or a pager with --color, nothing to obey.
  else if (found.fileLines > 0) {
    const isForScreen = stdout.isTTY === true || describeTerminal(context).color;
    stdout.write(`${isForScreen ? visibleLines(found.text) : found.text}\n`);
  }
  return EXIT.ok;
}

function rangeOf(lines: string): AskedLines {
  const range = linesIn(lines);
  if (range !== null) return range;
  throw new CoraError('USAGE', `"${lines}" is not a range of lines. The first line is 1.`, {
    hint: 'cora show src/search.ts:10-36',
  });
}

export async function runChunks(context: CommandContext): Promise<number> {
  const { options, surroundings, signal, words } = context;
  const place = await findCallerPlace(context);
  const file = fileOf(words[0]!, context, place);
  const found = await fileChunks(indexSettings(options), surroundings, { ...file, signal });
  printFound(context, found, () => {
    return renderChunks({ ...found, path: pathSeenFrom(place.cwdPrefix, found.path) }, describeTerminal(context).color);
  });
  if (found.note !== null) surroundings.log.info(visible(found.note));
  return found.chunks.length === 0 ? EXIT.finding : EXIT.ok;
}

/** @param path as seen from where the caller stands, or absolute */
function fileOf(path: string, { options }: CommandContext, place: CallerPlace) {
  return { path: mustBeInside(path, place), revision: options.rev };
}

/** @returns a line for each chunk, and how many there are */
export function renderChunks({ path, language, chunks }: FileChunks, color = false): string {
  const paint = createPaint(color);
  const lines = chunks.map((chunk) => {
    const { part, parts, nodeType, chunkId } = chunk;
    const piece = parts > 1 ? `, part ${part} of ${parts}` : '';
    const about = paint.dim(`  ${nodeType}${piece}, ${chunkId}`);
    return `${visible(path)}${renderLineRange(chunk)} ${nameOf(chunk)}${about}`;
  });
  return `${[...lines, '', paint.dim(`${counted(chunks.length, 'chunk')} of ${language}`)].join('\n')}\n`;
}

function nameOf({ kind, symbol, scope }: FileChunk): string {
  return symbol === '' ? kind : `${kind} ${visible([...scope, symbol].join(kind === 'section' ? ' › ' : '.'))}`;
}
