import { codeSegments } from '../../../../src/chunk/chunkBlob.ts';
import type { LocatedReference, Segment } from '../../../../src/chunk/segment.ts';
import { sourceOf } from '../../../../src/chunk/segment.ts';
import { syntaxOf } from '../../../../src/languages/languages.ts';

/**
 * What a language's query finds, for a person to read. A line per definition:
 *   3-9 class Outer.Name | signature | "documentation"   in brackets where it defines no name
 * and a line per line of the source with references: `12: call find of client`.
 */
export async function outlineOf(language: string, text: string): Promise<string> {
  const { segments, references } = await parse(language, text);
  return `\n${[...definitionLines(segments, ''), ...referenceLines(references)].join('\n')}\n`;
}

/** The names that are defined, in order. */
export async function definedIn(language: string, text: string): Promise<string[]> {
  const { segments } = await parse(language, text);
  return allOf(segments).flatMap(({ defines }) => defines.map(({ name }) => name));
}

export async function referencesIn(language: string, text: string): Promise<LocatedReference[]> {
  return (await parse(language, text)).references;
}

async function parse(language: string, text: string) {
  const source = sourceOf(new TextEncoder().encode(text), language);
  const row = syntaxOf(language);
  if (source === null || row === null) throw new Error(`no such language: ${language}`);
  const code = await codeSegments(source, row);
  if ('note' in code) throw new Error(code.note);
  return code;
}

function allOf(segments: Segment[]): Segment[] {
  return inOrder(segments).flatMap((segment) => [segment, ...allOf(segment.children)]);
}

function inOrder(segments: Segment[]): Segment[] {
  return [...segments].sort((a, b) => a.startLine - b.startLine);
}

function* definitionLines(segments: Segment[], indentation: string): Iterable<string> {
  for (const segment of inOrder(segments)) {
    const { startLine, endLine, kind, scope, symbol, signature, doc, defines } = segment;
    const name = [...scope, symbol].join('.');
    const parts = [`${startLine}-${endLine} ${kind} ${defines.length > 0 ? name : `(${name})`}`, signature];
    if (doc !== '') parts.push(JSON.stringify(doc));
    yield indentation + parts.join(' | ');
    yield* definitionLines(segment.children, `${indentation}  `);
  }
}

function referenceLines(references: LocatedReference[]): string[] {
  const byLine = new Map<number, string[]>();
  for (const { line, kind, name, from } of references) {
    const text = `${kind} ${name}${from === undefined ? '' : ` of ${from}`}`;
    byLine.set(line, [...(byLine.get(line) ?? []), text]);
  }
  return [...byLine].sort(([a], [b]) => a - b).map(([line, texts]) => `${line}: ${[...new Set(texts)].join(', ')}`);
}
