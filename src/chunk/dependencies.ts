/**
 * Dependencies that a manifest names: line by line (go.mod, requirements.txt, Gemfile, pom.xml,
 * build.gradle, mix.exs), or as keys and in lists (package.json, composer.json, Cargo.toml,
 * pyproject.toml, pubspec.yaml). A blob has no name here, so a manifest is known by its language
 * and its words.
 */

import { languageNamed } from '../languages/languages.ts';
import { MAX_LINE } from '../languages/lineRules.ts';
import type { LocatedReference } from './chunksFrom.ts';
import type { DataDocument, DataNode } from './dataDocuments.ts';

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~]=|[<>;@]|#|$)/;

export function dependenciesIn(lines: readonly string[], language: string): LocatedReference[] {
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

/** The name of the package that a requirement (PEP 508) asks for; null for other text. */
function requirementName(text: string): string | null {
  return REQUIREMENT.exec(text.trim().slice(0, MAX_LINE))?.[1] ?? null;
}

/** Every line a requirement, an option or a comment, and one with a version at least. */
function isRequirements(lines: readonly string[], language: string): boolean {
  if (language !== 'text') return false;
  const told = lines
    .slice(0, 400)
    .map((line) => line.slice(0, MAX_LINE).trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isLine = (line: string) => REQUIREMENT.test(line) || /^(?:-[rce]|--\w)/.test(line) || /^git\+/.test(line);
  return told.some((line) => /^[A-Za-z0-9][\w.[\]-]*\s*[=<>~!]=/.test(line)) && told.every(isLine);
}

/** `<groupId>org.slf4j</groupId>` and the `<artifactId>` after it: 'org.slf4j:slf4j-api'. */
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

// Dependencies that a manifest names as keys or in lists: package.json, composer.json, Cargo.toml,
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

  /** `serde = "1"`, `"requests>=2"`, and one level deeper `dev = ["pytest"]`. */
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
