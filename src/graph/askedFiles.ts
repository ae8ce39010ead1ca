/**
 * Files that resolvers ask for: to resolve a mention, types and exports in other files are needed.
 * A resolver asks as if all were read. Where something is not, the resolver is stopped, all that
 * was asked for is read, and it begins again. So no answer is made from half of the files.
 */

import { blobKeyOf } from '../base/identity.ts';
import { getOrMake, groupBy } from '../base/lists.ts';
import { folderOf } from '../base/patterns.ts';
import type { BlobKey, MentionKind, Reference } from '../base/types.ts';
import { DEFINES } from '../base/words.ts';
import { familyOf, languageRules } from '../languages/languages.ts';
import { fileAt } from '../view/viewFiles.ts';
import { type FileDefinition, readFiles, rowsOfName, type SourceFile, type SymbolContext } from './readFiles.ts';
import type { Imported, PassedOn, Site, SymbolHit, TypeName } from './referenceModel.ts';
import { HOLDERS } from './variables.ts';

/** A mention that a resolver asks about. */
export interface AskedMention<K extends MentionKind = MentionKind> {
  reference: Reference<K>;
  file: SourceFile;
  path: string;
  line: number;
  /** 0-based, in UTF-16 code units. */
  column: number;
  site: Site;
}

/** A definition in a file of a package. */
interface DefinitionIn {
  path: string;
  file: SourceFile;
  definition: FileDefinition;
}

/** A name in the package of a folder. */
export interface Named {
  folder: string;
  name: string;
}

/** Stops a resolver until what it asked for is read. */
const UNREAD = new Error('This file was not read yet.');
/** Counts how often files were read, for whatever question. */
let readings = 0;

/** Characters that are read for one batch, and times that a mention of it is tried again. */
const MOST_READ = 30_000_000;
const MOST_TRIES = 300_000;

/** True for a definition that is asked for by its name as a type; in Rust for any. */
export function isAskedType({ kind, language }: SymbolHit): boolean {
  const { chains, implBlocks } = languageRules(language);
  if (implBlocks) return true;
  const { namespaces } = chains ?? {};
  if (!HOLDERS.has(kind)) return namespaces?.callsTakeBlocks === true;
  return familyOf(language) === 'c' || namespaces !== undefined;
}

/** Returns definitions in the view by their names. */
export type FindDefinitions = (names: Iterable<string>) => Promise<SymbolHit[]>;

export class AskedFiles {
  readonly #context: SymbolContext;
  readonly #find: FindDefinitions;
  readonly #files = new Map<string, SourceFile | null>();
  readonly #defined = new Map<string, DefinitionIn[]>();
  readonly #types = new Map<string, SymbolHit[]>();
  readonly #wantedPaths = new Set<string>();
  readonly #wantedTypes = new Set<string>();
  readonly #wantedNames = new Map<string, Named>();
  #left = MOST_READ;
  #tries = MOST_TRIES;

  /** @param find finds types */
  constructor(context: SymbolContext, find: FindDefinitions) {
    this.#context = context;
    this.#find = find;
  }

  /** Adds a file that was read for another reason. */
  add(path: string, file: SourceFile): void {
    this.#files.set(path, file);
  }

