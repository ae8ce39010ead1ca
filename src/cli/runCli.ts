/** The command line: parse, call, print, exit. The only place where it meets the process. */

import { fstatSync, writeSync } from 'node:fs';
import { inspect } from 'node:util';
import { CoraError, EXIT, isCoraError, knownError, systemFailure } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import { nearest } from '../base/nearest.ts';
import { inertJson, visible, visibleLines } from '../base/renderText.ts';
import { TOOL_VERSION } from '../base/version.ts';
import { compileLate } from '../disk/nodeRuntime.ts';
import { endRunningGit } from '../git/pipesAndDevices.ts';
import { splitIncludes } from '../search/includeDirective.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import { COMMANDS, type CommandName } from '../settings/commands.ts';
import { variableOf } from '../settings/optionSpec.ts';
import type { Flags } from '../settings/options.ts';
import { parseCommandLine } from '../settings/parseCommandLine.ts';
import { resolveOptions, settle, settleHome, unknownVariables } from '../settings/resolveOptions.ts';
import { cacheDirOf } from '../settings/userFolders.ts';
import { hideCredentials, quietLance } from '../store/lanceEnvironment.ts';
import { asTyped, refuseWithoutBinary } from '../view/asTyped.ts';
import { commandHelp, mainHelp } from './help.ts';
import { interruptSignal } from './interruptSignal.ts';

type Run = (context: CommandContext) => Promise<number>;

/** True for a server, whose output is a conversation that its client ends when it likes. */
let isServing = false;

/** Loaded when called: a query does not pay for what only an index run needs. */
const RUN: Record<CommandName, () => Promise<Run>> = {
  init: async () => (await import('./commands/init.ts')).runInit,
  index: async () => (await import('./commands/index.ts')).runIndex,
  query: async () => (await import('./commands/query.ts')).runQuery,
  ask: async () => (await import('./commands/ask.ts')).runAsk,
  grep: async () => (await import('./commands/grep.ts')).runGrep,
  symbols: async () => (await import('./commands/symbols.ts')).runSymbols,
  refs: async () => (await import('./commands/symbols.ts')).runRefs,
  related: async () => (await import('./commands/symbols.ts')).runRelated,
  files: async () => (await import('./commands/files.ts')).runFiles,
  show: async () => (await import('./commands/files.ts')).runShow,
  chunks: async () => (await import('./commands/files.ts')).runChunks,
  status: async () => (await import('./commands/status.ts')).runStatus,
  doctor: async () => (await import('./commands/maintain.ts')).runDoctor,
  gc: async () => (await import('./commands/maintain.ts')).runGc,
  pack: async () => (await import('./commands/pack.ts')).runPack,
  pull: async () => (await import('./commands/pull.ts')).runPull,
  push: async () => (await import('./commands/pull.ts')).runPush,
  merge: async () => (await import('./commands/pack.ts')).runMerge,
  verify: async () => (await import('./commands/pull.ts')).runVerify,
  unpack: async () => (await import('./commands/pack.ts')).runUnpack,
  pages: async () => (await import('./commands/pack.ts')).runPages,
  clean: async () => (await import('./commands/maintain.ts')).runClean,
  mcp: async () => serving((await import('../server/serveMcp.ts')).serveMcp),
  serve: async () => serving((await import('../server/serveHttp.ts')).serveHttp),
  watch: async () => (await import('./commands/index.ts')).runWatch,
  repos: async () => (await import('./commands/repos.ts')).runRepos,
  sync: async () => (await import('./commands/repos.ts')).runSync,
  hooks: async () => (await import('./commands/hooks.ts')).runHooks,
  completion: async () => (await import('./commands/completion.ts')).runCompletion,
};

