/** The context that every command is given, and what most of them do with it. */

import { CoraError } from '../base/errors.ts';
import { inertJson } from '../base/renderText.ts';
import type { CommandName } from './commands.ts';
import type { Options } from './options.ts';
import { cloneSettings, fleetSettings, type PlaceSettings, placeSettings, type Surroundings } from './requests.ts';
import { fleetHomeOf } from './userFolders.ts';

/** The number of entries of a list, unless -k says otherwise: a list has no ten best. */
export const DEFAULT_LIST = 100;

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface CommandContext {
  command: CommandName;
  words: readonly string[];
  options: Options;
  /** `-k` of this command line: lists have another default than answers, DEFAULT_LIST. */
  askedLimit: number | undefined;
  /** `--history` of this command line: a pull reads commits where somebody asks for them. */
  askedHistory: number | undefined;
  /** Reads the same command line with the settings that count in another directory. */
  settle(dir: string): Options;
  /** `--include file:…` and `decl:…` of a query, beside the globs of the setting. */
  directives: readonly string[];
  surroundings: Surroundings;
  /** The output, for data only. */
  stdout: Output;
  /** Progress, notes and errors. */
  stderr: Output;
  stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean };
  /** Ctrl-C, which does not end the process by itself once somebody has taken this. */
  readonly signal: AbortSignal;
}

export function printJson(stdout: Output, value: unknown): void {
  stdout.write(inertJson(`${JSON.stringify(value, null, 2)}\n`));
}

/** Prints what a command has found: as JSON where that is asked for, else in words. */
export function printFound(
  { options, stdout }: Pick<CommandContext, 'options' | 'stdout'>,
  data: unknown,
  words: () => string,
): void {
  if (options.json === true) printJson(stdout, data);
  else stdout.write(words());
}

/** Prints what a command has done, which with --quiet is not put into words. */
export function printDone(context: Pick<CommandContext, 'options' | 'stdout'>, data: unknown, words: () => string) {
  if (context.options.json === true || context.options.quiet !== true) printFound(context, data, words);
}

/** One line of JSON. */
export function printJsonLine(stdout: Output, value: unknown): void {
  stdout.write(inertJson(`${JSON.stringify(value)}\n`));
}

/** The words of a command line, or what stdin holds for a `-` alone. */
export async function readWords({ words, stdin }: Pick<CommandContext, 'words' | 'stdin'>): Promise<string> {
  return words.length === 1 && words[0] === '-' ? readAll(stdin) : words.join(' ');
}

/** @param example a question @throws CoraError USAGE for an empty one */
export async function readQuestionText(context: CommandContext, example: string): Promise<string> {
  const text = await readWords(context);
  if (text.trim() !== '') return text;
  throw new CoraError('USAGE', 'There is nothing to ask.', {
    hint: `cora ${context.command} "${example}"   or: cora ${context.command} - < chat.txt`,
  });
}

export async function readAll(stdin: AsyncIterable<Buffer | string>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** Returns what the functions of src/fleet are given: see Fleet there. */
export function fleetOf(context: Pick<CommandContext, 'options' | 'surroundings' | 'settle'>) {
  const { options, surroundings, settle } = context;
  return {
    home: fleetHomeOf(options, surroundings.env),
    settings: fleetSettings(options),
    surroundings,
    settingsOf: ({ kind, dir }: { kind: 'clone' | 'place'; dir: string }): PlaceSettings =>
      kind === 'clone' ? cloneSettings(options) : placeSettings(settle(dir)),
  };
}
