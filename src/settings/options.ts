/**
 * Every option, declared once: flags, CORA_* variables, keys of cora.config.json, defaults and help
 * all come from this table. Which command takes which stands in commands.ts. Parsing does no work
 * and reads no environment of its own.
 */

import { SHOWN_LINES } from '../base/frame.ts';
import { RESULT_FORMATS } from '../base/searchTypes.ts';
import { flag, list, NEVER, number, type OptionSpec, setting, text, type ValueOf } from './optionSpec.ts';

const MODEL_OPTIONS = {
  commentary: setting.text(
    'MODEL',
    'the language model that describes new chunks: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: no descriptions',
    {
      trusted: {
        pattern: /^none$/,
        otherwise: 'none; a language model is your own choice: --commentary or CORA_COMMENTARY',
      },
      default: 'none',
    },
  ),
  'commentary-limit': setting.number('N', 'with --commentary: describe at most N chunks in one run', {
    min: 0,
    default: 1000,
  }),
  'commentary-tokens': setting.number(
    'N',
    'with --commentary: use at most N tokens in one run, for questions and answers together',
    { min: 0, default: 1_000_000 },
  ),
  'commentary-rate': setting.number(
    'N',
    'with --commentary: send at most N questions a minute (0: no limit; default: 60, or 0 for a model on this machine)',
    { min: 0 },
  ),
  model: setting.text(
    'MODEL',
    'the language model that answers: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: show only the sources',
    {
      trusted: { pattern: /^none$/, otherwise: 'none; a language model is your own choice: --model or CORA_MODEL' },
      default: 'none',
    },
  ),
  'answer-tokens': setting.number('N', 'limit the answer to N tokens', { min: 1, default: 2000 }),
  temperature: setting.share('N', 'how freely the model words its answer, 0 to 1', { default: 0.1 }),
} as const satisfies Record<string, OptionSpec>;

const SERVER_OPTIONS = {
  build: flag('build missing indexes once the server has started'),
  write: flag('offer agents the tool "index", and build a missing index in the background'),
  http: flag('serve over HTTP instead of standard input and output'),
  bind: text('ADDRESS', 'the address to listen on (default: 127.0.0.1; one that other machines reach needs a token)', {
    aliases: ['host'],
  }),
  port: number('N', 'the port to listen on (default: serve 8643, mcp --http 8642; 0: any free one)', {
    min: 0,
    max: 65_535,
  }),
  token: setting.text(
    'TEXT',
    'the token that HTTP clients must send as "Authorization: Bearer TEXT" (safer in the variable CORA_TOKEN)',
    { trusted: { pattern: NEVER, otherwise: 'no token: set CORA_TOKEN' } },
  ),
  open: flag('open the page in the browser'),
} as const satisfies Record<string, OptionSpec>;

const FLEET_OPTIONS = {
  repo: list('NAME', 'search the repositories of cora repos whose names contain this (repeatable; "*" for all)', {
    default: [],
  }),
  submodules: flag('also search checked-out submodules, each with its own index'),
  name: text('NAME', 'its name in answers (default: HOST/ORG/NAME, from the address)'),
  branch: text('NAME', 'use this branch instead of the default one'),
  source: text('SOURCE', 'where to pull its published index from, as for cora pull (default: its GitHub release)'),
  'repos-urls': setting.list('URL', 'more repositories for cora sync, beside those of cora repos add', {
    trusted: { pattern: NEVER, otherwise: 'no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora' },
  }),
  prune: flag('remove repositories that an earlier list of addresses had added, when no list is set now'),
  'repos-base-dir': setting.text('DIR', 'the folder for clones and their indexes (default: CORA_HOME, else ~/.cora)', {
    trusted: { pattern: NEVER, otherwise: 'no directory: set CORA_HOME' },
  }),
  'repos-sync-interval': setting.number(
    'SECONDS',
    'skip a repository whose server was asked less than SECONDS ago (unless you give its name or --force)',
    { min: 0, default: 900 },
  ),
  'repos-sync-timeout': setting.number('SECONDS', 'how long to wait for another cora sync, and for a silent server', {
    min: 1,
    default: 60,
  }),
  'repos-max-file-size': setting.number(
    'BYTES',
    'leave out larger files of clones (default: the value of max-file-size)',
    { min: 1 },
  ),
  'repos-max-results': setting.number('N', 'how many results a search in several repositories shows, without -k', {
    min: 1,
    default: 20,
  }),
} as const satisfies Record<string, OptionSpec>;

