/** Every command, declared once: its words, its help and the options that it takes. */

import type { Flags, OptionName } from './options.ts';

export interface CommandSpec {
  usage: string;
  help: string;
  options: readonly OptionName[];
  /** The number of words that may follow the options. */
  words: { min: number; max: number };
}

const EVERYWHERE = ['json', 'quiet', 'verbose', 'color', 'help'] as const;
const VIEW = ['store', 'embedder', 'include', 'exclude', 'max-file-size'] as const;
const COMMENTARY = ['commentary', 'commentary-limit', 'commentary-tokens', 'commentary-rate'] as const;
const FLEET = [
  'repos-urls',
  'repos-base-dir',
  'repos-sync-interval',
  'repos-sync-timeout',
  'repos-max-file-size',
  'repos-max-results',
] as const;
const FILTERS = ['path', 'lang', 'kind'] as const;

export const COMMANDS = {
  init: {
    usage: 'cora init',
    help: 'Set a repository up: hooks, cora.config.json, the first index. Can be repeated.',
    options: [
      'mcp',
      'agents',
      'hook',
      'client',
      'remove',
      'yes',
      'dry-run',
      'force',
      'run-hooks',
      'jobs',
      'history',
      ...VIEW,
      ...EVERYWHERE,
    ],
    words: { min: 0, max: 0 },
  },
  index: {
    usage: 'cora index [DIR]',
    help: 'Index the commit that is checked out; only what is new is computed.',
    options: ['full', 'rev', 'shard', 'dry-run', 'jobs', 'history', ...COMMENTARY, 'yes', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 1 },
  },
  query: {
    usage: 'cora query TEXT   (or -: a question or a whole chat from standard input)',
    help: 'Find the code that answers.',
    options: [
      'limit',
      'budget',
      'mode',
      ...FILTERS,
      'format',
      'lines',
      'context',
      'elide',
      'host',
      'diversity',
      'related',
      'weight',
      'scope',
      'rerank',
      'explain',
      'commits',
      'author',
      'since',
      'until',
      'history',
      'batch',
      'index',
      'repo',
      'submodules',
      'repos-base-dir',
      'repos-max-results',
      'committed',
      'fresh',
      'fallback',
      ...VIEW,
      ...EVERYWHERE,
    ],
    words: { min: 0, max: 1000 },
  },
  ask: {
    usage: 'cora ask QUESTION   (or -: a question or a whole chat from standard input)',
    help: 'Have a language model of your choice answer from the code, with the places that show it.',
    options: [
      'model',
      'answer-tokens',
      'temperature',
      'limit',
      'budget',
      'mode',
      ...FILTERS,
      'format',
      'history',
      'index',
      'repo',
      'repos-base-dir',
      'committed',
      ...VIEW,
      ...EVERYWHERE,
    ],
    words: { min: 0, max: 1000 },
  },
  grep: {
    usage: 'cora grep PATTERN',
    help: 'Exact search in the files that belong to the index.',
    options: [
      'limit',
      'path',
      'lang',
      'ignore-case',
      'fixed',
      'word',
      'line-number',
      'context',
      'max-per-file',
      'unredacted',
      ...VIEW,
      ...EVERYWHERE,
    ],
    words: { min: 1, max: 1 },
  },
  symbols: {
    usage: 'cora symbols NAME',
    help: 'Where a name is defined.',
    options: ['limit', ...FILTERS, 'index', 'committed', 'fresh', ...VIEW, ...EVERYWHERE],
    words: { min: 1, max: 1 },
  },
  refs: {
    usage: 'cora refs NAME',
    help: 'Who mentions a name; with --callers or --callees, call chains.',
    options: [
      'callers',
      'callees',
      'depth',
      'limit',
      ...FILTERS,
      'index',
      'repo',
      'submodules',
      'repos-base-dir',
      'committed',
      'fresh',
      ...VIEW,
      ...EVERYWHERE,
    ],
    words: { min: 1, max: 1 },
  },
  related: {
    usage: 'cora related PATH:LINE',
    help: 'What to read next from there: callers, what it uses, types, tests, look-alikes; each with its reason.',
    options: ['limit', ...FILTERS, 'index', 'committed', 'fresh', ...VIEW, ...EVERYWHERE],
    words: { min: 1, max: 1 },
  },
  files: {
    usage: 'cora files',
    help: 'What is indexed, and why the rest is not; or what changed since a commit.',
    options: ['rev', 'since', 'path', 'lang', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 0 },
  },
  show: {
    usage: 'cora show PATH[:LINES]',
    help: 'A file or some of its lines, as it is now or as a commit has it; secrets are written over.',
    options: ['rev', ...VIEW, ...EVERYWHERE],
    words: { min: 1, max: 1 },
  },
  chunks: {
    usage: 'cora chunks PATH',
    help: 'The chunks that an index makes of a file.',
    options: ['rev', ...VIEW, ...EVERYWHERE],
    words: { min: 1, max: 1 },
  },
  status: {
    usage: 'cora status',
    help: 'How fresh the index is, what is in it, how large it is.',
    options: ['check', 'index', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 0 },
  },
  doctor: {
    usage: 'cora doctor',
    help: 'Look for damage; --fix repairs it.',
    options: ['fix', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 0 },
  },
  gc: {
    usage: 'cora gc',
    help: 'Remove rows that no branch, worktree, index or recent reflog entry needs.',
    options: ['dry-run', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 0 },
  },
  pack: {
    usage: 'cora pack [-o FILE]',
    help: 'Write the index of the last indexed commit into one file, for cora pull, unpack and --index.',
    options: ['output', 'no-text', 'no-search', 'history', 'report', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 0 },
  },
  pull: {
    usage: 'cora pull [SOURCE]',
    help: 'Take the index of others: a file, a folder, an address (https, s3, gs, az), OWNER/REPOSITORY[@TAG], actions:OWNER/REPOSITORY; without SOURCE the release of origin.',
    options: ['jobs', 'history', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 1 },
  },
  push: {
    usage: 'cora push OWNER/REPOSITORY[@TAG] | s3://… | gs://… | az://… | db://…',
    help: 'Give the index to others: into a GitHub release (without TAG the rolling one, cora-index) or object storage, for cora pull and --index.',
    options: ['no-text', 'no-search', 'history', ...VIEW, ...EVERYWHERE],
    words: { min: 1, max: 1 },
  },
  merge: {
    usage: 'cora merge FILE… | DIR [-o FILE]',
    help: 'Join packed shards (cora index --shard, cora pack) into one packed index.',
    options: ['output', ...EVERYWHERE],
    words: { min: 1, max: 1000 },
  },
  verify: {
    usage: 'cora verify FILE',
    help: 'Read a packed index whole: structure, hashes, rows and digest.',
    options: [...EVERYWHERE],
    words: { min: 1, max: 1 },
  },
  unpack: {
    usage: 'cora unpack FILE [-o DIR]',
    help: 'Make a packed index a folder, for --index. In a clone, cora pull FILE is the way.',
    options: ['output', ...EVERYWHERE],
    words: { min: 1, max: 1 },
  },
  pages: {
    usage: 'cora pages -o DIR [FILE…]',
    help: 'Write a page that searches indexes in the browser, for any static host: of this repository, of packed ones, or of those of cora repos.',
    options: ['output', 'repo', 'repos-base-dir', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 1000 },
  },
  clean: {
    usage: 'cora clean',
    help: 'Delete the index of this repository.',
    options: ['all', 'old', 'yes', 'dry-run', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 0 },
  },
  mcp: {
    usage: 'cora mcp [DIR…] | --repo NAME',
    help: 'Answer agents that speak the Model Context Protocol: on standard input and output, or with --http.',
    options: [
      'repo',
      'submodules',
      'repos-base-dir',
      'http',
      'bind',
      'port',
      'token',
      'write',
      'describe',
      ...VIEW,
      ...EVERYWHERE,
    ],
    words: { min: 0, max: 100 },
  },
  serve: {
    usage: 'cora serve [DIR…]',
    help: 'Answer on HTTP for these directories and the repositories of cora repos: search, ask, index. docs/http.md',
    options: [
      'bind',
      'port',
      'token',
      'open',
      'build',
      ...FLEET,
      ...VIEW,
      'rerank',
      'model',
      'answer-tokens',
      'temperature',
      'budget',
      'jobs',
      'history',
      ...EVERYWHERE,
    ],
    words: { min: 0, max: 100 },
  },
  watch: {
    usage: 'cora watch',
    help: 'Index commits and edits as they happen. Queries are right without it; with it they find more done.',
    options: ['jobs', 'history', ...VIEW, ...EVERYWHERE],
    words: { min: 0, max: 0 },
  },
  repos: {
    usage: 'cora repos list | add URL|DIR | remove NAME | use NAME',
    help: 'The repositories that cora sync keeps and cora query --repo searches.',
    options: ['name', 'branch', 'source', ...FLEET, 'embedder', 'jobs', ...EVERYWHERE],
    words: { min: 0, max: 2 },
  },
  sync: {
    usage: 'cora sync [NAME…]',
    help: 'Fetch and index what is new in the repositories of cora repos.',
    options: ['force', 'full', 'prune', ...FLEET, 'embedder', 'jobs', ...EVERYWHERE],
    words: { min: 0, max: 1000 },
  },
  hooks: {
    usage: 'cora hooks install | uninstall | status | run | offer',
    help: 'Have Git keep the index fresh after commits, merges, rebases and branch switches; offer: answer the grep of a coding agent.',
    options: ['force', 'run-hooks', 'dry-run', ...VIEW, 'jobs', 'history', ...EVERYWHERE],
    words: { min: 1, max: 2 },
  },
  completion: {
    usage: 'cora completion bash | zsh | fish',
    help: 'Print a script that completes commands, options and their values.',
    options: ['help'],
    words: { min: 1, max: 1 },
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof COMMANDS;

export interface ParsedCommand {
  command: CommandName;
  words: string[];
  options: Flags;
}
