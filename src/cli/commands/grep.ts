/**
 * cora grep, and what `cora query --fallback` answers with. On a terminal hits stand below their
 * file's name; elsewhere each line is `path:line:column:text`, and context `path-line-text`, as
 * grep prints them.
 */

import { EXIT } from '../../base/errors.ts';
import { groupBy } from '../../base/lists.ts';
import {
  counted,
  createPaint,
  type Paint,
  renderLine,
  tally,
  tallyOf,
  visible,
  visibleCode,
} from '../../base/renderText.ts';
import type { GrepResult } from '../../grep/grepFiles.ts';
import { type GrepAnswer, grepForWords, grepRepository, hasRedactions } from '../../grep/grepRepository.ts';
import { type CommandContext, printFound } from '../../settings/commandContext.ts';
import { grepSettings, indexSettings } from '../../settings/requests.ts';
import { type CallerPlace, findCallerPlace, mustBeInside } from '../findCallerPlace.ts';
import { linked, type PlaceOptions, pathSeenFrom } from '../render/renderPlaces.ts';
import { describeTerminal } from '../terminal.ts';

/** The most hits without -k: a list of lines may be longer than one of answers. */
const DEFAULT_HITS = 200;

export async function runGrep(context: CommandContext): Promise<number> {
  const { options, words, surroundings, signal } = context;
  const within = words.length > 1 ? placesIn(words, await findCallerPlace(context)) : undefined;
  const [found, place] = await Promise.all([
    grepRepository(words[0]!, indexSettings(options), surroundings, {
      ...grepSettings(options),
      maxTotal: context.askedLimit ?? DEFAULT_HITS,
      signal,
      unredacted: options.unredacted === true,
      ...(within === undefined ? {} : { within }),
    }),
    placeFor(context),
  ]);
  const code = show(context, found, place);
  const isHidden = found.hits.length === 0 && options.unredacted !== true && options.json !== true;
  if (isHidden && (await hasRedactions(indexSettings(options), surroundings)))
    surroundings.log.info('Secrets in files are not searched: --unredacted searches the files as they are.');
  return code;
}

/** Returns the files and folders behind the pattern by their paths from the top; '' for the top. */
function placesIn(words: readonly string[], place: CallerPlace): Map<string, string> {
  const inside = (word: string) => mustBeInside(word, place).replace(/^\.$/, '');
  return new Map(words.slice(1).map((word) => [inside(word), word]));
}

export async function runGrepFallback(context: CommandContext, text: string): Promise<number> {
  const { options, surroundings, signal } = context;
  const request = { ...grepSettings(options), maxTotal: options.limit, signal };
  const [found, place] = await Promise.all([
    grepForWords(text, indexSettings(options), surroundings, request),
    placeFor(context),
  ]);
  return show(context, found, place, { mode: 'grep' });
}

async function placeFor(context: CommandContext): Promise<CallerPlace> {
  return context.options.json === true ? {} : findCallerPlace(context);
}

/** @param more what its JSON says besides */
function show(context: CommandContext, found: GrepAnswer, place: CallerPlace, more: object = {}): number {
  const { stdout, surroundings } = context;
  const grouped = stdout.isTTY === true;
  printFound(context, { ...more, ...found }, () =>
    renderGrep(found, { ...describeTerminal(context), ...place, grouped }),
  );
  const said = found.notice ?? (found.hits.length === 0 && !grouped ? 'Nothing found.' : null);
  if (said !== null) surroundings.log.info(visible(said));
  if (found.skipped.length > 0 && !grouped) surroundings.log.info(`${notSearched(found.skipped)}.`);
  if (found.truncated) surroundings.log.info('There are more lines: -k N shows more.');
  return found.hits.length === 0 ? EXIT.finding : EXIT.ok;
}

type GrepOutput = Pick<GrepResult, 'hits' | 'truncated' | 'skipped'>;
type Hit = GrepOutput['hits'][number];

interface GrepRenderOptions extends PlaceOptions {
  /** Columns, default 80; lines are only cut below headings. */
  width?: number;
  /** True for a terminal: hits stand below headings, with a summary. */
  grouped?: boolean;
}

interface Row {
  line: number;
  text: string;
  hit: Hit | null;
  /** True if context is shown, and lines before this one are not. */
  isBehindGap: boolean;
}

