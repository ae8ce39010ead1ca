/**
 * A place in a file as resolveReference wants it: what is around, what is imported, what variables
 * are.
 */

import { getOrMake, groupBy } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import type { BindingForms } from '../languages/language.ts';
import { languageNamed, languageRules } from '../languages/languages.ts';
import type { PathIndex } from '../languages/referenceRules.ts';
import {
  type Bound,
  inArrow,
  inClosure,
  inImport,
  inParameters,
  inPython,
  inStatement,
  isContainer,
  localBlock,
} from './bindingForms.ts';
import { type Brackets, brackets, innermostRange, type Range } from './brackets.ts';
import { LineSpans } from './lineSpans.ts';
import { locateMentions, wordsAt } from './locateMentions.ts';
import { directIncludes, type IncludeGraph, includedBy, resolveModule } from './pathIndex.ts';
import { definitionsAround, type FileDefinition, type FileRow, type SourceFile } from './readFiles.ts';
import type { Binding, Blocks, Heads, Imported, LocalBlock, Site, TypeName } from './referenceModel.ts';
import { isLocalName, typeOfField, typeOfVariable } from './variables.ts';

/** Facts about names in a file at one path of a view. They are the same for all questions. */
interface Facts {
  index: PathIndex;
  imports: readonly Imported[];
  /** The key names the inline modules around a line. */
  importsByLines: Map<string, readonly Imported[]>;
  /** The key of both maps is a place and a name. */
  locals: Map<string, boolean>;
  types: Map<string, TypeName | null>;
  heads: Heads | undefined;
}

/** The inner key is the path: copies of a file are one blob. */
const factsOfFiles = new WeakMap<SourceFile, Map<string, Facts>>();

function factsOf(file: SourceFile, path: string, index: PathIndex): Facts {
  const byPath = getOrMake(factsOfFiles, file, () => new Map<string, Facts>());
  const known = byPath.get(path);
  if (known?.index === index) return known;
  const facts: Facts = {
    ...{ index, imports: readImports(file, path, index), importsByLines: new Map<string, readonly Imported[]>() },
    ...{ locals: new Map<string, boolean>(), types: new Map<string, TypeName | null>(), heads: undefined },
  };
  byPath.set(path, facts);
  return facts;
}

/** @returns a function that makes sites in one file; what it learns is kept with the file */
export function siteMaker(
  file: SourceFile,
  path: string,
  index: PathIndex,
  includes: IncludeGraph,
): { imports: readonly Imported[]; siteOf(around: readonly FileDefinition[], line: number, column: number): Site } {
  const facts = factsOf(file, path, index);
  const { imports, importsByLines, locals, types } = facts;
  const hasInner = imports.some(({ lines }) => lines !== undefined);
  const sites = new Map<string, Site>();
  const { fromHere } = languageNamed(file.language).modules ?? {};
  const { implicitReceiver } = languageRules(file.language);
  let seen: ReadonlySet<string> | undefined;
  const sees = (other: string): boolean => {
    seen ??= includedBy(includes, directIncludes(file, path, index));
    return other === path || seen.has(other);
  };
  return {
    imports,
    siteOf: (around, line, column) => {
      // The head of a definition is outside of it, so the line alone does not name the scope.
      const place = `${line} ${around.length}`;
      const key = `${place} ${column}`;
      return getOrMake(sites, key, () => {
        const bindings = getOrMake(known, file, () => read(file));
        const offset = bindings.offsetOf(line, column);
        const isCalled = (name: string): boolean =>
          languageRules(file.language).parenthesesCallFunctions && file.code[line - 1]!.startsWith(`${name}(`, column);
        const isLocal = (name: string): boolean =>
          !isCalled(name) &&
          (bindings.bindingAt(name, offset) === 'variable' ||
            getOrMake(locals, `${place} ${name}`, () => isLocalName(file, around, name, line)));
        return {
          path,
          language: file.language,
          line,
          scope: scopeOf(around),
          owner: ownerOf(around, file.language),
          get heads() {
            facts.heads ??= headsOf(file);
            return facts.heads;
          },
          imports: hasInner ? importsAt(imports, line, importsByLines) : imports,
          sees,
          bindingOf: (name) => bindings.bindingAt(name, offset),
          blocksOf: (name) => bindings.blocksOf(name),
          blockAt: (name) => bindings.blockAt(name, offset),
          isTypeParameter: (name) => bindings.isTypeParameter(name, offset),
          isLocal,
          typeOf: (receiver) =>
            getOrMake(types, `${place} ${receiver}`, () => typeOfVariable(file, around, receiver, line)) ??
            (implicitReceiver && !isLocal(receiver) ? typeOfField(file, around, receiver) : null),
          isPath: fromHere !== undefined && file.code[line - 1]!.slice(0, column).endsWith('::'),
          moduleFromHere: (path) => fromHere?.(path, inlineModules(around)) ?? null,
          modulePaths: (module) => new Set(resolveModule(module, file.language, path, index)),
        };
      });
    },
  };
}