function serving(serve: (context: CommandContext) => Promise<void>): Run {
  return async (context) => {
    await serve(context);
    return EXIT.ok;
  };
}

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 0) return print(asTyped(mainHelp(helpWidth())));
  if (argv[0] === 'help') return print(helpOn(argv[1]));
  const { command, words, options: given } = parseCommandLine(argv);
  isServing = command === 'mcp';
  const { directives, ...flags } = takeDirectives(command, given);
  if (flags.version === true) return print(`${TOOL_VERSION}\n`);
  if (flags.help === true) return print(helpOn(argv.find((word) => word === command)));
  if (flags.lang !== undefined || flags.kind !== undefined) {
    // This module brings all languages, which --version and --help need not load.
    const { checkFilters } = await import('../view/checkFilters.ts');
    const of = command === 'refs' ? 'mentions' : command === 'grep' ? 'lines' : 'chunks';
    checkFilters({ languages: flags.lang, kinds: flags.kind }, of);
  }
  const env = hideCredentials(process.env, argv);
  // A directory named on the command line brings its own settings.
  const dir = command === 'index' && words[0] !== undefined ? words[0] : process.cwd();
  // A hook that runs in the background has to report a wrong setting where it is read: see
  // commands/gitHooks.ts.
  const settled =
    command === 'hooks'
      ? resolveOptions(flags, env, null)
      : isOfFleet(command, flags, words, env)
        ? settleHome(flags, env)
        : settle(flags, env, dir);
  const log = createLog((line) => process.stderr.write(visibleLines(asTyped(line))), {
    quiet: settled.quiet === true,
    verbose: settled.verbose === true,
  });
  for (const note of unknownVariables(env)) log.warn(note);
  refuseWithoutBinary(command, settled);
  const surroundings = { dir, env, cacheDir: cacheDirOf(env), log };
  const options = settled.path.some((glob) => /^[./]/.test(glob))
    ? {
        ...settled,
        path: await (await import('./findCallerPlace.ts')).globsFromHere({ options: settled, surroundings }),
      }
    : settled;
  const run = await RUN[command]();
  compileLate(command);
  let signal: AbortSignal | undefined;
  return run({
    command,
    words,
    options,
    askedLimit: flags.limit,
    askedHistory: flags.history,
    settle: (other) => settle(flags, env, other),
    directives,
    surroundings,
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    // A command that does not look at it is ended by Ctrl-C, as any program is.
    get signal() {
      signal ??= interruptSignal();
      return signal;
    },
  });
}

/**
 * True if the command is about other repositories: the settings of the one around do not count for
 * them.
 */
function isOfFleet(command: CommandName, { repo = [] }: Flags, words: readonly string[], env: NodeJS.ProcessEnv) {
  const isListed = command === 'mcp' && words.length === 0 && (env[variableOf('repos-urls')] ?? '') !== '';
  return command === 'repos' || command === 'sync' || command === 'serve' || repo.length > 0 || isListed;
}

/**
 * Takes directives out of `--include`. They are said for one query, and leave the globs of the
 * configuration in force.
 */
function takeDirectives(command: CommandName, given: Flags): Flags & { directives: string[] } {
  if (command !== 'query' || given.include === undefined) return { ...given, directives: [] };
  const { include, ...others } = given;
  const { directives, globs } = splitIncludes(include);
  return { ...others, ...(globs.length === 0 ? {} : { include: globs }), directives };
}

/** `cora help`, `cora help index` @throws CoraError USAGE for what is no command */
function helpOn(name: string | undefined): string {
  const width = helpWidth();
  if (name === undefined || name === 'help') return asTyped(mainHelp(width));
  if (Object.hasOwn(COMMANDS, name)) return asTyped(commandHelp(name as CommandName, width));
  const near = nearest(name, Object.keys(COMMANDS));
  throw new CoraError('USAGE', `There is no command "${name}".`, {
    hint: near === undefined ? 'cora help   lists them' : `cora help ${near}`,
  });
}

/** The width of help texts, columns: long lines are hard to read on the widest screen. */
const WIDEST_HELP = 100;
const PLAIN_HELP = 80;

