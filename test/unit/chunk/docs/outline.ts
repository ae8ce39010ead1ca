/** What the tests of segmenters share: sources from text, and segments as lines that a person can read. */

import type { Segment } from '../../../../src/chunk/segment.ts';
import { type Source, sourceOf } from '../../../../src/chunk/segment.ts';

export function sourceFrom(text: string, language: string): Source {
  const source = sourceOf(new TextEncoder().encode(text), language);
  if (source === null) throw new Error('binary');
  return source;
}

/** `1-4 function scope/name (defined, names) "doc" → references`, members indented. */
export function outline(segments: readonly Segment[] | null, depth = 0): string {
  if (segments === null) return 'null';
  return segments
    .flatMap((it) => {
      const name = [...it.scope, it.symbol].join('/');
      const defines = it.defines.length > 0 ? ` (${it.defines.map(({ name: defined }) => defined).join(', ')})` : '';
      const references = it.references.map(
        (to) => `${to.kind} ${to.from === undefined ? '' : `${to.from}:`}${to.name}`,
      );
      const doc = it.doc === '' ? '' : ` "${it.doc.split('\n').join(' | ')}"`;
      const line = `${'  '.repeat(depth)}${it.startLine}-${it.endLine} ${it.kind} ${name}${defines}${doc}`;
      const links = references.length > 0 ? ` → ${references.join(', ')}` : '';
      return [line + links, ...(it.children.length > 0 ? [outline(it.children, depth + 1)] : [])];
    })
    .join('\n');
}

/** What must hold for any input: lines inside the source, siblings sorted and apart, members inside. */
export function problemsOf(segments: readonly Segment[], from: number, to: number): string[] {
  const problems: string[] = [];
  let free = from;
  for (const it of segments) {
    const at = `${it.startLine}-${it.endLine} ${it.kind} ${it.symbol}`;
    if (it.startLine > it.endLine) problems.push(`${at}: ends before it starts`);
    if (it.startLine < free) problems.push(`${at}: overlaps or unsorted, free from ${free}`);
    if (it.endLine > to) problems.push(`${at}: goes beyond ${to}`);
    for (const { name, startLine, endLine } of it.defines) {
      if (name === '' || startLine < it.startLine || endLine > it.endLine)
        problems.push(`${at}: defines ${name} at ${startLine}-${endLine}`);
    }
    for (const { name } of it.references) if (name.trim() === '') problems.push(`${at}: a reference without a name`);
    problems.push(...problemsOf(it.children, it.startLine, it.endLine));
    free = it.endLine + 1;
  }
  return problems;
}
