/**
 * A place in a file as resolveReference wants it: what is around, what is imported, what variables
 * are.
 */

import { getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import { languageNamed, languageRules } from '../languages/languages.ts';
import type { PathIndex } from '../languages/referenceRules.ts';
import type { CallerView } from '../view/callerView.ts';
import { innerBindings } from './innerBindings.ts';
import { LineSpans } from './lineSpans.ts';
import { locateMentions } from './locateMentions.ts';
import { directIncludes, type IncludeGraph, includedBy, indexPaths, readPackages, resolveModule } from './pathIndex.ts';
import {
  definitionsAround,
  type FileDefinition,
  type FileRow,
  type SourceFile,
  type SymbolContext,
} from './readFiles.ts';
import type { Heads, Imported, Site, TypeName } from './resolveReference.ts';
import { isLocalName, typeOfVariable } from './variables.ts';

const indexes = new WeakMap<CallerView, Promise<PathIndex>>();

/** The view's paths, indexed once. */
export function pathIndexOf(context: SymbolContext): Promise<PathIndex> {
  const { view } = context;
  const read = async () => {
    const packages = await readPackages(context);
    return indexPaths(
      view.files.map(({ path }) => path),
      packages,
    );
  };
  return getOrMake(indexes, view, read);
}

/** @returns what makes sites of one file; imports and base classes are read once */
export function siteMaker(
  file: SourceFile,
  path: string,
  index: PathIndex,
  includes: IncludeGraph,
): { imports: readonly Imported[]; siteOf(around: readonly FileDefinition[], line: number, column: number): Site } {
  const imports = readImports(file, path, index);
  const hasInner = imports.some(({ lines }) => lines !== undefined);
  const importsByLines = new Map<string, readonly Imported[]>();
  const sites = new Map<string, Site>();
  const locals = new Map<string, boolean>();
  const types = new Map<string, TypeName | null>();
  let heads: Heads | undefined;
  let seen: ReadonlySet<string> | undefined;
  const sees = (other: string): boolean => {
    seen ??= includedBy(includes, directIncludes(file, path, index));
    return other === path || seen.has(other);
  };
  return {
    imports,
    siteOf: (around, line, column) => {
      // A definition's own head is outside of it.
      const place = `${line} ${around.length}`;
      const key = `${place} ${column}`;
      return getOrMake(sites, key, () => {
        const bindings = innerBindings(file);
        const offset = bindings.offsetOf(line, column);
        const isCalled = (name: string): boolean =>
          languageRules(file.language).parenthesesCallFunctions && file.code[line - 1]!.startsWith(`${name}(`, column);
        return {
          path,
          language: file.language,
          line,
          scope: scopeOf(around),
          owner: ownerOf(around, file.language),
          get heads() {
            heads ??= headsOf(file);
            return heads;
          },
          imports: hasInner ? importsAt(imports, line, importsByLines) : imports,
          sees,
          bindingOf: (name) => bindings.bindingAt(name, offset),
          outOfReach: (name) => bindings.outOfReach(name, offset),
          isTypeParameter: (name) => bindings.isTypeParameter(name, offset),
          isLocal: (name) =>
            !isCalled(name) &&
            (bindings.bindingAt(name, offset) === 'variable' ||
              getOrMake(locals, `${place} ${name}`, () => isLocalName(file, around, name, line))),
          typeOf: (receiver) =>
            getOrMake(types, `${place} ${receiver}`, () => typeOfVariable(file, around, receiver, line)),
          modulePaths: (module) => new Set(resolveModule(module, file.language, path, index)),
        };
      });
    },
  };
}

/** Those that hold at a line, an inline module's first; the same array for the same modules. */
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

const HOLDERS: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum', 'object']);

/** The class whose member the place is in. */
function ownerOf(around: readonly FileDefinition[], language: string): string | null {
  const inModules = languageRules(language).functionsAreMembers;
  for (let at = around.length - 1; at >= 0; at--) {
    const { kind, name, scope } = around[at]!;
    if (HOLDERS.has(kind) || (inModules && kind === 'module')) return name;
    if (kind === 'method') return scope.at(-1) ?? null;
  }
  return null;
}

/** The names in the heads of the file's classes. */
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

// Reads what each import of a file binds: the name that the file uses, the name in the module, the
// module's files. A row tells module and name; aliases, stars and namespaces are read from the
// statement itself.

export function readImports(file: SourceFile, path: string, index: PathIndex): Imported[] {
  return file.imports.flatMap(
    ({ reference, row }) =>
      (languageNamed(file.language).modules?.areInline === true ? inlineBinding(file, path, reference, row) : null) ??
      bindingsOf(reference, file.language, path, row.text, index),
  );
}

/**
 * `use super::name` in an inline module, where `super` is the file; `use super::other::name` of
 * another one of the file.
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

/** @param text of the chunk that holds the statement */
function bindingsOf(reference: Reference, language: string, path: string, text: string, index: PathIndex): Imported[] {
  const { modules } = languageNamed(language);
  const module = reference.from ?? reference.name;
  const files = (name: string): ReadonlySet<string> => new Set(modules?.paths(name, path, index));
  if (modules?.bind !== undefined) return modules.bind(reference, module, text, files);
  const paths = files(module);
  return paths.size === 0 ? [] : [{ local: '*', name: null, paths }];
}
