/** Help texts and the manual page, made from the option and command tables, with examples. */

import { listed } from '../base/lists.ts';
import { wrap } from '../base/renderText.ts';
import { TOOL_VERSION } from '../base/version.ts';
import { COMMANDS, type CommandName } from '../settings/commands.ts';
import { variableOf } from '../settings/optionSpec.ts';
import { type OptionName, specOf } from '../settings/options.ts';

const FIRST: readonly [string, string][] = [
  ['cora index', 'index the checked-out commit; later runs compute only new content'],
  ['cora query "how are hooks installed"', 'find the code that answers; uncommitted edits are searched too'],
];
const MORE =
  'cora COMMAND --help lists the options of a command. Without a command, your words are a question: cora "where is the lock taken".';

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
    ...columns(FIRST, width),
    '',
    ...groups,
    ...wrap(MORE, width),
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
  const head = [...wrap(`Usage: ${usage}`, width), '', ...wrap(help, width), ''];
  return [...head, ...examplesOf(name, width), ...sections].join('\n');
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

/** The widest left column: a longer entry has a line of its own. */
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

/** `man cora`, in troff's man macros: https://man7.org/linux/man-pages/man7/groff_man.7.html */
export function manPage(): string {
  // In the order in which commands name them first.
  const optionNames = [...new Set(Object.values(COMMANDS).flatMap(({ options }): readonly OptionName[] => options))];
  return [
    `.TH CORA 1 "" "cora ${roff(TOOL_VERSION)}" "User Commands"`,
    section('NAME', 'cora \\- a searchable index of a Git repository'),
    section('SYNOPSIS', '.B cora\n.I COMMAND\n.RI [ options ]\n.br\n.B cora\n.I QUESTION'),
    section('DESCRIPTION', roff(DESCRIPTION)),
    section('COMMANDS', (Object.keys(COMMANDS) as CommandName[]).map(commandEntry).join('\n')),
    section('OPTIONS', optionNames.map(optionEntry).join('\n')),
    section('ENVIRONMENT', roff(ENVIRONMENT)),
    section('EXIT STATUS', EXITS.map(([code, text]) => `.TP\n.B ${code}\n${roff(text)}`).join('\n')),
    section('FILES', `.TP\n.I .git/cora/\n${roff('the index')}\n.TP\n.I cora.config.json\n${roff('settings')}`),
    '',
  ].join('\n');
}

const DESCRIPTION =
  'Cora keeps a searchable index of a Git repository as a build artifact. cora index builds it and computes only what is new, hooks keep it fresh, cora query answers from it, uncommitted edits included. Without a command, your words are a question.';
const ENVIRONMENT =
  'A setting comes from its flag, else from the variable that OPTIONS names with it, else from cora.config.json in the repository, else from its default.';
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

function commandEntry(name: CommandName): string {
  const { usage, help, options } = COMMANDS[name];
  const flags = options.map((option) => `\\-\\-${roff(option)}`).join(', ');
  const examples = (EXAMPLES[name] ?? []).map(
    ([line, what]) => `.PP\n.B ${roff(line)}${what === '' ? '' : `\n.br\n${roff(what)}`}`,
  );
  return [`.SS ${name}\n.B ${roff(usage)}\n.PP\n${roff(help)}`, ...examples, `.PP\nOptions: ${flags}`].join('\n');
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
  const hex = (char: string): string => char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return plain.replace(/[^\n -~]/gu, (char) => `\\[u${hex(char)}]`);
}

/** Every command once, in the order in which a newcomer meets them. */
export const GROUPS: readonly { title: string; commands: readonly CommandName[] }[] = [
  {
    title: 'Every day',
    commands: listed('init index query ask grep symbols refs related files show chunks status'),
  },
  { title: 'Sharing an index', commands: ['pull', 'push', 'pack', 'verify', 'unpack', 'merge', 'pages'] },
  { title: 'Agents, pages, many repositories', commands: ['mcp', 'serve', 'repos', 'sync'] },
  { title: 'Upkeep', commands: ['hooks', 'watch', 'doctor', 'gc', 'clean', 'completion'] },
];

