/**
 * The only door to tree-sitter: text in, the matches of a language's query out. Grammars are loaded
 * when first asked for. A crash inside the WebAssembly leaves its memory in doubt, so the whole
 * runtime is thrown away and loaded afresh: no file's chunks depend on the files before it. Limits
 * are bytes, nodes, steps, work and memory, never time. Trouble of the machine, as no memory, is
 * never blamed on a text: a crash counts as the text's own where it comes again in a fresh runtime
 * that got all the memory it asked for; any other one is an error of this run.
 */

import type * as TreeSitter from 'web-tree-sitter';
import { type CoraError, systemFailure } from '../base/errors.ts';
import type { Syntax } from '../languages/language.ts';
import { grammarBytes, runtimeBytes, runtimeUrl } from './grammars.ts';
import { meterWasm, type Replaced, WORK } from './meterWasm.ts';
import { type Matches, type QueryProgress, type TreeFunctions, TreeQueries } from './treeQueries.ts';

export const PARSE_LIMITS = {
  /** UTF-16 code units. */
  characters: 1_000_000,
  nodes: 1_000_000,
  /**
   * Steps of the parser per code unit read: half a step is usual, one where the text is in another
   * language.
   */
  stepsPerCharacter: 3,
  /** States of unfinished matches that a query may hold. */
  matches: 20_000,
  /**
   * Calls and turns of loops inside the WebAssembly: 40 to 450 for a code unit are usual, three
   * hundred million take a second.
   */
  workPerCharacter: 600,
  freeWork: 100_000_000,
  /**
   * Bytes that the WebAssembly may hold: a text that wants more is at fault, and no machine's size
   * decides that.
   */
  memory: 2 ** 30,
} as const;

/** The steps of the parser after which tree-sitter asks whether to go on. */
const STEPS_PER_CALL = 100;
/** Small files may take more steps for each of their characters. */
const FREE_STEPS = 100_000;
/**
 * Crashes after which a language is no longer parsed in this thread: each leaves a dead runtime in
 * memory.
 */
const MAX_CRASHES = 40;
/**
 * Before that a thread that can be replaced is: what becomes of a file must not depend on the files
 * before it.
 */
const WORN_OUT = 10;

const BYTES_OF_NUMBER = 4;
/** The counter's full value, which it has between texts, for loading and reading. */
const FULL = 2 ** 31 - 1;
/**
 * The cost of handing over a piece of the text: tree-sitter asks for five thousand code units at a
 * time.
 */
const WORK_PER_READ = 5000;

/**
 * The parser could not be used, and not because of the text: another run may do better. Trouble of
 * the machine is a CoraError STORE.
 */
export class ParserUnavailable extends Error {}

interface Reader {
  runtime: Promise<Runtime>;
  started: Runtime;
  parser: TreeSitter.Parser;
  query: TreeSitter.Query;
}

interface Parsed {
  tree: TreeSitter.Tree;
  nodes: number;
  /** Null where looking for them would take too long. */
  found: Matches | null;
}

const NO_SENSE = 'not parsed: the parser understands too little of it; is it in another language?';

interface Runtime {
  module: typeof TreeSitter;
  /** The work that the WebAssembly may still do; it traps where nothing is left. */
  work: { value: number };
  memory: MemoryState;
  queries: TreeQueries;
  readers: Map<Syntax, Promise<Reader>>;
  /**
   * Ends with the last grammar: of two that are loaded at once, one may be linked to the other's
   * functions.
   */
  loaded: Promise<unknown>;
}

let runtime: Promise<Runtime> | null = null;
let runtimes = 0;
const crashes = new Map<Syntax, number>();

/**
 * @param use reads the matches while their nodes live; it must not keep them
 * @returns why the text was not parsed, or what `use` returned, and true where the grammar could
 * not read all of the text
 * @throws CoraError STORE for want of memory or the like, ParserUnavailable where it cannot be used
 * otherwise
 */
