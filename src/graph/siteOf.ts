/**
 * A place in a file as resolveReference wants it: what is around, what is imported, what variables
 * are.
 */

import { getOrMake, groupBy } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import type { BindingForms } from '../languages/language.ts';
import { familyOf, languageNamed, languageRules } from '../languages/languages.ts';
import type { PathIndex } from '../languages/referenceRules.ts';
import { type AskedFiles, constantOf, type ModuleReader, sourcesOf } from './askedFiles.ts';
import {
  type Bound,
  inArrow,
  inClosure,
  inImport,
  inParameters,
  inPython,
  inStatement,
  isContainer,
  isInArgument,
  localBlock,
} from './bindingForms.ts';
import { type Brackets, brackets, innermostRange, type Range } from './brackets.ts';
import { wholeWordsIn, wordsAt } from './locateMentions.ts';
import { directIncludes, type IncludeGraph, includedBy, resolveModule } from './pathIndex.ts';
import {
  definitionsAround,
  definitionsNamed,
  type FileDefinition,
  type FileRow,
  type SourceFile,
} from './readFiles.ts';
import type { Bases, Binding, Blocks, Imported, LocalBlock, PassedOn, Site, TypeName } from './referenceModel.ts';
import {
  basesIn,
  HOLDERS,
  headsOf,
  isLocalName,
  type KnownClass,
  typeAtTop,
  typeInComment,
  typeInherited,
  typeOfField,
  typeOfVariable,
  typeWritten,
} from './variables.ts';
import { basesOf } from './visibleTargets.ts';

/** Facts about names in a file at one path of a view. They are the same for all questions. */
interface Facts {
  index: PathIndex;
  imports: readonly Imported[];
  /** The key names the inline modules around a line. */
  importsByLines: Map<string, readonly Imported[]>;
  /** The key of both maps is a place and a name. */
  locals: Map<string, boolean>;
  types: Map<string, TypeName | null>;
}

/** The inner key is the path: copies of a file are one blob. */
const factsOfFiles = new WeakMap<SourceFile, Map<string, Facts>>();

export function factsOf(file: SourceFile, path: string, index: PathIndex): Facts {
  const byPath = getOrMake(factsOfFiles, file, () => new Map<string, Facts>());
  const known = byPath.get(path);
  if (known?.index === index) return known;
  let imports: readonly Imported[] | undefined;
  const facts: Facts = {
    index,
    get imports() {
      imports ??= readImports(file, path, index);
      return imports;
    },
    ...{ importsByLines: new Map<string, readonly Imported[]>(), locals: new Map<string, boolean>() },
    types: new Map<string, TypeName | null>(),
  };
  byPath.set(path, facts);
  return facts;
}

/** Returns what the file gives to those that import it. */
function passedOnBy(file: SourceFile, path: string, index: PathIndex): PassedOn {
  const facts = factsOf(file, path, index);
  const passesOn = languageNamed(file.language).modules?.passOn === true;
  const typeOf = (name: string): TypeName | null => {
    const type = typeAtTop(file, name);
    return type?.from === null ? type : null;
  };
  return { imports: passesOn ? facts.imports : [], typeOf };
}

