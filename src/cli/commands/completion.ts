/**
 * cora completion: scripts for shells, made from the option and command tables. They start no
 * process when Tab is pressed.
 */

import { CoraError, EXIT } from '../../base/errors.ts';
import { shellWord } from '../../base/renderText.ts';
import type { CommandContext } from '../../settings/commandContext.ts';
import { COMMANDS } from '../../settings/commands.ts';
import { OPTIONS, type OptionName, specOf } from '../../settings/options.ts';

export async function runCompletion({ words, stdout }: CommandContext): Promise<number> {
  const shell = SHELLS.find((name) => name === words[0]);
  if (shell === undefined) {
    throw new CoraError('USAGE', `There is no completion for "${words[0]}".`, {
      hint: `cora completion ${SHELLS.join(' | ')}`,
    });
  }
  stdout.write(completionScript(shell));
  return EXIT.ok;
}

/** The words of its own that may follow a command. */
const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  hooks: ['install', 'uninstall', 'status', 'run', 'offer'],
  repos: ['list', 'add', 'remove', 'use'],
  completion: ['bash', 'zsh', 'fish'],
};

const SCRIPTS = { bash, zsh, fish };

type Shell = keyof typeof SCRIPTS;
export const SHELLS = Object.keys(SCRIPTS) as Shell[];

export function completionScript(shell: Shell): string {
  return SCRIPTS[shell]();
}

const names = Object.keys(COMMANDS);

function flagsOf(options: readonly OptionName[]): string[] {
  return options.flatMap((name) => {
    const { short } = specOf(name);
    return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  });
}

function choices(): [OptionName, readonly string[]][] {
  return (Object.keys(OPTIONS) as OptionName[]).flatMap((name) => {
    const { choices: some } = specOf(name);
    return some === undefined ? [] : [[name, some] as [OptionName, readonly string[]]];
  });
}

function bash(): string {
  const ofCommand = Object.entries(COMMANDS).map(
    ([name, { options }]) => `    ${name}) words="${[...(SUBCOMMANDS[name] ?? []), ...flagsOf(options)].join(' ')}" ;;`,
  );
  const ofOption = choices().map(([name, some]) => `    --${name}) words="${some.join(' ')}" ;;`);
  return `# bash completion of cora:  source <(cora completion bash)
_cora() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  case $previous in
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
  const commands = Object.entries(COMMANDS).map(([name, { help }]) => `    ${shellWord(`${name}:${help}`)}`);
  const cases = Object.entries(COMMANDS).map(([name, { options }]) => {
    const specs = options.map(zshOption);
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

function zshOption(name: OptionName): string {
  const { help, type, value, choices: some } = specOf(name);
  const text = help.replace(/[[\]:\\]/g, '\\$&');
  const argument =
    type === 'boolean' ? '' : `:${value ?? 'value'}:${some === undefined ? '_files' : `(${some.join(' ')})`}`;
  return shellWord(`${type === 'list' ? '*' : ''}--${name}${type === 'boolean' ? '' : '='}[${text}]${argument}`);
}

function fish(): string {
  const lines = ['# fish completion of cora:  cora completion fish > ~/.config/fish/completions/cora.fish'];
  for (const [name, { help, options }] of Object.entries(COMMANDS)) {
    lines.push(`complete -c cora -n __fish_use_subcommand -a ${name} -d ${shellWord(help)}`);
    const here = `-n '__fish_seen_subcommand_from ${name}'`;
    for (const word of SUBCOMMANDS[name] ?? []) lines.push(`complete -c cora ${here} -a ${word}`);
    for (const option of options) {
      const { short, type, choices: some, help: text } = specOf(option);
      const flags = `-l ${option}${short === undefined ? '' : ` -s ${short}`}`;
      const argument = type === 'boolean' ? '' : some === undefined ? ' -r' : ` -x -a ${shellWord(some.join(' '))}`;
      lines.push(`complete -c cora ${here} ${flags}${argument} -d ${shellWord(text)}`);
    }
  }
  lines.push('complete -c cora-query -w cora', '');
  return lines.join('\n');
}
