/**
 * Haskell (Elm, PureScript) by its layout: a signature, its equations and its pragmas are one definition, with the
 * comment above; data, classes and instances have their bodies; the imports are one segment. No grammar: the package
 * of grammars has none for it.
 */

import type { Definition } from '../base/types.ts';
import { type HaskellItem, haskellItems } from './linesHaskellItems.ts';
import { constructorsOf, membersOf } from './linesHaskellMembers.ts';
import { docOf, segmentOf, signatureOf } from './plainSegment.ts';
import type { Segment } from './segments.ts';

const LANGUAGES: ReadonlySet<string> = new Set(['haskell', 'elm', 'purescript']);

export function isHaskell(language: string): boolean {
  return LANGUAGES.has(language);
}

interface Growing {
  from: number;
  item: HaskellItem;
  endLine: number;
}

/** @param lines without \r; @returns sorted, disjoint segments */
export function haskellSegments(lines: readonly string[]): Segment[] {
  const segments: Segment[] = [];
  let current: Growing | null = null;
  let waiting: HaskellItem[] = [];
  for (const item of haskellItems(lines)) {
    if (item.role === 'declaration') {
      if (current !== null && belongs(item, current.item)) current.endLine = item.endLine;
      else {
        finish();
        current = { from: item.isImport ? item.startLine : leadOf(lines, item, waiting), item, endLine: item.endLine };
      }
      waiting = [];
    } else if (current !== null && closes(item, current, waiting, lines)) {
      current.endLine = item.endLine;
      waiting = [];
    } else waiting.push(item);
  }
  finish();
  return segments;

  function finish(): void {
    if (current !== null) segments.push(segmentFrom(lines, current));
  }
}

/** Equations belong to the signature above them, imports to imports. */
function belongs(item: HaskellItem, to: HaskellItem): boolean {
  if (item.isImport || to.isImport) return item.isImport && to.isImport;
  if (item.kind !== 'function' || to.kind !== 'function') return false;
  return item.names.some((name) => to.names.includes(name));
}

/** A pragma that names the definition above, or the directive that closes it. */
function closes(item: HaskellItem, current: Growing, waiting: HaskellItem[], lines: readonly string[]): boolean {
  if (item.role === 'pragma') {
    const named = item.names.some((name) => current.item.names.includes(name));
    return named && waiting.every(({ role }) => role !== 'comment');
  }
  return item.role === 'directive' && waiting.length === 0 && /^#\s*endif/.test(lines[item.startLine - 1]!);
}

/** Where a declaration starts with what stands above it: everything for the module header, a Haddock comment, or what no blank line parts from it. */
function leadOf(lines: readonly string[], item: HaskellItem, waiting: HaskellItem[]): number {
  if (item.kind === 'module') return waiting[0]?.startLine ?? item.startLine;
  const documentation = waiting.findLast(({ startLine }) => /^(?:--|\{-) ?\|/.test(lines[startLine - 1]!));
  if (documentation !== undefined) return documentation.startLine;
  let from = item.startLine;
  for (const above of [...waiting].reverse()) {
    if (above.endLine < from - 1) break;
    from = above.startLine;
  }
  return from;
}

function segmentFrom(lines: readonly string[], { from, item, endLine }: Growing): Segment {
  const { kind, names, startLine, isImport, isInstance } = item;
  const symbol = names[0] ?? '';
  const named = !isInstance && !isImport && kind !== 'text';
  const own: Definition[] = named ? names.map((name) => ({ name, kind, startLine, endLine })) : [];
  const defines = kind === 'type' ? own.concat(constructorsOf(lines, startLine, item.endLine)) : own;
  return segmentOf(from, endLine, {
    kind,
    symbol,
    signature: kind === 'text' || isImport ? '' : headOf(lines, item),
    doc: docOf(lines.slice(from - 1, startLine - 1).filter((line) => !line.startsWith('#') && !line.startsWith('{-#'))),
    defines,
    children: kind === 'class' ? membersOf(lines, startLine, endLine, symbol, isInstance) : [],
  });
}

/** The type signature as a whole, other declarations up to their body. */
function headOf(lines: readonly string[], item: HaskellItem): string {
  const text = lines
    .slice(item.startLine - 1, Math.min(item.endLine, item.startLine + 20))
    .map((line) => line.slice(0, 400).replace(/\s--(?=[\s-]).*$/, ''))
    .filter((line) => !/^\s*--/.test(line))
    .join('\n');
  if (item.kind === 'function' && /^[^=\n]*(?:\s|^)::/.test(text)) return signatureOf(text);
  return signatureOf(text.split(/\bwhere\b|\s=\s|\s=\n|\n\s*\|/, 1)[0]!);
}