function helpWidth(): number {
  return Math.min(WIDEST_HELP, process.stdout.columns || PLAIN_HELP);
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT.ok;
}

/**
 * Prints an error. A known one is one line and the next command to type; an unknown one keeps its
 * stack.
 */
function report(thrown: unknown, json: boolean): number {
  const error = knownError(thrown);
  if (isCoraError(error)) {
    const { code, lines } = error;
    const [message, hint] = [asTyped(error.message), error.hint === undefined ? undefined : asTyped(error.hint)];
    if (json) printError({ code, message, lines, hint });
    else {
      // Names and paths that it quotes may hold line breaks.
      const below = [...(lines === undefined ? [] : [visibleLines(lines)]), ...(hint ? [`  ${visible(hint)}`] : [])];
      process.stderr.write([`cora: ${visible(message)}`, ...below, ''].join('\n'));
    }
    return error.exitCode;
  }
  const stack = error instanceof Error ? inspect(error) : String(error);
  if (json) printError({ code: 'UNEXPECTED', message: error instanceof Error ? error.message : stack, stack });
  else process.stderr.write(visibleLines(`cora: unexpected error, please report it\n${stack}\n`));
  return EXIT.error;
}

function printError(error: Readonly<Record<string, string | undefined>>): void {
  process.stderr.write(inertJson(`${JSON.stringify({ error })}\n`));
}

const argv = process.argv.slice(2);
quietLance(process.env);
process.on('exit', endRunningGit);
// Also what nobody waits for may fail, such as what Node loads when a server starts.
process.on('uncaughtException', (error) => process.exit(report(error, wantsJson(argv))));
writeFilesWhole(process.stdout);
process.stdout.on('error', endCutShort);
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  // Messages that nobody reads any more must not end the work.
  if (error.code !== 'EPIPE') process.exit(EXIT.error);
});
main(argv)
  .catch((error: unknown) => report(error, wantsJson(argv)))
  .then((code) => {
    process.exitCode = code;
    // Native threads of the store must not keep a finished command alive.
    flushed((error) => (error ? endCutShort(error) : process.exit(code)));
  });

/**
 * True if `--json` was given, also where the command line could not be read. A word behind `--` is
 * text.
 */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const flags = end === -1 ? words : words.slice(0, end);
  return flags.includes('--json') || /(^| )--format[= ]jsonl?( |$)/.test(flags.join(' '));
}

/** Waits for output to a pipe, which may still be on its way. */
function flushed(then: (error: Error | null | undefined) => void): void {
  process.stdout.write('', (error) => process.stderr.write('', () => then(error)));
}

/**
 * The exit code that a shell shows of a program that SIGPIPE ended, which Node ignores: whoever
 * looks at it (`set -o pipefail`) does not take a part for the whole.
 */
const ENDED_BY_SIGPIPE = 141;

let isCutShort = false;

/** Ends the process after output failed. A full disk fails with every write, so it is said once. */
function endCutShort(error: NodeJS.ErrnoException): void {
  if (isCutShort) return;
  isCutShort = true;
  // `cora query … | head`: the reader had enough. A client of `cora mcp` that goes away has had its
  // answers.
  if (error.code === 'EPIPE') process.exit(isServing ? EXIT.ok : ENDED_BY_SIGPIPE);
  const what = 'the output is cut short';
  process.exit(report(systemFailure(error, what) ?? new CoraError('STORE', `${what}: ${error.message}`), false));
}

/**
 * Node writes to a file once, and forgets what a full disk did not take: this writes the rest,
 * which then fails with ENOSPC. Pipes and terminals are not touched.
 */
function writeFilesWhole(stream: NodeJS.WriteStream & { fd: number }): void {
  const found = fstatSync(stream.fd);
  if (stream.isTTY || !(found.isFile() || found.isCharacterDevice())) return;
  stream._write = (chunk: Uint8Array | string, encoding, done) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(stream.fd, bytes, at);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}
