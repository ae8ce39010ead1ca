/** Every command, declared once: its words, its help and the options that it takes. */

import type { Flags, OptionName } from './options.ts';

export interface CommandSpec {
  usage: string;
  help: string;
  options: readonly OptionName[];
  /** The number of words that may follow the options; none where it is left out. */
  words?: { min: number; max: number };
}

type Names<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Names<Rest> : T;

/** Reads options from texts with a blank between two: the compiler refuses what is none. */
function names<const T extends string>(...texts: T[]) {
  const options: unknown = texts.flatMap((text) => text.split(' '));
  return options as Names<T> extends OptionName ? OptionName[] : Exclude<Names<T>, OptionName>;
}

const EVERYWHERE = 'json quiet verbose color help';
const VIEW = 'store embedder include exclude max-file-size';
const COMMON = `${VIEW} ${EVERYWHERE}` as const;
const COMMENTARY = 'commentary commentary-limit commentary-tokens commentary-rate';
const FLEET = 'repos-urls repos-base-dir repos-sync-interval repos-sync-timeout repos-max-file-size repos-max-results';
const FILTERS = 'path lang kind';

export const COMMANDS = {
  init: {
    usage: 'cora init',
    help: 'Set up a repository: hooks, cora.config.json and the first index. You can run it again.',
    options: names(`mcp agents hook client remove yes dry-run force run-hooks jobs history ${COMMON}`),
  },
  index: {
    usage: 'cora index [DIR]',
    help: 'Index the checked-out commit. Only new content is computed.',
    options: names(`full rev shard dry-run jobs history ${COMMENTARY} yes ${COMMON}`),
    words: { min: 0, max: 1 },
  },
  query: {
    usage: 'cora query TEXT   (or -: a question or a whole chat from standard input)',
    help: 'Find the code that answers a question.',
    options: names(
      `limit budget mode ${FILTERS} format lines context elide host diversity related weight scope rerank`,
      'explain commits author since until history batch index repo submodules repos-base-dir',
      `repos-max-results committed fresh fallback ${COMMON}`,
    ),
    words: { min: 0, max: 1000 },
  },
  ask: {
    usage: 'cora ask QUESTION   (or -: a question or a whole chat from standard input)',
    help: 'Let a language model of your choice answer from the code. It cites the lines it relies on.',
    options: names(
      `model answer-tokens temperature limit budget mode ${FILTERS} format history index repo repos-base-dir committed ${COMMON}`,
    ),
    words: { min: 0, max: 1000 },
  },
  grep: {
    usage: 'cora grep PATTERN',
    help: 'Search for a regular expression or a plain text, in the files that Cora indexes.',
    options: names(`limit path lang ignore-case fixed word line-number context max-per-file unredacted ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  symbols: {
    usage: 'cora symbols NAME',
    help: 'Show where a name is defined.',
    options: names(`limit ${FILTERS} index committed fresh ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  refs: {
    usage: 'cora refs NAME',
    help: 'Show where a name is called, imported or a type. With --callers or --callees: call chains.',
    options: names(
      `callers callees depth limit ${FILTERS} index repo submodules repos-base-dir committed fresh ${COMMON}`,
    ),
    words: { min: 1, max: 1 },
  },
  related: {
    usage: 'cora related PATH:LINE',
    help: 'Show what to read next: callers, callees, types, tests and similar code, each with its reason.',
    options: names(`limit ${FILTERS} index committed fresh ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  files: {
    usage: 'cora files',
    help: 'List what is indexed, and why the rest is not. With --since: what changed since a commit.',
    options: names(`rev since path lang ${COMMON}`),
  },
  show: {
    usage: 'cora show PATH[:LINES]',
    help: 'Print a file or some of its lines, as it is now or as a commit has it. Secrets are redacted.',
    options: names(`rev ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  chunks: {
    usage: 'cora chunks PATH',
    help: 'Show the chunks into which a file is cut.',
    options: names(`rev ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  status: {
    usage: 'cora status',
    help: 'Show how fresh the index is, what is in it and how large it is.',
    options: names(`check index ${COMMON}`),
  },
  doctor: {
    usage: 'cora doctor',
    help: 'Check the index for damage; --fix repairs it.',
    options: names(`fix ${COMMON}`),
  },
  gc: {
    usage: 'cora gc',
    help: 'Remove index rows that no branch, worktree, staged file or recent reflog entry needs any more, after putting pending rows into the table.',
    options: names(`dry-run ${COMMON}`),
  },
  pack: {
    usage: 'cora pack [-o FILE]',
    help: 'Write the index of the commit that is checked out (else the last indexed one) to one file, for cora pull, cora unpack and --index.',
    options: names(`output rev no-text no-search history report ${COMMON}`),
  },
  pull: {
    usage: 'cora pull [SOURCE]',
    help: 'Take an index that somebody else built, from a file, a folder, an address (https, s3, gs, az), OWNER/REPOSITORY[@TAG] or actions:OWNER/REPOSITORY. Without SOURCE: from the release of origin.',
    options: names(`jobs history signer bundle trust-root ${COMMON}`),
    words: { min: 0, max: 1 },
  },
  push: {
    usage: 'cora push OWNER/REPOSITORY[@TAG] | s3://… | gs://… | az://… | db://…',
    help: 'Publish the index for cora pull and --index: in a GitHub release (without TAG: in the rolling release cora-index) or in object storage.',
    options: names(`rev no-text no-search history ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  merge: {
    usage: 'cora merge FILE… | DIR [-o FILE]',
    help: 'Join packed shards into one packed index. cora index --shard and cora pack make the shards.',
    options: names(`output ${EVERYWHERE}`),
    words: { min: 1, max: 1000 },
  },
  verify: {
    usage: 'cora verify FILE',
    help: 'Check a packed index completely: structure, hashes, rows and digest.',
    options: names(`signer bundle trust-root ${EVERYWHERE}`),
    words: { min: 1, max: 1 },
  },
  unpack: {
    usage: 'cora unpack FILE [-o DIR]',
    help: 'Unpack a packed index into a folder, for --index. In a clone, use cora pull FILE instead.',
    options: names(`output ${EVERYWHERE}`),
    words: { min: 1, max: 1 },
  },
  pages: {
    usage: 'cora pages -o DIR [FILE…]',
    help: 'Write a page that searches indexes in the browser, for any static host: of this repository, of packed ones, or of those of cora repos.',
    options: names(`output repo repos-base-dir ${COMMON}`),
    words: { min: 0, max: 1000 },
  },
  clean: {
    usage: 'cora clean',
    help: 'Delete the index of this repository.',
    options: names(`all old yes dry-run ${COMMON}`),
  },
  mcp: {
    usage: 'cora mcp [DIR…] | --repo NAME',
    help: 'Serve coding agents over the Model Context Protocol, on standard input and output or with --http.',
    options: names(`repo submodules repos-base-dir http bind port token write describe ${COMMON}`),
    words: { min: 0, max: 100 },
  },
  serve: {
    usage: 'cora serve [DIR…]',
    help: 'Serve these directories and the repositories of cora repos over HTTP: search, ask, index. See docs/http.md.',
    options: names(
      `bind port token open build ${FLEET} ${VIEW} rerank model answer-tokens temperature budget jobs history ${EVERYWHERE}`,
    ),
    words: { min: 0, max: 100 },
  },
  watch: {
    usage: 'cora watch',
    help: 'Index commits and edits as they happen. Answers are right without it, and faster with it.',
    options: names(`jobs history ${COMMON}`),
  },
  repos: {
    usage: 'cora repos list | add URL|DIR | remove NAME | use NAME',
    help: 'Manage the repositories that cora sync fetches and cora query --repo searches.',
    options: names(`name branch source ${FLEET} embedder jobs ${EVERYWHERE}`),
    words: { min: 0, max: 2 },
  },
  sync: {
    usage: 'cora sync [NAME…]',
    help: 'Fetch the repositories of cora repos and index what is new in them.',
    options: names(`force full prune ${FLEET} embedder jobs ${EVERYWHERE}`),
    words: { min: 0, max: 1000 },
  },
  hooks: {
    usage: 'cora hooks install | uninstall | status | run | offer',
    help: 'Let Git keep the index fresh after commits, merges, rebases and branch switches. offer is the hook that coding agents run beside a grep.',
    options: names(`force run-hooks dry-run ${VIEW} jobs history ${EVERYWHERE}`),
    words: { min: 1, max: 2 },
  },
  completion: {
    usage: 'cora completion bash | zsh | fish',
    help: 'Print a script that completes commands, options and their values.',
    options: names('help'),
    words: { min: 1, max: 1 },
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof COMMANDS;

export interface ParsedCommand {
  command: CommandName;
  words: string[];
  options: Flags;
}
