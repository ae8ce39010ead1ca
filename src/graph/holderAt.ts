/**
 * The holder of a line: the definition, the block of a test that has a title (`test('opens', …)`,
 * `it "opens" do`), the class whose head it stands in. Pure.
 */

import { getOrMake } from '../base/lists.ts';
import type { ChunkKind } from '../base/types.ts';
import { languageRules } from '../languages/languages.ts';
import { spansOf } from './lineSpans.ts';
import type { SourceFile } from './readFiles.ts';

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
  if (!languageRules(file.language).implBlocks || CLASSES.has(holder.kind)) return holder;
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

// Blocks of tests that have a title for a name: `test('opens', …)`, `it "opens" do`. Pure.

/** Ends where the title begins. */
const OPENS =
  /^(\s*)(?:test|it|describe|context|should|specify|suite|scenario|feature|bench)\b[^'"`\s]{0,60}[\s(]{1,3}(?:(['"])((?:(?!\2).){1,300})\2|`([^`]{1,300})`)/;

interface TestBlock {
  title: string;
  startLine: number;
  endLine: number;
}

/** @returns the innermost block around a line, null where there is none */
function testBlockAround(lines: readonly string[], line: number): TestBlock | null {
  const outer = outerLines(lines);
  let at = line;
  while (at >= 1 && lines[at - 1]!.trim() === '') at--;
  for (; at >= 1; at = outer[at - 1]!) {
    const block = testBlockAt(lines, at);
    // What ends above the line is beside it.
    if (block !== null && block.endLine >= line) return block;
  }
  return null;
}

const outerOf = new WeakMap<readonly string[], readonly number[]>();

/** For each line the nearest above that is indented less and not blank, 0 where there is none. */
function outerLines(lines: readonly string[]): readonly number[] {
  return getOrMake(outerOf, lines, () => {
    const indents: number[] = [];
    const outer: number[] = [];
    let last = 0;
    lines.forEach((text, at) => {
      const indent = indentOf(text);
      let above = last;
      while (above !== 0 && indents[above - 1]! >= indent) above = outer[above - 1]!;
      indents.push(indent);
      outer.push(above);
      if (text.trim() !== '') last = at + 1;
    });
    return outer;
  });
}

const blocksOf = new WeakMap<readonly string[], Map<number, TestBlock | null>>();

/** @returns the block that opens on the line */
export function testBlockAt(lines: readonly string[], line: number): TestBlock | null {
  const known = getOrMake(blocksOf, lines, () => new Map<number, TestBlock | null>());
  return getOrMake(known, line, () => readBlock(lines, line));
}

function readBlock(lines: readonly string[], line: number): TestBlock | null {
  const [, indent, , quoted, template] = OPENS.exec(lines[line - 1]!.slice(0, 500)) ?? [];
  const title = quoted ?? template;
  if (indent === undefined || title === undefined) return null;
  for (let at = line; at < lines.length; at++) {
    const text = lines[at]!;
    if (text.trim() !== '' && indentOf(text) <= indent.length) {
      const closes = /^\s*(?:[})\]]|end\b)/.test(text) && indentOf(text) === indent.length;
      return { title, startLine: line, endLine: closes ? at + 1 : at };
    }
  }
  return { title, startLine: line, endLine: lines.length };
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