  /** Asks for several files at once, each of which is needed. */
  need(paths: Iterable<string>): void {
    let isUnread = false;
    for (const path of paths) {
      if (this.#files.has(path)) continue;
      this.#wantedPaths.add(path);
      isUnread = true;
    }
    if (isUnread && !this.isSpent) throw UNREAD;
  }

  /** Returns the file at a path; null if the view has none with rows. */
  fileAt(path: string): SourceFile | null {
    this.need([path]);
    return this.#files.get(path) ?? null;
  }

  /** Returns the definitions of a name in the files of a package of Go. */
  definitionsIn(folder: string, name: string): readonly DefinitionIn[] {
    const key = `${folder}\0${name}`;
    const known = this.#defined.get(key);
    if (known === undefined) this.#wantedNames.set(key, { folder, name });
    if (known === undefined && !this.isSpent) throw UNREAD;
    return known ?? [];
  }

  /** Returns the types of a name in the view. */
  typesNamed(name: string): readonly SymbolHit[] {
    const known = this.#types.get(name);
    if (known === undefined) this.#wantedTypes.add(name);
    if (known === undefined && !this.isSpent) throw UNREAD;
    return known ?? [];
  }

  /** Answers all questions. One is asked again only if what stopped it was read. */
  async answers<Q, A>(questions: readonly Q[], answer: (question: Q) => A): Promise<A[]> {
    const found = new Map<Q, A>();
    const isStopped = (question: Q): boolean => {
      try {
        found.set(question, answer(question));
        return false;
      } catch (error) {
        if (error !== UNREAD) throw error;
        return true;
      }
    };
    for (let open = questions.filter(isStopped); open.length > 0; open = open.filter(isStopped)) {
      this.#tries -= open.length;
      await this.#read();
    }
    return questions.map((question) => found.get(question)!);
  }

  /** If so, all that is asked for counts as missing. */
  get isSpent(): boolean {
    return this.#left <= 0 || this.#tries <= 0;
  }

  async #read(): Promise<void> {
    readings += 1;
    const { view } = this.#context;
    const [paths, wanted] = [this.#wantedPaths, this.#wantedNames];
    const keys = new Set<BlobKey>();
    for (const path of paths) {
      const file = fileAt(view, path);
      if (file !== undefined) keys.add(blobKeyOf(file));
      this.#files.set(path, null);
    }
    for (const key of wanted.keys()) this.#defined.set(key, []);
    for (const name of this.#wantedTypes) this.#types.set(name, []);
    const types = this.#wantedTypes.size === 0 ? [] : await this.#find(this.#wantedTypes);
    for (const type of types) this.#types.get(type.name)?.push(type);
    this.#wantedTypes.clear();
    const folders = new Set([...wanted.values()].map(({ folder }) => folder));
    const inPackage = (path: string): boolean => path.endsWith('.go') && folders.has(folderOf(path));
    const names = new Set([...wanted.values()].map(({ name }) => name));
    const defining = names.size === 0 ? [] : (await rowsOfName(this.#context, DEFINES, names)).keys;
    for (const key of defining) if (view.byBlob.get(key)?.some(({ path }) => inPackage(path))) keys.add(key);
    for (const [key, file] of await readFiles(this.#context, keys)) {
      this.#left -= file.codeText.length;
      for (const { path } of view.byBlob.get(key) ?? []) {
        if (paths.has(path)) this.#files.set(path, file);
        for (const definition of inPackage(path) ? file.definitions : []) {
          const named = `${folderOf(path)}\0${definition.name}`;
          if (wanted.has(named)) this.#defined.get(named)!.push({ path, file, definition });
        }
      }
    }
    paths.clear();
    wanted.clear();
  }
}

/** Steps from one value to another that an answer may need. */
const DEEPEST = 60;
/**
 * An answer is given up after so many steps. They are twice as many as an answer may need: so one
 * walk finds many values that are too far away, and a long chain is walked about twice.
 */
const FARTHEST = 2 * DEEPEST;
/** Steps for the mentions of one batch. */
const MOST_STEPS = 5_000_000;

/** Stops a resolver that has gone too far. */
const TOO_FAR = new Error('This is too far away.');

/**
 * Values that are computed from each other, each once. One that depends on itself, such as a class
 * that inherits from itself, is open where it comes back to itself, and is not kept for other
 * questions. So an answer does not depend on what was asked before.
 */
export class KeptValues {
  readonly #kept = new Map<string, { value: unknown; height: number }>();
  /** Values that are not ready, or were open inside. They are forgotten with the question. */
  readonly #open = new Map<string, unknown>();
  /** Values that need what is not read yet, or more steps than an answer may. */
  readonly #stopped = new Map<string, { error: unknown; steps: number }>();
  #readings = 0;
  #depth = 0;
  /** The greatest depth in the value that is being computed. */
  #deepest = 0;
  #opened = 0;
  #steps = 0;

  /** Returns the answer to a question about one mention; `open` if it is too far away. */
  answer<R>(open: R, work: () => R): R {
    this.#open.clear();
    this.#depth = 0;
    this.#deepest = 0;
    if (this.#readings !== readings) this.#stopped.clear();
    this.#readings = readings;
    try {
      const value = work();
      return this.#deepest > DEEPEST ? open : value;
    } catch (error) {
      if (error === TOO_FAR || (error === UNREAD && this.#deepest > DEEPEST)) return open;
      throw error;
    }
  }

  step<R>(work: () => R): R {
    this.#depth += 1;
    this.#steps += 1;
    this.#goTo(this.#depth);
    const value = work();
    this.#depth -= 1;
    return value;
  }

  once<R>(key: string, open: R, work: () => R): R {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#goTo(this.#depth + kept.height);
      return kept.value as R;
    }
    if (this.#open.has(key)) {
      this.#opened += 1;
      return this.#open.get(key) as R;
    }
    this.#open.set(key, open);
    const [depth, deepest, opened] = [this.#depth, this.#deepest, this.#opened];
    this.#deepest = depth;
    const value = this.#walk(key, work);
    if (this.#opened > opened) this.#open.set(key, value);
    else this.#kept.set(key, { value, height: this.#deepest - depth });
    this.#deepest = Math.max(this.#deepest, deepest);
    return value;
  }

  #walk<R>(key: string, work: () => R): R {
    const depth = this.#depth;
    const stopped = this.#stopped.get(key);
    try {
      if (stopped === undefined) return this.step(work);
      this.#deepest = depth + stopped.steps;
      throw stopped.error;
    } catch (error) {
      const steps = this.#deepest - depth;
      if (error === UNREAD || (error === TOO_FAR && steps > DEEPEST)) this.#stopped.set(key, { error, steps });
      throw error;
    }
  }

  #goTo(depth: number): void {
    this.#deepest = Math.max(this.#deepest, depth);
    if (depth > FARTHEST || this.#steps > MOST_STEPS) throw TOO_FAR;
  }
}

// Names that modules import and export again, such as barrels.

/** The files of modules. */
export interface ModuleReader {
  /** Asks for files at once. */
  need(paths: Iterable<string>): void;
  /** Returns null for a file that is not in the view. */
  at(path: string): PassedOn | null;
}

/** The most files that a name is followed to, and the most through which it comes to one. */
const MOST_FOLLOWED = 1000;
const LONGEST_WAY = 15;

/**
 * Follows what files import and export again, from the given ones to those that `has` accepts.
 * @param isRead true for a file that `has` tells about without reading it
 */
export function sourcesOf(
  modules: ModuleReader,
  paths: Iterable<string>,
  name: string,
  has: (path: string) => boolean,
  isRead = has,
): Set<string> {
  const found = new Set<string>();
  const seen = new Set(paths);
  let level = [...seen];
  for (let steps = 0; steps <= LONGEST_WAY; steps++) {
    modules.need(level.filter((path) => !isRead(path)));
    const further: string[] = [];
    for (const path of level) {
      if (has(path)) found.add(path);
      else if (steps < LONGEST_WAY && seen.size < MOST_FOLLOWED)
        for (const next of nextSources(modules.at(path), name))
          if (!seen.has(next)) {
            seen.add(next);
            further.push(next);
          }
    }
    level = further;
  }
  return found;
}

interface Exported {
  byName: ReadonlyMap<string | null, Imported[]>;
  /** The files of all that is exported. */
  all: readonly string[];
}

const exported = new WeakMap<readonly Imported[], Exported>();

/** Returns the files of the imports of the name, and if there are none, of all that is exported. */
function nextSources(module: PassedOn | null, name: string): readonly string[] {
  if (module === null) return [];
  const { imports } = module;
  const { byName, all } = getOrMake(exported, imports, () => ({
    byName: groupBy(imports, (entry) => entry.name),
    all: pathsOf(imports.filter((entry) => entry.local === '' && ANY.has(entry.name))),
  }));
  const named = byName.get(name)?.filter(({ local }) => local === name || local === '') ?? [];
  return named.length > 0 ? pathsOf(named) : all;
}

function pathsOf(imports: readonly Imported[]): string[] {
  return imports.flatMap(({ paths }) => [...paths]);
}

/** `export * from 'm'`, and `export { default as name } from 'm'`. */
const ANY: ReadonlySet<string | null> = new Set(['*', 'default']);

/** Returns the declared type of a constant of a module, and the file that declares it. */
export function constantOf(
  modules: ModuleReader,
  paths: Iterable<string>,
  name: string,
): { type: TypeName; path: string } | null {
  const typeAt = (path: string) => modules.at(path)?.typeOf(name) ?? null;
  const isTyped = (path: string): boolean => typeAt(path) !== null;
  const [path, ...others] = sourcesOf(modules, paths, name, isTyped, () => false);
  return path === undefined || others.length > 0 ? null : { type: typeAt(path)!, path };
}
