/** Every command, declared once: its words, its help and the options that it takes. */

import { listed } from '../base/lists.ts';
import type { Flags, OptionName } from './options.ts';

export interface CommandSpec {
  usage: string;
  help: string;
  options: readonly OptionName[];
  /** The number of words that may follow the options; none where it is left out. */
  words?: { min: number; max: number };
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
    options: listed(`mcp agents hook client remove yes dry-run force jobs history ${COMMON}`),
  },
  index: {
    usage: 'cora index [DIR]',
    help: 'Index the checked-out commit. Only new content is computed.',
    options: listed(`full rev shard dry-run jobs history ${COMMENTARY} yes ${COMMON}`),
    words: { min: 0, max: 1 },
  },
  query: {
    usage: 'cora query TEXT   (or -: a question or a whole chat from standard input)',
    help: 'Find the code that answers a question.',
    options: listed(
      `limit budget mode ${FILTERS} format lines context elide host diversity related weight scope rerank`,
      'explain commits author since until history batch index repo submodules repos-base-dir',
      `repos-max-results committed fresh fallback ${COMMON}`,
    ),
    words: { min: 0, max: 1000 },
  },
  ask: {
    usage: 'cora ask QUESTION   (or -: a question or a whole chat from standard input)',
    help: 'Let a language model of your choice answer from the code. It cites the lines it relies on.',
    options: listed(
      `model answer-tokens temperature limit budget mode ${FILTERS} format history index repo repos-base-dir committed ${COMMON}`,
    ),
    words: { min: 0, max: 1000 },
  },
  grep: {
    usage: 'cora grep PATTERN [FILE OR FOLDER...]',
    help: 'Search for a regular expression or a plain text, in the files that Cora indexes: those of a working tree, so without --index.',
    options: listed(
      'limit path lang ignore-case fixed word line-number context max-per-file unredacted',
      `store embedder exclude max-file-size ${EVERYWHERE}`,
    ),
    words: { min: 1, max: 10_000 },
  },
  symbols: {
    usage: 'cora symbols NAME',
    help: 'Show where a name is defined.',
    options: listed(`limit ${FILTERS} index committed fresh ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  refs: {
    usage: 'cora refs NAME',
    help: 'Show where a name is called, imported, used or a type. With --callers or --callees: call chains.',
    options: listed(
      `callers callees depth limit ${FILTERS} index repo submodules repos-base-dir committed fresh ${COMMON}`,
    ),
    words: { min: 1, max: 1 },
  },
  related: {
    usage: 'cora related PATH[:LINE]',
    help: 'Show what to read next to a place or a file: callers, callees, types, tests and similar code, each with its reason.',
    options: listed(`limit ${FILTERS} index committed fresh ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  files: {
    usage: 'cora files',
    help: 'List what is indexed, and why the rest is not. With --since: what changed since a commit.',
    options: listed(`rev since path lang ${COMMON}`),
  },
  show: {
    usage: 'cora show PATH[:LINES]',
    help: 'Print a file or some of its lines, as it is now or as a commit has it. Secrets are redacted.',
    options: listed(`rev ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  chunks: {
    usage: 'cora chunks PATH',
    help: 'Show the chunks into which a file is cut.',
    options: listed(`rev ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  status: {
    usage: 'cora status',
    help: 'Show how fresh the index is, what is in it and how large it is.',
    options: listed(`check index ${COMMON}`),
  },
  doctor: {
    usage: 'cora doctor',
    help: 'Check the index for damage; --fix repairs it.',
    options: listed(`fix ${COMMON}`),
  },
  gc: {
    usage: 'cora gc',
    help: 'Remove index rows that no branch, worktree, staged file or recent reflog entry needs any more, after putting pending rows into the table.',
    options: listed(`dry-run ${COMMON}`),
  },
  pack: {
    usage: 'cora pack [-o FILE]',
    help: 'Write the index of the commit that is checked out (else the last indexed one) to one file, for cora pull, cora unpack and --index.',
    options: listed(`output rev no-text history report ${COMMON}`),
  },
  pull: {
    usage: 'cora pull [SOURCE]',
    help: 'Take an index that somebody else built, from a file, a folder, an address (https, s3, gs, az), OWNER/REPOSITORY[@TAG] or actions:OWNER/REPOSITORY. Without SOURCE: from the release of origin.',
    options: listed(`jobs history signer bundle trust-root ${COMMON}`),
    words: { min: 0, max: 1 },
  },
  push: {
    usage: 'cora push OWNER/REPOSITORY[@TAG] | s3://… | gs://… | az://…',
    help: 'Publish the index for cora pull and --index: in a GitHub release (without TAG: in the rolling release cora-index) or in object storage.',
    options: listed(`rev no-text history ${COMMON}`),
    words: { min: 1, max: 1 },
  },
  merge: {
    usage: 'cora merge FILE… | DIR [-o FILE]',
    help: 'Join packed shards into one packed index. cora index --shard and cora pack make the shards.',
    options: listed(`output ${EVERYWHERE}`),
    words: { min: 1, max: 1000 },
  },
  verify: {
    usage: 'cora verify FILE',
    help: 'Check a packed index completely: structure, hashes, rows and digest.',
    options: listed(`signer bundle trust-root ${EVERYWHERE}`),
    words: { min: 1, max: 1 },
  },
  unpack: {
    usage: 'cora unpack FILE [-o DIR]',
    help: 'Unpack a packed index into a folder, for --index: without -o beside FILE, as NAME.index. In a clone, use cora pull FILE instead.',
    options: listed(`output ${EVERYWHERE}`),
    words: { min: 1, max: 1 },
  },
  pages: {
    usage: 'cora pages -o DIR [FILE…]',
    help: 'Write a page that searches indexes in the browser, for any static host: of this repository, of packed ones, or of those of cora repos.',
    options: listed(`output rev repo repos-base-dir ${COMMON}`),
    words: { min: 0, max: 1000 },
  },
  clean: {
    usage: 'cora clean',
    help: 'Delete the index of this repository.',
    options: listed(`all old yes dry-run ${COMMON}`),
  },
  mcp: {
    usage: 'cora mcp [DIR…] | --repo NAME',
    help: 'Serve coding agents over the Model Context Protocol, on standard input and output or with --http.',
    options: listed(`repo submodules repos-base-dir http bind port token write ${COMMON}`),
    words: { min: 0, max: 100 },
  },
  serve: {
    usage: 'cora serve [DIR…]',
    help: 'Serve these directories and the repositories of cora repos over HTTP: search, ask, index. See docs/http.md.',
    options: listed(
      `bind port token open build ${FLEET} ${VIEW} rerank model answer-tokens temperature budget jobs history ${EVERYWHERE}`,
    ),
    words: { min: 0, max: 100 },
  },
  watch: {
    usage: 'cora watch',
    help: 'Index commits and edits as they happen. Answers are right without it, and faster with it.',
    options: listed(`jobs history ${COMMON}`),
  },
  repos: {
    usage: 'cora repos list | add URL|DIR | remove NAME | use NAME',
    help: 'Manage the repositories that cora sync fetches and cora query --repo searches.',
    options: listed(`name branch source ${FLEET} embedder jobs ${EVERYWHERE}`),
    words: { min: 0, max: 2 },
  },
  sync: {
    usage: 'cora sync [NAME…]',
    help: 'Fetch the repositories of cora repos and index what is new in them.',
    options: listed(`force full prune ${FLEET} embedder jobs ${EVERYWHERE}`),
    words: { min: 0, max: 1000 },
  },
  hooks: {
    usage: 'cora hooks install | uninstall | status | run | offer',
    help: 'Let Git keep the index fresh after commits, merges, rebases and branch switches. offer is the hook that coding agents run beside a grep.',
    options: listed(`force dry-run ${VIEW} jobs history ${EVERYWHERE}`),
    words: { min: 1, max: 2 },
  },
  completion: {
    usage: 'cora completion bash | zsh | fish',
    help: 'Print a script that completes commands, options and their values.',
    options: listed('help'),
    words: { min: 1, max: 1 },
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof COMMANDS;

export interface ParsedCommand {
  command: CommandName;
  words: string[];
  options: Flags;
}
