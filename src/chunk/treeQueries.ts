/**
 * Runs a query on a syntax tree, and reads the matches directly from the memory of the WebAssembly.
 * The library would make three objects for each node, of which only two numbers are needed. Matches
 * are valid only as long as their tree.
 *
 *     a match    the number of its pattern, of its captures, then these
 *     a capture  the number of its name, then its node
 *     a node     five numbers; the second is the offset of its first code unit
 */

import type * as TreeSitter from 'web-tree-sitter';

/** Offsets in UTF-16 code units; the end is excluded. */
export interface Span {
  start: number;
  end: number;
}

export interface Capture extends Span {
  name: string;
  /** The index of its node in the numbers of all matches. */
  node: number;
}

export interface Match {
  pattern: number;
  /** Captures whose names begin with an underscore, which only conditions use, are left out. */
  captures: Capture[];
}

/** The matches of a language's query in a tree. */
export interface Matches {
  matches: Match[];
  /** The named children of nodes that the query captures as `statements`. */
  statements: Span[];
  /** Returns the grammar's name for the node. */
  typeOf(capture: Capture): string;
}

/** Functions that the WebAssembly exports. Nodes are passed through a buffer in its memory. */
export interface TreeFunctions {
  /** Returns the address of that buffer. */
  ts_init(): number;
  ts_tree_root_node_wasm(tree: number): void;
  ts_node_end_index_wasm(tree: number): number;
  ts_node_symbol_wasm(tree: number): number;
  ts_node_has_error_wasm(tree: number): number;
  ts_node_is_error_wasm(tree: number): number;
  ts_node_named_children_wasm(tree: number): void;
  ts_query_matches_wasm(query: number, tree: number, ...range: number[]): void;
  free(address: number): void;
}

/** Tells a running query if it has to end. */
export interface QueryProgress {
  isTooMuch: (() => boolean) | null;
}

interface QueryRequest {
  query: TreeSitter.Query;
  tree: TreeSitter.Tree;
  /** The text that the tree is of. */
  text: string;
  /** The most unfinished matches. */
  matchLimit: number;
  /** Called now and then; if it returns true, the query ends. */
  isTooMuch(): boolean;
}

const BYTES = Int32Array.BYTES_PER_ELEMENT;
const NODE = 5;
const CAPTURE = 1 + NODE;
/** First and last row, column and offset that mean the whole text. */
const EVERYWHERE = [0, 0, 0, 0, 0, 0] as const;
const ANY_DEPTH = 2 ** 32 - 1;
const NO_TIMEOUT = 0;

export class TreeQueries {
  readonly #functions: TreeFunctions;
  readonly #memory: WebAssembly.Memory;
  /** The index of the buffer in the numbers of the memory. */
  readonly #buffer: number;
  #numbers: Int32Array;
  readonly #progress: QueryProgress;

  /** @param progress read by the function that the WebAssembly calls to ask if it may continue */
  constructor(functions: TreeFunctions, memory: WebAssembly.Memory, progress: QueryProgress) {
    this.#functions = functions;
    this.#memory = memory;
    this.#progress = progress;
    this.#numbers = new Int32Array(memory.buffer);
    this.#buffer = functions.ts_init() / BYTES;
  }

