/**
 * The words behind `cora` to a command and its flags. Decides nothing about the world: no
 * environment, no files.
 */

import { CoraError } from '../base/errors.ts';
import { splitOnce } from '../base/lists.ts';
import { editsBetween, nearest } from '../base/nearest.ts';
import { shellWord } from '../base/renderText.ts';
import { COMMANDS, type CommandName, type CommandSpec, type ParsedCommand } from './commands.ts';
import { type Flags, OPTIONS, type OptionName, specOf } from './options.ts';
import { parseValue } from './resolveOptions.ts';

/**
 * Reads the words behind `cora`. The first one names a command; anything else, and all behind `--`,
 * is a question for `query`.
 * @throws CoraError USAGE that names the word and suggests the nearest one
 */
export function parseCommandLine(argv: readonly string[]): ParsedCommand {
  const at = commandAt(argv);
  const command = at === -1 ? 'query' : (argv[at] as CommandName);
  const others = argv.filter((_, index) => index !== at);
  const { words, options } = readFlags(command, others);
  if (at === -1 && !argv.includes('--')) refuseTypo(words);
  if (options.help !== true && options.version !== true) refuseWordCount(command, words, options);
  return { command, words, options };
}

const AT_MOST = ['no words', 'one word', 'two words'];

/** Commands that say themselves what to write in place of an empty word. */
const EXPLAIN_EMPTY: readonly CommandName[] = ['query', 'ask', 'grep', 'related', 'show', 'chunks'];

/** The option that a word behind the command is probably meant for. */
const MEANT: Readonly<Partial<Record<CommandName, string>>> = {
  files: '   (only some of them: -p GLOB)',
  grep: '   (-l is --lang; for names of files: --max-per-file 1)',
};

/** @throws CoraError USAGE that says which word is too much, or that one is missing or empty */
function refuseWordCount(command: CommandName, words: readonly string[], { lang }: Flags): void {
  const { usage, words: { min, max } = { min: 0, max: 0 } }: CommandSpec = COMMANDS[command];
  const meant = command === 'grep' && lang === undefined ? '' : (MEANT[command] ?? '');
  const hint = `Usage: ${usage}${meant}`;
  if (words.length < min) throw new CoraError('USAGE', `A word is missing behind "cora ${command}".`, { hint });
  if (words.length > max) {
    const message = `"${words[max]}" is too much: cora ${command} takes ${AT_MOST[max] ?? `${max} words`}.`;
    throw new CoraError('USAGE', message, { hint });
  }
  if (EXPLAIN_EMPTY.includes(command) || words.every((word) => word.trim() !== '')) return;
  throw new CoraError('USAGE', `A word behind "cora ${command}" is empty: is a variable not set?`, { hint });
}

/** @returns where the first word stands that is no flag and no value of one; -1 for no command */
function commandAt(argv: readonly string[]): number {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === '--') return -1;
    if (word === '-' || !word.startsWith('-')) return Object.hasOwn(COMMANDS, word) ? at : -1;
    if (wantsNext(word, argv[at + 1])) at += 1;
  }
  return -1;
}

/** True if a flag in front of the command, which is not known yet, takes the next word. */
function wantsNext(flag: string, next: string | undefined): boolean {
  const names = Object.keys(OPTIONS) as OptionName[];
  const found = optionOf(flag, names);
  return found !== undefined && (specOf(found).type !== 'boolean' || isWordOf(found, next));
}

/** Returns the option of `-x` or `--name`; its own name comes before an alias of another one. */
function optionOf(flag: string, among: readonly OptionName[]): OptionName | undefined {
  const isLong = flag.startsWith('--');
  const text = flag.slice(isLong ? 2 : 1);
  const isOwn = (name: OptionName): boolean => (isLong ? name : specOf(name).short) === text;
  const isAlias = (name: OptionName): boolean => specOf(name).aliases?.includes(text) === true;
  return among.find(isOwn) ?? (isLong === text.length > 1 ? among.find(isAlias) : undefined);
}

function isWordOf(flag: OptionName, word: string | undefined): word is string {
  return word !== undefined && Object.hasOwn(specOf(flag).words ?? {}, word);
}

/** A first word that is almost a command is a typing error, not a question. */
function refuseTypo(words: readonly string[]): void {
  const [word] = words;
  if (word === undefined) return;
  if (words.length === 1 && word === 'version') throw noCommand(word, '--version', word);
  const near = nearest(word, [...Object.keys(COMMANDS), 'help']);
  if (near === undefined || (words.length > 1 && !isMistyped(word, near))) return;
  const question = words.length === 1 ? word : shellWord(words.join(' '));
  throw noCommand(word, [near, ...words.slice(1)].map(shellWord).join(' '), question);
}

