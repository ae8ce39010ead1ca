/**
 * Runs a query over a syntax tree, and reads what it finds where tree-sitter leaves it in the
 * memory of the WebAssembly. The library's own way makes three objects of each node, of which two
 * numbers are wanted. Nothing found here outlives its tree.
 *
 *     a match    the number of its pattern, of its captures, then these
 *     a capture  the number of its name, then its node
 *     a node     five numbers; the second is the offset of its first code unit
 */

import type * as TreeSitter from 'web-tree-sitter';

/** Offsets in UTF-16 code units, half-open. */
export interface Span {
  start: number;
  end: number;
}

export interface Capture extends Span {
  name: string;
  /** Where its node stands among the numbers of all matches. */
  node: number;
}

export interface Match {
  pattern: number;
  /** Without those whose names begin with an underscore, which only conditions look at. */
  captures: Capture[];
}

/** The matches that a language's query finds in a tree. */
export interface Matches {
  matches: Match[];
  /** The named children of what the query captures as `statements`. */
  statements: Span[];
  /** Returns the grammar's name for the node. */
  typeOf(capture: Capture): string;
}

/** Functions that the WebAssembly exports. Nodes go in and out through a buffer of its own. */
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

/** Tells a query that is running whether to end. */
export interface QueryProgress {
  isTooMuch: (() => boolean) | null;
}

interface QueryRequest {
  query: TreeSitter.Query;
  tree: TreeSitter.Tree;
  /** The text that the tree is of. */
  text: string;
  /** States of unfinished matches that may be held. */
  matchLimit: number;
  /** Asked now and then; the query ends where it says so. */
  isTooMuch(): boolean;
}

const BYTES = Int32Array.BYTES_PER_ELEMENT;
const NODE = 5;
const CAPTURE = 1 + NODE;
/** The first and the last row, column and offset, where all is wanted. */
const EVERYWHERE = [0, 0, 0, 0, 0, 0] as const;
const ANY_DEPTH = 2 ** 32 - 1;
const NO_TIMEOUT = 0;

export class TreeQueries {
  readonly #functions: TreeFunctions;
  readonly #memory: WebAssembly.Memory;
  /** Place of the buffer among the numbers of the memory. */
  readonly #buffer: number;
  #numbers: Int32Array;
  readonly #progress: QueryProgress;

  /** @param progress looked at by the function that the WebAssembly imports to ask how it goes */
  constructor(functions: TreeFunctions, memory: WebAssembly.Memory, progress: QueryProgress) {
    this.#functions = functions;
    this.#memory = memory;
    this.#progress = progress;
    this.#numbers = new Int32Array(memory.buffer);
    this.#buffer = functions.ts_init() / BYTES;
  }

  /** @returns null where it was ended */
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

  /** Returns a copy of the numbers of all matches, which are given up in the WebAssembly. */
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

  /** All children at once cost a quarter of as many matches. */
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

  /** Puts a node where the functions of the WebAssembly look for it. */
  #hand(nodes: Int32Array, node: number): void {
    const numbers = this.#view();
    for (let at = 0; at < NODE; at++) numbers[this.#buffer + at] = nodes[node + at]!;
  }

  /** The numbers of the memory as it is now: one that has grown is another buffer. */
  #view(): Int32Array {
    if (this.#numbers.length === 0) this.#numbers = new Int32Array(this.#memory.buffer);
    return this.#numbers;
  }
}

/** A capture as a condition of a pattern, such as `#eq?`, looks at it. */
interface NamedText {
  name: string;
  node: { text: string };
}

/** By pattern, its conditions. */
interface WithPredicates {
  textPredicates: ((captures: readonly NamedText[]) => boolean)[][];
}

/** The library keeps it as the first element of its object. */
function addressOf(object: TreeSitter.Tree | TreeSitter.Query): number {
  return (object as unknown as { 0: number })[0];
}
