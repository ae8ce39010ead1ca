/**
 * The only file that uses tree-sitter: it takes a text and returns the matches of a language's
 * query. Grammars are loaded when they are first needed. After a crash inside the WebAssembly its
 * memory cannot be trusted, so the whole runtime is loaded again, and no file's chunks depend on
 * earlier files. A thread has one runtime at a time, and frees its memory before the next one
 * starts. Limits count bytes, nodes, steps, work and memory, never time. Lack of memory and the
 * like is never blamed on a text: a crash counts as the text's fault only in a fresh runtime that
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
   * The most steps of the parser for each code unit that it has read. Half a step is usual, one if
   * the text is in another language.
   */
  stepsPerCharacter: 3,
  /** The most unfinished matches that a query may hold. */
  matches: 20_000,
  /**
   * Calls and loops inside the WebAssembly for each code unit. 40 to 450 are usual; three hundred
   * million take a second.
   */
  workPerCharacter: 600,
  freeWork: 100_000_000,
  /**
   * The most memory of the WebAssembly for each code unit, and for any text. A text that needs more
   * is at fault, so the machine's memory does not matter. It starts with 33 MB; a megabyte of code
   * takes some 20 more.
   */
  memoryPerCharacter: 256,
  freeMemory: 2 ** 27,
} as const;

/** After so many steps of the parser, tree-sitter asks if it may continue. */
const STEPS_PER_CALL = 100;
/** A small file may take this many steps in any case. */
const FREE_STEPS = 100_000;
/** The full value of the counter, which it has while no text is read. */
const FULL = 2 ** 31 - 1;
/**
 * The work of passing on a piece of the text; tree-sitter asks for five thousand code units at a
 * time.
 */
const WORK_PER_READ = 5000;

/**
 * The parser failed, but not because of the text: another run may succeed. If the machine lacks
 * something, it is a CoraError STORE instead.
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
  /** True if the grammar could not read all of the text. */
  hasError: boolean;
  /** Null if finding the matches would take too long. */
  found: Matches | null;
}

const NO_SENSE = 'not parsed: the parser understands too little of it; is it in another language?';

interface Runtime {
  files: ParserFiles;
  module: typeof TreeSitter;
  /** The work that the WebAssembly may still do; at 0 it traps. */
  work: { value: number };
  /**
   * The work that grammars may still do, counted separately: they read characters, and one that
   * keeps a list of open tags copies it for each token.
   */
  grammarWork: { value: number };
  memory: MemoryState;
  /** True until the first text is read. */
  isFresh: boolean;
  queries: TreeQueries;
  readers: Map<Syntax, Promise<Reader>>;
  /**
   * Resolves when the last grammar is loaded. Two must not be loaded at once: one could be linked
   * to functions of the other.
   */
  loaded: Promise<unknown>;
}

let runtime: Promise<Runtime> | null = null;
/** The memory of the current runtime. */
let ownMemory: WeakRef<WebAssembly.Memory> | undefined;
/** Resolves when the memory of earlier runtimes is freed. */
let givenBack: Promise<void> = Promise.resolve();

/**
 * @param use reads the matches while their nodes live; it must not keep them
 * @returns why the text was not parsed, or the result of `use`, and true if the grammar could not
 * read all of the text
 * @throws CoraError STORE for lack of memory and the like, ParserUnavailable if it fails in another
 * way
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
    // The next text may be allowed less memory than is in use now.
    if (reader.started.memory.bytes > PARSE_LIMITS.freeMemory) discard(reader.runtime);
  }
}

/**
 * @returns null if the parser gave up; the message of a crash if it crashes on this text each time
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
   * True if no earlier text can be the cause, or if the text used up its work, which is counted and
   * the same on every machine.
   */
  isCertain: boolean;
}

/** @throws CoraError STORE if it got no memory, even if it went on with a part of the text */
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

/** @returns null if the parser gave up */
function parseWithin(reader: Reader, text: string): Parsed | null {
  const { parser, query, started } = reader;
  const { work, queries } = started;
  const most = PARSE_LIMITS.freeWork + text.length * PARSE_LIMITS.workPerCharacter;
  // Where nothing asks if it may continue, it may do as much work again.
  allow(started, Math.min(FULL, 2 * most));
  const least = work.value - most;
  let steps = 0;
  // Only the text up to here counts, because recovering from errors takes more and more work.
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

/** Sets the work that the runtime may do, and its grammars as much again. */
function allow({ work, grammarWork }: Runtime, most: number): void {
  work.value = most;
  grammarWork.value = most;
}

function workLeft({ work, grammarWork }: Runtime): number {
  return Math.min(work.value, grammarWork.value);
}

/** Drops a runtime whose memory may be damaged or is too large. */
function discard(used: Promise<Runtime>): void {
  if (runtime !== used) return;
  runtime = null;
  const memory = ownMemory;
  givenBack = givenBack.then(() => giveBack(memory));
}

/** The number of times that the memory is collected; then it is left to V8. */
const MOST_COLLECTIONS = 20;

/**
 * Resolves when the memory is free. After one turn of the event loop nothing refers to the runtime;
 * V8 keeps it some milliseconds longer while it compiles functions in the background.
 */
async function giveBack(memory: WeakRef<WebAssembly.Memory> | undefined): Promise<void> {
  for (let times = 0; times < MOST_COLLECTIONS; times++) {
    await sleep(times);
    if (!collectHeap() || memory?.deref() === undefined) return;
  }
}

/** True if JavaScript got no memory. A stack that is too deep is the text's fault. */
function isMemory(error: unknown): boolean {
  return error instanceof RangeError && !error.message.includes('call stack');
}

function unavailable(language: Syntax, reason: string): ParserUnavailable {
  return new ParserUnavailable(
    `the ${language.grammar} parser could not be used: ${reason}; run again, with more memory free or with --jobs 1`,
  );
}

/** @returns null if the machine is not the cause */
function lacking(language: Syntax, error: unknown): CoraError | null {
  return systemFailure(error, `the ${language.grammar} parser cannot be used`);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
}

/**
 * @param use is called at once: another text may crash a waiting runtime
 * @throws CoraError STORE, ParserUnavailable if it cannot be loaded, which is never the text's
 * fault
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
    // Grammars find their imports here.
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
 * Loads a new instance of the library: one that was started before, perhaps by another instance of
 * this file, would not be metered. It is removed from the cache of modules, which would keep it for
 * ever.
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

// Recognises trees for which a query of tree-sitter takes too long. At each child it looks for the
// next named sibling, so a run of n brackets that are never closed, or n commas in one list, takes
// n² steps.

/** In a shorter text even the worst run does not matter. */
const SHORT_TEXT = 10_000;
/** The largest sum of n² over all runs; it takes about a second. */
const MOST_STEPS = 4e8;
/** Shorter runs are not counted. */
const SHORT_RUN = 1000;
/**
 * Matches a long run without a word, which may be such a run even without an error. Only its
 * beginning is looked for.
 */
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
 * Returns how many steps a query takes over the children of the cursor's node. The cursor ends
 * where it began.
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

// Watches the memory of the WebAssembly. It may go on after it got no memory, so whoever reads its
// results has to check.

interface MemoryState {
  /** The most bytes that it may have. */
  most: number;
  /** Its bytes after it last grew. */
  bytes: number;
  /** True if its last request for memory failed. */
  isStarved: boolean;
  /** True if its last request was for more than it may have. */
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