function noCommand(word: string, meant: string, question: string): CoraError {
  return new CoraError('USAGE', `There is no command "${word}".`, {
    hint: `cora ${meant}   or, to search for it: cora query ${question}`,
  });
}

/** Words of their own that are one letter away from a command. */
const OWN_WORDS: ReadonlySet<string> = new Set(['clear', 'filed', 'merged', 'server']);

/**
 * True for a word that is nearly this command, before other words. Fewer differences count than for
 * a word alone: "async iterator" and "null check" are questions.
 */
function isMistyped(word: string, command: string): boolean {
  const letters = (text: string): string => [...text].sort().join('');
  if (`${word}s` === command || letters(word) === letters(command)) return true;
  const isLong = command.length >= 5 && word[0] === command[0] && !OWN_WORDS.has(word);
  return isLong && editsBetween(word, command, 1) === 1;
}

function readFlags(command: CommandName, all: readonly string[]): { words: string[]; options: Flags } {
  const words: string[] = [];
  const given: Record<string, unknown> = {};
  const argv = [...all];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === '--') {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      words.push(word);
      continue;
    }
    const { name, value, negated } = readFlag(command, word);
    const spec = specOf(name);
    if (spec.type === 'boolean' && /^-[^-][^=]/.test(word)) {
      // -iw is -i -w.
      argv.splice(at, 1, word.slice(0, 2), `-${word.slice(2)}`);
      at -= 1;
      continue;
    }
    const next = spec.type === 'boolean' && value === undefined && !negated ? argv[at + 1] : undefined;
    const told = isWordOf(name, next) ? argv[++at] : value;
    if (isWordOf(name, told)) {
      given[name] = spec.words![told];
      continue;
    }
    let raw: unknown = value;
    if (spec.type === 'boolean') raw = negated ? false : (value ?? true);
    else if (value === undefined) {
      at += 1;
      if (at >= argv.length)
        throw new CoraError('USAGE', `--${name} needs a value.`, { hint: `cora ${command} --help` });
      raw = argv[at];
    }
    const parsed = parseValue(name, raw, word.startsWith('--') ? `--${name}` : word.slice(0, 2));
    const before = given[name];
    if (spec.once !== undefined && before !== undefined && before !== parsed)
      throw new CoraError('USAGE', `--${name} takes one value, and there are two: ${before} and ${parsed}.`, {
        hint: spec.once,
      });
    if (spec.type === 'list') given[name] = [...((before ?? []) as string[]), ...(parsed as string[])];
    else given[name] = spec.greatest === true ? Math.max(parsed as number, (before ?? 0) as number) : parsed;
  }
  return { words, options: given as Flags };
}

function readFlag(
  command: CommandName,
  word: string,
): { name: OptionName; value: string | undefined; negated: boolean } {
  const allowed: readonly OptionName[] = [...COMMANDS[command].options, 'version'];
  if (!word.startsWith('--')) {
    const name = optionOf(word.slice(0, 2), allowed);
    if (name === undefined) throw unknownFlag(command, word.slice(0, 2), allowed);
    const rest = word.slice(2);
    return { name, value: rest === '' ? undefined : rest.replace(/^=/, ''), negated: false };
  }
  const [flag = '', value] = splitOnce(word.slice(2), '=');
  const negated = flag.startsWith('no-') && !Object.hasOwn(OPTIONS, flag);
  const wanted = negated ? flag.slice(3) : flag;
  const name = optionOf(`--${wanted}`, allowed);
  if (name === undefined || (negated && specOf(name).type !== 'boolean'))
    throw unknownFlag(command, `--${flag}`, allowed);
  return { name, value, negated };
}

function unknownFlag(command: CommandName, flag: string, allowed: readonly OptionName[]): CoraError {
  const near = nearest(flag.replace(/^-+/, ''), allowed);
  const help = `See cora ${command} --help. A text that begins with a dash goes behind --`;
  const isElsewhere = flag === '--repo' && allowed.includes('store');
  const hint = isElsewhere
    ? 'Run it in the folder of that repository: cora repos list --json   names each folder ("dir")'
    : help;
  return new CoraError('USAGE', `cora ${command} has no option ${flag}.`, {
    hint: near === undefined || isElsewhere ? hint : `--${near}? ${hint}`,
  });
}
