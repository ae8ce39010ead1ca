/**
 * Finds the class that a name means in a file of Java, PHP, C# or Kotlin: by nesting, imports,
 * packages and namespaces. If it is not sure, there is none.
 */

import { getOrMake } from '../base/lists.ts';
import { fileNameOf } from '../base/patterns.ts';
import { languageRules } from '../languages/languages.ts';
import type { ChainForms, PathIndex } from '../languages/referenceRules.ts';
import type { AskedFiles, KeptValues } from './askedFiles.ts';
import { resolveModule } from './pathIndex.ts';
import { definitionsAround, definitionsNamed, type FileDefinition, type SourceFile } from './readFiles.ts';
import type { Imported, SymbolHit } from './referenceModel.ts';
import { factsOf } from './siteOf.ts';
import { HOLDERS, hasParameter } from './variables.ts';
import { importsOf, namespaceOf } from './visibleTargets.ts';

export interface TypedFile {
  path: string;
  file: SourceFile;
  imports: readonly Imported[];
}

export interface ClassIn {
  at: TypedFile;
  definition: FileDefinition;
}

export class ClassNames {
  readonly #asked: AskedFiles;
  readonly #index: PathIndex;
  readonly #forms: ChainForms;
  readonly #values: KeptValues;
  readonly #files = new Map<string, TypedFile | null>();

  constructor(asked: AskedFiles, index: PathIndex, forms: ChainForms, values: KeptValues) {
    this.#asked = asked;
    this.#index = index;
    this.#forms = forms;
    this.#values = values;
  }

