/**
 * The only door to tree-sitter: text in, the matches of a language's query out. Grammars are loaded when first asked for.
 * A crash inside the WebAssembly leaves its memory in doubt, so the whole runtime is thrown away and loaded afresh: no
 * file's chunks depend on the files before it. Limits are bytes, nodes, steps and work, never time.
 */

import type * as TreeSitter from 'web-tree-sitter';
import { grammarBytes, runtimeBytes, runtimeUrl } from './grammars.ts';
import type { Language } from './languagesRow.ts';
import { hasLongRuns } from './longRuns.ts';
import { meterWasm, WORK } from './meterWasm.ts';

export const PARSE_LIMITS = {
  /** UTF-16 code units. */
  characters: 1_000_000,
  nodes: 1_000_000,
  /** Steps of the parser per code unit read: half a step is usual, one where the text is in another language. */
  stepsPerCharacter: 3,
  /** States of unfinished matches that a query may hold. */
  matches: 20_000,
  /** Calls and turns of loops inside the WebAssembly: 40 to 450 for a code unit are usual, three hundred million take a second. */
  workPerCharacter: 600,
  freeWork: 100_000_000,
} as const;

/** How often tree-sitter asks whether to go on: every hundred steps of the parser. */
const STEPS_PER_CALL = 100;
/** Small files may take more steps for each of their characters. */
const FREE_STEPS = 100_000;
/** Crashes after which a language is no longer parsed in this thread: each leaves a dead runtime in memory. */
const MAX_CRASHES = 20;
/** Before that a thread that can be replaced is: what becomes of a file must not depend on the files before it. */
const WORN_OUT = 10;

export type QueryMatch = TreeSitter.QueryMatch;

/** What the counter holds: between texts all of it, for loading and reading. */
const FULL = 2 ** 31 - 1;
/** What handing over a piece of the text costs: tree-sitter asks for five thousand code units at a time. */
const WORK_PER_READ = 5000;

interface Reader {
  runtime: Promise<Runtime>;
  work: Runtime['work'];
  parser: TreeSitter.Parser;
  query: TreeSitter.Query;
}

interface Parsed {
  tree: TreeSitter.Tree;
  nodes: number;
  /** Null where looking for them would take too long. */
  matches: QueryMatch[] | null;
}

const NO_SENSE = 'not parsed: it makes too little sense to the parser; another language?';

interface Runtime {
  module: typeof TreeSitter;
  /** What the WebAssembly may still do; it traps where nothing is left. */
  work: { value: number };
  readers: Map<Language, Promise<Reader>>;
  /** Ends with the last grammar: of two that are loaded at once, one may be linked to the other's functions. */
  loaded: Promise<unknown>;
}

let runtime: Promise<Runtime> | null = null;
let runtimes = 0;
const crashes = new Map<Language, number>();
const unloadable = new Map<Language, unknown>();

/**
 * @param use reads the matches while their nodes live; it must not keep them
 * @returns why the text was not parsed, or what `use` returned
 */
export async function parseText<T>(
  language: Language,
  text: string,
  use: (matches: QueryMatch[]) => T,
): Promise<{ result: T } | { note: string }> {
  if (text.length > PARSE_LIMITS.characters) {
    return { note: `not parsed: ${text.length} characters are over the limit of ${PARSE_LIMITS.characters}` };
  }
  if (unloadable.has(language)) return noteOf(language, unloadable.get(language));
  let reader: Reader;
  try {
    // Another text may crash the runtime while this one waits.
    do reader = await readerOf(language);
    while (reader.runtime !== runtime);
  } catch (error) {
    return crashed(language, error);
  }
  let parsed: Parsed | null;
  try {
    parsed = parseNow(reader, text);
  } catch (error) {
    return crashed(language, error);
  }
  if (parsed === null) return { note: NO_SENSE };
  const { tree, nodes } = parsed;
  try {
    if (nodes > PARSE_LIMITS.nodes) return { note: `not parsed: more than ${PARSE_LIMITS.nodes} syntax nodes` };
    if (parsed.matches === null) return { note: NO_SENSE };
    return { result: use(parsed.matches) };
  } finally {
    tree.delete();
  }
}

