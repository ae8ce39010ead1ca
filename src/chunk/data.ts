/**
 * YAML, JSON and TOML by their keys: a top-level key or table is a segment, a large one has its own keys as members.
 * Only the general mechanism, key paths: `jobs.build`, `services.web`, `paths./pets.get` come out of it.
 */

import { dependencyLinks } from './data-dependencies.ts';
import type { DataDocument, DataNode } from './data-model.ts';
import { jsonDocuments } from './json.ts';
import { linksIn } from './links.ts';
import { fillGaps } from './plain.ts';
import { docOf, placeReferences, segmentOf, signatureOf, visibleLines } from './plain-segment.ts';
import { LIMITS, type Segment } from './segments.ts';
import type { Source } from './source.ts';
import { tomlDocuments } from './toml.ts';
import { yamlDocuments } from './yaml.ts';

const PARSERS: Readonly<Record<string, (text: string) => DataDocument[] | null>> = {
  yaml: yamlDocuments,
  yml: yamlDocuments,
  json: jsonDocuments,
  jsonc: jsonDocuments,
  json5: jsonDocuments,
  toml: tomlDocuments,
};

/** @returns null for what the parser does not read (templates, broken syntax, nesting beyond its stack) and for other languages */
export function dataSegments(source: Source): Segment[] | null {
  const documents = documentsOf(source);
  if (documents === null) return null;
  const lines = visibleLines(source);
  const found =
    documents.length > 1
      ? documents.flatMap((it) => documentSegments(lines, it))
      : segmentsOf(lines, documents[0]?.children ?? [], []);
  const references = [...linksIn(source), ...dependencyLinks(documents)];
  const segments = fillGaps(lines, found, references);
  placeReferences(segments, references);
  return segments;
}

function documentsOf(source: Source): DataDocument[] | null {
  const parse = Object.hasOwn(PARSERS, source.language) ? PARSERS[source.language]! : null;
  try {
    return parse === null ? null : parse(source.text);
  } catch {
    return null; // the parser's own word for "not my language", or its stack ended
  }
}

/** One of several documents: a segment of its own, named by what names it (`metadata.name`). */
function documentSegments(lines: readonly string[], document: DataDocument): Segment[] {
  const children = segmentsOf(lines, document.children, []);
  const first = children[0];
  if (first === undefined) return [];
  const metadata = document.children.find(({ key }) => key === 'metadata');
  const symbol = nameIn(document.children) || nameIn(metadata?.children ?? []);
  const [startLine, endLine] = [first.startLine, children.at(-1)!.endLine];
  const isSmall = endLine - startLine < LIMITS.targetLines;
  const defines = symbol === '' ? [] : [{ name: symbol, kind: 'object' as const, startLine, endLine }];
  const own = isSmall ? children.flatMap((child) => child.defines) : [];
  return [
    segmentOf(startLine, endLine, {
      kind: 'object',
      symbol,
      nodeType: 'document',
      defines: [...defines, ...own],
      children: isSmall ? [] : children,
    }),
  ];
}

/** Nodes of one level. Two that share a line are one segment: chunks are whole lines. */
function segmentsOf(lines: readonly string[], nodes: readonly DataNode[], scope: string[], from = 1): Segment[] {
  const out: Segment[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (last !== undefined && node.startLine <= last.endLine) {
      last.endLine = Math.max(last.endLine, node.endLine);
      continue;
    }
    out.push(segmentFrom(lines, node, scope, (last?.endLine ?? from - 1) + 1));
  }
  return out;
}

/** @param free the first line that no segment holds yet */
function segmentFrom(lines: readonly string[], node: DataNode, above: string[], free: number): Segment {
  const { startLine, endLine, children } = node;
  const symbol = node.key === '' || node.isItem ? labelOf(node) : node.key;
  const scope = [...above, ...node.above];
  let start = startLine;
  while (start > free && /^\s*(?:#|\/\/)/.test(lines[start - 2]!.slice(0, 200))) start--;
  const isLarge = endLine - startLine >= LIMITS.targetLines;
  const inner = symbol === '' ? scope : [...scope, symbol];
  return segmentOf(start, endLine, {
    kind: 'object',
    symbol,
    scope,
    signature: signatureOf(lines[startLine - 1]!),
    nodeType: node.isItem ? 'item' : children.length > 0 ? 'map' : 'pair',
    doc: start === startLine ? '' : docOf(lines.slice(start - 1, startLine - 1)),
    defines: [node, ...(isLarge || above.length > 0 ? [] : children)].filter(isNamed).map(definitionOf),
    children: isLarge ? segmentsOf(lines, children, inner, startLine) : [],
  });
}

/** What others may refer to: a key with a value of several lines. Scalars and elements of lists are not looked up by name. */
function isNamed(node: DataNode): boolean {
  return node.key !== '' && !node.isItem && node.endLine > node.startLine && node.children.length > 0;
}

function definitionOf({ key, startLine, endLine }: DataNode): Segment['defines'][number] {
  return { name: key, kind: 'object', startLine, endLine };
}

const NAMING: ReadonlySet<string> = new Set(['name', 'id', 'title', 'key']);
const MAX_LABEL = 80;

/** An element of a list is named by its name, else by what it begins with; `[[bin]]` in TOML by name, else by its key. */
function labelOf(node: DataNode): string {
  const first = node.children[0];
  const label =
    nameIn(node.children) || node.key || (first?.isItem === false ? (first.value ?? '') : '') || (node.value ?? '');
  return label.length > MAX_LABEL || label.includes('\n') ? '' : label;
}

function nameIn(children: readonly DataNode[]): string {
  return children.find(({ key, value }) => NAMING.has(key) && value !== null && value !== '')?.value ?? '';
}
