/** The manual page, made from the option and command tables when dist is built: `man cora`. */

import { TOOL_VERSION } from '../base/version.ts';
import { COMMANDS, type CommandName } from '../settings/commands.ts';
import { EXAMPLES } from '../settings/commandTexts.ts';
import { variableOf } from '../settings/optionSpec.ts';
import { type OptionName, specOf } from '../settings/options.ts';

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
