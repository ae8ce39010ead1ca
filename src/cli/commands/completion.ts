/**
 * cora completion: scripts for shells, made from the option and command tables. They start no
 * process when Tab is pressed.
 */

import { CoraError, EXIT } from '../../base/errors.ts';
import { shellWord } from '../../base/renderText.ts';
import { languageNames } from '../../languages/languages.ts';
import type { CommandContext } from '../../settings/commandContext.ts';
import { COMMANDS } from '../../settings/commands.ts';
import { CHUNK_KINDS, MENTION_KINDS } from '../../settings/optionSpec.ts';
import { OPTIONS, type OptionName, specOf } from '../../settings/options.ts';

export async function runCompletion({ words, stdout }: CommandContext): Promise<number> {
  const shell = SHELLS.find((name) => name === words[0]);
  if (shell === undefined) {
    throw new CoraError('USAGE', `There is no completion for "${words[0]}".`, {
      hint: `cora completion ${SHELLS.join(' | ')}`,
    });
  }
  stdout.write(SCRIPTS[shell]());
  return EXIT.ok;
}

/** The words of its own that may follow a command. */
const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  hooks: ['install', 'uninstall', 'status', 'run', 'offer'],
  repos: ['list', 'add', 'remove', 'use'],
  completion: ['bash', 'zsh', 'fish'],
  help: Object.keys(COMMANDS),
};

export const SCRIPTS = { bash, zsh, fish };
const SHELLS = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];

/** Help is no command of the table, but a word like one. */
const ALL: Readonly<Record<string, { help: string; options: readonly OptionName[] }>> = {
  ...COMMANDS,
  help: { help: 'Print the options of a command.', options: [] },
};
const names = Object.keys(ALL);

function flagsOf(options: readonly OptionName[]): string[] {
  return options.flatMap((name) => {
    const { short } = specOf(name);
    return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  });
}

/** Returns the values that an option may have; undefined where they are without number. */
function valuesOf(name: OptionName, command?: string): readonly string[] | undefined {
  if (name === 'lang') return languageNames();
  if (name === 'kind') return command === 'refs' ? MENTION_KINDS : CHUNK_KINDS;
  return specOf(name).choices;
}

function bash(): string {
  const ofCommand = Object.entries(ALL).map(
    ([name, { options }]) => `    ${name}) words="${[...(SUBCOMMANDS[name] ?? []), ...flagsOf(options)].join(' ')}" ;;`,
  );
  const words = (name: string, values: readonly string[]): string => `    ${name}) words="${values.join(' ')}" ;;`;
  const ofOption = (Object.keys(OPTIONS) as OptionName[]).flatMap((name) => {
    const values = valuesOf(name);
    if (values === undefined) return [];
    const flags = flagsOf([name]).map((flag) => `*:${flag}`);
    return [
      ...(name === 'kind' ? [words('refs:--kind', valuesOf(name, 'refs')!)] : []),
      words(flags.join('|'), values),
    ];
  });
  // Bash makes three words of --kind=fu.
  return `# bash completion of cora:  source <(cora completion bash)
_cora() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case $command:$previous in
${ofOption.join('\n')}
  esac
  if [[ -z $words ]]; then
    if (( COMP_CWORD == 1 )); then words="${names.join(' ')} --help --version"
    else case $command in
${ofCommand.join('\n')}
    esac; fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cora cora cora-query
`;
}

function zsh(): string {
  const commands = Object.entries(ALL).map(([name, { help }]) => `    ${shellWord(`${name}:${help}`)}`);
  const cases = Object.entries(ALL).map(([name, { options }]) => {
    const specs = options.map((option) => zshOption(option, name));
    const words = SUBCOMMANDS[name] === undefined ? "'*:file:_files'" : `'1:action:(${SUBCOMMANDS[name].join(' ')})'`;
    return `    ${name}) _arguments ${[...specs, words].join(' ')} ;;`;
  });
  return `#compdef cora cora-query
# zsh completion of cora:  cora completion zsh > "\${fpath[1]}/_cora"
_cora() {
  local -a commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _cora ]]; then _cora "$@"; else compdef _cora cora cora-query; fi
`;
}

function zshOption(name: OptionName, command: string): string {
  const { help, type, value } = specOf(name);
  const some = valuesOf(name, command);
  const text = help.replace(/[[\]:\\]/g, '\\$&');
  const argument =
    type === 'boolean' ? '' : `:${value ?? 'value'}:${some === undefined ? '_files' : `(${some.join(' ')})`}`;
  return shellWord(`${type === 'list' ? '*' : ''}--${name}${type === 'boolean' ? '' : '='}[${text}]${argument}`);
}

function fish(): string {
  const lines = ['# fish completion of cora:  cora completion fish > ~/.config/fish/completions/cora.fish'];
  for (const [name, { help, options }] of Object.entries(ALL)) {
    lines.push(`complete -c cora -n __fish_use_subcommand -a ${name} -d ${shellWord(help)}`);
    const here = `-n '__fish_seen_subcommand_from ${name}'`;
    for (const word of SUBCOMMANDS[name] ?? []) lines.push(`complete -c cora ${here} -a ${word}`);
    for (const option of options) {
      const { short, type, help: text } = specOf(option);
      const some = valuesOf(option, name);
      const flags = `-l ${option}${short === undefined ? '' : ` -s ${short}`}`;
      const argument = type === 'boolean' ? '' : some === undefined ? ' -r' : ` -x -a ${shellWord(some.join(' '))}`;
      lines.push(`complete -c cora ${here} ${flags}${argument} -d ${shellWord(text)}`);
    }
  }
  lines.push('complete -c cora-query -w cora', '');
  return lines.join('\n');
}