export async function parseText<T>(
  language: Syntax,
  text: string,
  use: (found: Matches) => T,
): Promise<{ result: T; hasError: boolean } | { note: string }> {
  if (text.length > PARSE_LIMITS.characters) {
    return { note: `not parsed: ${text.length} characters are over the limit of ${PARSE_LIMITS.characters}` };
  }
  const parsed = await parseTwice(language, text);
  if (parsed === null) return { note: NO_SENSE };
  if (typeof parsed === 'string')
    return { note: `not parsed: the ${language.grammar} grammar crashes on it: ${parsed}` };
  const { tree, nodes } = parsed;
  try {
    if (nodes > PARSE_LIMITS.nodes) return { note: `not parsed: more than ${PARSE_LIMITS.nodes} syntax nodes` };
    if (parsed.found === null) return { note: NO_SENSE };
    return { result: use(parsed.found), hasError: tree.rootNode.hasError };
  } finally {
    tree.delete();
  }
}

/**
 * @returns null where the parser gave up; a crash's message where it crashes on the text whenever
 * it reads it
 */
async function parseTwice(language: Syntax, text: string): Promise<Parsed | string | null> {
  const reader = await readerOf(language);
  const first = parseNow(language, reader, text);
  if (first === null || !('crash' in first)) return first;
  if (first.isCertain) return first.crash;
  const second = parseNow(language, await readerOf(language), text);
  if (second === null || !('crash' in second)) return second;
  if (second.crash === first.crash) return second.crash;
  throw unavailable(language, second.crash);
}

/** True where so many runtimes have crashed in this thread that another one should go on. */
export function isWornOut(): boolean {
  return runtimes > WORN_OUT;
}

interface Crash {
  crash: string;
  /** It had done all the work that it may: a count, the same on every machine. */
  isCertain: boolean;
}

/** Not certain: texts before it may have left memory in use. */
const OVERGROWN: Crash = {
  crash: `it takes more than ${PARSE_LIMITS.memory / 2 ** 20} MB of memory`,
  isCertain: false,
};

/**
 * @throws CoraError STORE where it got no memory, whether it crashed of that or went on with what
 * it had not read
 */
function parseNow(language: Syntax, reader: Reader, text: string): Parsed | Crash | null {
  const { work } = reader.started;
  let parsed: Parsed | Crash | null;
  try {
    parsed = parseWithin(reader, text);
    work.value = FULL;
  } catch (error) {
    discard(language, reader.runtime);
    if (reader.started.memory.isOvergrown) return OVERGROWN;
    if (isMemory(error)) throw lacking(language, error) ?? unavailable(language, reasonOf(error));
    parsed = { crash: reasonOf(error), isCertain: work.value < 0 };
  }
  if (!reader.started.memory.isStarved && !reader.started.memory.isOvergrown) return parsed;
  discard(language, reader.runtime);
  if (reader.started.memory.isOvergrown) return OVERGROWN;
  throw lacking(language, new Error('out of memory'))!;
}

/** @returns null where the parser gave up */
function parseWithin({ parser, query, started: { work, queries } }: Reader, text: string): Parsed | null {
  const most = PARSE_LIMITS.freeWork + text.length * PARSE_LIMITS.workPerCharacter;
  // Where nothing asks whether to go on, it may be as much again.
  work.value = Math.min(FULL, 2 * most);
  const least = work.value - most;
  let steps = 0;
  // The text so far counts: recovering from errors costs the more the longer it goes on.
  const isTooMuch = ({ currentOffset }: TreeSitter.ParseState): boolean => {
    steps += STEPS_PER_CALL;
    // The offset counts two bytes for each code unit.
    return work.value < least || steps > FREE_STEPS + (currentOffset / 2) * PARSE_LIMITS.stepsPerCharacter;
  };
  const read = (index: number): string => {
    work.value -= WORK_PER_READ;
    return text.slice(index);
  };
  const tree = parser.parse(read, null, { progressCallback: isTooMuch });
  if (tree === null) {
    parser.reset();
    return null;
  }
  const nodes = tree.rootNode.descendantCount;
  if (nodes > PARSE_LIMITS.nodes || hasLongRuns(tree, text)) return { tree, nodes, found: null };
  const isOverworked = (): boolean => work.value < least;
  const found = queries.find({ query, tree, text, matchLimit: PARSE_LIMITS.matches, isTooMuch: isOverworked });
  return { tree, nodes, found };
}

