/**
 * cora show and cora chunks: the lines of a file, and the chunks that an index makes of it, as it
 * is now or as a commit has it. Secrets are written over. Neither needs an index.
 */

import { CoraError, EXIT } from '../../base/errors.ts';
import { type AskedLines, linesIn, splitPlace } from '../../base/paths.ts';
import { counted, createPaint, visible, visibleLines } from '../../base/renderText.ts';
import { type CommandContext, printJson } from '../../settings/commandContext.ts';
import { indexSettings } from '../../settings/requests.ts';
import { type FileChunk, type FileChunks, fileChunks } from '../../view/fileChunks.ts';
import { readLines } from '../../view/readLines.ts';
import { findCallerPlace, pathInRepository } from '../findCallerPlace.ts';
import { renderLineRange } from '../render/renderPlaces.ts';
import { describeTerminal } from '../terminal.ts';

export async function runShow(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout, signal, words } = context;
  const { path, lines } = splitPlace(words[0]!);
  const found = await readLines(indexSettings(options), surroundings, {
    ...(await fileOf(path, context)),
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
  const { options, surroundings, stdout, signal, words } = context;
  const found = await fileChunks(indexSettings(options), surroundings, {
    ...(await fileOf(words[0]!, context)),
    signal,
  });
  if (options.json === true) printJson(stdout, found);
  else stdout.write(renderChunks(found, describeTerminal(context).color));
  if (found.note !== null) surroundings.log.info(visible(found.note));
  return found.chunks.length === 0 ? EXIT.finding : EXIT.ok;
}

/** @param path as seen from where the caller stands, or absolute */
async function fileOf(path: string, context: CommandContext): Promise<{ path: string; revision?: string }> {
  const { rev } = context.options;
  const inside = pathInRepository(path, await findCallerPlace(context));
  if (inside === null) throw new CoraError('USAGE', `${path} is outside of the repository.`);
  return { path: inside, ...(rev === undefined ? {} : { revision: rev }) };
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
