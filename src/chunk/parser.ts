/**
 * The only door to tree-sitter: text in, the matches of a language's query out. Grammars are loaded
 * when first asked for. A crash inside the WebAssembly leaves its memory in doubt, so the whole
 * runtime is thrown away and loaded afresh: no file's chunks depend on the files before it. A
 * thread has one runtime at a time: the memory of the last one is given back before the next one
 * starts. Limits are bytes, nodes, steps, work and memory, never time. Trouble of the machine, as
 * no memory, is never blamed on a text: a crash counts as the text's own in a fresh runtime that
 * got all the memory it asked for.
 */

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as TreeSitter from 'web-tree-sitter';
import { type CoraError, systemFailure } from '../base/errors.ts';
import { collectHeap } from '../disk/nodeRuntime.ts';
import type { Syntax } from '../languages/language.ts';
import { findParserFiles, type ParserFiles } from './grammars.ts';
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
   * Bytes that the WebAssembly may hold for each code unit, and for any text: one that wants more
   * is at fault, and no machine's size decides that. 33 MB are there at the start; a megabyte of
   * code takes some 20 more.
   */
  memoryPerCharacter: 256,
  freeMemory: 2 ** 27,
} as const;

/** The steps of the parser after which tree-sitter asks whether to go on. */
const STEPS_PER_CALL = 100;
/** Small files may take more steps for each of their characters. */
const FREE_STEPS = 100_000;
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
  reader: Reader;
  tree: TreeSitter.Tree;
  nodes: number;
  /** The grammar could not read all of the text. */
  hasError: boolean;
  /** Null where looking for them would take too long. */
  found: Matches | null;
}

const NO_SENSE = 'not parsed: the parser understands too little of it; is it in another language?';

interface Runtime {
  files: ParserFiles;
  module: typeof TreeSitter;
  /** The work that the WebAssembly may still do; it traps where nothing is left. */
  work: { value: number };
  /**
   * The work that grammars may still do: they read characters, and one that keeps a list of open
   * tags copies it for each token. It is as much as the other, and counted apart.
   */
  grammarWork: { value: number };
  memory: MemoryState;
  /** True until it reads its first text. */
  isFresh: boolean;
  queries: TreeQueries;
  readers: Map<Syntax, Promise<Reader>>;
  /**
   * Ends with the last grammar: of two that are loaded at once, one may be linked to the other's
   * functions.
   */
  loaded: Promise<unknown>;
}

let runtime: Promise<Runtime> | null = null;
/** The memory of the runtime that is in use. */
let ownMemory: WeakRef<WebAssembly.Memory> | undefined;
/** Ends when the memory of the runtimes before has been given back. */
let givenBack: Promise<void> = Promise.resolve();

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
  const parsed = await parseSurely(language, text);
  if (parsed === null) return { note: NO_SENSE };
  if (typeof parsed === 'string')
    return { note: `not parsed: the ${language.grammar} grammar crashes on it: ${parsed}` };
  const { reader, tree, nodes, hasError } = parsed;
  try {
    if (nodes > PARSE_LIMITS.nodes) return { note: `not parsed: more than ${PARSE_LIMITS.nodes} syntax nodes` };
    if (parsed.found === null) return { note: NO_SENSE };
    return { result: use(parsed.found), hasError };
  } finally {
    tree.delete();
    // A text that may take less memory would find too much in use.
    if (reader.started.memory.bytes > PARSE_LIMITS.freeMemory) discard(reader.runtime);
  }
}

/**
 * @returns null where the parser gave up; a crash's message where it crashes on the text whenever
 * it reads it
 */
async function parseSurely(language: Syntax, text: string): Promise<Parsed | string | null> {
  for (;;) {
    const parsed = await withReader(language, (reader) => parseNow(language, reader, text));
    if (parsed === null || !('crash' in parsed)) return parsed;
    if (parsed.isCertain) return parsed.crash;
  }
}

interface Crash {
  crash: string;
  /**
   * True where no text before this one can be the cause, and where the text used up the work that
   * it may do: that is a count, the same on every machine.
   */
  isCertain: boolean;
}

/**
 * @throws CoraError STORE where it got no memory, whether it crashed of that or went on with what
 * it had not read
 */
function parseNow(language: Syntax, reader: Reader, text: string): Parsed | Crash | null {
  const { started } = reader;
  const { memory, isFresh } = started;
  started.isFresh = false;
  memory.most = PARSE_LIMITS.freeMemory + text.length * PARSE_LIMITS.memoryPerCharacter;
  let parsed: Parsed | Crash | null;
  try {
    parsed = parseWithin(reader, text);
    allow(started, FULL);
  } catch (error) {
    discard(reader.runtime);
    if (!memory.isOvergrown && isMemory(error))
      throw lacking(language, error) ?? unavailable(language, reasonOf(error));
    parsed = { crash: reasonOf(error), isCertain: isFresh || workLeft(started) < 0 };
  }
  if (!memory.isStarved && !memory.isOvergrown) return parsed;
  discard(reader.runtime);
  if (memory.isOvergrown)
    return { crash: `it takes more than ${Math.round(memory.most / 2 ** 20)} MB of memory`, isCertain: isFresh };
  throw lacking(language, new Error('out of memory'))!;
}

