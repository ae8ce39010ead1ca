/**
 * Holds what help says of the commands of commands.ts beyond a line each: how they belong together,
 * examples, options that mean more there.
 */

import type { CommandName } from './commands.ts';
import type { OptionName } from './options.ts';

/** Every command once, in the order in which a newcomer meets them. */
export const GROUPS: readonly { title: string; commands: readonly CommandName[] }[] = [
  {
    title: 'Every day',
    commands: [
      'init',
      'index',
      'query',
      'ask',
      'grep',
      'symbols',
      'refs',
      'related',
      'files',
      'show',
      'chunks',
      'status',
    ],
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
  refs: { kind: 'only mentions of this kind: call, import, inherit, type, link' },
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
