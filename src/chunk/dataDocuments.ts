/**
 * Reads YAML, JSON and TOML as keys with positions, each with the parser of a package. Anchors,
 * aliases and dates stay as they are written. dataSegments.ts makes segments of the keys.
 */

import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type AST, parseTOML } from 'toml-eslint-parser';
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  type ParsedNode,
  Parser,
} from 'yaml';
import { indexLines } from './segment.ts';

/** A key with its value, or an element of a list, on whole lines (1-based, inclusive). */
export interface DataNode {
  /** '' for an element of a list. */
  key: string;
  /**
   * The keys before the last one of a path that is written at once: `[a.b.key]` in TOML. Otherwise
   * empty.
   */
  above: string[];
  /** True for an element of a list. */
  isItem: boolean;
  startLine: number;
  endLine: number;
  /** The value of a scalar, shortened; null for a map or list. */
  value: string | null;
  children: DataNode[];
}

export interface DataDocument {
  startLine: number;
  endLine: number;
  children: DataNode[];
}

/** Deeper nodes are part of their parents. */
const MAX_DEPTH = 24;
/** In characters: more than a name or a requirement needs. */
const MAX_VALUE = 200;

// Reads YAML as keys with positions. There may be several documents; anchors and aliases stay as
// they are written.

/** People do not write deeper flow collections, and the parser has no limit of its own. */
const MAX_FLOW_DEPTH = 500;

const LENIENT = {
  strict: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
  resolveKnownTags: false,
} as const;

/** @returns null if a document has an error. @throws RangeError if values are nested too deep */
export function yamlDocuments(text: string): DataDocument[] | null {
  if (flowDepth(text) > MAX_FLOW_DEPTH) return null;
  const { lineAt } = indexLines(text.split('\n'));
  const documents = withoutStacks(() => [...new Composer(LENIENT).compose(yamlTokens(text))]);
  if (documents.some(({ errors }) => errors.length > 0)) return null;
  return documents.filter((document) => document.contents !== null).map(documentOf);

  function documentOf(document: Document.Parsed): DataDocument {
    const { range, contents } = document;
    return {
      startLine: lineAt(range[0]),
      endLine: lineAt(Math.max(range[0], range[1] - 1)),
      children: childrenOf(contents, 0),
    };
  }

  function childrenOf(node: ParsedNode | null, depth: number): DataNode[] {
    if (depth >= MAX_DEPTH || node === null) return [];
    if (isSeq(node)) return (node.items as (ParsedNode | null)[]).flatMap((item) => nodeOf(null, item, depth));
    if (!isMap(node)) return [];
    return (node.items as Pair<ParsedNode, ParsedNode | null>[]).flatMap(({ key, value }) => nodeOf(key, value, depth));
  }

  /** @param named the node of its key; null for an element of a list */
  function nodeOf(named: ParsedNode | null, node: ParsedNode | null, depth: number): DataNode[] {
    const first = named ?? node;
    if (!first?.range) return [];
    const startLine = lineAt(first.range[0]);
    const end = Math.max(first.range[1], node?.range?.[1] ?? 0);
    const endLine = Math.max(startLine, lineAt(Math.max(first.range[0], end - 1)));
    const [key, value] = [yamlScalar(named) ?? '', yamlScalar(node)];
    const children = childrenOf(node, depth + 1);
    return [{ key, above: [], isItem: named === null, startLine, endLine, value, children }];
  }
}

/** The most blanks that are handed on, counted at each level; it takes about half a second. */
const MOST_HANDED = 3e7;
/** Fewer blank lines, comments and spaces in a row are not counted. */
const SHORT_GAP = 100;

/**
 * Each list and map that ends hands the blank lines and comments at its end to the one around it.
 * @throws RangeError for too many of them
 */
function* yamlTokens(text: string): Generator<CST.Token, void> {
  const parser = new Parser();
  let [gap, handed] = [0, 0];
  const endGap = (): void => {
    if (gap > SHORT_GAP) handed += gap * parser.stack.length;
    if (handed > MOST_HANDED) throw new RangeError('too many blank lines, nested too deep');
    gap = 0;
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (/^[\s#]/.test(lexeme)) gap += 1;
    else endGap();
    yield* parser.next(lexeme);
  }
  endGap();
  yield* parser.end();
}

/** A text that is no YAML has an error for each line, and nobody reads where it was made. */
function withoutStacks<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function yamlScalar(node: ParsedNode | null): string | null {
  if (isScalar(node)) return String(node.value ?? '').slice(0, MAX_VALUE);
  return isAlias(node) ? `*${node.source}` : null;
}

/** Returns how many brackets are open at once, without regard to quotes. */
function flowDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if ((code === 0x5d || code === 0x7d) && depth > 0) depth--;
  }
  return deepest;
}

