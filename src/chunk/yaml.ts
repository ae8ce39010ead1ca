/** YAML to keys with positions: several documents, anchors and aliases left as they are written, nothing is resolved. */

import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, parseAllDocuments } from 'yaml';
import { type DataDocument, type DataNode, MAX_DEPTH, MAX_VALUE } from './dataModel.ts';
import { indexLines } from './indexLines.ts';

/** Deeper flow collections are not written by people; the parser would follow them to any depth. */
const MAX_FLOW_DEPTH = 500;

/** @returns null where a document has an error. @throws RangeError where values nest too deep */
export function yamlDocuments(text: string): DataDocument[] | null {
  if (flowDepth(text) > MAX_FLOW_DEPTH) return null;
  const { lineAt } = indexLines(text.split('\n'));
  const parsed = parseAllDocuments(text, {
    strict: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    resolveKnownTags: false,
  });
  const documents = Array.isArray(parsed) ? parsed : [];
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
    if (isSeq(node)) return node.items.flatMap((item) => nodeOf(null, item as ParsedNode | null, depth));
    if (isMap(node))
      return node.items.flatMap((pair) => nodeOf(pair as Pair<ParsedNode, ParsedNode | null>, null, depth));
    return [];
  }

  function nodeOf(
    pair: Pair<ParsedNode, ParsedNode | null> | null,
    item: ParsedNode | null,
    depth: number,
  ): DataNode[] {
    const value = pair === null ? item : pair.value;
    const first = pair === null ? item : pair.key;
    if (!first?.range) return [];
    const startLine = lineAt(first.range[0]);
    const end = Math.max(first.range[1], value?.range?.[1] ?? 0);
    return [
      {
        key: pair === null ? '' : (scalarOf(pair.key) ?? ''),
        above: [],
        isItem: pair === null,
        startLine,
        endLine: Math.max(startLine, lineAt(Math.max(first.range[0], end - 1))),
        value: scalarOf(value),
        children: childrenOf(value, depth + 1),
      },
    ];
  }
}

function scalarOf(node: ParsedNode | null): string | null {
  if (isScalar(node)) return String(node.value ?? '').slice(0, MAX_VALUE);
  return isAlias(node) ? `*${node.source}` : null;
}

/** Brackets that are open at once, counted without regard to quotes. */
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
