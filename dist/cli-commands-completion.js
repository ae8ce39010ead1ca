import"./rolldown-runtime.js";import{t as COMMANDS}from"./for-start.js";import{c as MENTION_KINDS,i as OPTIONS,o as specOf,s as CHUNK_KINDS}from"./for-start-query.js";import{I as CoraError,L as EXIT}from"./for-start-query-status-chunk-pull-probe.js";import{x as languageNames}from"./for-query-status-chunk-pull.js";import{wt as shellWord}from"./for-start-query-status-pull-probe.js";async function runCompletion({words,stdout}){let shell=SHELLS.find(name=>name===words[0]);if(shell===void 0)throw new CoraError(`USAGE`,`There is no completion for "${words[0]}".`,{hint:`cora completion ${SHELLS.join(` | `)}`});return stdout.write(SCRIPTS[shell]()),EXIT.ok}var SUBCOMMANDS={hooks:[`install`,`uninstall`,`status`,`run`,`offer`],repos:[`list`,`add`,`remove`,`use`],completion:[`bash`,`zsh`,`fish`],help:Object.keys(COMMANDS)};var SCRIPTS={bash,zsh,fish};var SHELLS=Object.keys(SCRIPTS);var ALL={...COMMANDS,help:{help:`Print the options of a command.`,options:[]}};var names=Object.keys(ALL);function flagsOf(options){return options.flatMap(name=>{let{short}=specOf(name);return[`--${name}`,...short===void 0?[]:[`-${short}`]]})}function valuesOf(name,command){return name===`lang`?languageNames():name===`kind`?command===`refs`?MENTION_KINDS:CHUNK_KINDS:specOf(name).choices}function bash(){let ofCommand=Object.entries(ALL).map(([name,{options}])=>`    ${name}) words="${[...SUBCOMMANDS[name]??[],...flagsOf(options)].join(` `)}" ;;`),words=(name,values)=>`    ${name}) words="${values.join(` `)}" ;;`;return`# bash completion of cora:  source <(cora completion bash)
_cora() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case $command:$previous in
${Object.keys(OPTIONS).flatMap(name=>{let values=valuesOf(name);if(values===void 0)return[];let flags=flagsOf([name]).map(flag=>`*:${flag}`);return[...name===`kind`?[words(`refs:--kind`,valuesOf(name,`refs`))]:[],words(flags.join(`|`),values)]}).join(`
`)}
  esac
  if [[ -z $words ]]; then
    if (( COMP_CWORD == 1 )); then words="${names.join(` `)} --help --version"
    else case $command in
${ofCommand.join(`
`)}
    esac; fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cora cora cora-query
`}function zsh(){let commands=Object.entries(ALL).map(([name,{help}])=>`    ${shellWord(`${name}:${help}`)}`),cases=Object.entries(ALL).map(([name,{options}])=>{let specs=options.map(option=>zshOption(option,name)),words=SUBCOMMANDS[name]===void 0?`'*:file:_files'`:`'1:action:(${SUBCOMMANDS[name].join(` `)})'`;return`    ${name}) _arguments ${[...specs,words].join(` `)} ;;`});return`#compdef cora cora-query
# zsh completion of cora:  cora completion zsh > "\${fpath[1]}/_cora"
_cora() {
  local -a commands=(
${commands.join(`
`)}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join(`
`)}
  esac
}
if [[ $funcstack[1] == _cora ]]; then _cora "$@"; else compdef _cora cora cora-query; fi
`}function zshOption(name,command){let{help,type,value}=specOf(name),some=valuesOf(name,command),text=help.replace(/[[\]:\\]/g,`\\$&`),argument=type===`boolean`?``:`:${value??`value`}:${some===void 0?`_files`:`(${some.join(` `)})`}`;return shellWord(`${type===`list`?`*`:``}--${name}${type===`boolean`?``:`=`}[${text}]${argument}`)}function fish(){let lines=[`# fish completion of cora:  cora completion fish > ~/.config/fish/completions/cora.fish`];for(let[name,{help,options}]of Object.entries(ALL)){lines.push(`complete -c cora -n __fish_use_subcommand -a ${name} -d ${shellWord(help)}`);let here=`-n '__fish_seen_subcommand_from ${name}'`;for(let word of SUBCOMMANDS[name]??[])lines.push(`complete -c cora ${here} -a ${word}`);for(let option of options){let{short,type,help:text}=specOf(option),some=valuesOf(option,name),flags=`-l ${option}${short===void 0?``:` -s ${short}`}`,argument=type===`boolean`?``:some===void 0?` -r`:` -x -a ${shellWord(some.join(` `))}`;lines.push(`complete -c cora ${here} ${flags}${argument} -d ${shellWord(text)}`)}}return lines.push(`complete -c cora-query -w cora`,``),lines.join(`
`)}export{runCompletion};