/** All options by their long name. */
export const OPTIONS = {
  json: flag('print JSON on stdout'),
  format: text(
    'NAME',
    'text: for people; json: the same as --json; jsonl: one result a line; markdown; xml: for a chat with an AI',
    { choices: ['text', ...RESULT_FORMATS] },
  ),
  host: flag('in xml: name this machine and the working tree (--no-host: leave them out)'),
  elide: flag('leave out licence headers, unused imports and repeated code (--no-elide: show them)'),
  quiet: flag('print no progress and no notes on stderr', { short: 'q' }),
  verbose: flag('describe each step on stderr'),
  color: flag('use colours even where stdout is not a terminal (--no-color: never)', {
    words: { always: true, auto: undefined, never: false },
  }),
  store: setting.text('DIR', 'the folder of the index (default: inside the common Git directory)', {
    trusted: {
      pattern: /^\.git\/cora(?:-[A-Za-z0-9_-]{1,60})?$/,
      otherwise:
        '".git/cora-NAME", a folder in the Git directory; for one elsewhere take "store" out, and use --store or CORA_STORE',
    },
  }),
  embedder: setting.text(
    'NAME',
    'what computes the vectors: builtin, hash, transformers:MODEL, ollama:MODEL, openai:MODEL or voyage:MODEL',
    {
      trusted: {
        pattern: /^(builtin|hash)\b/,
        otherwise:
          'an embedder that is built in; a service or a downloaded model is your own choice: --embedder or CORA_EMBEDDER',
      },
      default: 'builtin',
    },
  ),
  include: setting.list(
    'GLOB',
    'index these files although a default rule leaves them out; in a query also file:PATH or decl:PATH#NAME, shown before all results',
    { default: [] },
  ),
  exclude: setting.list('GLOB', 'never index these files', { default: [] }),
  'max-file-size': setting.number('BYTES', 'leave out larger files', { min: 1, default: 2_000_000 }),
  jobs: setting.number('N', 'how many parser threads to use (default: one for each core; 0: none)', {
    short: 'j',
    perCore: true,
    min: 0,
  }),
  full: flag('compute everything again'),
  rev: text('REV', 'index this commit instead of HEAD'),
  shard: text(
    'I/N',
    'index one of N parts of the files, such as 3/8; cora pack writes the part, cora merge joins all of them',
  ),
  'dry-run': flag('show what would be done, and change nothing'),
  limit: setting.number('N', 'how many results', { short: 'k', aliases: ['top-k', 'top'], min: 1, default: 10 }),
  budget: setting.number(
    'N',
    'print at most about N tokens; without -k, as many results as fit (markdown and xml: 4000, unless you give this or -k); ask: send the model at most N (6000)',
    { min: 1 },
  ),
  mode: setting.text('MODE', 'rank by words, by vectors or by both (hybrid)', {
    choices: ['hybrid', 'words', 'vectors'],
    default: 'hybrid',
  }),
  path: list('GLOB', 'only files whose path matches (src/**, **/*.go, ./ for where you are)', {
    short: 'p',
    aliases: ['glob', 'g', 'include'],
    default: [],
  }),
  lang: list('NAME', 'only files in this language', { short: 'l', aliases: ['language', 'type', 't'], default: [] }),
  kind: list(
    'KIND',
    'only results of this kind: function, method, class, interface, type, enum, constant, section, … (refs: call, import, inherit, type, link, use)',
    { default: [] },
  ),
  context: number('N', 'show N lines around each result', {
    short: 'C',
    aliases: ['A', 'B', 'after-context', 'before-context'],
    greatest: true,
    min: 0,
    default: 0,
  }),
  lines: setting.number(
    'N',
    'in JSON, show a result shorter than N lines with the code around it (0: only the result)',
    { min: 0, default: SHOWN_LINES },
  ),
  diversity: setting.share('N', 'prefer results unlike those before them, 0 to 1 (0.1 is little, 0.5 much)', {
    default: 0,
  }),
  related: setting.number('N', 'how many related places (callers, types, tests) to list after the results', {
    min: 0,
    default: 5,
  }),
  weight: setting.list(
    'NAME=N',
    'change the weight of a ranking feature, such as test=0; --explain shows the features',
    { default: [] },
  ),
  scope: text('DIR', 'prefer files in this folder, then files near it'),
  rerank: setting.text(
    'MODEL',
    'reorder the best 30 results with a cross-encoder: transformers:HUB/MODEL or transformers:./FOLDER; none: keep the order',
    {
      trusted: { pattern: /^none$/, otherwise: 'none; a model is your own choice: --rerank or CORA_RERANK' },
      default: 'none',
    },
  ),
  ...MODEL_OPTIONS,
  explain: flag('show what each ranking feature added to a score'),
  batch: text(
    'FILE',
    'read questions as JSON lines {id, query} from FILE (or -), and print JSON lines {id, results, ms}',
  ),
  commits: flag('search the commits of this history; without TEXT: list the newest'),
  author: text('NAME', 'with --commits: only by this author (part of a name or an address)'),
  since: text(
    'WHEN',
    'with --commits: only newer commits; a date (2024-05-01), a span ("2 weeks") or a revision (v1.2.0)',
  ),
  until: text('WHEN', 'with --commits: only older commits; a date, a span or a revision'),
  history: setting.number('N', 'how many of the newest commits to index for --commits (0: none)', {
    min: 0,
    default: 20_000,
  }),
  index: text(
    'PATH',
    'search this index instead, without a repository: a folder, a packed index, or an address (https of a packed index, s3, gs, az)',
    {
      once: 'ask one after the other; several repositories are searched together with --repo, and shards are joined by cora merge',
    },
  ),
  committed: flag('search only what is committed, without uncommitted edits'),
  fresh: flag('fail instead of answering if some files cannot be searched as they are now'),
  check: flag('exit with 1 and list the reasons if the index is behind or some files are not searched'),
  fallback: flag('answer with grep if there is no index'),
  'ignore-case': flag('ignore upper and lower case', { short: 'i' }),
  fixed: flag('take the pattern as plain text', { short: 'F' }),
  word: flag('match whole words', { short: 'w' }),
  'line-number': flag('accepted as in other greps, as are -r, -R, -E and -H: lines are always numbered', {
    short: 'n',
    aliases: ['r', 'R', 'E', 'H', 'recursive', 'extended-regexp', 'with-filename'],
  }),
  'max-per-file': number('N', 'show at most N hits for each file', { min: 1 }),
  unredacted: flag('search and print files as they are, secrets included (without it, secrets are redacted first)'),
  callers: flag('show who calls it'),
  callees: flag('show what it calls'),
  depth: number('N', 'how many steps of the call chain to follow', { min: 1, default: 1 }),
  output: text('PATH', 'the file or folder to write', { short: 'o' }),
  'no-text': flag('leave out the text of the files; whoever pulls the index reads it from their own clone'),
  signer: text(
    'OWNER/REPO',
    'believe only what a workflow of that GitHub repository attests: its default branch or a tag, never a pull request (also /.github/workflows/FILE.yml behind it, and @refs/heads/BRANCH)',
    { once: 'name the one whose workflow attests it' },
  ),
  bundle: text(
    'FILE',
    'with --signer: the attestation as a Sigstore bundle (default: FILE.sigstore.json beside it, then what GitHub has)',
    { once: 'one file may hold several bundles, one a line' },
  ),
  'trust-root': text(
    'FILE',
    'with --signer: trust these roots and not the shipped one; gh attestation trusted-root prints them',
    { once: 'one file may hold several roots, one a line' },
  ),
  mcp: flag('add Cora to the settings of MCP clients instead; shows the changes first'),
  agents: flag('write a skill and instructions for coding agents instead; shows the changes first'),
  hook: flag("with --agents: also a hook of Claude Code that offers Cora's answer beside a grep"),
  client: list(
    'NAME',
    'only for this client. With --mcp: claude-code, cursor, vscode, codex, opencode. With --agents: claude-code, codex, cursor, opencode, copilot (default: all)',
  ),
  remove: flag('with --mcp or --agents: remove what they added'),
  ...SERVER_OPTIONS,
  report: flag('list what would leave this machine, and write nothing'),
  ...FLEET_OPTIONS,
  fix: flag('repair what was found'),
  all: flag('delete the indexes of all embedders and versions'),
  old: flag('delete only the indexes that other versions of Cora left'),
  force: flag(
    'install hooks even where other people or repositories share them; sync: include repositories that are not due',
  ),
  yes: flag('go ahead without asking', { short: 'y' }),
  help: flag('print this help', { short: 'h' }),
  version: flag('print the version'),
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
