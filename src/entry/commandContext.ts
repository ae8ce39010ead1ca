/** What every command of the command line is given. */

import type { CommandName, Options, Surroundings } from '../index.ts';
import { inertJson } from './renderText.ts';

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface CommandContext {
  command: CommandName;
  words: readonly string[];
  options: Options;
  /** `-k` of this command line: lists have another default than answers. */
  askedLimit: number | undefined;
  /** The same command line with the settings that count in another directory. */
  settle(dir: string): Options;
  /** `--include file:…` and `decl:…` of a query, beside the globs of the setting. */
  directives: readonly string[];
  surroundings: Surroundings;
  /** Data only. */
  stdout: Output;
  /** Progress, notes and errors. */
  stderr: Output;
  stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean };
  signal: AbortSignal;
}

export function printJson(stdout: Output, value: unknown): void {
  stdout.write(inertJson(`${JSON.stringify(value, null, 2)}\n`));
}

/** One line of JSON. */
export function printJsonLine(stdout: Output, value: unknown): void {
  stdout.write(inertJson(`${JSON.stringify(value)}\n`));
}

export async function readAll(stdin: AsyncIterable<Buffer | string>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}