/** @returns a function that makes sites in one file; what it learns is kept with the file */
export function siteMaker(
  file: SourceFile,
  path: string,
  index: PathIndex,
  includes: IncludeGraph,
  asked: AskedFiles,
): { imports: readonly Imported[]; siteOf(around: readonly FileDefinition[], line: number, column: number): Site } {
  const facts = factsOf(file, path, index);
  const { importsByLines, locals, types } = facts;
  const isOfC = familyOf(file.language) === 'c';
  const isScript = familyOf(file.language) === 'javascript';
  const sites = new Map<string, Site>();
  const { modules: { fromHere, passOn } = {}, macroArguments } = languageNamed(file.language);
  const { implicitReceiver } = languageRules(file.language);
  const modules: ModuleReader = {
    need: (paths) => asked.need(paths),
    at: (path) => {
      const module = asked.fileAt(path);
      return module === null ? null : passedOnBy(module, path, index);
    },
  };
  let included: { has(path: string): boolean; read: number } | undefined;
  const sees = (other: string): boolean => {
    if (included?.read !== includes.size)
      included = { has: includedBy(includes, directIncludes(file, path, index)), read: includes.size };
    return other === path || included.has(other);
  };
  const ownHeads = () => headsOf(file);
  const classNamed = (name: string): KnownClass | null => {
    const [hit, ...others] = asked.typesNamed(name).filter((one) => sees(one.path));
    const file = hit === undefined || others.length > 0 ? null : asked.fileAt(hit.path);
    const definition = file && definitionsNamed(file, name).find(({ startLine }) => startLine === hit!.startLine);
    return file && definition ? { file, definition } : null;
  };
  const seenHeads: Bases = {
    get: (name) => ownHeads().get(name) ?? basesIn(classNamed(name)),
    has: (name) => seenHeads.get(name) !== undefined,
    isElsewhere: (name) => !ownHeads().has(name),
  };
  const fieldType = (owner: string, field: string): TypeName | null =>
    typeInherited(field, owner, basesOf(seenHeads, owner), classNamed);
  return {
    get imports() {
      return facts.imports;
    },
    siteOf: (around, line, column) => {
      // The head of a definition is outside of it, so the line alone does not name the scope.
      const place = `${line} ${around.length}`;
      const key = `${place} ${column}`;
      return getOrMake(sites, key, () => {
        const bindings = innerBindings(file);
        const offset = bindings.offsetOf(line, column);
        const isCalled = (name: string): boolean =>
          languageRules(file.language).parenthesesCallFunctions && file.code[line - 1]!.startsWith(`${name}(`, column);
        const owner = ownerOf(around, file.language);
        const isScope = file.code[line - 1]!.slice(0, column).endsWith('::');
        const isLocal = (name: string): boolean =>
          !isCalled(name) &&
          bindings.bindingAt(name, offset) !== 'import' &&
          (bindings.bindingAt(name, offset) === 'variable' ||
            getOrMake(locals, `${place} ${name}`, () => isLocalName(file, around, name, line)));
        const declaredType = (receiver: string): TypeName | null =>
          getOrMake(
            types,
            `${key} ${receiver}`,
            () => typeOfVariable(file, around, receiver, line) ?? typeOfBound(file, receiver, bindings, offset),
          );
        /** `field_`, `this->field_`, `variable.field`: the classes may be in other files. */
        const typeOfMember = (receiver: string): TypeName | null => {
          const [first = '', ...fields] = receiver.split(/->|\./);
          const own = owner === null ? null : { name: owner, from: null };
          let type = first === 'this' ? own : declaredType(first);
          if (type === null && own !== null && !isLocal(first)) type = fieldType(own.name, first);
          for (const field of fields) type = type === null ? null : fieldType(type.name, field);
          return type;
        };
        return {
          path,
          language: file.language,
          line,
          scope: scopeOf(around),
          owner,
          get heads() {
            return isOfC ? seenHeads : ownHeads();
          },
          get imports() {
            return importsAt(facts.imports, line, importsByLines);
          },
          sees,
          tags: (name) =>
            getOrMake(locals, `tag ${name}`, () =>
              new RegExp(`\\b(?:class|struct|union|enum)\\s+${escapeRegExp(name)}\\b`).test(file.codeText),
            ),
          bindingOf: (name) => bindings.bindingAt(name, offset),
          blocksOf: (name) => bindings.blocksOf(name),
          blockAt: (name) => bindings.blockAt(name, offset),
          isTypeParameter: (name) => bindings.isTypeParameter(name, offset),
          isLocal,
          typeOf: (receiver) =>
            declaredType(receiver) ??
            (isOfC && !isScope && MEMBERS.test(receiver) ? typeOfMember(receiver) : null) ??
            (implicitReceiver && !isLocal(receiver) ? typeOfField(file, around, receiver) : null),
          isPath: fromHere !== undefined && isScope,
          isMacro: macroArguments !== undefined && /^\w+!(?!=)/.test(file.code[line - 1]!.slice(column)),
          isTag: isScript && OPENS_TAG.test(file.code[line - 1]!.slice(Math.max(0, column - 2), column)),
          moduleFromHere: (path) => fromHere?.(path, inlineModules(around)) ?? null,
          modulePaths: (module) => new Set(resolveModule(module, file.language, path, index)),
          sourcesOf: (paths, name, has) => (passOn === true ? sourcesOf(modules, paths, name, has) : NO_PATHS),
          constantOf: (paths, name) => (passOn === true ? constantOf(modules, paths, name) : null),
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
  if (imports.every(({ lines }) => lines === undefined)) return imports;
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

const NO_PATHS: ReadonlySet<string> = new Set();

/** Matches the text before a tag. `Promise<Post>` has none. */
const OPENS_TAG = /(?:^|[^\w$])<$/;

const MEMBERS = /^\w{1,200}(?:(?:->|\.)\w{1,200}){0,3}$/;

// Imports. A row tells module and name; aliases, `*` and namespaces are read from the text.

export function readImports(file: SourceFile, path: string, index: PathIndex): Imported[] {
  const { bindInComments, areInline, bind } = languageNamed(file.language).modules ?? {};
  const known = new Map<string, ReadonlySet<string>>();
  const files = (module: string) =>
    getOrMake(known, module, () => new Set(resolveModule(module, file.language, path, index)));
  const documented = bindInComments?.(file.lines.join('\n'), files) ?? [];
  const bindingsOf = (reference: Reference, row: FileRow): Imported[] => {
    const module = reference.from ?? reference.name;
    if (bind !== undefined) return bind(reference, module, row.text, files);
    const paths = files(module);
    return paths.size === 0 ? [] : [{ local: '*', name: null, paths }];
  };
  const imports = file.imports.flatMap(({ reference, row }) => {
    const inline = areInline === true ? inlineBinding(file, path, reference, row) : null;
    return (inline ?? bindingsOf(reference, row)).map((entry) => ({ ...entry, module: reference.from }));
  });
  return [...imports, ...documented];
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

// Inner blocks, by a scanner, not a parser. In doubt a name counts as bound, so that the reference
// stays unresolved.

/** All that a file says about one name. */
interface OfName {
  boundAt(offset: number): Bound | null;
  declarationsAt(offset: number): readonly number[];
  blocks: Blocks;
  blockAt(offset: number): LocalBlock | null;
}

export interface InnerBindings {
  /** Returns the innermost block around the offset that binds the name. */
  boundAt(name: string, offset: number): Bound | null;
  /**
   * Returns what the innermost block around the offset binds the name to; null if only the file
   * does.
   */
  bindingAt(name: string, offset: number): Binding | null;
  /** Returns where the variable is declared that the name means; more than once in one block. */
  declarationsOf(name: string, offset: number): readonly number[];
  /** Returns the blocks of statements that define the name. */
  blocksOf(name: string): Blocks;
  /** Returns the innermost of them around the offset. */
  blockAt(name: string, offset: number): LocalBlock | null;
  /** True if a definition around has a type parameter of this name. */
  isTypeParameter(name: string, offset: number): boolean;
  pairs(): Brackets;
  offsetOf(line: number, column: number): number;
}

const known = new WeakMap<SourceFile, InnerBindings>();

export function innerBindings(file: SourceFile): InnerBindings {
  return getOrMake(known, file, () => read(file));
}

function read(file: SourceFile): InnerBindings {
  const { code, codeText: text, starts, language } = file;
  const { bindings: forms } = languageNamed(language);
  let table: Brackets | undefined;
  const pairs = (): Brackets => {
    table ??= brackets(text);
    return table;
  };
  const byName = new Map<string, OfName>();
  const of = (name: string) => getOrMake(byName, name, () => (forms === undefined ? NOTHING : readName(name, forms)));
  function readName(name: string, forms: BindingForms): OfName {
    const { implicitReceiver } = languageRules(language);
    const bound: (Bound & { at?: number })[] = [];
    // For each block, by its beginning, the first lines of the definitions in it.
    const linesOfBlocks = new Map<number, Set<number>>();
    const blocks = new Map<number, Range>();
    const own = new Map<number, number>();
    for (const { startLine, endLine, kind } of definitionsNamed(file, name)) {
      const at = declaredAt(text, name, starts[startLine - 1]!, starts[Math.min(endLine, startLine + 20)]!, forms);
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
    for (const at of wholeWordsIn(file, name)) {
      if (++count > MOST_OCCURRENCES) break;
      if (own.has(at)) continue;
      const found = boundAt(text, pairs(), at, name, forms);
      if (found !== null) bound.push({ ...found, at });
    }
    const nested = nestedBlocks(blocks);
    const innermost = innermostRange(bound);
    const variables = groupBy(bound, ({ to, by }) => (by === 'variable' ? to : -1));
    const declarationsAt = (offset: number): number[] => {
      const inner = innermost(offset);
      return inner?.by === 'variable'
        ? variables.get(inner.to)!.flatMap((one) => (one.from <= offset ? one.at! : []))
        : [];
    };
    return { boundAt: innermost, declarationsAt, blocks: nested, blockAt: innermostRange(nested.all) };
  }
  return {
    boundAt: (name, offset) => of(name).boundAt(offset),
    bindingAt: (name, offset) => of(name).boundAt(offset)?.by ?? null,
    declarationsOf: (name, offset) => of(name).declarationsAt(offset),
    blocksOf: (name) => of(name).blocks,
    blockAt: (name, offset) => of(name).blockAt(offset),
    isTypeParameter: (name, offset) => forms !== undefined && typeParameter(text, pairs(), name, offset),
    pairs,
    offsetOf: (line, column) => (starts[line - 1] ?? 0) + column,
  };
}

/**
 * Returns the type that stands where a variable is bound: in the innermost block around the offset
 * that binds it, or at the top of the file.
 */
function typeOfBound(file: SourceFile, variable: string, bindings: InnerBindings, offset: number): TypeName | null {
  if (languageNamed(file.language).bindings?.style !== 'script' || !/^[A-Za-z_$][\w$]*$/.test(variable)) return null;
  const bound = bindings.boundAt(variable, offset);
  if (bound !== null) {
    if (bound.at === undefined) return null;
    const written = typeWritten(file.language, variable, file.codeText.slice(bound.at, bound.at + LONGEST_TYPE));
    return written ?? typeInComment(file, variable, Math.min(bound.from, bound.at), bound.at);
  }
  return typeAtTop(file, variable);
}

/** Characters of a declaration that are read for its type. */
const LONGEST_TYPE = 400;

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

const NOTHING: OfName = {
  ...{ boundAt: () => null, declarationsAt: () => [] },
  ...{ blocks: nestedBlocks(new Map()), blockAt: () => null },
};

/** A file with more occurrences of a name was written by a program. */
const MOST_OCCURRENCES = 2000;

/**
 * Returns the first place of the name in the definition's head where it is not a member of a
 * receiver. In Go each of several types in brackets has the place of all.
 */
function declaredAt(text: string, name: string, from: number, to: number, { parameters }: BindingForms): number {
  const isNone = parameters === 'go' ? /[@.*\]]$|\w\($/ : /[@.]$/;
  for (const at of wordsAt(text.slice(from, to), name))
    if (at === 0 || !isNone.test(text.slice(Math.max(from, from + at - 2), from + at))) return from + at;
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

/** False in a block or a function that may have the members of another type. */
export function hasOwnMembers(file: SourceFile, line: number, offset: number): boolean {
  if (languageRules(file.language).chains?.namespaces?.callsTakeBlocks !== true) return true;
  const around = definitionsAround(file, line);
  const holder = around.findLast(({ kind }) => HOLDERS.has(kind));
  const inner = around.findLast(({ kind }) => kind === 'function' || kind === 'method');
  if (holder === undefined || (inner !== undefined && inner.scope.at(-1) !== holder.name)) return false;
  return !isInArgument(innerBindings(file).pairs(), file.starts[holder.startLine - 1]!, offset);
}
