/**
 * Turns YAML, JSON and TOML into segments: one for each top-level key or table. A large one has its
 * own keys as members, so that paths of keys come out: `jobs.build`, `services.web`,
 * `paths./pets.get`.
 */

import type { Definition } from '../base/types.ts';
import type { Reader } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import { type DataDocument, type DataNode, jsonDocuments, tomlDocuments, yamlDocuments } from './dataDocuments.ts';
import { dependencyLinks, linksIn } from './links.ts';
import { fillGaps } from './plain.ts';
import {
  docOfSegment,
  LIMITS,
  nonBlankLines,
  placeReferences,
  type Segment,
  type Source,
  segmentOf,
  signatureOfSegment,
} from './segment.ts';

const PARSERS: Readonly<Partial<Record<Reader, (text: string) => DataDocument[] | null>>> = {
  yaml: yamlDocuments,
  json: jsonDocuments,
  toml: tomlDocuments,
};

/**
 * @returns null for text that the parser cannot read (templates, broken syntax, too deep nesting)
 * and for other languages
 */
export function dataSegments(source: Source): Segment[] | null {
  const documents = documentsOf(source);
  if (documents === null) return null;
  const lines = nonBlankLines(source);
  const references = [...linksIn(source), ...dependencyLinks(documents)];
  const pointed = new Set(references.filter(({ from }) => from?.startsWith('#')).map(({ name }) => name));
  const segments = fillGaps(lines, keySegments(lines, documents, pointed), references);
  placeReferences(segments, references);
  return segments;
}

function documentsOf({ language, text }: Source): DataDocument[] | null {
  const { reader } = languageNamed(language);
  const parse = reader === undefined ? undefined : PARSERS[reader];
  if (parse === undefined) return null;
  try {
    return parse(text);
  } catch {
    return null; // the parser's own word for "not my language", or its stack ended
  }
}

// Turns keys into segments: decides which are named, which are cut at their own keys, and to which
// others may refer.

/**
 * @param pointed names that a `$ref` of the same source points to
 * @returns sorted, disjoint segments
 */
function keySegments(
  lines: readonly string[],
  documents: readonly DataDocument[],
  pointed: ReadonlySet<string>,
): Segment[] {
  let free = 1;
  if (documents.length < 2) return levelOf(documents[0]?.children ?? [], []);
  return documents.flatMap(documentOf);

  /** Turns one of several documents into a segment, named by its own name (`metadata.name`). */
  function documentOf(document: DataDocument): Segment[] {
    const children = levelOf(document.children, []);
    const [first, last] = [children[0], children.at(-1)];
    if (first === undefined || last === undefined) return [];
    const metadata = document.children.find(({ key }) => key === 'metadata');
    const symbol = nameIn(document.children) || nameIn(metadata?.children ?? []);
    const range = { startLine: first.startLine, endLine: last.endLine };
    const isSmall = range.endLine - range.startLine < LIMITS.targetLines;
    const defines: Definition[] = symbol === '' ? [] : [{ name: symbol, kind: 'object', ...range }];
    if (isSmall) for (const child of children) for (const definition of child.defines) defines.push(definition);
    const members = isSmall ? [] : children;
    return [
      segmentOf(range.startLine, range.endLine, {
        kind: 'object',
        symbol,
        nodeType: 'document',
        defines,
        children: members,
      }),
    ];
  }

  /**
   * Turns nodes of one level into segments. Two nodes on one line share a segment: chunks are whole
   * lines.
   */
  function levelOf(nodes: readonly DataNode[], scope: string[]): Segment[] {
    const out: Segment[] = [];
    for (const node of nodes) {
      const last = out.at(-1);
      if (last === undefined || node.startLine > last.endLine) out.push(segmentFrom(node, scope));
      else {
        // In `{ "a": 1, "b": 2 }` no key is the name of all.
        if (last.startLine === last.endLine) last.symbol = '';
        last.endLine = Math.max(last.endLine, node.endLine);
      }
      free = Math.max(free, node.endLine + 1);
    }
    return out;
  }

  function segmentFrom(node: DataNode, above: string[]): Segment {
    const { startLine, endLine, children } = node;
    const symbol = node.isItem || node.key === '' ? labelOf(node) : node.key;
    const scope = [...above, ...node.above];
    let start = startLine;
    while (start > free && /^\s*(?:#|\/\/)/.test(lines[start - 2]!.slice(0, 200))) start--;
    const isCut = endLine - startLine >= LIMITS.targetLines && children.some(isLong);
    free = Math.max(free, startLine + 1);
    return segmentOf(start, endLine, {
      kind: 'object',
      symbol,
      scope,
      signature: signatureOfSegment(lines[startLine - 1]!),
      nodeType: node.isItem ? 'item' : children.length > 0 ? 'map' : 'pair',
      doc: start === startLine ? '' : docOfSegment(lines.slice(start - 1, startLine - 1)),
      defines: namedIn(node, scope.length, isCut, pointed).map(definitionOf),
      children: isCut ? levelOf(children, symbol === '' ? scope : [...scope, symbol]) : [],
    });
  }
}

/** Lines of scalars stay together; only longer values are worth a cut. */
function isLong(node: DataNode): boolean {
  return node.endLine - node.startLine >= LIMITS.minLines;
}

/**
 * Returns the nodes to which others may refer: keys of the first two levels with a value of several
 * lines, and every node that a `$ref` points to.
 */
function namedIn(node: DataNode, depth: number, isCut: boolean, pointed: ReadonlySet<string>): DataNode[] {
  const found = isNamed(node) && (depth < 2 || pointed.has(node.key)) ? [node] : [];
  if (isCut || node.isItem) return found;
  for (const child of node.children) {
    const isSecond = depth === 0 && isNamed(child);
    if (isSecond) found.push(child);
    const inside = pointed.size === 0 ? [] : isSecond ? child.children : [child];
    for (const inner of inside) for (const deep of pointedIn(inner, pointed)) found.push(deep);
  }
  return found;
}

function pointedIn(node: DataNode, pointed: ReadonlySet<string>): DataNode[] {
  const inside = node.children.flatMap((child) => pointedIn(child, pointed));
  return isNamed(node) && pointed.has(node.key) ? [node, ...inside] : inside;
}

function isNamed(node: DataNode): boolean {
  return node.key !== '' && !node.isItem && node.endLine > node.startLine && node.children.length > 0;
}

function definitionOf({ key, startLine, endLine }: DataNode): Definition {
  return { name: key, kind: 'object', startLine, endLine };
}

const NAMING: ReadonlySet<string> = new Set(['name', 'id', 'title', 'key']);
const MAX_LABEL = 80;

/**
 * Names an element of a list by its name, or by its beginning; `[[bin]]` in TOML by its name, or by
 * its key.
 */
function labelOf(node: DataNode): string {
  const first = node.children[0];
  const begins = first?.isItem === false ? (first.value ?? '') : '';
  const label = nameIn(node.children) || node.key || begins || (node.value ?? '');
  return label.length > MAX_LABEL || label.includes('\n') ? '' : label;
}

function nameIn(children: readonly DataNode[]): string {
  return children.find(({ key, value }) => NAMING.has(key) && value !== null && value !== '')?.value ?? '';
}
