/**
 * `link` references: what a text points to. Paths mentioned in text and code, targets of markup, `$ref` in data, the
 * steps of workflows, the dependencies of manifests (those of JSON, YAML and TOML are found with their keys: data.ts).
 * Targets stay as written, only `a/../b` and `%20` are resolved; where they lead is decided over the view.
 */

import { dependenciesIn } from './linksDependencies.ts';
import { isMarkup, markupLinks } from './linksMarkup.ts';
import { mentionedPaths } from './linksPaths.ts';
import { visibleLines } from './plainSegment.ts';
import type { LocatedReference } from './segments.ts';
import type { Source } from './source.ts';

/** A generated file may name more; what follows is not looked at. */
const MAX_LINKS = 20_000;

/** All links of a source, by line. One pass over the lines, for every language. */
export function linksIn(source: Source): LocatedReference[] {
  const lines = visibleLines(source);
  const markup = isMarkup(source.language);
  const out: LocatedReference[] = dependenciesIn(lines, source.language);
  for (const [index, line] of lines.entries()) {
    if (out.length > MAX_LINKS) break;
    const number = index + 1;
    const here = new Map<string, LocatedReference>();
    const add = (link: LocatedReference) => here.set(`${link.from ?? ''} ${link.name}`, link);
    if (markup) for (const name of markupLinks(line, source.language)) add({ name, kind: 'link', line: number });
    for (const name of mentionedPaths(line)) add({ name, kind: 'link', line: number });
    if (line.includes('$ref')) pointers(line, number).forEach(add);
    if (line.includes('uses:')) workflowUses(line, number).forEach(add);
    for (const link of here.values()) out.push(link);
  }
  return out;
}

/** `"$ref": "pet.yaml#/components/Pet"` points to the file and to what it is called there. */
function pointers(line: string, number: number): LocatedReference[] {
  const out: LocatedReference[] = [];
  for (const [, target] of line.matchAll(/\$ref["']?\s*:\s*["']?([^"'\s,}]+)/g)) {
    const [file = '', pointer = ''] = target!.slice(0, 400).split('#', 2);
    const name = pointer.split('/').at(-1)!;
    if (file !== '' && !/^[a-z]+:/i.test(file)) out.push({ name: file, kind: 'link', line: number });
    if (name !== '') out.push({ name, kind: 'link', from: target!.slice(0, 400), line: number });
  }
  return out;
}

function workflowUses(line: string, number: number): LocatedReference[] {
  const match = /^\s*(?:-\s+)?uses:\s*["']?([\w./-]+)/.exec(line.slice(0, 400));
  return match === null ? [] : [{ name: match[1]!, kind: 'link', line: number }];
}
