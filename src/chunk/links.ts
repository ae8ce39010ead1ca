/**
 * `link` references: what a text points to. Paths mentioned in text and code, targets of markup,
 * `$ref` in data, the steps of workflows, the dependencies of manifests (those of JSON, YAML and
 * TOML are found with their keys: data.ts). Targets stay as written, only `a/../b` and `%20` are
 * resolved; where they lead is decided over the view.
 */

import type { Language } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import type { LocatedReference } from './chunksFrom.ts';
import { dependenciesIn } from './dependencies.ts';
import { nonBlankLines } from './segment.ts';
import type { Source } from './source.ts';

/** A generated file may name more; what follows is not looked at. */
const MAX_LINKS = 20_000;

/** All links of a source, by line. One pass over the lines, for every language. */
export function linksIn(source: Source): LocatedReference[] {
  const lines = nonBlankLines(source);
  const language = languageNamed(source.language);
  const out: LocatedReference[] = dependenciesIn(lines, source.language);
  for (const [index, line] of lines.entries()) {
    if (out.length > MAX_LINKS) break;
    const number = index + 1;
    const here = new Map<string, LocatedReference>();
    const add = (link: LocatedReference) => here.set(`${link.from ?? ''} ${link.name}`, link);
    for (const name of markupLinks(line, language)) add({ name, kind: 'link', line: number });
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

// Targets of links, images and includes in markup: Markdown, MDX, reStructuredText, AsciiDoc, HTML
// inside of them.

const MAX_TARGET = 300;

/** @returns targets inside the repository, without fragment and query */
export function markupLinks(line: string, { links = [], roles }: Language): string[] {
  if (links.length === 0 || !/[[:<=]/.test(line)) return [];
  const out: string[] = [];
  for (const pattern of links) {
    for (const [, target] of line.matchAll(pattern)) {
      const name = targetOf(target!);
      if (name !== '') out.push(name);
    }
  }
  if (roles !== undefined)
    for (const [, path] of line.matchAll(roles)) out.push(path!.slice(path!.lastIndexOf('.') + 1));
  return out;
}

function targetOf(written: string): string {
  if (written.length > MAX_TARGET || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\{|<|data:)/i.test(written)) return '';
  const path = written.split(/[#?]/, 1)[0]!;
  return normalisedPath(path.includes('%') ? decoded(path) : path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a % that encodes nothing
  }
}

// Paths that a line mentions: `src/foo.ts`, `../guide/setup.md`. Not web addresses, not absolute
// paths, not fractions.

const PATH_TOKEN = /[\w@.~+/-]+/g;
const MAX_PATH = 200;

/** Without this list, `a/b.width` in code would be a path. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'adoc asm astro bash bat bzl c cc cfg cjs clj cljs cmake conf config cpp cs css csv cts cue cxx dart elm erl ex exs fish fs gif go gradle graphql ' +
    'groovy h hcl hh hpp hrl hs htm html hxx ini ipynb java jl jpeg jpg js json json5 jsonc jsonl jsx kt kts less lua m markdown md mdx mjs mk ml mli mm mod ' +
    'mts nim nix org patch pdf php pl plist pm png properties proto ps1 py pyi r rake rb rs rst sass sbt scala scss sh sol sql svelte svg swift tcl tex tf ' +
    'tfvars thrift tmpl toml ts tsv tsx txt vim vue wasm xml xsd yaml yml zig zsh'
  ).split(' '),
);

function mentionedPaths(line: string): string[] {
  if (!line.includes('/')) return [];
  const isImport = /\b(?:import|require|from|export)\b/.test(line.slice(0, 400));
  const out: string[] = [];
  for (const match of line.matchAll(PATH_TOKEN)) {
    const token = match[0];
    if (token.length > MAX_PATH || !token.includes('/')) continue;
    // The import itself is a reference already.
    const path = pathOf(token, line, match.index);
    if (path !== null && !(isImport && /^\.{1,2}\//.test(path))) out.push(path);
  }
  return out;
}

function pathOf(token: string, line: string, at: number): string | null {
  const path = token.replace(/(?<![./-])[./-]+$/, '');
  if (/^[/~]/.test(path) || path.includes('//') || line[at - 1] === ':' || line[at - 1] === '$') return null;
  const segments = path.split('/');
  const name = segments.at(-1)!;
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && EXTENSIONS.has(name.slice(dot + 1).toLowerCase());
  const isRelative = /^\.{1,2}\/[\w@.]/.test(path) && /[A-Za-z]/.test(name);
  if (!hasExtension && !isRelative) return null;
  if (segments.length > 1 && /^(?:www\.|[\w-]+\.(?:com|org|io|net|dev)$)/.test(segments[0]!)) return null;
  return normalisedPath(path);
}

/** `./a/../b` → `./b`; a leading `./` or `../` stays, it says what the path is relative to. */
function normalisedPath(path: string): string {
  const out: string[] = [];
  for (const [index, segment] of path.split('/').entries()) {
    const last = out.at(-1);
    if (segment === '' && index > 0) continue;
    if (segment === '.' && index > 0) continue;
    if (segment === '..' && last !== undefined && last !== '..' && last !== '') {
      out.pop();
      if (last === '.') out.push('..');
      else if (out.length === 0) out.push('.');
    } else out.push(segment);
  }
  return out.join('/');
}
