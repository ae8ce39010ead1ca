/** A `codex` that the test wrote: it notes how it was started and what it was told, and answers as it is told to. */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonLines } from './jsonLines.ts';

export interface CodexStart {
  args: string[];
  /** Its folder, and what was in it. */
  cwd: string;
  files: string[];
  env: Record<string, string>;
  prompt: string;
}

export interface FakeCodex {
  /** For CORA_CODEX. */
  program: string;
  /** The folder of it, for PATH. */
  folder: string;
  /** The lines that the next runs print; `{prompt}`'s place is taken by nothing. `null`: waits for its end. */
  answer(lines: readonly object[] | null, exit?: { code: number; stderr?: string }): void;
  started(): CodexStart[];
}

/** Events of a good answer, as Codex prints them. */
export function codexEvents(text: string): object[] {
  return [
    { type: 'thread.started', thread_id: '0199a213-81c0-7800-8aa1-bbab2a035a53' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'item_0', type: 'reasoning', text: '**Looking**' } },
    { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text } },
    { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 0, output_tokens: 20 } },
  ];
}

/** @param root an empty folder */
export function writeFakeCodex(root: string): FakeCodex {
  const folder = join(root, 'codex bin');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'codex');
  const log = join(folder, 'started.jsonl');
  const script = join(folder, 'answer.json');
  appendFileSync(log, '');
  writeFileSync(
    program,
    `#!${process.execPath}
const { appendFileSync, readFileSync, readdirSync } = require('node:fs');
const cwd = process.cwd();
const prompt = readFileSync(0, 'utf8');
const started = { args: process.argv.slice(2), cwd, files: readdirSync(cwd), env: process.env, prompt };
appendFileSync(${JSON.stringify(log)}, JSON.stringify(started) + '\\n');
const { lines, exit } = JSON.parse(readFileSync(${JSON.stringify(script)}, 'utf8'));
if (lines === null) setInterval(() => undefined, 1000);
else {
  for (const line of lines) console.log(JSON.stringify(line));
  process.stderr.write(exit.stderr ?? '');
  process.exitCode = exit.code;
}
`,
    { mode: 0o755 },
  );
  const answer: FakeCodex['answer'] = (lines, exit = { code: 0 }) =>
    writeFileSync(script, JSON.stringify({ lines, exit }));
  answer(codexEvents('Answers.'));
  return {
    program,
    folder,
    answer,
    started: () => jsonLines<CodexStart>(readFileSync(log, 'utf8')),
  };
}
