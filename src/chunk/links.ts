/**
 * Finds `link` references, the places that a text points to: paths in text and code, targets of
 * markup, `$ref` in data, steps of workflows, and dependencies in manifests (in JSON, YAML and TOML
 * by their keys: dataSegments.ts). Only `a/../b` and `%20` are resolved here; the view decides
 * where they lead.
 */

import { decodeLoosely } from '../base/decodeText.ts';
import { type Language, MAX_LINE } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import type { DataDocument, DataNode } from './dataDocuments.ts';
import { type LocatedReference, nonBlankLines, type Source } from './segment.ts';

/** A file with more is generated; the rest is ignored. */
const MAX_LINKS = 20_000;

/** Returns all links of a source by line, in one pass for every language. */
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

/** `"$ref": "pet.yaml#/components/Pet"` points to the file and to the name in it. */
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

// Targets of links, images and includes in markup: Markdown, MDX, reStructuredText, AsciiDoc, and
// HTML inside of them.

const MAX_TARGET = 300;

/** @returns targets inside of the repository, without fragment and query */
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
  return normalisedPath(path.includes('%') ? decodeLoosely(path) : path);
}

// Paths in a line: `src/foo.ts`, `../guide/setup.md`; not web addresses, absolute paths or
// fractions.

const PATH_TOKEN = /[\w@.~+/-]+/g;
const MAX_PATH = 200;

/**
 * Without this list, `a/b.width` in code would be a path. It is not made from the table of
 * languages, because a change of the list changes rows.
 */
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
    // An import is a reference already.
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

/**
 * `./a/../b` → `./b`. A leading `./` or `../` stays, because it says what the path is relative to.
 */
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

// Dependencies in manifests: by line (go.mod, requirements.txt, Gemfile, pom.xml, build.gradle,
// mix.exs), or by keys and lists (package.json, composer.json, Cargo.toml, pyproject.toml,
// pubspec.yaml). A blob has no file name here, so its language and words tell what it is.

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~]=|[<>;@]|#|$)/;

function dependenciesIn(lines: readonly string[], language: string): LocatedReference[] {
  if (language === 'xml') return mavenDependencies(lines);
  const patterns = [...(languageNamed(language).dependencies ?? [])];
  if (isRequirements(lines, language)) patterns.push(REQUIREMENT);
  return patterns.length === 0
    ? []
    : lines.flatMap((line, index) => dependenciesOf(line.slice(0, MAX_LINE), index + 1, patterns));
}

function dependenciesOf(line: string, number: number, patterns: readonly RegExp[]): LocatedReference[] {
  const out: LocatedReference[] = [];
  for (const pattern of patterns) {
    const name = pattern.exec(line)?.[1];
    if (name !== undefined) out.push({ name, kind: 'link', line: number });
  }
  return out;
}

/** Returns the package in a requirement (PEP 508); null for other text. */
function requirementName(text: string): string | null {
  return REQUIREMENT.exec(text.trim().slice(0, MAX_LINE))?.[1] ?? null;
}

/**
 * True if every line is a requirement, an option or a comment, and at least one names a version.
 */
function isRequirements(lines: readonly string[], language: string): boolean {
  if (language !== 'text') return false;
  const told = lines
    .slice(0, 400)
    .map((line) => line.slice(0, MAX_LINE).trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isLine = (line: string) => REQUIREMENT.test(line) || /^(?:-[rce]|--\w)/.test(line) || /^git\+/.test(line);
  return told.some((line) => /^[A-Za-z0-9][\w.[\]-]*\s*[=<>~!]=/.test(line)) && told.every(isLine);
}

/** Joins `<groupId>org.slf4j</groupId>` with the `<artifactId>` after it: 'org.slf4j:slf4j-api'. */
function mavenDependencies(lines: readonly string[]): LocatedReference[] {
  const out: LocatedReference[] = [];
  let group = '';
  for (const [index, line] of lines.entries()) {
    const text = line.slice(0, MAX_LINE);
    if (/<\/?(?:dependency|plugin|parent)>/.test(text)) group = '';
    group = /<groupId>\s*([^<\s]+)/.exec(text)?.[1] ?? group;
    const artifact = /<artifactId>\s*([^<\s]+)/.exec(text)?.[1];
    if (artifact !== undefined)
      out.push({ name: group === '' ? artifact : `${group}:${artifact}`, kind: 'link', line: index + 1 });
  }
  return out;
}

// Dependencies in keys or lists of manifests: package.json, composer.json, Cargo.toml,
// pyproject.toml, pubspec.yaml.

const DEPENDENCY_KEYS: ReadonlySet<string> = new Set([
  'require',
  'require-dev',
  'requires',
  'dependency-groups',
  'dev-packages',
]);

export function dependencyLinks(documents: readonly DataDocument[]): LocatedReference[] {
  const out: LocatedReference[] = [];
  for (const { children } of documents) for (const node of children) visit(node);
  return out;

  function visit(node: DataNode): void {
    if (isDependencies(node.key)) for (const child of node.children) dependency(child);
    else if (node.above.some(isDependencies))
      link(node.key, node); // [dependencies.serde]
    else for (const child of node.children) visit(child);
  }

  /** Reads `serde = "1"`, `"requests>=2"`, and one level deeper `dev = ["pytest"]`. */
  function dependency(node: DataNode): void {
    if (node.isItem) {
      const name = requirementName(node.value ?? '');
      if (name !== null) link(name, node);
    } else if (node.children.some(({ isItem }) => isItem)) {
      for (const item of node.children) if (item.isItem) dependency(item);
    } else link(node.key, node);
  }

  function link(name: string, { startLine }: DataNode): void {
    if (name !== '') out.push({ name, kind: 'link', line: startLine });
  }
}

function isDependencies(key: string): boolean {
  return DEPENDENCY_KEYS.has(key) || key.toLowerCase().endsWith('dependencies');
}
