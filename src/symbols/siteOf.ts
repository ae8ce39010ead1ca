/** A place in a file as resolveReference wants it: what is around, what is imported, what variables are. */

import { addTo } from '../groupBy.ts';
import { languageRules } from '../query/referenceRules.ts';
import type { Imported, Site, TypeName } from '../query/resolveReference.ts';
import type { CallerView } from '../search/callerView.ts';
import { directIncludes, type IncludeGraph, includedBy } from './includeGraph.ts';
import { innerBindings } from './innerBindings.ts';
import { locateMentions } from './locateMentions.ts';
import { indexPaths, type PathIndex } from './pathIndex.ts';
import type { FileDefinition, SourceFile } from './readFiles.ts';
import { readImports } from './readImports.ts';
import { readPackages } from './readPackages.ts';
import { resolveModule } from './resolveModule.ts';
import type { SymbolContext } from './rowsOfName.ts';
import { isLocalName, typeOfVariable } from './variables.ts';

const indexes = new WeakMap<CallerView, Promise<PathIndex>>();

/** The view's paths, indexed once. */
export function pathIndexOf(context: SymbolContext): Promise<PathIndex> {
  let index = indexes.get(context.view);
  if (index === undefined) {
    index = readPackages(context).then((packages) =>
      indexPaths(
        context.view.files.map(({ path }) => path),
        packages,
      ),
    );
    indexes.set(context.view, index);
  }
  return index;
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
  const basesOf = baseFinder(file);
  let seen: ReadonlySet<string> | undefined;
  const sees = (other: string): boolean => {
    seen ??= includedBy(includes, directIncludes(file, path, index));
    return other === path || seen.has(other);
  };
  return {
    imports,
    siteOf: (around, line, column) => {
      const bindings = innerBindings(file);
      const offset = bindings.offsetOf(line, column);
      const owner = ownerOf(around, file.language);
      return {
        path,
        language: file.language,
        line,
        scope: scopeOf(around),
        owner,
        bases: owner === null ? [] : basesOf(owner),
        imports: hasInner ? importsAt(imports, line) : imports,
        sees,
        bindingOf: (name) => bindings.bindingAt(name, offset),
        reaches: ({ name, startLine }) => bindings.reaches(name, startLine, offset),
        isTypeParameter: (name) => bindings.isTypeParameter(name, offset),
        isLocal: (name) => {
          if (CALLED_BY_PARENTHESES.test(file.language) && file.code[line - 1]!.startsWith(`${name}(`, column))
            return false;
          return bindings.bindingAt(name, offset) === 'variable' || isLocalName(file, around, name, line);
        },
        typeOf: (receiver) => typeOfVariable(file, around, receiver, line),
        modulePaths: (module) => new Set(resolveModule(module, file.language, path, index)),
      };
    },
  };
}

/** Here `name()` never calls a variable. */
const CALLED_BY_PARENTHESES = /^(?:ruby|elixir)$/;

/** Those that hold at a line, an inline module's first. */
function importsAt(imports: readonly Imported[], line: number): Imported[] {
  const inner = imports.filter(({ lines }) => lines !== undefined && lines.startLine <= line && line <= lines.endLine);
  return [...inner, ...imports.filter(({ lines }) => lines === undefined)];
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

/** What a class of the file inherits from, through other classes of the file. */
function baseFinder(file: SourceFile): (owner: string) => TypeName[] {
  let direct: Map<string, TypeName[]> | undefined;
  return (owner) => {
    direct ??= directBases(file);
    const out = new Map<string, TypeName>();
    const open = [owner];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const base of direct.get(name) ?? []) {
        const key = `${base.from ?? ''}.${base.name}`;
        if (out.has(key)) continue;
        out.set(key, base);
        if (base.from === null) open.push(base.name);
      }
    }
    return [...out.values()];
  };
}

function directBases(file: SourceFile): Map<string, TypeName[]> {
  const out = new Map<string, TypeName[]>();
  for (const { reference, line } of locateMentions(file, ({ kind }) => kind === 'inherit')) {
    if (reference.kind !== 'inherit') continue;
    const holder = file.definitions.findLast(
      (definition) => HOLDERS.has(definition.kind) && definition.startLine <= line && line <= definition.endLine,
    );
    if (holder !== undefined) addTo(out, holder.name, { name: reference.name, from: reference.from ?? null });
  }
  return out;
}