  fileAt(path: string): TypedFile | null {
    return getOrMake(this.#files, path, () => {
      const file = this.#asked.fileAt(path);
      if (file === null || languageRules(file.language).chains !== this.#forms) return null;
      return { file, path, imports: factsOf(file, path, this.#index).imports };
    });
  }

  /** Returns the other parts of a class that is defined in several files. */
  otherParts({ at, definition }: ClassIn): ClassIn[] {
    if (this.#forms.namespaces === undefined || !isPartial(definition)) return [];
    const scope = definition.scope.join('\0');
    const all = this.#asked
      .typesNamed(definition.name)
      .filter((hit) => isPartial(hit) && hit.scope.join('\0') === scope);
    const parts = all.flatMap((hit) => this.#classOf(hit) ?? []);
    return parts.filter((part) => part.definition !== definition && namespaceOf(part.at.file) === namespaceOf(at.file));
  }

  #classOf(hit: SymbolHit): ClassIn | null {
    const at = this.fileAt(hit.path);
    const definition = at && definitionsNamed(at.file, hit.name).find(({ startLine }) => startLine === hit.startLine);
    return at && definition ? { at, definition } : null;
  }

  /**
   * True for a definition in a namespace that the file uses, or is in.
   * @param isInClass true if it may be in a class
   */
  isSeen(hit: SymbolHit, at: TypedFile, isInClass = false): boolean {
    const { areNested } = this.#forms.namespaces!;
    const other = this.fileAt(hit.path);
    if (other === null) return false;
    const [own, space, used] = [namespaceOf(at.file), namespaceOf(other.file), this.#usedBy(at)];
    const around = definitionsAround(other.file, hit.startLine).filter((one) => isHolder(one) && one.name !== hit.name);
    if (around.length > 0 && !isInClass) return this.#isUsed(hit, at);
    return (
      space === own || (areNested && own.startsWith(`${space}.`)) || used.has(space) || used.has(`${space}.${hit.name}`)
    );
  }

  /** True for a definition that the file uses by its whole name. */
  #isUsed({ path, scope, name }: SymbolHit, at: TypedFile): boolean {
    const other = this.fileAt(path);
    return other !== null && this.#usedBy(at).has([namespaceOf(other.file), ...scope, name].join('.'));
  }

  /** Returns the namespaces and names that a file uses. */
  #usedBy(at: TypedFile): ReadonlySet<string> {
    return getOrMake(usedByFiles, at, () => {
      const files = [at, ...this.#index.byName('GlobalUsings.cs').flatMap((path) => this.fileAt(path) ?? [])];
      const texts = files.flatMap(({ file }) => [...file.codeText.matchAll(this.#forms.namespaces!.used)]);
      return new Set(texts.map((one) => one[1]!.replace(/\.$/, '')));
    });
  }

  /** Returns the class that a name means in a file, within the definitions of the scope. */
  named(said: string, at: TypedFile, scope: readonly string[]): ClassIn | null {
    return this.#values.once<ClassIn | null>(['class', at.path, said, ...scope].join('\0'), null, () =>
      this.#findClass(said, at, scope),
    );
  }

  #findClass(said: string, at: TypedFile, scope: readonly string[]): ClassIn | null {
    const parts = said.split(/[.\\]/).filter((part) => part !== '');
    const name = parts.at(-1) ?? '';
    // `T` and `K1` are parameters of generic types.
    if (/^[A-Z]?\d?$/.test(name)) return null;
    if (said.includes('\\')) return this.at(resolveModule(said, at.file.language, at.path, this.#index), name);
    if (parts.length > 1) {
      const outer = this.named(parts.slice(0, -1).join('.'), at, scope);
      return outer && innerClass(outer, name);
    }
    for (let depth = scope.length; depth >= 0; depth--) {
      const around = scope.slice(0, depth).join('\0');
      const [own] = definitionsNamed(at.file, name).filter((one) => isHolder(one) && one.scope.join('\0') === around);
      if (own !== undefined) return { at, definition: own };
    }
    if (this.#forms.namespaces !== undefined) {
      if (scope.some((outer) => hasParameter(at.file, outer, name))) return null;
      // An imported name hides a class of this name in the file's own package.
      const isOwnHidden =
        !this.#forms.namespaces.areNested && [...this.#usedBy(at)].some((used) => used.endsWith(`.${name}`));
      const isMeant = (hit: SymbolHit): boolean => (isOwnHidden ? this.#isUsed(hit, at) : this.isSeen(hit, at));
      const seen = this.#asked.typesNamed(name).filter((hit) => isHolder(hit) && isMeant(hit));
      const [one, ...others] = seen.flatMap((hit) => this.#classOf(hit) ?? []);
      const isPart = (other: ClassIn): boolean =>
        isPartial(other.definition) && namespaceOf(other.at.file) === namespaceOf(one!.at.file);
      return one === undefined || (others.length > 0 && ![one, ...others].every(isPart)) ? null : one;
    }
    const [imported] = importsOf(at, name);
    if (imported !== undefined) return this.at(imported.paths, imported.name ?? name, imported.within);
    const packageOf = languageRules(at.file.language).packageOf!;
    const files = this.#index.byName(name + fileNameOf(at.path).replace(/^[^.]*/, ''));
    const near = files.filter((path) => packageOf(path) === packageOf(at.path));
    const stars = importsOf(at, '*').filter(({ within }) => within === undefined);
    const isStarred = (path: string): boolean => stars.some(({ paths }) => paths.has(path));
    return this.at(near.length > 0 ? near : files.filter(isStarred), name);
  }

  at(paths: Iterable<string>, name: string, within?: string): ClassIn | null {
    const [path, ...others] = paths;
    const at = path === undefined || others.length > 0 ? null : this.fileAt(path);
    const all = at === null ? [] : definitionsNamed(at.file, name).filter(isHolder);
    const [definition, ...more] = all.filter(({ scope }) => within === undefined || scope.at(-1) === within);
    const isOnly = more.every(({ scope }) => scope.length > definition!.scope.length);
    return at === null || definition === undefined || !isOnly ? null : { at, definition };
  }
}

const usedByFiles = new WeakMap<TypedFile, ReadonlySet<string>>();

function isPartial({ signature }: Pick<FileDefinition, 'signature'>): boolean {
  return /\bpartial\b/.test(signature);
}

export function isHolder({ kind }: Pick<FileDefinition, 'kind'>): boolean {
  return HOLDERS.has(kind);
}

export function innerScope({ definition: { scope, name } }: ClassIn): string[] {
  return [...scope, name];
}

/** Returns the members of a class with this name, without those of classes inside of it. */
export function membersOf({ at, definition }: ClassIn, name: string): FileDefinition[] {
  const scope = [...definition.scope, definition.name].join('\0');
  return definitionsNamed(at.file, name).filter(
    (one) =>
      one.startLine >= definition.startLine && one.endLine <= definition.endLine && one.scope.join('\0') === scope,
  );
}

export function innerClass(outer: ClassIn, name: string): ClassIn | null {
  const [definition, ...others] = membersOf(outer, name).filter(isHolder);
  return definition === undefined || others.length > 0 ? null : { at: outer.at, definition };
}
