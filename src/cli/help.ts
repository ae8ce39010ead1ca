/** Help texts and the manual page, made from the option and command tables. */

import { wrap } from '../base/renderText.ts';
import { TOOL_VERSION } from '../base/version.ts';
import { COMMANDS, type CommandName } from '../settings/commands.ts';
import { EXAMPLES, GROUPS, OWN_HELP } from '../settings/commandTexts.ts';
import { variableOf } from '../settings/optionSpec.ts';
import { type OptionName, specOf } from '../settings/options.ts';

/** @param width columns */
export function mainHelp(width: number): string {
  const widest = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const groups = GROUPS.flatMap(({ title, commands }) => {
    const rows = commands.map((name): [string, string] => [name.padEnd(widest), COMMANDS[name].help]);
    return [title, ...columns(rows, width), ''];
  });
  return [
    `cora ${TOOL_VERSION}: a searchable index of a Git repository.`,
    '',
    ...columns(
      [
        ['cora index', 'index the checked-out commit; later runs compute only new content'],
        ['cora query "how are hooks installed"', 'find the code that answers; uncommitted edits are searched too'],
      ],
      width,
    ),
    '',
    ...groups,
    ...wrap(
      'cora COMMAND --help lists the options of a command. Without a command, your words are a question: cora "where is the lock taken".',
      width,
    ),
    '',
  ].join('\n');
}

/** @param width columns */
export function commandHelp(name: CommandName, width: number): string {
  const { usage, help, options } = COMMANDS[name];
  const rows = options.map((option) => describe(option, OWN_HELP[name]?.[option]));
  const widest = Math.min(WIDEST_LEFT, Math.max(...rows.map(([term]) => term.length)));
  const sections = SECTIONS.flatMap(({ title, has }) => {
    const own = rows
      .filter((_, at) => has(options[at]!))
      .map(([term, text]): [string, string] => [term.padEnd(widest), text]);
    return own.length === 0 ? [] : [title, ...columns(own, width), ''];
  });
  return [`Usage: ${usage}`, '', ...wrap(help, width), '', ...examplesOf(name, width), ...sections].join('\n');
}

const WHICH_INDEX: readonly OptionName[] = ['store', 'embedder', 'include', 'exclude', 'max-file-size'];
const OUTPUT: readonly OptionName[] = ['json', 'quiet', 'verbose', 'color', 'help'];

/** The sections of a help text: the options that every command has come last. */
const SECTIONS: readonly { title: string; has(name: OptionName): boolean }[] = [
  { title: 'Options', has: (name) => !WHICH_INDEX.includes(name) && !OUTPUT.includes(name) },
  { title: 'Which index, and what is in it', has: (name) => WHICH_INDEX.includes(name) },
  { title: 'Output', has: (name) => OUTPUT.includes(name) },
];

function examplesOf(name: CommandName, width: number): string[] {
  const examples = EXAMPLES[name] ?? [];
  if (examples.length === 0) return [];
  const lines = examples.flatMap(([line, what]) => {
    const both = `  ${line}   ${what}`.trimEnd();
    return both.length <= width ? [both] : [`  ${line}`, ...wrap(what, width - 6).map((text) => `      ${text}`)];
  });
  return ['Examples', ...lines, ''];
}

/** `-k, --limit N` and what it does. */
function describe(name: OptionName, own?: string): [string, string] {
  const spec = specOf(name);
  const value = spec.value === undefined ? '' : ` ${spec.value}`;
  const flag = `${spec.short === undefined ? '    ' : `-${spec.short}, `}--${name}${value}`;
  const notes = [
    own?.includes('(default:') ||
    spec.default === undefined ||
    (Array.isArray(spec.default) && spec.default.length === 0)
      ? ''
      : `default ${String(spec.default)}`,
    spec.setting === true ? variableOf(name) : '',
  ].filter((note) => note !== '');
  return [flag, `${own ?? spec.help}${notes.length === 0 ? '' : ` [${notes.join('; ')}]`}`];
}

/**
 * The widest left column: a longer entry has a line of its own, and its text begins on the next
 * one.
 */
