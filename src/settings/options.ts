/**
 * Every option, declared once: flags, CORA_* variables, keys of cora.config.json, defaults and help
 * all come from this table. Which command takes which stands in commands.ts. Parsing does no work
 * and reads no environment of its own.
 */

import { SHOWN_LINES } from '../base/frame.ts';
import { NEVER, type OptionSpec, type ValueOf } from './optionSpec.ts';

const MODEL_OPTIONS = {
  commentary: {
    type: 'string',
    value: 'MODEL',
    setting: true,
    trusted: {
      pattern: /^none$/,
      otherwise: 'none; a language model is your own choice: --commentary or CORA_COMMENTARY',
    },
    default: 'none',
    help: 'have a language model describe the chunks that are new: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: do not',
  },
  'commentary-limit': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 1000,
    help: 'with --commentary: chunks of one run at most',
  },
  'commentary-tokens': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 1_000_000,
    help: 'with --commentary: tokens of one run at most, questions and answers',
  },
  'commentary-rate': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    help: 'with --commentary: questions in a minute at most (0: any number; default: 60, on this machine 0)',
  },
  model: {
    type: 'string',
    value: 'MODEL',
    setting: true,
    trusted: { pattern: /^none$/, otherwise: 'none; a language model is your own choice: --model or CORA_MODEL' },
    default: 'none',
    help: 'the language model that answers: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: show the sources alone',
  },
  'answer-tokens': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 1,
    default: 2000,
    help: 'tokens of the answer at most',
  },
  temperature: {
    type: 'share',
    value: 'N',
    setting: true,
    default: 0.1,
    help: 'how freely the model words its answer, 0 to 1',
  },
} as const satisfies Record<string, OptionSpec>;

// The options of `cora mcp` and `cora serve`: a part of ../options.ts.

const SERVER_OPTIONS = {
  build: { type: 'boolean', help: 'build the indexes that are missing, when the server has started' },
  write: { type: 'boolean', help: 'offer the tool index, and build a missing index in the background' },
  http: { type: 'boolean', help: 'answer on HTTP instead of standard input and output' },
  bind: {
    type: 'string',
    aliases: ['host'],
    value: 'ADDRESS',
    help: 'where a server answers on HTTP (default: 127.0.0.1; any other needs a token)',
  },
  port: {
    type: 'number',
    value: 'N',
    min: 0,
    max: 65_535,
    help: 'on which port (default: serve 8643, mcp --http 8642; 0: any)',
  },
  token: {
    type: 'string',
    value: 'TEXT',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no token: set CORA_TOKEN' },
    help: 'what clients of HTTP send as "Authorization: Bearer TEXT" (better as CORA_TOKEN)',
  },
  open: { type: 'boolean', help: 'open the page in the browser' },
  describe: {
    type: 'string',
    value: 'FILE',
    setting: true,
    trusted: {
      pattern: NEVER,
      otherwise: 'no file: what an agent is told of its tools is your own choice: --describe',
    },
    help: 'other descriptions of the tools, as JSON: {"search": {"description": "…"}}',
  },
} as const satisfies Record<string, OptionSpec>;

// The options of `cora repos`, `cora sync` and `cora query --repo`: a part of ../options.ts.

const FLEET_OPTIONS = {
  repo: {
    type: 'list',
    value: 'NAME',
    default: [],
    help: 'search the repositories of cora repos whose name holds this (several; "*" for all)',
  },
  submodules: {
    type: 'boolean',
    help: 'search the submodules that are checked out, too: each has an index of its own',
  },
  name: { type: 'string', value: 'NAME', help: 'how answers call it (default: from the address, HOST/ORG/NAME)' },
  branch: { type: 'string', value: 'NAME', help: 'this branch instead of the default one' },
  source: {
    type: 'string',
    value: 'SOURCE',
    help: 'where its published index is pulled from, as for cora pull (default: the release of its address on GitHub)',
  },
  'repos-urls': {
    type: 'list',
    value: 'URL',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora' },
    help: 'repositories that cora sync keeps, beside those of cora repos add',
  },
  prune: { type: 'boolean', help: 'where no list of repositories is set: remove what an earlier one had added' },
  'repos-base-dir': {
    type: 'string',
    value: 'DIR',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no directory: set CORA_HOME' },
    help: 'where clones and their indexes are kept (default: CORA_HOME, else ~/.cora)',
  },
  'repos-sync-interval': {
    type: 'number',
    value: 'SECONDS',
    setting: true,
    min: 0,
    default: 900,
    help: 'a repository that was asked less long ago is not asked again (--force, or a name: it is)',
  },
  'repos-sync-timeout': {
    type: 'number',
    value: 'SECONDS',
    setting: true,
    min: 1,
    default: 60,
    help: 'how long to wait for another process that syncs, and for a server that says nothing',
  },
  'repos-max-file-size': {
    type: 'number',
    value: 'BYTES',
    setting: true,
    min: 1,
    help: 'leave out larger files of clones (default: as max-file-size)',
  },
  'repos-max-results': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 1,
    default: 20,
    help: 'how many results of several repositories, without -k',
  },
} as const satisfies Record<string, OptionSpec>;

