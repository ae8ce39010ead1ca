/**
 * The scope of a definition, which a row tells of its first one only. Where a member stands outside of its type, its own
 * line or the block around it says whose it is: `func (s *Server) Start()`, `void Server::start()`, `impl Server {`.
 */

import type { Definition } from '../base/types.ts';

export interface Place {
  definition: Definition;
  row: { symbol: string; scope: readonly string[] };
  /** Names of the definitions around it in the file. */
  chain: readonly string[];
  /** Lines of the file, comments and strings blanked. */
  code: readonly string[];
  language: string;
}

export function scopeOfDefinition({ definition, row, chain, code, language }: Place): string[] {
  const inBlock =
    language === 'rust' && IN_BLOCKS.has(definition.kind) ? blockAround(definition, code, language) : null;
  if (inBlock !== null) return [...chain.filter((name) => name !== inBlock), inBlock];
  if (row.symbol === definition.name && row.scope.length >= chain.length) return [...row.scope];
  const receiver = receiverOf(definition, code, language);
  if (receiver !== null) return [...receiver];
  if (chain.length > 0) return [...chain];
  if (definition.kind === 'method') {
    const block = blockAround(definition, code, language);
    if (block !== null) return [block];
  }
  if (WITH_RECEIVERS.has(language) && definition.kind !== 'method') return [];
  // The chunk is called after the first definition inside of this one.
  const own = row.scope.indexOf(definition.name);
  return row.scope.slice(0, own === -1 ? row.scope.length : own);
}

const IN_BLOCKS: ReadonlySet<string> = new Set(['type', 'constant']);

/** Here the name of a chunk may say a scope that its neighbours in the chunk don't have. */
const WITH_RECEIVERS = new Set(['go', 'c', 'cpp', 'objc', 'rust']);

/** @returns null where the line says nothing */
function receiverOf({ name, startLine }: Definition, code: readonly string[], language: string): string[] | null {
  const line = code[startLine - 1] ?? '';
  if (language === 'go') {
    const receiver = /^\s*func\s*\(\s*(?:\w+\s+)?(?:\*\s*)?(\w+)/.exec(line)?.[1];
    if (receiver !== undefined) return [receiver];
    return /^\s*func\b/.test(line) ? [] : null;
  }
  if (language === 'cpp') {
    const at = line.indexOf(`::${name}`);
    const path =
      at === -1
        ? null
        : /((?:\w+(?:<[^<>]*>)?::)*\w+(?:<[^<>]*>)?)$/.exec(line.slice(Math.max(0, at - MOST_OF_LINE), at))?.[1];
    return path === null || path === undefined ? null : path.replace(/<[^<>]*>/g, '').split('::');
  }
  return null;
}

/** The patterns here may take the square of it. */
const MOST_OF_LINE = 500;

const BLOCKS: Readonly<Record<string, RegExp>> = {
  rust: /^(\s*)(?:unsafe\s+)?(?:impl(?:<.*?>)?\s+(?:.*?\bfor\s+)?(?:\w+::)*|(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+)(\w+)/,
  swift: /^(\s*)(?:\w+\s+)*extension\s+(?:\w+\.)*(\w+)/,
  objc: /^(\s*)@(?:implementation|interface|protocol)\s+(\w+)/,
};

/** The nearest block above that is indented less and holds members. */
function blockAround({ startLine }: Definition, code: readonly string[], language: string): string | null {
  const pattern = Object.hasOwn(BLOCKS, language) ? BLOCKS[language] : undefined;
  if (pattern === undefined) return null;
  const indent = language === 'objc' ? Number.POSITIVE_INFINITY : indentOf(code[startLine - 1] ?? '');
  const blocks = blocksOf(code, pattern);
  let at = blocks.above[Math.min(startLine - 1, code.length)]!;
  while (at !== -1 && blocks.all[at]!.indent >= indent) at = blocks.all[at]!.outer;
  return at === -1 ? null : blocks.all[at]!.name;
}

interface Blocks {
  /** By line; `outer` is the nearest above that is indented less, -1 if there is none. */
  all: { indent: number; name: string; outer: number }[];
  /** For each line, as a place from 0, the last block above it. */
  above: number[];
}

const blocksOfCode = new WeakMap<readonly string[], Blocks>();

function blocksOf(code: readonly string[], pattern: RegExp): Blocks {
  const known = blocksOfCode.get(code);
  if (known !== undefined) return known;
  const blocks: Blocks = { all: [], above: [-1] };
  for (const line of code) {
    const found = pattern.exec(line.slice(0, MOST_OF_LINE));
    if (found !== null) {
      const indent = found[1]!.length;
      let outer = blocks.all.length - 1;
      while (outer !== -1 && blocks.all[outer]!.indent >= indent) outer = blocks.all[outer]!.outer;
      blocks.all.push({ indent, name: found[2]!, outer });
    }
    blocks.above.push(blocks.all.length - 1);
  }
  blocksOfCode.set(code, blocks);
  return blocks;
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)![0].length;
}