/** @returns text that ends with a newline, or '' where there is nothing to say */
export function renderGrep(result: GrepOutput, options: GrepRenderOptions = {}): string {
  const paint = createPaint(options.color === true);
  const files = groupBy(result.hits, ({ path }) => path);
  const blocks = [...files].map(([path, hits]) => {
    const shown = visible(pathSeenFrom(options.cwdPrefix, path));
    return options.grouped ? groupedFile(path, shown, hits, options, paint) : plainFile(shown, hits, options, paint);
  });
  if (!options.grouped) return blocks.map((block) => `${block}\n`).join('');
  return `${[...blocks, paint.dim(summaryOf(result, files.size))].join('\n\n')}\n`;
}

function groupedFile(
  path: string,
  shown: string,
  hits: readonly Hit[],
  options: GrepRenderOptions,
  paint: Paint,
): string {
  const heading = linked(paint.bold(shown), path, hits[0]!.line, options);
  const rows = rowsOf(hits);
  const label = (row: Row) => (row.hit === null ? `${row.line}` : `${row.line}:${row.hit.column}`);
  const labels = Math.max(...rows.map((row) => label(row).length));
  const lines = rows.map((row) => {
    const gap = row.isBehindGap ? `${paint.dim(`${' '.repeat(labels + 1)}…`)}\n` : '';
    const text = textOf(row, options, (options.width ?? 80) - labels - 4);
    return gap + `${paint.dim(label(row).padStart(labels + 2))}  ${text}`.trimEnd();
  });
  return [heading, ...lines].join('\n');
}

function plainFile(shown: string, hits: readonly Hit[], options: GrepRenderOptions, paint: Paint): string {
  const lines = rowsOf(hits).map((row) => {
    const gap = row.isBehindGap ? '--\n' : '';
    const place = row.hit === null ? `${shown}-${row.line}-` : `${shown}:${row.line}:${row.hit.column}:`;
    return `${gap}${paint.dim(place)}${textOf(row, options, Number.POSITIVE_INFINITY)}`;
  });
  return lines.join('\n');
}

/** Returns hits and their context, each line once. */
function rowsOf(hits: readonly Hit[]): Row[] {
  const rows = new Map<number, Omit<Row, 'isBehindGap'>>();
  for (const { line: own, before, after } of hits) {
    for (const [at, text] of [...before, ...after].entries()) {
      const line = own - before.length + at + (at < before.length ? 0 : 1);
      rows.set(line, { line, text, hit: null });
    }
  }
  for (const hit of hits) rows.set(hit.line, { line: hit.line, text: hit.preview, hit });
  const hasContext = hits.some(({ before, after }) => before.length + after.length > 0);
  return [...rows.values()]
    .sort((a, b) => a.line - b.line)
    .map((row, at, all) => ({ ...row, isBehindGap: hasContext && at > 0 && row.line > all[at - 1]!.line + 1 }));
}

/**
 * Returns the line without what a terminal obeys, and with its matches marked. Scripts get tabs as
 * they are.
 */
function textOf({ text, hit }: Row, { color = false, grouped = false }: GrepRenderOptions, width: number): string {
  const harmless = grouped ? visibleCode : (line: string) => line.split('\t').map(visible).join('\t');
  const shift = (at: number) => harmless(text.slice(0, at)).length;
  const marks = (hit?.matches ?? [])
    .filter((span) => span.end > span.start)
    .map((span) => ({ start: shift(span.start), end: shift(span.end) }));
  return renderLine(harmless(text), marks, { color, width: Math.max(20, width), colors: null });
}

function summaryOf({ hits, truncated, skipped }: GrepOutput, files: number): string {
  const found = hits.length === 0 ? 'Nothing found' : `${counted(hits.length, 'line')} in ${counted(files, 'file')}`;
  const more = truncated ? ', there are more' : '';
  return `${found}${more}${skipped.length === 0 ? '' : `; ${notSearched(skipped)}`}`;
}

function notSearched(skipped: GrepOutput['skipped']): string {
  const reasons = tally(tallyOf(skipped.map(({ reason }) => reason)));
  return `${counted(skipped.length, 'file')} not searched (${reasons})`;
}
