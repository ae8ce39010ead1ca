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
    help: 'the language model that describes new chunks: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: no descriptions',
  },
  'commentary-limit': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 1000,
    help: 'with --commentary: describe at most N chunks in one run',
  },
  'commentary-tokens': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 1_000_000,
    help: 'with --commentary: use at most N tokens in one run, for questions and answers together',
  },
  'commentary-rate': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    help: 'with --commentary: send at most N questions a minute (0: no limit; default: 60, or 0 for a model on this machine)',
  },
  model: {
    type: 'string',
    value: 'MODEL',
    setting: true,
    trusted: { pattern: /^none$/, otherwise: 'none; a language model is your own choice: --model or CORA_MODEL' },
    default: 'none',
    help: 'the language model that answers: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: show only the sources',
  },
  'answer-tokens': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 1,
    default: 2000,
    help: 'limit the answer to N tokens',
  },
  temperature: {
    type: 'share',
    value: 'N',
    setting: true,
    default: 0.1,
    help: 'how freely the model words its answer, 0 to 1',
  },
} as const satisfies Record<string, OptionSpec>;

const SERVER_OPTIONS = {
  build: { type: 'boolean', help: 'build missing indexes once the server has started' },
  write: { type: 'boolean', help: 'offer agents the tool "index", and build a missing index in the background' },
  http: { type: 'boolean', help: 'serve over HTTP instead of standard input and output' },
  bind: {
    type: 'string',
    aliases: ['host'],
    value: 'ADDRESS',
    help: 'the address to listen on (default: 127.0.0.1; one that other machines reach needs a token)',
  },
  port: {
    type: 'number',
    value: 'N',
    min: 0,
    max: 65_535,
    help: 'the port to listen on (default: serve 8643, mcp --http 8642; 0: any free one)',
  },
  token: {
    type: 'string',
    value: 'TEXT',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no token: set CORA_TOKEN' },
    help: 'the token that HTTP clients must send as "Authorization: Bearer TEXT" (safer in the variable CORA_TOKEN)',
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
    help: 'a JSON file with your own tool descriptions: {"search": {"description": "…"}}',
  },
} as const satisfies Record<string, OptionSpec>;

const FLEET_OPTIONS = {
  repo: {
    type: 'list',
    value: 'NAME',
    default: [],
    help: 'search the repositories of cora repos whose names contain this (repeatable; "*" for all)',
  },
  submodules: { type: 'boolean', help: 'also search checked-out submodules, each with its own index' },
  name: { type: 'string', value: 'NAME', help: 'its name in answers (default: HOST/ORG/NAME, from the address)' },
  branch: { type: 'string', value: 'NAME', help: 'use this branch instead of the default one' },
  source: {
    type: 'string',
    value: 'SOURCE',
    help: 'where to pull its published index from, as for cora pull (default: its GitHub release)',
  },
  'repos-urls': {
    type: 'list',
    value: 'URL',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora' },
    help: 'more repositories for cora sync, beside those of cora repos add',
  },
  prune: {
    type: 'boolean',
    help: 'remove repositories that an earlier list of addresses had added, when no list is set now',
  },
  'repos-base-dir': {
    type: 'string',
    value: 'DIR',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no directory: set CORA_HOME' },
    help: 'the folder for clones and their indexes (default: CORA_HOME, else ~/.cora)',
  },
  'repos-sync-interval': {
    type: 'number',
    value: 'SECONDS',
    setting: true,
    min: 0,
    default: 900,
    help: 'skip a repository whose server was asked less than SECONDS ago (unless you give its name or --force)',
  },
  'repos-sync-timeout': {
    type: 'number',
    value: 'SECONDS',
    setting: true,
    min: 1,
    default: 60,
    help: 'how long to wait for another cora sync, and for a silent server',
  },
  'repos-max-file-size': {
    type: 'number',
    value: 'BYTES',
    setting: true,
    min: 1,
    help: 'leave out larger files of clones (default: the value of max-file-size)',
  },
  'repos-max-results': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 1,
    default: 20,
    help: 'how many results a search in several repositories shows, without -k',
  },
} as const satisfies Record<string, OptionSpec>;