/**
 * Returns the imports that count at a line, those of an inline module first. Lines in the same
 * modules get the same array.
 */
function importsAt(
  imports: readonly Imported[],
  line: number,
  known: Map<string, readonly Imported[]>,
): readonly Imported[] {
  const inner = imports.filter(({ lines }) => lines !== undefined && lines.startLine <= line && line <= lines.endLine);
  const key = inner.map(({ local, lines }) => `${lines!.startLine} ${local}`).join('\n');
  return getOrMake(known, key, () => [...inner, ...imports.filter(({ lines }) => lines === undefined)]);
}

function scopeOf(around: readonly FileDefinition[]): string[] {
  const inner = around.at(-1);
  return inner === undefined ? [] : [...inner.scope, inner.name];
}

function inlineModules(around: readonly FileDefinition[]): string[] {
  return around.filter(({ kind }) => kind === 'module').map(({ name }) => name);
}

const HOLDERS: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum', 'object']);

/** Returns the class of which the place is a member. */
function ownerOf(around: readonly FileDefinition[], language: string): string | null {
  const inModules = languageRules(language).functionsAreMembers;
  for (let at = around.length - 1; at >= 0; at--) {
    const { kind, name, scope } = around[at]!;
    if (HOLDERS.has(kind) || (inModules && kind === 'module')) return name;
    if (kind === 'method') return scope.at(-1) ?? null;
  }
  return null;
}

/** Returns the bases in the heads of the file's classes. */
function headsOf(file: SourceFile): Heads {
  const heads = new Map<string, Map<string, TypeName>>();
  const holders = new LineSpans(file.definitions.filter(({ kind }) => HOLDERS.has(kind)));
  for (const { reference, line } of locateMentions(file, ({ kind }) => kind === 'inherit')) {
    if (reference.kind !== 'inherit') continue;
    const holder = holders.last(line);
    if (holder === undefined) continue;
    const { name, from = null } = reference;
    const bases = getOrMake(heads, holder.name, () => new Map<string, TypeName>());
    getOrMake(bases, `${from ?? ''}.${name}`, () => ({ name, from }));
  }
  return new Map([...heads].map(([name, bases]) => [name, [...bases.values()]]));
}

// Imports. A row tells module and name; aliases, `*` and namespaces are read from the text.

export function readImports(file: SourceFile, path: string, index: PathIndex): Imported[] {
  return file.imports.flatMap(
    ({ reference, row }) =>
      (languageNamed(file.language).modules?.areInline === true ? inlineBinding(file, path, reference, row) : null) ??
      bindingsOf(reference, file.language, path, row.text, index),
  );
}

/**
 * Reads `use super::name` in an inline module, where `super` is the file, and
 * `use super::other::name`, which is another module of the file.
 */
