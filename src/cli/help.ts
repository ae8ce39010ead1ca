/** Help texts, made from the option and command tables. */

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