/** All options by their long name. */
export const OPTIONS = {
  json: { type: 'boolean', help: 'print JSON on stdout' },
  format: {
    type: 'string',
    value: 'NAME',
    choices: ['text', 'json', 'jsonl', 'markdown', 'xml'],
    help: 'text: for people; json: the same as --json; jsonl: one result a line; markdown; xml: for a chat with an AI',
  },
  host: { type: 'boolean', help: 'in xml: name this machine and the working tree (--no-host: leave them out)' },
  elide: {
    type: 'boolean',
    help: 'leave out licence headers, unused imports and repeated code (--no-elide: show them)',
  },
  quiet: { type: 'boolean', short: 'q', help: 'print no progress and no notes on stderr' },
  verbose: { type: 'boolean', help: 'describe each step on stderr' },
  color: { type: 'boolean', help: 'use colours even where stdout is not a terminal (--no-color: never)' },
  store: {
    type: 'string',
    value: 'DIR',
    setting: true,
    trusted: {
      pattern: /^\.git\/cora(?:-[A-Za-z0-9_-]{1,60})?$/,
      otherwise:
        '".git/cora-NAME", a folder in the Git directory; for one elsewhere take "store" out, and use --store or CORA_STORE',
    },
    help: 'the folder of the index (default: inside the common Git directory)',
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
    help: 'what computes the vectors: builtin, hash, transformers:MODEL, ollama:MODEL, openai:MODEL or voyage:MODEL',
  },
  include: {
    type: 'list',
    value: 'GLOB',
    setting: true,
    default: [],
    help: 'index these files although a default rule leaves them out; in a query also file:PATH or decl:PATH#NAME, shown before all results',
  },
  exclude: { type: 'list', value: 'GLOB', setting: true, default: [], help: 'never index these files' },
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
    help: 'how many parser threads to use (default: one for each core; 0: none)',
  },
  full: { type: 'boolean', help: 'compute everything again' },
  rev: { type: 'string', value: 'REV', help: 'index this commit instead of HEAD' },
  shard: {
    type: 'string',
    value: 'I/N',
    help: 'index one of N parts of the files, such as 3/8; cora pack writes the part, cora merge joins all of them',
  },
  'dry-run': { type: 'boolean', help: 'show what would be done, and change nothing' },
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
    help: 'print at most about N tokens; without -k, as many results as fit (markdown and xml: 4000, unless you give this or -k); ask: send the model at most N (6000)',
  },
  mode: {
    type: 'string',
    value: 'MODE',
    choices: ['hybrid', 'words', 'vectors'],
    setting: true,
    default: 'hybrid',
    help: 'rank by words, by vectors or by both (hybrid)',
  },
  path: {
    type: 'list',
    short: 'p',
    value: 'GLOB',
    default: [],
    help: 'only files whose path matches (src/**, **/*.go)',
  },
  lang: {
    type: 'list',
    short: 'l',
    aliases: ['language'],
    value: 'NAME',
    default: [],
    help: 'only files in this language',
  },
  kind: {
    type: 'list',
    value: 'KIND',
    default: [],
    help: 'only results of this kind: function, method, class, interface, type, enum, constant, section, … (refs: call, import, inherit, type, link)',
  },
  context: { type: 'number', short: 'C', value: 'N', min: 0, default: 0, help: 'show N lines around each result' },
  lines: {
    type: 'number',
    value: 'N',
    min: 0,
    setting: true,
    default: SHOWN_LINES,
    help: 'in JSON, show a result shorter than N lines with the code around it (0: only the result)',
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
    help: 'how many related places (callers, types, tests) to list after the results',
  },
  weight: {
    type: 'list',
    value: 'NAME=N',
    setting: true,
    default: [],
    help: 'change the weight of a ranking feature, such as test=0; --explain shows the features',
  },
  scope: { type: 'string', value: 'DIR', help: 'prefer files in this folder, then files near it' },
  rerank: {
    type: 'string',
    value: 'MODEL',
    setting: true,
    trusted: { pattern: /^none$/, otherwise: 'none; a model is your own choice: --rerank or CORA_RERANK' },
    default: 'none',
    help: 'reorder the best 30 results with a cross-encoder: transformers:HUB/MODEL or transformers:./FOLDER; none: keep the order',
  },
  ...MODEL_OPTIONS,
  explain: { type: 'boolean', help: 'show what each ranking feature added to a score' },
  batch: {
    type: 'string',
    value: 'FILE',
    help: 'read questions as JSON lines {id, query} from FILE (or -), and print JSON lines {id, results, ms}',
  },
  commits: { type: 'boolean', help: 'search the commits of this history; without TEXT: list the newest' },
  author: { type: 'string', value: 'NAME', help: 'with --commits: only by this author (part of a name or an address)' },
  since: {
    type: 'string',
    value: 'WHEN',
    help: 'with --commits: only newer commits; a date (2024-05-01), a span ("2 weeks") or a revision (v1.2.0)',
  },
  until: { type: 'string', value: 'WHEN', help: 'with --commits: only older commits; a date, a span or a revision' },
  history: {
    type: 'number',
    value: 'N',
    setting: true,
    min: 0,
    default: 20_000,
    help: 'how many of the newest commits to index for --commits (0: none)',
  },
  index: {
    type: 'string',
    value: 'PATH',
    once: 'ask one after the other; several repositories are searched together with --repo, and shards are joined by cora merge',
    help: 'search this index instead, without a repository: a folder, a packed index, or an address (https of a packed index, s3, gs, az)',
  },
  committed: { type: 'boolean', help: 'search only what is committed, without uncommitted edits' },
  fresh: { type: 'boolean', help: 'fail instead of answering if some files cannot be searched as they are now' },
  check: {
    type: 'boolean',
    help: 'exit with 1 and list the reasons if the index is behind or some files are not searched',
  },
  fallback: { type: 'boolean', help: 'answer with grep if there is no index' },
  'ignore-case': { type: 'boolean', short: 'i', help: 'ignore upper and lower case' },
  fixed: { type: 'boolean', short: 'F', help: 'take the pattern as plain text' },
  word: { type: 'boolean', short: 'w', help: 'match whole words' },
  'line-number': { type: 'boolean', short: 'n', help: 'accepted as in other greps; lines are always numbered' },
  'max-per-file': { type: 'number', value: 'N', min: 1, help: 'show at most N hits for each file' },
  unredacted: {
    type: 'boolean',
    help: 'search and print files as they are, secrets included (without it, secrets are redacted first)',
  },
  callers: { type: 'boolean', help: 'show who calls it' },
  callees: { type: 'boolean', help: 'show what it calls' },
  depth: { type: 'number', value: 'N', min: 1, default: 1, help: 'how many steps of the call chain to follow' },
  output: { type: 'string', short: 'o', value: 'PATH', help: 'the file or folder to write' },
  'no-text': {
    type: 'boolean',
    help: 'leave out the text of the files; whoever pulls the index reads it from their own clone',
  },
  signer: {
    type: 'string',
    value: 'OWNER/REPO',
    once: 'name the one whose workflow attests it',
    help: 'believe only what a workflow of that GitHub repository attests: its default branch or a tag, never a pull request (also /.github/workflows/FILE.yml behind it, and @refs/heads/BRANCH)',
  },
  bundle: {
    type: 'string',
    value: 'FILE',
    once: 'one file may hold several bundles, one a line',
    help: 'with --signer: the attestation as a Sigstore bundle (default: FILE.sigstore.json beside it, then what GitHub has)',
  },
  'trust-root': {
    type: 'string',
    value: 'FILE',
    once: 'one file may hold several roots, one a line',
    help: 'with --signer: trust these roots and not the shipped one; gh attestation trusted-root prints them',
  },
  'no-search': {
    type: 'boolean',
    help: 'leave out the search tables: a smaller file that is not searched where it lies; whoever takes it makes them again',
  },
  mcp: { type: 'boolean', help: 'add Cora to the settings of MCP clients instead; shows the changes first' },
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
    help: 'only for this client. With --mcp: claude-code, cursor, vscode, codex, opencode. With --agents: claude-code, codex, cursor, opencode, copilot (default: all)',
  },
  remove: { type: 'boolean', help: 'with --mcp or --agents: remove what they added' },
  ...SERVER_OPTIONS,
  report: { type: 'boolean', help: 'list what would leave this machine, and write nothing' },
  ...FLEET_OPTIONS,
  fix: { type: 'boolean', help: 'repair what was found' },
  all: { type: 'boolean', help: 'delete the indexes of all embedders and versions' },
  old: { type: 'boolean', help: 'delete only the indexes that other versions of Cora left' },
  force: {
    type: 'boolean',
    help: 'install hooks even where other people or repositories share them; sync: include repositories that are not due',
  },
  'run-hooks': {
    type: 'boolean',
    help: 'run the hooks to see whether Git reaches Cora, even hooks that Cora did not write',
  },
  yes: { type: 'boolean', short: 'y', help: 'go ahead without asking' },
  help: { type: 'boolean', short: 'h', help: 'print this help' },
  version: { type: 'boolean', help: 'print the version' },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

/** The values that a command line gives, by option name. */
export type Flags = { [K in OptionName]?: ValueOf<(typeof OPTIONS)[K]['type']> };

type Defaulted = { [K in OptionName]: (typeof OPTIONS)[K] extends { default: unknown } ? K : never }[OptionName];

/** The values that count: what has a default is always there. See resolveOptions. */
export type Options = Flags & Required<Pick<Flags, Defaulted>>;

export function specOf(name: OptionName): OptionSpec {
  return OPTIONS[name];
}

export function settingNames(): OptionName[] {
  return (Object.keys(OPTIONS) as OptionName[]).filter((name) => specOf(name).setting === true);
}
