/** Command lines that the pages show: each command is one, and takes the options that it is shown with. That they do what is said is test/e2e. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName } from '../../../src/settings/commands.ts';
import { specOf } from '../../../src/settings/options.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGES = [
  ...readdirSync(`${ROOT}/docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...['README.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
];

describe.each(PAGES)('%s', (page) => {
  it('shows commands and options that there are', () => {
    const wrong = linesIn(readFileSync(`${ROOT}/${page}`, 'utf8')).filter((line) => problemOf(line) !== null);
    expect(wrong.map((line) => `${line}: ${problemOf(line)}`)).toEqual([]);
  });
});

it('finds what is wrong, and takes what is not', () => {
  const text =
    '`cora indx`, `cora files --fix`, `cora query -k 3 "a --b"`\n```\n$ cora pull | head -3\n  cora init --mpc\n```\n';
  expect(linesIn(text).map(problemOf)).toEqual([
    'there is no command indx',
    'cora files has no --fix',
    null,
    null,
    'cora init has no --mpc',
  ]);
  const readme = linesIn(readFileSync(`${ROOT}/README.md`, 'utf8'));
  expect(readme.length).toBeGreaterThan(30);
});

it('lists every command in the table of the README', () => {
  const [, table = ''] = /^### All commands\n\n((?:\|.*\n)+)/m.exec(readFileSync(`${ROOT}/README.md`, 'utf8')) ?? [];
  const listed = new Set([...table.matchAll(/`(?:cora )?([a-z]+)\b/g)].map(([, name]) => name));
  expect(Object.keys(COMMANDS).filter((name) => !listed.has(name))).toEqual([]);
});

/** Inline code and lines of code blocks that begin with the program's name. */
function linesIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block!.split('\n'));
  const inline = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  return [...inline, ...blocks]
    .map((line) => line.trim().replace(/^\$ /, ''))
    .filter((line) => /^cora(-query)? [^:]/.test(line) && !/^cora -{2}-/.test(line))
    .map((line) => line.replace(/ (\||>|<|#|&&|;|→|\\$) ?.*$/, '').replace(/ {3,}.*$/, ''));
}

function problemOf(line: string): string | null {
  const words = [...line.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word).slice(1);
  const first = words.find((word) => !word.startsWith('-'));
  // What is written in place of a command, and questions.
  const isQuestion = first === undefined || !/^[a-z]+$/.test(first) || line.startsWith('cora-query');
  if (!isQuestion && !Object.hasOwn(COMMANDS, first)) return first === 'help' ? null : `there is no command ${first}`;
  const command = isQuestion ? 'query' : (first as CommandName);
  const options: readonly string[] = [...COMMANDS[command].options, 'version'];
  const end = words.indexOf('--');
  for (const word of end === -1 ? words : words.slice(0, end)) {
    const [, long, short] = /^(?:--([a-z-]+)|-([A-Za-z]))(?:[=,.]|$)/.exec(word) ?? [];
    if (short !== undefined && !COMMANDS[command].options.some((name) => specOf(name).short === short))
      return `cora ${command} has no -${short}`;
    if (long === undefined || options.includes(long)) continue;
    const plain = long.replace(/^no-/, '');
    const isAlias = COMMANDS[command].options.some((name) => specOf(name).aliases?.includes(long));
    if (!isAlias && !(plain !== long && options.includes(plain))) return `cora ${command} has no --${long}`;
  }
  return null;
}