/** True where so many runtimes have crashed in this thread that another one should go on. */
export function isWornOut(): boolean {
  return runtimes > WORN_OUT;
}

/** @returns null where the parser gave up */
function parseNow({ parser, query, work }: Reader, text: string): Parsed | null {
  const most = PARSE_LIMITS.freeWork + text.length * PARSE_LIMITS.workPerCharacter;
  // Where nothing asks whether to go on, it may be as much again.
  work.value = Math.min(FULL, 2 * most);
  const least = work.value - most;
  let steps = 0;
  // Of the text so far: recovering from errors without end costs the more the longer it goes on.
  const isTooMuch = ({ currentOffset }: TreeSitter.ParseState): boolean => {
    steps += STEPS_PER_CALL;
    // The offset counts two bytes for each code unit.
    return work.value < least || steps > FREE_STEPS + (currentOffset / 2) * PARSE_LIMITS.stepsPerCharacter;
  };
  const read = (index: number): string => {
    work.value -= WORK_PER_READ;
    return text.slice(index);
  };
  try {
    const tree = parser.parse(read, null, { progressCallback: isTooMuch });
    if (tree === null) {
      parser.reset();
      return null;
    }
    const nodes = tree.rootNode.descendantCount;
    if (nodes > PARSE_LIMITS.nodes || hasLongRuns(tree, text)) return { tree, nodes, matches: null };
    const matches = query.matches(tree.rootNode, {
      matchLimit: PARSE_LIMITS.matches,
      progressCallback: () => work.value < least,
    });
    return { tree, nodes, matches: work.value < least ? null : matches };
  } finally {
    work.value = FULL;
  }
}

/** The runtime is not used again: its memory may be damaged. */
function crashed(language: Language, error: unknown): { note: string } {
  runtime = null;
  crashes.set(language, (crashes.get(language) ?? 0) + 1);
  if (crashes.get(language)! >= MAX_CRASHES) unloadable.set(language, error);
  return noteOf(language, error);
}

function noteOf(language: Language, error: unknown): { note: string } {
  const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
  return { note: `not parsed: the ${language.grammar} grammar failed: ${reason}` };
}

async function readerOf(language: Language): Promise<Reader> {
  runtime ??= startRuntime();
  const current = runtime;
  const started = await current;
  let reader = started.readers.get(language);
  if (reader === undefined) {
    reader = started.loaded.then(() => loadReader(current, started, language));
    started.loaded = reader.catch(() => undefined);
    started.readers.set(language, reader);
  }
  return reader.catch((error: unknown) => {
    unloadable.set(language, error);
    throw error;
  });
}

async function loadReader(runtime: Promise<Runtime>, { module, work }: Runtime, language: Language): Promise<Reader> {
  const grammar = await module.Language.load(grammarBytes(language.grammar));
  const parser = new module.Parser();
  parser.setLanguage(grammar);
  return { runtime, work, parser, query: new module.Query(grammar, language.query) };
}

async function startRuntime(): Promise<Runtime> {
  runtimes++;
  // Another query string is another instance of the module, with a memory of its own.
  const module = (await import(/* @vite-ignore */ `${runtimeUrl()}?${runtimes}`)) as typeof TreeSitter;
  let work: Runtime['work'] | null = null;
  const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: object, module: object) => void): void => {
    const metered = new WebAssembly.Module(meterWasm(runtimeBytes()));
    const { [WORK]: global, ...exports } = new WebAssembly.Instance(metered, imports).exports;
    work = global as WebAssembly.Global<'i32'>;
    work.value = FULL;
    receive({ exports }, metered);
  };
  await module.Parser.init({ instantiateWasm });
  return { module, work: work!, readers: new Map(), loaded: Promise.resolve() };
}