  /** @returns null if the query was ended */
  find({ query, tree, text, matchLimit, isTooMuch }: QueryRequest): Matches | null {
    const functions = this.#functions;
    const treeAt = addressOf(tree);
    functions.ts_tree_root_node_wasm(treeAt);
    this.#progress.isTooMuch = isTooMuch;
    functions.ts_query_matches_wasm(addressOf(query), treeAt, ...EVERYWHERE, matchLimit, ANY_DEPTH, NO_TIMEOUT);
    this.#progress.isTooMuch = null;
    const nodes = this.#takeFound();
    if (isTooMuch()) return null;
    const { captureNames } = query;
    const { textPredicates } = query as unknown as WithPredicates;
    const found: Matches = {
      matches: [],
      statements: [],
      typeOf: ({ node }) => {
        this.#hand(nodes, node);
        return tree.language.types[functions.ts_node_symbol_wasm(treeAt)] ?? 'ERROR';
      },
    };
    for (let at = 0, next = 0; at < nodes.length; at = next) {
      const pattern = nodes[at]!;
      const first = at + 2;
      next = first + nodes[at + 1]! * CAPTURE;
      const conditions = textPredicates[pattern]!;
      if (conditions.length > 0) {
        const texts: NamedText[] = [];
        for (const { name, start, end } of this.#captures(nodes, first, next, captureNames, treeAt))
          texts.push({ name, node: { text: text.slice(start, end) } });
        if (!conditions.every((holds) => holds(texts))) continue;
      }
      if (captureNames[nodes[first]!] === 'statements') this.#addStatements(found.statements, nodes, first + 1, treeAt);
      else {
        const captures = this.#captures(nodes, first, next, captureNames, treeAt, true);
        found.matches.push({ pattern, captures });
      }
    }
    return found;
  }

  /** Returns a copy of the numbers of all matches, and frees them in the WebAssembly. */
  #takeFound(): Int32Array {
    const numbers = this.#view();
    const count = numbers[this.#buffer]!;
    const address = numbers[this.#buffer + 1]!;
    const from = address / BYTES;
    let to = from;
    for (let match = 0; match < count; match++) to += 2 + numbers[to + 1]! * CAPTURE;
    const nodes = numbers.slice(from, to);
    this.#functions.free(address);
    return nodes;
  }

  #captures(
    nodes: Int32Array,
    first: number,
    next: number,
    names: readonly string[],
    tree: number,
    isSparse = false,
  ): Capture[] {
    const captures: Capture[] = [];
    for (let at = first; at < next; at += CAPTURE) {
      const name = names[nodes[at]!]!;
      if (isSparse && name.startsWith('_')) continue;
      captures.push({ name, node: at + 1, start: nodes[at + 2]!, end: this.#endOf(nodes, at + 1, tree) });
    }
    return captures;
  }

  /** Reads all children at once, which takes a quarter of the time of as many matches. */
  #addStatements(statements: Span[], nodes: Int32Array, list: number, tree: number): void {
    const functions = this.#functions;
    this.#hand(nodes, list);
    const hasError = functions.ts_node_has_error_wasm(tree) === 1;
    functions.ts_node_named_children_wasm(tree);
    const numbers = this.#view();
    const count = numbers[this.#buffer]!;
    if (count === 0) return;
    const address = numbers[this.#buffer + 1]!;
    const from = address / BYTES;
    for (let at = from; at < from + count * NODE; at += NODE) {
      if (numbers[at] === 0) continue;
      const end = this.#endOf(numbers, at, tree);
      if (hasError && functions.ts_node_is_error_wasm(tree) === 1) continue;
      statements.push({ start: numbers[at + 1]!, end });
    }
    functions.free(address);
  }

  #endOf(nodes: Int32Array, node: number, tree: number): number {
    this.#hand(nodes, node);
    return this.#functions.ts_node_end_index_wasm(tree);
  }

  /** Writes a node into the buffer for the functions of the WebAssembly. */
  #hand(nodes: Int32Array, node: number): void {
    const numbers = this.#view();
    for (let at = 0; at < NODE; at++) numbers[this.#buffer + at] = nodes[node + at]!;
  }

  /** Returns the memory as numbers. Memory that has grown is another buffer. */
  #view(): Int32Array {
    if (this.#numbers.length === 0) this.#numbers = new Int32Array(this.#memory.buffer);
    return this.#numbers;
  }
}

/** The form of a capture for conditions of a pattern, such as `#eq?`. */
interface NamedText {
  name: string;
  node: { text: string };
}

/** The conditions of each pattern. */
interface WithPredicates {
  textPredicates: ((captures: readonly NamedText[]) => boolean)[][];
}

/** Returns the address, which the library keeps as the first element of its object. */
function addressOf(object: TreeSitter.Tree | TreeSitter.Query): number {
  return (object as unknown as { 0: number })[0];
}