const WIDEST_LEFT = 26;

function columns(rows: readonly [string, string][], width: number): string[] {
  const left = Math.min(WIDEST_LEFT, Math.max(...rows.map(([term]) => term.length)));
  const indent = ' '.repeat(left + 4);
  return rows.flatMap(([term, text]) => {
    const [first = '', ...further] = wrap(text, width - indent.length).map((line) => indent + line);
    const head = `  ${term.padEnd(left)}  `;
    return term.length > left ? [head.trimEnd(), first, ...further] : [head + first.slice(indent.length), ...further];
  });
}

// The manual page, made from the option and command tables when dist is built: `man cora`.

/** In troff's man macros: https://man7.org/linux/man-pages/man7/groff_man.7.html */
export function manPage(): string {
  return [
    `.TH CORA 1 "" "cora ${roff(TOOL_VERSION)}" "User Commands"`,
    section('NAME', 'cora \\- a searchable index of a Git repository'),
    section('SYNOPSIS', '.B cora\n.I COMMAND\n.RI [ options ]\n.br\n.B cora\n.I QUESTION'),
    section(
      'DESCRIPTION',
      roff(
        'Cora keeps a searchable index of a Git repository as a build artifact. cora index builds it and computes only what is new, hooks keep it fresh, cora query answers from it, uncommitted edits included. Without a command, your words are a question.',
      ),
    ),
    section('COMMANDS', Object.entries(COMMANDS).map(commandEntry).join('\n')),
    section('OPTIONS', optionNames().map(optionEntry).join('\n')),
    section(
      'ENVIRONMENT',
      roff(
        'A setting comes from its flag, else from the variable that OPTIONS names with it, else from cora.config.json in the repository, else from its default.',
      ),
    ),
    section('EXIT STATUS', EXITS.map(([code, text]) => `.TP\n.B ${code}\n${roff(text)}`).join('\n')),
    section('FILES', `.TP\n.I .git/cora/\n${roff('the index')}\n.TP\n.I cora.config.json\n${roff('settings')}`),
    '',
  ].join('\n');
}

const EXITS: readonly [number, string][] = [
  [0, 'results, or success'],
  [1, 'no match (query, grep), a finding (doctor, verify), or a partial failure'],
  [2, 'an error'],
  [3, 'there is no index'],
  [4, 'the index was written by a version that this one cannot read'],
];

function section(title: string, body: string): string {
  return `.SH ${title}\n${body}`;
}

function commandEntry([name, { usage, help, options }]: [
  string,
  { usage: string; help: string; options: readonly OptionName[] },
]): string {
  const flags = options.map((option) => `\\-\\-${roff(option)}`).join(', ');
  const examples = (EXAMPLES[name as CommandName] ?? []).map(
    ([line, what]) => `.PP\n.B ${roff(line)}${what === '' ? '' : `\n.br\n${roff(what)}`}`,
  );
  return [`.SS ${name}\n.B ${roff(usage)}\n.PP\n${roff(help)}`, ...examples, `.PP\nOptions: ${flags}`].join('\n');
}

/** In the order in which commands name them first. */
function optionNames(): OptionName[] {
  return [...new Set(Object.values(COMMANDS).flatMap(({ options }): readonly OptionName[] => options))];
}

function optionEntry(name: OptionName): string {
  const { short, value, help, default: standard, setting } = specOf(name);
  const flag = `${short === undefined ? '' : `\\-${short}, `}\\-\\-${roff(name)}${value === undefined ? '' : ` ${roff(value)}`}`;
  const notes = [
    ...(standard === undefined || String(standard) === '' ? [] : [`Default: ${String(standard)}.`]),
    ...(setting === true ? [`Variable: ${variableOf(name)}.`] : []),
  ];
  return `.TP\n.B ${flag}\n${[help, ...notes].map(roff).join('\n')}`;
}

/** A line of text: no character of it is an escape, none a request, none outside of ASCII. */
function roff(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
  return plain.replace(
    /[^\n -~]/gu,
    (char) => `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