function inlineBinding(file: SourceFile, path: string, { name, from }: Reference, row: FileRow): Imported[] | null {
  const parts = (from ?? '').split('::').filter((part) => part !== name || part === 'super');
  const [first = '', ...rest] = parts;
  if (!/^(?:super|self|crate)$/.test(first) || rest.length > 1) return null;
  const text = row.text;
  const statement = new RegExp(
    `\\buse\\s+${escapeRegExp(parts.join('::'))}::[^;]*\\b${escapeRegExp(name)}\\b(?:\\s+as\\s+(\\w+))?`,
  ).exec(text);
  if (statement === null || /::\*/.test(statement[0])) return null;
  const line = row.startLine + text.slice(0, statement.index).split('\n').length - 1;
  const modules = definitionsAround(file, line).filter(({ kind }) => kind === 'module');
  const isInline = modules.length === 1;
  const lines = modules.at(-1);
  const local = statement[1] ?? name;
  const [module] = rest;
  const paths = new Set([path]);
  if (module === undefined) return first === 'super' && isInline ? [{ local, name, paths, lines: modules[0]! }] : null;
  const isHere = file.definitions.some(
    (one) => one.kind === 'module' && one.name === module && one.scope.length === 0 && one.endLine > one.startLine,
  );
  return isHere && (first === 'super') === isInline
    ? [{ local, name, paths, within: module, ...(lines === undefined ? {} : { lines }) }]
    : null;
}

/** @param text of the chunk with the statement */
function bindingsOf(reference: Reference, language: string, path: string, text: string, index: PathIndex): Imported[] {
  const { modules } = languageNamed(language);
  const module = reference.from ?? reference.name;
  const files = (name: string): ReadonlySet<string> => new Set(modules?.paths(name, path, index));
  if (modules?.bind !== undefined) return modules.bind(reference, module, text, files);
  const paths = files(module);
  return paths.size === 0 ? [] : [{ local: '*', name: null, paths }];
}

// Inner blocks, by a scanner, not a parser. In doubt a name counts as bound, so that the reference
// stays unresolved.

/** All that a file says about one name. */
interface OfName {
  boundAt(offset: number): Bound | null;
  blocks: Blocks;
  blockAt(offset: number): LocalBlock | null;
}

export interface InnerBindings {
  /**
   * Returns what the innermost block around the offset binds the name to; null if only the file
   * does.
   */
  bindingAt(name: string, offset: number): Binding | null;
  /** Returns the blocks of statements that define the name. */
  blocksOf(name: string): Blocks;
  /** Returns the innermost of them around the offset. */
  blockAt(name: string, offset: number): LocalBlock | null;
  /** True if a definition around has a type parameter of this name. */
  isTypeParameter(name: string, offset: number): boolean;
  offsetOf(line: number, column: number): number;
}

const known = new WeakMap<SourceFile, InnerBindings>();