/** The runtime is not used again: its memory may be damaged. */
function discard(language: Syntax, used: Promise<Runtime> | null): void {
  if (runtime === used) runtime = null;
  crashes.set(language, (crashes.get(language) ?? 0) + 1);
}

/** True if JavaScript got no memory; a stack that is too deep is the text's doing. */
function isMemory(error: unknown): boolean {
  return error instanceof RangeError && !error.message.includes('call stack');
}

function unavailable(language: Syntax, reason: string): ParserUnavailable {
  return new ParserUnavailable(
    `the ${language.grammar} parser could not be used: ${reason}; run again, with more memory free or with --jobs 1`,
  );
}

/** @returns null where it is nothing that the machine lacks */
function lacking(language: Syntax, error: unknown): CoraError | null {
  return systemFailure(error, `the ${language.grammar} parser cannot be used`);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
}

/**
 * @throws CoraError STORE, ParserUnavailable where it cannot be loaded: no text has a part in that
 */
async function readerOf(language: Syntax): Promise<Reader> {
  for (;;) {
    if ((crashes.get(language) ?? 0) >= MAX_CRASHES) throw unavailable(language, 'it has crashed too often');
    runtime ??= startRuntime();
    const current = runtime;
    let reader: Reader;
    try {
      reader = await loadedReader(current, language);
    } catch (error) {
      discard(language, current);
      throw lacking(language, error) ?? unavailable(language, reasonOf(error));
    }
    // Another text may crash the runtime while this one waits.
    if (reader.runtime === runtime) return reader;
  }
}

async function loadedReader(current: Promise<Runtime>, language: Syntax): Promise<Reader> {
  const started = await current;
  let reader = started.readers.get(language);
  if (reader === undefined) {
    reader = started.loaded.then(() => loadReader(current, started, language));
    started.loaded = reader.catch(() => undefined);
    started.readers.set(language, reader);
  }
  return reader;
}

async function loadReader(runtime: Promise<Runtime>, started: Runtime, language: Syntax): Promise<Reader> {
  const { module } = started;
  const grammar = await module.Language.load(grammarBytes(language));
  const parser = new module.Parser();
  parser.setLanguage(grammar);
  return { runtime, started, parser, query: new module.Query(grammar, language.query) };
}

/**
 * Tree-sitter looks through all states of a grammar for patterns that can never match, and for
 * steps that cannot fail once they have begun: 3 to 500 ms for each language and process. Tests
 * look for the first. The second spares a cursor a second try, which it makes all the same where a
 * capture is inside, and in these queries that is everywhere but where a step may fail. So the
 * function only says that it gave up, `analysis->did_abort = true`, upon which every step counts as
 * one that may fail. The compiler has made `analysis` its fourth parameter; six arrays of three
 * numbers each come first in it.
 */
export const WITHOUT_ANALYSIS: Replaced = new Map([
  ['ts_query__perform_analysis', [0x20, 3, 0x41, 1, 0x3a, 0, 6 * 3 * BYTES_OF_NUMBER]],
]);

