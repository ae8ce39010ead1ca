/** Help texts, made from the option and command tables. */

import { COMMANDS, type CommandName, type OptionName, specOf, TOOL_VERSION, variableOf } from '../index.ts';
import { wrap } from './renderText.ts';

/** @param width columns */
export function mainHelp(width: number): string {
  const commands = Object.entries(COMMANDS).map(([name, { help }]): [string, string] => [name, help]);
  return [
    `cora ${TOOL_VERSION}: a searchable index of a Git repository.`,
    '',
    ...columns(
      [
        ['cora index', 'index the checked-out commit; later runs compute only what is new'],
        ['cora query "how are hooks installed"', 'find the code that answers; uncommitted edits are searched too'],
      ],
      width,
    ),
    '',
    'Commands',
    ...columns(commands, width),
    '',
    ...wrap(
      'cora COMMAND --help lists its options. Anything that is no command is a question: cora "where is the lock taken".',
      width,
    ),
    '',
  ].join('\n');
}

/** @param width columns */
export function commandHelp(name: CommandName, width: number): string {
  const { usage, help, options } = COMMANDS[name];
  const rows = columns(options.map(describe), width);
  return [`Usage: ${usage}`, '', ...wrap(help, width), '', 'Options', ...rows, ''].join('\n');
}

/** `-k, --limit N` and what it does. */
function describe(name: OptionName): [string, string] {
  const spec = specOf(name);
  const value = spec.value === undefined ? '' : ` ${spec.value}`;
  const flag = `${spec.short === undefined ? '    ' : `-${spec.short}, `}--${name}${value}`;
  const notes = [
    spec.default === undefined || (Array.isArray(spec.default) && spec.default.length === 0)
      ? ''
      : `default ${String(spec.default)}`,
    spec.setting === true ? variableOf(name) : '',
  ].filter((note) => note !== '');
  return [flag, `${spec.help}${notes.length === 0 ? '' : ` [${notes.join('; ')}]`}`];
}

/** What is longer has a line of its own, and its text begins on the next one. */
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