function read(file: SourceFile): InnerBindings {
  const { code, codeText: text, starts, language } = file;
  const { bindings: forms } = languageNamed(language);
  let table: Brackets | undefined;
  const pairs = (): Brackets => {
    table ??= brackets(text);
    return table;
  };
  const byName = new Map<string, OfName>();
  let defined: Map<string, FileDefinition[]> | undefined;
  const of = (name: string) => getOrMake(byName, name, () => (forms === undefined ? NOTHING : readName(name, forms)));
  function readName(name: string, forms: BindingForms): OfName {
    const { implicitReceiver } = languageRules(language);
    const bound: Bound[] = [];
    // For each block, by its beginning, the first lines of the definitions in it.
    const linesOfBlocks = new Map<number, Set<number>>();
    const blocks = new Map<number, Range>();
    const own = new Map<number, number>();
    defined ??= groupBy(file.definitions, (definition) => definition.name);
    for (const { startLine, endLine, kind } of defined.get(name) ?? []) {
      const at = declaredAt(text, name, starts[startLine - 1]!, starts[Math.min(endLine, startLine + 20)]!);
      if (at === -1 || forms.style === 'indented' || /^\s*#/.test(code[startLine - 1] ?? '')) continue;
      own.set(at, startLine);
      const local = localBlock(pairs(), at);
      if (local !== null) blocks.set(startLine, local);
      const block = pairs().blockOf(at);
      if (block === null || (kind === 'method' && !implicitReceiver)) continue;
      if (isContainer(pairs(), block) && !implicitReceiver) continue;
      getOrMake(linesOfBlocks, block.from, () => {
        const by = new Set<number>();
        bound.push({ ...block, by });
        return by;
      }).add(startLine);
    }
    let count = 0;
    for (const at of wordsAt(text, name)) {
      if (++count > MOST_OCCURRENCES) break;
      if (own.has(at)) continue;
      const found = boundAt(text, pairs(), at, name, forms);
      if (found !== null) bound.push(found);
    }
    const nested = nestedBlocks(blocks);
    return { boundAt: innermostRange(bound), blocks: nested, blockAt: innermostRange(nested.all) };
  }
  return {
    bindingAt: (name, offset) => of(name).boundAt(offset)?.by ?? null,
    blocksOf: (name) => of(name).blocks,
    blockAt: (name, offset) => of(name).blockAt(offset),
    isTypeParameter: (name, offset) => forms !== undefined && typeParameter(text, pairs(), name, offset),
    offsetOf: (line, column) => (starts[line - 1] ?? 0) + column,
  };
}

/** @param byLine ranges of braces by line. Two of them are nested or apart */
function nestedBlocks(byLine: ReadonlyMap<number, Range>): Blocks {
  const made = new Map<number, LocalBlock>();
  const all: LocalBlock[] = [];
  let around: LocalBlock | null = null;
  for (const { from, to } of [...byLine.values()].sort((a, b) => a.from - b.from)) {
    if (made.has(from)) continue;
    while (around !== null && around.to < from) around = around.outer;
    around = { from, to, outer: around };
    made.set(from, around);
    all.push(around);
  }
  return { all, byLine: new Map([...byLine].map(([line, { from }]) => [line, made.get(from)!])) };
}

const NOTHING: OfName = { boundAt: () => null, blocks: nestedBlocks(new Map()), blockAt: () => null };

/** A file with more occurrences of a name was written by a program. */
const MOST_OCCURRENCES = 2000;

/**
 * Returns the first place of the name in the definition's head where it is not a member of a
 * receiver.
 */
function declaredAt(text: string, name: string, from: number, to: number): number {
  for (const at of wordsAt(text.slice(from, to), name))
    if (at === 0 || !/[@.]/.test(text[from + at - 1]!)) return from + at;
  return -1;
}

function boundAt(text: string, pairs: Brackets, at: number, name: string, forms: BindingForms): Bound | null {
  const right = text.slice(at + name.length, at + name.length + 300);
  // A called name is not declared here, unless it is a function.
  if (right.startsWith('(') && forms.style !== 'script') return null;
  const left = text.slice(Math.max(0, at - 300), at);
  if (/(?:[.@\\]|->|::|\?\.)\s*$/.test(left) && !/\.\.\.\s*$/.test(left) && forms.blockImport === undefined)
    return null;
  const place = { text, pairs, at, name, left, right, forms };
  if (forms.style === 'indented') return inPython(place);
  return inImport(place) ?? inStatement(place) ?? inArrow(place) ?? inParameters(place) ?? inClosure(place);
}

/**
 * True for `class A<name>`, `fn f<T, name: X>`, `template <typename name>` and `func F[name any]`
 * in the head of a block around.
 */
function typeParameter(text: string, pairs: Brackets, name: string, offset: number): boolean {
  let parameter: RegExp | undefined;
  const pattern = (): RegExp =>
    new RegExp(
      `(?:\\b(?:class|interface|type|struct|enum|trait|record|protocol|extension|object|fn|fun|func|function|def)\\s+[\\w$]*|\\b(?:impl|template|fun|function)|\\b(?:public|private|protected|static|final|abstract|default))\\s*[<[](?:[^()>\\]]{0,300},)?\\s*(?:(?:const|in|out|typename|class|reified)\\s+)?${escapeRegExp(name)}\\s*(?:[,>:=]|\\](?=\\s*[(:=])|extends\\b|\\s\\w)`,
    );
  const isIn = (head: string): boolean => {
    if (!head.includes(name)) return false;
    parameter ??= pattern();
    return parameter.test(head);
  };
  if (isIn(statementAround(text, offset))) return true;
  for (let block = pairs.blockOf(offset); block !== null; block = pairs.blockOf(block.from))
    if (isIn(pairs.headBefore(block.from))) return true;
  return false;
}

function statementAround(text: string, offset: number): string {
  const left = text.slice(Math.max(0, offset - 400), offset);
  const from = Math.max(left.lastIndexOf(';'), left.lastIndexOf('{'), left.lastIndexOf('}'), left.lastIndexOf('\n\n'));
  return left.slice(from + 1);
}