/** All options by their long name. */
export const OPTIONS = {
  json: { type: 'boolean', help: 'print JSON on stdout' },
  format: {
    type: 'string',
    value: 'NAME',
    choices: ['text', 'json', 'jsonl', 'markdown', 'xml'],
    help: 'text for people, json (as --json), jsonl (a result on each line), markdown, or xml: the view for a chat with an AI',
  },
  host: { type: 'boolean', help: 'in xml: name this machine and the working tree (--no-host: do not)' },
  elide: {
    type: 'boolean',
    help: 'leave out licence headers, unused imports and repeated code (--no-elide: show them)',
  },
  quiet: { type: 'boolean', short: 'q', help: 'no progress and no notes on stderr' },
  verbose: { type: 'boolean', help: 'say on stderr what is being done' },
  color: { type: 'boolean', help: 'colours even where stdout is no terminal (--no-color: never)' },
  store: {
    type: 'string',
    value: 'DIR',
    setting: true,
    trusted: {
      pattern: /^\.git\/cora(?:-[A-Za-z0-9_-]{1,60})?$/,
      otherwise:
        '".git/cora-NAME", a folder in the Git directory; for one elsewhere take "store" out, and use --store or CORA_STORE',
    },
    help: 'where the index is kept (default: inside the common Git directory)',
  },
  embedder: {
    type: 'string',
    value: 'NAME',
    setting: true,
    trusted: {
      pattern: /^(builtin|hash)\b/,
      otherwise:
        'an embedder that is built in; a service or a downloaded model is your own choice: --embedder or CORA_EMBEDDER',
    },
    default: 'builtin',
    help: 'builtin, hash, transformers:MODEL, ollama:MODEL, openai:MODEL, voyage:MODEL',
  },
  include: {
    type: 'list',
    value: 'GLOB',
    setting: true,
    default: [],
    help: 'index these although a default rule leaves them out; of a query also file:PATH or decl:PATH#NAME, shown before anything else',
  },
  exclude: { type: 'list', value: 'GLOB', setting: true, default: [], help: 'never index these' },
  'max-file-size': {
    type: 'number',
    value: 'BYTES',
    setting: true,
    min: 1,
    default: 2_000_000,
    help: 'leave out larger files',
  },
  jobs: {
    type: 'number',
    short: 'j',
    value: 'N',
    setting: true,
    perCore: true,
    min: 0,
    help: 'parser threads (default: the number of cores; 0: none)',
  },
  full: { type: 'boolean', help: 'compute everything again' },
  rev: { type: 'string', value: 'REV', help: 'index this commit instead of HEAD' },
  shard: {
    type: 'string',
    value: 'I/N',
    help: 'index one of N parts of the files, such as 3/8: cora pack writes it, cora merge joins them',
  },
  'dry-run': { type: 'boolean', help: 'say what would be done, and do nothing' },
  limit: {
    type: 'number',
    short: 'k',
    aliases: ['top-k'],
    value: 'N',
    min: 1,
    setting: true,
    default: 10,
    help: 'how many results',
  },
  budget: {
    type: 'number',
    value: 'N',
    min: 1,
    setting: true,
    help: 'tokens of all that is printed at most, estimated; without -k as many results as fit (markdown and xml: 4000 unless -k or this is given); of ask all that the model is told (6000)',
  },
  mode: {
    type: 'string',
    value: 'MODE',
    choices: ['hybrid', 'words', 'vectors'],
    setting: true,
    default: 'hybrid',
    help: 'hybrid, words or vectors',
  },
  path: {
    type: 'list',
    short: 'p',
    value: 'GLOB',
    default: [],
    help: 'only files whose path matches (src/**, **/*.go)',
  },
  lang: { type: 'list', short: 'l', aliases: ['language'], value: 'NAME', default: [], help: 'only this language' },
  kind: {
    type: 'list',
    value: 'KIND',
    default: [],
    help: 'only this kind: function, method, class, interface, type, enum, constant, section, … (refs: call, import, inherit, type, link)',
  },
  context: { type: 'number', short: 'C', value: 'N', min: 0, default: 0, help: 'lines shown around a result' },
  lines: {
    type: 'number',
    value: 'N',
    min: 0,
    setting: true,
    default: SHOWN_LINES,
    help: 'lines of a result in JSON, at least: a short one is shown with its surroundings (0: alone)',
  },
  diversity: {
    type: 'share',
    value: 'N',
    setting: true,
    default: 0,
    help: 'prefer results unlike those before them, 0 to 1 (0.1 is little, 0.5 much)',
  },
  related: {
    type: 'number',
    value: 'N',
    min: 0,
    setting: true,
    default: 5,
    help: 'how many places next to the results (callers, types, tests) are listed after them',
  },
  weight: {
    type: 'list',
    value: 'NAME=N',
    setting: true,
    default: [],
    help: 'weight of a feature of the ranking, such as test=0; --explain shows them',
  },
  scope: { type: 'string', value: 'DIR', help: 'prefer files of this folder, then those near it' },
  rerank: {
    type: 'string',
    value: 'MODEL',
    setting: true,
    trusted: { pattern: /^none$/, otherwise: 'none; a model is your own choice: --rerank or CORA_RERANK' },
    default: 'none',
    help: 'order the best 30 by a cross-encoder: transformers:HUB/MODEL or transformers:./FOLDER; none: do not',
  },
  ...MODEL_OPTIONS,
  explain: { type: 'boolean', help: 'show what each feature of the ranking added' },
  batch: {
    type: 'string',
    value: 'FILE',
    help: 'answer JSON lines {id, query} from FILE or - with JSON lines {id, results, ms}',
  },
  commits: { type: 'boolean', help: 'search the commit messages of this history; without TEXT: the newest commits' },
  author: { type: 'string', value: 'NAME', help: 'with --commits: only of this author, by a part of name or address' },
  since: {
    type: 'string',
    value: 'WHEN',
    help: 'with --commits: only newer ones, by date (2024-05-01), span ("2 weeks") or revision (v1.2.0)',
  },
  until: { type: 'string', value: 'WHEN', help: 'with --commits: only older ones, by date, span or revision' },
  history: {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 20_000,
    help: 'how many of the newest commits are indexed for --commits (0: none)',
  },
  index: {
    type: 'string',
    value: 'PATH',
    help: 'search this store, packed artifact or address (https of a packed one, s3, gs, az); no repository is needed around it',
  },
  committed: { type: 'boolean', help: 'search the commit as it is, without uncommitted changes' },
  fresh: { type: 'boolean', help: 'answer only where all files are searched as they are now' },
  check: { type: 'boolean', help: 'end with 1, and list why, where something is behind or not searched' },
  fallback: { type: 'boolean', help: 'without an index, answer with grep' },
  'ignore-case': { type: 'boolean', short: 'i', help: 'match letters of either case' },
  fixed: { type: 'boolean', short: 'F', help: 'the pattern is plain text' },
  word: { type: 'boolean', short: 'w', help: 'match whole words' },
  'line-number': { type: 'boolean', short: 'n', help: 'as in other greps: lines are always numbered' },
  'max-per-file': { type: 'number', value: 'N', min: 1, help: 'hits shown for each file' },
  unredacted: {
    type: 'boolean',
    help: 'search and print what stands in the files, secrets included (without it they are written over first)',
  },
  callers: { type: 'boolean', help: 'who calls it' },
  callees: { type: 'boolean', help: 'what it calls' },
  depth: { type: 'number', value: 'N', min: 1, default: 1, help: 'how many steps of the call chain' },
  output: { type: 'string', short: 'o', value: 'PATH', help: 'where to write it' },
  'no-text': {
    type: 'boolean',
    help: 'leave out the text: whoever pulls it takes that from their own clone',
  },
  'no-search': {
    type: 'boolean',
    help: 'leave out the search tables: a smaller file that is not searched where it lies; whoever takes it makes them again',
  },
  mcp: { type: 'boolean', help: 'write the settings of MCP clients instead; shows the changes first' },
  agents: {
    type: 'boolean',
    help: 'write a skill and instructions for coding agents instead; shows the changes first',
  },
  hook: {
    type: 'boolean',
    help: "with --agents: also a hook of Claude Code that offers Cora's answer beside a grep",
  },
  client: {
    type: 'list',
    value: 'NAME',
    help: 'with --mcp, only: claude-code, cursor, vscode, codex, opencode; with --agents: claude-code, codex, cursor, opencode, copilot (default: all)',
  },
  remove: { type: 'boolean', help: 'with --mcp or --agents: take them away again' },
  ...SERVER_OPTIONS,
  report: { type: 'boolean', help: 'list what would leave this machine, and write nothing' },
  ...FLEET_OPTIONS,
  fix: { type: 'boolean', help: 'repair what was found' },
  all: { type: 'boolean', help: 'the indexes of all embedders and versions' },
  old: { type: 'boolean', help: 'only the indexes that other versions of Cora left' },
  force: {
    type: 'boolean',
    help: 'write also where hooks are shared with other people or repositories; sync: also what is not due',
  },
  'run-hooks': {
    type: 'boolean',
    help: 'run hooks to see whether Git gets to Cora, also those that Cora did not write',
  },
  yes: { type: 'boolean', short: 'y', help: 'do not ask' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
  version: { type: 'boolean', help: 'the version' },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

/** The values that a command line gives, by option name. */
export type Flags = { [K in OptionName]?: ValueOf<(typeof OPTIONS)[K]['type']> };

type Defaulted = { [K in OptionName]: (typeof OPTIONS)[K] extends { default: unknown } ? K : never }[OptionName];

/**
 * The values that count, by option name: what has a default is always there. See resolveOptions.
 */
export type Options = Flags & Required<Pick<Flags, Defaulted>>;

export function specOf(name: OptionName): OptionSpec {
  return OPTIONS[name];
}

export function settingNames(): OptionName[] {
  return (Object.keys(OPTIONS) as OptionName[]).filter((name) => specOf(name).setting === true);
}