/** @returns null where the parser gave up */
function parseWithin(reader: Reader, text: string): Parsed | null {
  const { parser, query, started } = reader;
  const { work, queries } = started;
  const most = PARSE_LIMITS.freeWork + text.length * PARSE_LIMITS.workPerCharacter;
  // Where nothing asks whether to go on, it may be as much again.
  allow(started, Math.min(FULL, 2 * most));
  const least = work.value - most;
  let steps = 0;
  // The text so far counts: recovering from errors costs the more the longer it goes on.
  const isTooMuch = ({ currentOffset }: TreeSitter.ParseState): boolean => {
    steps += STEPS_PER_CALL;
    // The offset counts two bytes for each code unit.
    return workLeft(started) < least || steps > FREE_STEPS + (currentOffset / 2) * PARSE_LIMITS.stepsPerCharacter;
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
  const { descendantCount: nodes, hasError } = tree.rootNode;
  const known = { reader, tree, nodes, hasError };
  if (nodes > PARSE_LIMITS.nodes || hasLongRuns(tree, text)) return { ...known, found: null };
  const isOverworked = (): boolean => workLeft(started) < least;
  const found = queries.find({ query, tree, text, matchLimit: PARSE_LIMITS.matches, isTooMuch: isOverworked });
  return { ...known, found };
}

/** Lets the runtime do so much work, and its grammars as much. */
function allow({ work, grammarWork }: Runtime, most: number): void {
  work.value = most;
  grammarWork.value = most;
}

function workLeft({ work, grammarWork }: Runtime): number {
  return Math.min(work.value, grammarWork.value);
}

/** The runtime is not used again: its memory may be damaged, or is too large. */
function discard(used: Promise<Runtime>): void {
  if (runtime !== used) return;
  runtime = null;
  const memory = ownMemory;
  givenBack = givenBack.then(() => giveBack(memory));
}

/** Tries to free the memory; after that many it is left to V8. */
const MOST_COLLECTIONS = 20;

/**
 * Ends when the memory is free. The first turn lets all others drop the runtime; V8 keeps it for
 * some milliseconds more while it compiles functions in the background.
 */
async function giveBack(memory: WeakRef<WebAssembly.Memory> | undefined): Promise<void> {
  for (let times = 0; times < MOST_COLLECTIONS; times++) {
    await sleep(times);
    if (!collectHeap() || memory?.deref() === undefined) return;
  }
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
 * @param use called at once: another text may crash a runtime that waits
 * @throws CoraError STORE, ParserUnavailable where it cannot be loaded: no text has a part in that
 */
async function withReader<T>(language: Syntax, use: (reader: Reader) => T): Promise<T> {
  for (;;) {
    runtime ??= startRuntime();
    const current = runtime;
    let reader: Reader;
    try {
      reader = await loadedReader(current, language);
    } catch (error) {
      discard(current);
      throw lacking(language, error) ?? unavailable(language, reasonOf(error));
    }
    if (reader.runtime === runtime) return use(reader);
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
  const { module, files } = started;
  const grammar = await module.Language.load(files.grammarBytes(language));
  const parser = new module.Parser();
  parser.setLanguage(grammar);
  return { runtime, started, parser, query: new module.Query(grammar, language.query) };
}

async function startRuntime(): Promise<Runtime> {
  await givenBack;
  const files = await findParserFiles();
  const module = loadAfresh(files.runtimePath());
  const started: Pick<Runtime, 'work' | 'grammarWork' | 'memory'> = {
    work: { value: FULL },
    grammarWork: new WebAssembly.Global({ value: 'i32', mutable: true }, FULL),
    memory: { most: PARSE_LIMITS.freeMemory, bytes: 0, isStarved: false, isOvergrown: false },
  };
  const progress: QueryProgress = { isTooMuch: null };
  let makeQueries!: () => TreeQueries;
  const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: object, module: object) => void): void => {
    const metered = new WebAssembly.Module(files.runtimeBytes());
    watchMemory(imports, started.memory);
    const env = imports['env']!;
    env['tree_sitter_query_progress_callback'] = () => (progress.isTooMuch?.() === true ? 1 : 0);
    const { work, size, ...exports } = new WebAssembly.Instance(metered, imports).exports;
    started.work = work as WebAssembly.Global<'i32'>;
    // Grammars find here what they import.
    Object.assign(env, { work: started.grammarWork, size });
    makeQueries = () =>
      new TreeQueries(exports as unknown as TreeFunctions, env['memory'] as WebAssembly.Memory, progress);
    receive({ exports }, metered);
  };
  await module.Parser.init({ instantiateWasm, printErr: () => undefined });
  return Object.assign(started, {
    files,
    module,
    isFresh: true,
    queries: makeQueries(),
    readers: new Map(),
    loaded: Promise.resolve(),
  });
}

/**
 * Returns an instance of the library that nobody else has: one that was started before, perhaps by
 * another instance of this file, would not be metered. It is removed from the cache of modules,
 * which would keep it for ever.
 */
function loadAfresh(path: string): typeof TreeSitter {
  const load = createRequire(path);
  delete load.cache[path];
  try {
    return load(path);
  } finally {
    delete load.cache[path];
  }
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
  /** The bytes that it may have. */
  most: number;
  /** The bytes that it had after it last grew. */
  bytes: number;
  /** The last time it asked for more memory it got none. */
  isStarved: boolean;
  /** The last time it asked for more than it may have. */
  isOvergrown: boolean;
}

const PAGE = 65_536;

/** @param imports of a module that gets its memory from outside */
function watchMemory(imports: WebAssembly.Imports, state: MemoryState): void {
  const { memory } = imports['env'] as { memory: WebAssembly.Memory };
  ownMemory = new WeakRef(memory);
  memory.grow = (pages) => {
    state.isOvergrown = memory.buffer.byteLength + pages * PAGE > state.most;
    if (state.isOvergrown) throw new RangeError('more memory than a text may have');
    state.isStarved = true;
    const before = WebAssembly.Memory.prototype.grow.call(memory, pages);
    state.isStarved = false;
    state.bytes = memory.buffer.byteLength;
    return before;
  };
}