// Reads JSON, also with comments, as keys with positions. The result is null if the file as a whole
// is no JSON.

/** @throws RangeError if values are nested too deep for the parser's stack */
export function jsonDocuments(text: string): DataDocument[] | null {
  const errors: ParseError[] = [];
  // A byte-order mark is replaced by a blank, so that offsets stay.
  const root = parseTree(text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) return isJsonLines(text) ? [] : null;
  const { lineAt } = indexLines(text.split('\n'));
  return [{ ...spanOf(root), children: childrenOf(root, 0) }];

  function spanOf(node: Node): { startLine: number; endLine: number } {
    return {
      startLine: lineAt(node.offset),
      endLine: lineAt(Math.max(node.offset, node.offset + node.length - 1)),
    };
  }

  function childrenOf(node: Node, depth: number): DataNode[] {
    if (depth >= MAX_DEPTH || node.children === undefined) return [];
    if (node.type === 'array') return node.children.map((item) => nodeOf(item, item, '', true, depth));
    return node.children.flatMap((property) => {
      const [key, value] = property.children ?? [];
      return key === undefined || value === undefined ? [] : [nodeOf(property, value, String(key.value), false, depth)];
    });
  }

  function nodeOf(whole: Node, value: Node, key: string, isItem: boolean, depth: number): DataNode {
    const scalar = value.type === 'object' || value.type === 'array' ? null : String(value.value).slice(0, MAX_VALUE);
    return { key, above: [], isItem, ...spanOf(whole), value: scalar, children: childrenOf(value, depth + 1) };
  }
}

/** Each line holds a value: such a file is read, but without keys. */
function isJsonLines(text: string): boolean {
  const lines = text
    .slice(0, 1_000_000)
    .split('\n', 3)
    .map((line) => line.trim());
  const told = lines.slice(0, 2).filter((line) => line !== '');
  return told.length > 1 && told.every((line) => /^[{[]/.test(line) && isJson(line));
}

function isJson(text: string): boolean {
  const errors: ParseError[] = [];
  return parseTree(text, errors) !== undefined && errors.length === 0;
}

// Reads TOML as keys with positions. A table `[a.b]` is a node of its own, b under the path a.

/** The parser makes two to four kilobytes of each; two megabytes of settings have fewer. */
const MOST_PARTS = 200_000;

/**
 * @returns null if it has too many parts
 * @throws ParseError if the text is no TOML, RangeError if values are nested too deep
 */
export function tomlDocuments(text: string): DataDocument[] | null {
  if (partsOf(text) > MOST_PARTS) return null;
  const program = parseTOML(text.startsWith('\ufeff') ? text.slice(1) : text, { tomlVersion: 'latest' });
  return program.body.map((table) => ({
    ...tomlSpan(table),
    children: table.body.map((it) => (it.type === 'TOMLTable' ? tomlTable(it) : tomlPair(it, 0))),
  }));
}

/** Keys, tables and elements, counted by what stands between them, without regard to quotes. */
function partsOf(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at++) if (BETWEEN.has(text.charCodeAt(at))) parts++;
  return parts;
}

const BETWEEN: ReadonlySet<number> = new Set([...'.=[{,'].map((character) => character.charCodeAt(0)));

function tomlTable(table: AST.TOMLTable): DataNode {
  return {
    key: tomlKey(table.key.keys.at(-1)!),
    above: table.key.keys.slice(0, -1).map(tomlKey),
    isItem: table.kind === 'array',
    ...tomlSpan(table),
    value: null,
    children: table.body.map((it) => tomlPair(it, 1)),
  };
}

function tomlPair(pair: AST.TOMLKeyValue, depth: number): DataNode {
  return {
    ...tomlContent(pair.value, depth),
    key: tomlKey(pair.key.keys.at(-1)!),
    above: pair.key.keys.slice(0, -1).map(tomlKey),
    isItem: false,
    ...tomlSpan(pair),
  };
}

function tomlContent(node: AST.TOMLContentNode, depth: number): DataNode {
  const base = { key: '', above: [], isItem: true, ...tomlSpan(node) };
  if (depth >= MAX_DEPTH) return { ...base, value: null, children: [] };
  if (node.type === 'TOMLArray')
    return { ...base, value: null, children: node.elements.map((it) => tomlContent(it, depth + 1)) };
  if (node.type === 'TOMLInlineTable')
    return { ...base, value: null, children: node.body.map((it) => tomlPair(it, depth + 1)) };
  // A date is kept as it is written: converting it to text would use this machine's time zone.
  const value = 'datetime' in node ? node.datetime : String(node.value);
  return { ...base, value: value.slice(0, MAX_VALUE), children: [] };
}

function tomlKey(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

function tomlSpan(node: AST.TOMLNode): { startLine: number; endLine: number } {
  return { startLine: node.loc.start.line, endLine: node.loc.end.line };
}
