/** What holds a reference: the definition, the block of a test that has a title, the class whose head it stands in. */

import type { ChunkKind } from '../base/types.ts';
import { spansOf } from './lineSpans.ts';
import type { SourceFile } from './readFiles.ts';
import { testBlockAround } from './testBlock.ts';

export interface Holder {
  kind: ChunkKind;
  /** '' where it is a line alone. */
  symbol: string;
  scope: readonly string[];
  startLine: number;
  endLine: number;
  /** Its symbol is the title of a block. */
  isTitle?: boolean;
}

/** The class whose head the line is; of `impl Read for Socket` Socket, at this line. */
export function heirAt(file: SourceFile, line: number): Holder {
  const holder = holderAt(file, line);
  if (file.language !== 'rust' || CLASSES.has(holder.kind)) return holder;
  const symbol = /\bfor\s+(?:&\s*)?(?:\w+::)*(\w+)/.exec(file.code[line - 1]!.slice(0, 500))?.[1] ?? '';
  return { kind: 'class', symbol, scope: [], startLine: line, endLine: line };
}

const CLASSES: ReadonlySet<ChunkKind> = new Set(['class', 'interface', 'enum', 'type']);

/** The function around a line; the block of a test that has a title; a class; else the line. */
export function holderAt({ definitions, lines, rows }: SourceFile, line: number): Holder {
  const inner = spansOf(definitions).last(line);
  const block =
    inner === undefined || CLASSES.has(inner.kind) || inner.kind === 'module' ? testBlockAround(lines, line) : null;
  if (block !== null && (inner === undefined || inner.startLine < block.startLine)) {
    const { title: symbol, startLine, endLine } = block;
    const scope = inner === undefined ? [] : [...inner.scope, inner.name];
    return { kind: 'function', symbol, scope, startLine, endLine, isTitle: true };
  }
  if (inner !== undefined) {
    const { kind, name: symbol, scope, startLine, endLine } = inner;
    return { kind, symbol, scope, startLine, endLine };
  }
  // A heading of prose.
  const row = spansOf(rows).first(line);
  if (row?.kind === 'section') return row;
  return { kind: row?.kind ?? 'text', symbol: '', scope: [], startLine: line, endLine: line };
}

/** A file of tests has helpers too. */
export function isTestBlock({ symbol, scope, isTitle = false }: Holder): boolean {
  return (
    isTitle || [...scope, symbol].some((name) => /^(?:test|bench|fuzz|example|spec)|(?:tests?|spec|it)$/i.test(name))
  );
}