async function startRuntime(): Promise<Runtime> {
  runtimes++;
  // Another query string is another instance of the module, with a memory of its own: one that
  // was started before, perhaps by another instance of this file, would not be metered.
  const instance = `${runtimes}-${performance.now()}`;
  const module = (await import(/* @vite-ignore */ `${runtimeUrl()}?${instance}`)) as typeof TreeSitter;
  const started: Pick<Runtime, 'work' | 'memory'> = {
    work: { value: FULL },
    memory: { isStarved: false, isOvergrown: false },
  };
  const progress: QueryProgress = { isTooMuch: null };
  let makeQueries!: () => TreeQueries;
  const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: object, module: object) => void): void => {
    const metered = new WebAssembly.Module(meterWasm(runtimeBytes(), WITHOUT_ANALYSIS));
    watchMemory(imports, PARSE_LIMITS.memory, started.memory);
    const env = imports['env']!;
    env['tree_sitter_query_progress_callback'] = () => (progress.isTooMuch?.() === true ? 1 : 0);
    const { [WORK]: global, ...exports } = new WebAssembly.Instance(metered, imports).exports;
    started.work = global as WebAssembly.Global<'i32'>;
    started.work.value = FULL;
    makeQueries = () =>
      new TreeQueries(exports as unknown as TreeFunctions, env['memory'] as WebAssembly.Memory, progress);
    receive({ exports }, metered);
  };
  await module.Parser.init({ instantiateWasm });
  return Object.assign(started, { module, queries: makeQueries(), readers: new Map(), loaded: Promise.resolve() });
}

// Trees that a query of tree-sitter would take too long for: at each child it looks for the next
// sibling that the grammar names, so a run of n brackets that never close, or of n commas in one
// list, costs n².

/** Below, even one run of all of it is no matter. */
const SHORT_TEXT = 10_000;
/** The sum of n² over all runs; so much takes about a second. */
const MOST_STEPS = 4e8;
/** Shorter runs are not counted. */
const SHORT_RUN = 1000;
/** No word, so perhaps a run without an error. It is looked for from its start only. */
const SIGNS = new RegExp(`(?:^|\\w)[^\\w]{${SHORT_RUN},}`);

export function hasLongRuns(tree: TreeSitter.Tree, text: string): boolean {
  if (text.length < SHORT_TEXT) return false;
  const everywhere = SIGNS.test(text);
  if (!everywhere && !tree.rootNode.hasError) return false;
  const cursor = tree.walk();
  let steps = 0;
  try {
    for (;;) {
      const node = cursor.currentNode;
      const looksInside = everywhere || node.hasError;
      if (looksInside && node.childCount - node.namedChildCount >= SHORT_RUN) steps += stepsOf(cursor);
      if (steps > MOST_STEPS) return true;
      if (looksInside && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
    }
  } finally {
    cursor.delete();
  }
}

/**
 * Returns the steps that a query takes over the children of the node that the cursor is at, where
 * it is again afterwards.
 */
function stepsOf(cursor: TreeSitter.TreeCursor): number {
  let steps = 0;
  let run = 0;
  if (!cursor.gotoFirstChild()) return 0;
  do {
    run = cursor.nodeIsNamed ? 0 : run + 1;
    // 1 + 2 + … + n
    if (run >= SHORT_RUN) steps += run;
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return steps;
}

// Watches whether the WebAssembly gets the memory that it asks for: it need not look itself, so
// whoever reads its results has to.

interface MemoryState {
  /** The last time it asked for more memory it got none. */
  isStarved: boolean;
  /** The last time it asked for more than it may have. */
  isOvergrown: boolean;
}

const PAGE = 65_536;

/** @param imports of a module that gets its memory from outside @param most bytes */
function watchMemory(imports: WebAssembly.Imports, most: number, state: MemoryState): void {
  const { memory } = imports['env'] as { memory: WebAssembly.Memory };
  memory.grow = (pages) => {
    state.isOvergrown = memory.buffer.byteLength + pages * PAGE > most;
    if (state.isOvergrown) throw new RangeError('more memory than a text may have');
    state.isStarved = true;
    const before = WebAssembly.Memory.prototype.grow.call(memory, pages);
    state.isStarved = false;
    return before;
  };
}
