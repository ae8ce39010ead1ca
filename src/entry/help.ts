/** Help texts, made from the option and command tables. */

import { COMMANDS, type CommandName, type OptionName, specOf, TOOL_VERSION, variableOf } from '../index.ts';

export function mainHelp(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const commands = Object.entries(COMMANDS).map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`);
  return [
    `cora ${TOOL_VERSION}: a searchable index of a Git repository.`,
    '',
    '  cora index                            index the checked-out commit; later runs compute only what is new',
    '  cora query "how are hooks installed"  find the code that answers; uncommitted edits are searched too',
    '',
    'Commands',
    ...commands,
    '',
    'cora COMMAND --help lists its options. Anything that is no command is a question: cora "where is the lock taken".',
    '',
  ].join('\n');
}

export function commandHelp(name: CommandName): string {
  const { usage, help, options } = COMMANDS[name];
  return [`Usage: ${usage}`, '', help, '', 'Options', ...columns(options.map(describe)), ''].join('\n');
}

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

function columns(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
