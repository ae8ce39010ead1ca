/**
 * The scope of a definition, which a row tells of its first one only. Where a member stands outside of its type, its own
 * line or the block around it says whose it is: `func (s *Server) Start()`, `void Server::start()`, `impl Server {`.
 */

import type { Definition } from '../types.ts';

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
  const indent = indentOf(code[startLine - 1] ?? '');
  for (let at = startLine - 2; at >= 0; at--) {
    const found = pattern.exec(code[at]!.slice(0, MOST_OF_LINE));
    if (found !== null && (language === 'objc' || found[1]!.length < indent)) return found[2]!;
  }
  return null;
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)![0].length;
}
