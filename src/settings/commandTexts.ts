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
  { title: 'Sharing an index', commands: ['pull', 'push', 'pack', 'verify', 'unpack', 'merge'] },
  { title: 'Agents, pages, many repositories', commands: ['mcp', 'serve', 'repos', 'sync'] },
  { title: 'Upkeep', commands: ['hooks', 'watch', 'doctor', 'gc', 'clean', 'completion'] },
];

/** Command lines and what each is for. */
export const EXAMPLES: Partial<Record<CommandName, readonly [line: string, what: string][]>> = {
  init: [
    ['cora init', 'hooks, cora.config.json and the first index'],
    ['cora init --mcp', 'settings of coding agents; shows the changes and asks first'],
    ['cora init --agents --hook', 'a skill, instructions and a hook that have them ask Cora before they grep'],
  ],
  index: [
    ['cora index', 'the commit that is checked out'],
    ['cora index --rev v1.2.0', 'another one'],
    ['cora index --exclude "vendor/**" --dry-run', 'what these settings would do'],
  ],
  query: [
    ['cora query "where are uncommitted files chunked"', ''],
    ['cora query -k 3 --path "src/**" --lang typescript "write lock"', ''],
    ['cora query --include file:README.md "how do I set it up"', 'that file first, whatever the ranking says'],
    ['cora query --format xml --budget 8000 "retries"', 'for a chat with an AI'],
    ['cora query --commits --since "2 weeks" "lock"', 'commits by what they say and touched'],
    ['cora query --index index.tar "write lock"', 'without a repository'],
  ],
  ask: [
    ['cora ask "how does a pull check rows"', 'without a model: the sources alone'],
    ['cora ask --model ollama:qwen2.5-coder "how does a pull check rows"', ''],
  ],
  grep: [
    ['cora grep "class \\w+Reader"', 'a regular expression'],
    ['cora grep -F -p "*.go" "ctx.Done()"', 'plain text in some files'],
  ],
  symbols: [
    ['cora symbols Store.open', 'an open of something called Store'],
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
    ['cora files --since v1.2.0', 'added, modified and deleted since that tag, uncommitted files too'],
  ],
  show: [
    ['cora show src/search.ts:10-36', ''],
    ['cora show --rev v1.2.0 src/search.ts', 'as that tag has it'],
  ],
  chunks: [['cora chunks src/search.ts --json', 'with text, part, parent, node type and content hash']],
  status: [['cora status --check', 'for scripts: 0 where all is searched as it is now, else 1 and a list']],
  pull: [
    ['cora pull', 'from the release of origin'],
    ['cora pull ../index.tar', 'a file; also a folder or an address'],
    [
      'cora pull --signer acme/shop',
      'only what a workflow of acme/shop attests; most rows are then not computed again',
    ],
    ['cora pull actions:acme/shop', 'artifacts of workflow runs; needs a token (GITHUB_TOKEN)'],
  ],
  push: [
    ['cora push acme/shop', 'its release cora-index; needs a token (GITHUB_TOKEN)'],
    [
      'cora push s3://bucket/shop',
      'docs/object-stores.md has the variables; CORA_TRUSTED_STORES=s3://bucket opens tables there unchecked',
    ],
  ],
  pack: [
    ['cora pack -o index.tar', ''],
    ['cora pack --report', 'what would leave this machine'],
  ],
  merge: [['cora merge shards -o index.tar', 'all packed shards below that folder']],
  unpack: [['cora unpack index.tar -o index', 'then: cora query --index index TEXT']],
  mcp: [
    ['cora mcp', 'for a client that starts it; cora init --mcp writes its settings'],
    ['cora mcp --http --port 8642', ''],
  ],
  serve: [
    ['cora serve --open --build', 'the repository around, indexed if it is not, and its page in the browser'],
    ['cora serve --bind 0.0.0.0 --port 8643', 'for others too: needs a token in CORA_TOKEN'],
  ],
  repos: [
    ['cora repos add https://github.com/acme/shop', 'then: cora sync'],
    ['cora repos list', ''],
  ],
  sync: [
    ['cora sync', 'those that are due'],
    ['cora sync shop --full', 'one of them, from nothing'],
  ],
  hooks: [
    ['cora hooks install --dry-run', 'what would be written where'],
    ['cora hooks status', 'does Git run them, and how did the last run end'],
  ],
  doctor: [['cora doctor --fix', '']],
  clean: [
    ['cora clean --all --dry-run', 'how much the indexes of all embedders take'],
    ['cora clean --old --yes', 'what other versions of Cora left: an older one hid less'],
  ],
  completion: [['cora completion bash', 'for ~/.bashrc: eval "$(cora completion bash)"']],
};

const KINDS = 'only this kind: function, method, class, interface, type, enum, constant, section, …';

/**
 * The help for options where an option's line in options.ts is not the whole of what it means to
 * one command, or says too much.
 */
export const OWN_HELP: Partial<Record<CommandName, Partial<Record<OptionName, string>>>> = {
  query: {
    include:
      'show file:PATH or decl:PATH#NAME before anything else; a glob: search these although a default rule leaves them out',
    budget:
      'tokens of all that is printed at most, estimated; without -k as many results as fit (markdown and xml: 4000 unless -k or this is given)',
    kind: KINDS,
  },
  ask: {
    limit: 'how many sources at most',
    budget: 'tokens of all that the model is told at most, estimated (default: 6000)',
    format: 'text for people, json: one object, jsonl: each event as it comes',
    kind: KINDS,
  },
  grep: { limit: 'how many lines (default: 200)' },
  symbols: { kind: KINDS },
  related: { kind: KINDS },
  refs: { kind: 'only this kind of mention: call, import, inherit, type, link' },
  files: {
    rev: 'of this commit instead of the working tree',
    since: 'only what changed since this commit, branch or tag',
  },
  show: { rev: 'as this commit has it' },
  chunks: { rev: 'as this commit has it' },
  status: { index: 'of this folder or packed artifact' },
  serve: {
    port: 'on which port (default: 8643; 0: any)',
    budget: 'tokens of all that the model is told at most, estimated (default: 6000)',
  },
  mcp: { port: 'with --http: on which port (default: 8642; 0: any)' },
  init: { force: 'write also where hooks are shared with other people or repositories' },
  hooks: { force: 'write also where hooks are shared with other people or repositories' },
  sync: { force: 'also what is not due', full: 'fetch what is due or named, and compute everything again' },
};