/** Command lines and what each is for. */
export const EXAMPLES: Partial<Record<CommandName, readonly [line: string, what: string][]>> = {
  init: [
    ['cora init', 'writes hooks, cora.config.json and the first index'],
    ['cora init --mcp', 'adds Cora to the settings of your coding agents; shows the changes and asks first'],
    ['cora init --agents --hook', 'a skill, instructions and a hook, so that agents ask Cora before they grep'],
  ],
  index: [
    ['cora index', 'the checked-out commit'],
    ['cora index --rev v1.2.0', 'another commit'],
    ['cora index --exclude "vendor/**" --dry-run', 'shows what would be indexed'],
  ],
  query: [
    ['cora query "where are uncommitted files chunked"', ''],
    ['cora query -k 3 --path "src/**" --lang typescript "write lock"', ''],
    ['cora query --include file:README.md "how do I set it up"', 'always shows that file first'],
    ['cora query --format xml --budget 8000 "retries"', 'for a chat with an AI'],
    ['cora query --commits --since "2 weeks" "lock"', 'searches commits, by message and changed files'],
    ['cora query --index index.tar "write lock"', 'without a repository'],
  ],
  ask: [
    ['cora ask "how does a pull check rows"', 'without a model, you get only the sources'],
    ['cora ask --model ollama:qwen2.5-coder "how does a pull check rows"', ''],
  ],
  grep: [
    ['cora grep "class \\w+Reader"', 'a regular expression'],
    ['cora grep -F -p "*.go" "ctx.Done()"', 'plain text, in Go files only'],
  ],
  symbols: [
    ['cora symbols Store.open', 'the open that belongs to a Store'],
    ['cora symbols --kind class Reader', ''],
  ],
  refs: [
    ['cora refs takeLock', 'every mention'],
    ['cora refs --callers --depth 3 takeLock', 'who calls it, three steps up'],
    ['cora refs --kind import lodash', ''],
  ],
  related: [['cora related src/store/openStore.ts:40', '']],
  files: [
    ['cora files', ''],
    ['cora files --since v1.2.0', 'what was added, modified or deleted since that tag, uncommitted edits included'],
  ],
  show: [
    ['cora show src/search.ts:10-36', ''],
    ['cora show --rev v1.2.0 src/search.ts', 'as that tag has it'],
  ],
  chunks: [['cora chunks src/search.ts --json', 'includes text, part, parent, node type and content hash']],
  status: [
    [
      'cora status --check',
      'for scripts: exits with 0 if answers cover every file as it is now, else with 1 and a list',
    ],
  ],
  pull: [
    ['cora pull', 'from the GitHub release of origin'],
    ['cora pull ../index.tar', 'a file; also a folder or an address'],
    [
      'cora pull --signer acme/shop',
      'only what a workflow of acme/shop attests; most rows are then not computed again',
    ],
    ['cora pull actions:acme/shop', 'artifacts of workflow runs; needs a token (GITHUB_TOKEN)'],
  ],
  push: [
    ['cora push acme/shop', 'to its release cora-index; needs a token (GITHUB_TOKEN)'],
    [
      'cora push s3://bucket/shop',
      'see docs/object-stores.md for credentials; CORA_TRUSTED_STORES=s3://bucket skips the check before a table there is opened',
    ],
  ],
  pack: [
    ['cora pack -o index.tar', ''],
    ['cora pack --report', 'lists what would leave this machine'],
  ],
  merge: [['cora merge shards -o index.tar', 'joins all packed shards in that folder']],
  unpack: [['cora unpack index.tar -o index', 'then: cora query --index index TEXT']],
  pages: [
    ['cora pages -o public', 'the index of this repository, and its page: put the folder on any web server'],
    ['cora pages -o public shop.tar site.tar', 'packed indexes of several repositories'],
    ['cora pages -o public --repo acme/', 'repositories of cora repos'],
  ],
  mcp: [
    ['cora mcp', 'clients start this; cora init --mcp tells them how'],
    ['cora mcp --http --port 8642', ''],
  ],
  serve: [
    ['cora serve --open --build', 'serves this repository, indexes it if needed, and opens the page in your browser'],
    ['cora serve --bind 0.0.0.0 --port 8643', 'reachable from other machines; needs a token in CORA_TOKEN'],
  ],
  repos: [
    ['cora repos add https://github.com/acme/shop', 'then: cora sync'],
    ['cora repos list', ''],
  ],
  sync: [
    ['cora sync', 'every repository that is due'],
    ['cora sync shop --full', 'only this one, computed from scratch'],
  ],
  hooks: [
    ['cora hooks install --dry-run', 'shows what would be written, and where'],
    ['cora hooks status', 'shows whether Git runs them, and how the last run ended'],
  ],
  doctor: [['cora doctor --fix', '']],
  clean: [
    ['cora clean --all --dry-run', 'shows how much space the indexes of all embedders take'],
    ['cora clean --old --yes', 'deletes indexes of other versions of Cora; older versions recognised fewer secrets'],
  ],
  completion: [['cora completion bash', 'for ~/.bashrc: eval "$(cora completion bash)"']],
};

const KINDS = 'only results of this kind: function, method, class, interface, type, enum, constant, section, …';

/**
 * The help for options where an option's line in options.ts is not the whole of what it means to
 * one command, or says too much.
 */
export const OWN_HELP: Partial<Record<CommandName, Partial<Record<OptionName, string>>>> = {
  query: {
    include:
      'file:PATH or decl:PATH#NAME is shown before all results; a GLOB names files to search although a default rule leaves them out',
    budget:
      'print at most about N tokens; without -k, as many results as fit (markdown and xml: 4000, unless you give this or -k)',
    kind: KINDS,
  },
  ask: {
    limit: 'the most sources to send',
    budget: 'send the model at most about N tokens (default: 6000)',
    format: 'text: for people; json: one object; jsonl: each event as it comes',
    kind: KINDS,
  },
  grep: { limit: 'the most lines to print (default: 200)' },
  symbols: { kind: KINDS },
  related: { kind: KINDS },
  refs: { kind: 'only mentions of this kind: call, import, inherit, type, link, use' },
  files: {
    rev: 'list the files of this commit instead of the working tree',
    since: 'list only what changed since this commit, branch or tag',
  },
  show: { rev: 'show it as this commit has it' },
  chunks: { rev: 'show it as this commit has it' },
  pack: { rev: 'pack this commit, which is indexed, instead of HEAD' },
  push: { rev: 'publish this commit, which is indexed, instead of HEAD' },
  status: { index: 'show the status of this folder or packed index' },
  pages: {
    output: 'the folder to write; what an earlier run wrote there is replaced',
    rev: 'show this commit, which is indexed, instead of HEAD',
    repo: 'the repositories of cora repos whose names contain this (repeatable; "*" for all)',
  },
  serve: {
    port: 'the port to listen on (default: 8643; 0: any free one)',
    budget: 'send the model at most about N tokens (default: 6000)',
  },
  mcp: { port: 'with --http: the port to listen on (default: 8642; 0: any free one)' },
  init: { force: 'install hooks even where other people or repositories share them' },
  hooks: { force: 'install hooks even where other people or repositories share them' },
  sync: {
    force: 'include repositories that are not due',
    full: 'fetch the repositories that are due or named, and compute everything again',
  },
};
