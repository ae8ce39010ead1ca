/**
 * Tells which definition a place in Python means, where that needs other files: through re-exports,
 * bases of classes, declared types, constructors and results. A place that is not sure stays open.
 */

import { getOrMake } from '../base/lists.ts';
import { patternFor, WORD_CHARACTERS } from '../base/words.ts';
import type { ChainSigns, PathIndex } from '../languages/referenceRules.ts';
import { type AskedFiles, type AskedMention, KeptValues } from './askedFiles.ts';
import {
  alternatives,
  annotationAt,
  type BoundName,
  bindingsIn,
  chainLinks,
  headOf,
  isPassed,
  type LocatedBound,
  located,
  receiverBefore,
  resultsIn,
  type Stretch,
  splitAt,
} from './codeText.ts';
import { resolveModule } from './pathIndex.ts';
import { definitionsAround, definitionsNamed, type FileDefinition, type SourceFile } from './readFiles.ts';
import {
  holderKey,
  type Imported,
  isTopLevel,
  pathKey,
  type Resolved,
  type SymbolHit,
  type TargetSets,
} from './referenceModel.ts';
import { fittingOf } from './resolveReference.ts';
import { factsOf } from './siteOf.ts';
import { headsOf } from './variables.ts';
import { importsOf } from './visibleTargets.ts';

/** A file with its imports. */
interface PythonFile {
  file: SourceFile;
  path: string;
  imports: readonly Imported[];
}

/** Where a member may be defined: in a class of a file, or at its top level. */
interface HolderPlace {
  path: string;
  name: string | null;
}

interface ClassIn {
  at: PythonFile;
  definition: FileDefinition;
}

type Meaning =
  | ({ kind: 'class' | 'instance' } & ClassIn)
  | { kind: 'function'; at: PythonFile; definition: FileDefinition; self: ClassIn | null }
  | { kind: 'module'; paths: ReadonlySet<string> }
  | { kind: 'many'; of: Meaning; isMap: boolean };

/** The place of an expression: the line tells which variables it sees. */
interface Place {
  at: PythonFile;
  line: number;
}

const SIGNS: ChainSigns = {
  separator: '(?<!\\.)\\.',
  closers: ')]',
  statement:
    /^(?:and|assert|await|case|del|elif|else|for|from|if|in|is|lambda|match|not|or|print|raise|return|while|with|yield)$/,
};

/** Bases of a class, direct ones or all. */
const MOST_BASES = 100;

export class PythonTypes {
  readonly #asked: AskedFiles;
  readonly #index: PathIndex;
  readonly #files = new Map<string, PythonFile | null>();
  readonly #values = new KeptValues();

  constructor(asked: AskedFiles, index: PathIndex) {
    this.#asked = asked;
    this.#index = index;
  }

  /** Returns the definition that a mention means; null if that is open. */
  targetOf(mention: AskedMention, named: TargetSets<SymbolHit>): Resolved<SymbolHit> | null {
    const { reference, path, line, column, site } = mention;
    const all = named(reference.name);
    const at = all.isEmpty ? null : this.#fileAt(path);
    if (at === null) return null;
    const holders = this.#values.answer([], () =>
      reference.kind === 'import'
        ? this.#exported(at.imports, reference.name)
        : this.#holdersOf(at, reference.name, line, column),
    );
    const fitting = fittingOf(reference, all, site);
    for (const { path, name } of holders) {
      const here = fitting.part(pathKey, path);
      const target = (name === null ? here.where(isTopLevel) : here.part(holderKey, name)).only();
      if (target !== null) return { target, by: name === null ? 'import' : 'receiver' };
    }
    return null;
  }

  #fileAt(path: string): PythonFile | null {
    return getOrMake(this.#files, path, () => {
      const file = this.#asked.fileAt(path);
      if (file?.language !== 'python') return null;
      const facts = factsOf(file, path, this.#index);
      return {
        ...{ file, path },
        get imports() {
          return facts.imports;
        },
      };
    });
  }

  /** Returns where the name at a place may be defined, nearest first; empty if that is open. */
  #holdersOf(at: PythonFile, name: string, line: number, column: number): HolderPlace[] {
    const { starts, codeText } = at.file;
    const place = { at, line };
    const stretch = receiverBefore(codeText, starts[line - 1]! + column, SIGNS);
    if (stretch === undefined) return placed(this.#name(name, place), name);
    const receiver = stretch === null ? '' : codeText.slice(stretch.from, stretch.to);
    const above = /^super\(\s*(?:(\w+)\s*,[^()]*)?\)$/.exec(receiver);
    if (above !== null) {
      const own = ownClass(place);
      const line = own === null ? [] : this.#line(own);
      const start = line.findIndex(({ definition }) => definition.name === (above[1] ?? own!.definition.name));
      return start === -1 ? [] : line.slice(start + 1).map(holderOf);
    }
    const meaning = this.#meaning(receiver, place);
    if (meaning?.kind === 'class' || meaning?.kind === 'instance') return this.#line(meaning).map(holderOf);
    return meaning?.kind === 'module' ? placed(this.#memberOfModule(meaning.paths, name), name) : [];
  }

  /** Returns where the name of an import is defined. */
  #exported(imports: readonly Imported[], name: string): HolderPlace[] {
    for (const entry of imports) {
      const found = entry.name === name ? this.#memberOfModule(entry.paths, name) : null;
      if (found !== null) return placed(found, name);
    }
    return [];
  }

  /** Reads `a.b(c)[d].e`, `await a`, `a or b` and `a if c else b`. */
  #meaning(text: string, place: Place): Meaning | null {
    return this.#values.step(() => this.#read(text.trim(), place));
  }

  /** Computes a value once; `open` where it depends on itself. */
  #once<R>(key: readonly (string | number)[], open: R, work: () => R): R {
    return this.#values.once(key.join('\0'), open, work);
  }

  #read(text: string, place: Place): Meaning | null {
    const [first, ...others] = alternatives(text);
    if (others.length > 0) return agreed([first!, ...others].map((one) => this.#meaning(one, place)));
    const isAwaited = /^await\s/.test(text);
    const chain = isAwaited ? text.slice(6).trim() : text;
    const said = ({ from, to }: Stretch): string => chain.slice(from, to);
    const [begin, ...rest] = chainLinks(chain, { from: 0, to: chain.length }, SIGNS) ?? [];
    if (begin === undefined || /[[{]/.test(begin.sign)) return null;
    let found = begin.sign === '(' ? this.#meaning(said(begin), place) : this.#name(said(begin), place);
    if (found === null && begin.sign === '' && rest[0]?.sign === '') {
      // `import a.b` binds the whole path.
      const end = rest.findIndex(({ sign }) => sign !== '');
      const path = dottedImport(place.at, [begin, ...rest.slice(0, end === -1 ? rest.length : end)].map(said));
      if (path !== null) found = path[0];
      rest.splice(0, path === null ? 0 : path[1] - 1);
    }
    for (const [index, link] of rest.entries()) {
      if (found === null) return null;
      if (link.sign === '') found = this.#member(found, said(link));
      else if (link.sign === '(') found = this.#called(found, isAwaited && index === rest.length - 1);
      else found = link.sign === '[' && found.kind === 'many' && !said(link).includes(':') ? found.of : null;
    }
    return found;
  }

  #name(name: string, place: Place): Meaning | null {
    if (name === 'self' || name === 'cls') {
      const own = ownClass(place);
      if (own !== null) return { kind: name === 'self' ? 'instance' : 'class', ...own };
    }
    for (const around of [...definitionsAround(place.at.file, place.line)].reverse()) {
      if (around.kind !== 'function' && around.kind !== 'method') continue;
      const local = this.#local(name, around, place);
      if (local !== undefined) return local;
    }
    return this.#symbol(place.at, name);
  }

  /** Returns a variable of a function; null if its class is open, undefined if there is none. */
  #local(name: string, around: FileDefinition, { at, line }: Place): Meaning | null | undefined {
    const { file } = at;
    const head = headOf(file, around);
    if (head === null) return undefined;
    const type = annotationAt(head, name);
    const all = getOrMake(bindingsOfFunctions, around, () => new Map<string, readonly LocatedBound[]>());
    const bindings = getOrMake(all, name, () => located(file, around, head.end, name));
    const above = bindings.filter((one) =>
      one.line === line
        ? /^(?:each|is)$/.test(one.form)
        : one.line < line && (one.form !== 'is' || isPassed(file, one, line)),
    );
    const isUnbound = bindings.every(({ form }) => form === 'is' || form === 'each') && above.length === 0;
    if (type === undefined && isUnbound) return undefined;
    // The last binding that every way to the line passes hides those above it.
    const sure = above.findLastIndex((one) => one.form !== 'each' && isPassed(file, one, line));
    const key = ['local', at.path, around.startLine, name, sure, above.length];
    return this.#once<Meaning | null>(key, null, () => {
      const found = above
        .slice(Math.max(0, sure))
        .filter(({ form, line: own }) => form !== 'each' || own === line)
        .map((one) => this.#bound(one, { at, line: one.line }, true));
      if (sure === -1 && type !== undefined)
        found.push(type === null ? null : this.#annotated(type, { at, line: around.startLine }));
      return agreed(found);
    });
  }

  /** @param isLocal a variable has the class of the value, even if a wider type is declared */
  #bound({ form, text, value }: BoundName, place: Place, isLocal = false): Meaning | null {
    if (form === 'type') {
      const own = isLocal && value !== undefined ? this.#meaning(value, place) : null;
      return own?.kind === 'instance' ? own : this.#annotated(text, place);
    }
    if (form === 'open') return null;
    if (form === 'value') return this.#meaning(text, place);
    if (form === 'is') {
      const type = this.#meaning(text, place);
      return type?.kind === 'class' ? { ...type, kind: 'instance' } : null;
    }
    if (form === 'for' || form === 'each') {
      const all = this.#meaning(text, place);
      return all?.kind === 'many' && !all.isMap ? all.of : null;
    }
    const manager = this.#meaning(text, place);
    if (manager?.kind === 'many') return manager.of;
    if (manager?.kind !== 'instance') return null;
    const enter = this.#member(manager, '__enter__') ?? this.#member(manager, '__aenter__');
    return enter === null ? null : this.#called(enter, true);
  }

  /** Returns what a name means at the top level of a file. */
  #symbol(at: PythonFile, name: string): Meaning | null {
    return this.#once(['symbol', at.path, name], null, () => this.#topLevel(at, name));
  }

  #topLevel(at: PythonFile, name: string): Meaning | null {
    const own = definitionsNamed(at.file, name).filter(({ scope }) => scope.length === 0);
    if (own.length > 0) {
      const kinds = new Set(own.map(({ kind }) => kind));
      if (kinds.size > 1) return null;
      return kinds.has('constant')
        ? agreed(own.map((one) => this.#defined(at, one, null)))
        : this.#defined(at, own[0]!, null);
    }
    const stars = importsOf(at, '*');
    for (const { local, name: exported, paths } of [...importsOf(at, name), ...stars]) {
      if (local === '*') this.#asked.need(stars.flatMap((star) => [...star.paths]));
      if (paths.size === 0) return null;
      if (local !== '*' && exported === null) return { kind: 'module', paths };
      const found = this.#memberOfModule(paths, exported ?? name);
      if (found !== null) return found;
    }
    return null;
  }

  #memberOfModule(paths: ReadonlySet<string>, name: string): Meaning | null {
    this.#asked.need(paths);
    for (const path of paths) {
      const at = this.#fileAt(path);
      const found = at === null ? null : this.#symbol(at, name);
      if (found !== null) return found;
      const inner = /__init__\.pyi?$/.test(path) ? resolveModule(`.${name}`, 'python', path, this.#index) : [];
      if (inner.length > 0) return { kind: 'module', paths: new Set(inner) };
    }
    return null;
  }

  #defined(at: PythonFile, definition: FileDefinition, self: ClassIn | null): Meaning | null {
    if (definition.kind === 'class') return { kind: 'class', at, definition };
    if (definition.kind === 'function' || definition.kind === 'method')
      return { kind: 'function', at, definition, self };
    if (definition.kind !== 'constant') return null;
    const start = at.file.starts[definition.startLine - 1]!;
    const text = at.file.codeText.slice(start, at.file.starts[definition.endLine]! - 1);
    const [binding] = bindingsIn(`\n${text}`, definition.name);
    return binding === undefined ? null : this.#bound(binding, { at, line: definition.startLine });
  }

  #member(of: Meaning, name: string): Meaning | null {
    if (of.kind === 'module') return this.#memberOfModule(of.paths, name);
    if (of.kind === 'many') return of.isMap && name === 'values' ? of : null;
    if (of.kind === 'function') return null;
    for (const one of this.#line(of)) {
      const scope = [...one.definition.scope, one.definition.name].join('\0');
      const own = definitionsNamed(one.at.file, name).find((member) => member.scope.join('\0') === scope);
      const found = own === undefined ? this.#field(one, name) : this.#defined(one.at, own, of);
      if (found?.kind === 'function' && PROPERTY.test(headOf(one.at.file, found.definition)?.decorators ?? ''))
        return this.#called(found, true);
      if (found !== null || own !== undefined) return found;
    }
    return null;
  }

  /** Returns what the methods of a class assign to a field. */
  #field({ at, definition }: ClassIn, name: string): Meaning | null {
    return this.#once<Meaning | null>(['field', at.path, definition.startLine, name], null, () => {
      const bound = located(at.file, definition, at.file.starts[definition.startLine - 1]!, name, 'self.');
      const types = bound.filter(({ form }) => form === 'type');
      const all = types.length > 0 ? types : bound.filter(({ form }) => form !== 'is');
      return agreed(all.map((one) => this.#bound(one, { at, line: one.line })));
    });
  }

  #called(of: Meaning, isAwaited: boolean): Meaning | null {
    if (of.kind === 'class') return { ...of, kind: 'instance' };
    if (of.kind === 'many') return of;
    if (of.kind !== 'function') return null;
    const { at, definition, self } = of;
    const head = headOf(at.file, definition);
    if (head === null || OTHER_DECORATOR.test(head.decorators) || (head.isAsync && !isAwaited)) return null;
    const isOwn = /^["']?(?:[\w.]+\.)?Self\b/.test(head.returns);
    if (isOwn) return instanceOf(self);
    if (head.returns !== '') return this.#annotated(head.returns, { at, line: definition.startLine });
    return this.#once<Meaning | null>(
      ['result', at.path, definition.startLine, self?.at.path ?? '', self?.definition.startLine ?? 0],
      null,
      () => {
        const values = resultsIn(at.file, definition, head.end);
        return agreed(
          values.map(({ text, line }) => (text === 'self' ? instanceOf(self) : this.#meaning(text, { at, line }))),
        );
      },
    );
  }

  /** Reads an annotation. */
  #annotated(text: string, place: Place): Meaning | null {
    const type = text.trim().replace(/^(["'])(.*)\1$/s, '$2');
    const parts = splitAt(type, '|').filter((part) => part !== 'None');
    if (parts.length !== 1) return null;
    const generic = /^([^\s[]+)\s*\[(.*)\]$/s.exec(parts[0]!);
    const [, head = parts[0]!, inner = ''] = generic ?? [];
    const last = head.slice(head.lastIndexOf('.') + 1);
    const args = splitAt(inner, ',');
    if (/^(?:Optional|Annotated|Final|ClassVar|Required|NotRequired)$/.test(last))
      return this.#annotated(args[0] ?? '', place);
    if (/^[Tt]ype$/.test(last)) {
      const one = this.#annotated(args[0] ?? '', place);
      return one?.kind === 'instance' ? { ...one, kind: 'class' } : null;
    }
    const element = ELEMENT.test(last) ? args[0] : MAP.test(last) ? args[1] : undefined;
    if (element !== undefined) {
      const of = last.toLowerCase() === 'tuple' && args[1] !== '...' ? null : this.#annotated(element, place);
      return of === null ? null : { kind: 'many', of, isMap: MAP.test(last) };
    }
    if (!NAMES(head).test(head)) return null;
    const [first = '', ...rest] = head.split('.');
    let found = this.#inClass(first, place) ?? this.#symbol(place.at, first);
    if (found === null && rest.length > 0) {
      const path = dottedImport(place.at, [first, ...rest]);
      if (path !== null)
        found = rest.slice(path[1] - 1).reduce<Meaning | null>((one, name) => one && this.#member(one, name), path[0]);
    } else for (const name of rest) found = found && this.#member(found, name);
    return found?.kind === 'class' ? { ...found, kind: 'instance' } : null;
  }

  /** Returns a class inside of the class around. */
  #inClass(name: string, place: Place): Meaning | null {
    const own = ownClass(place);
    const scope = own === null ? null : [...own.definition.scope, own.definition.name].join('\0');
    const found = definitionsNamed(place.at.file, name).find(
      (one) => one.kind === 'class' && one.scope.join('\0') === scope,
    );
    return found === undefined ? null : { kind: 'class', at: place.at, definition: found };
  }

  /** Returns a class and all its bases, in the order in which Python looks for members. */
  #line(of: ClassIn): readonly ClassIn[] {
    return this.#once<readonly ClassIn[]>(['line', of.at.path, of.definition.startLine], [of], () => {
      const heads = (headsOf(of.at.file).get(of.definition.name) ?? []).slice(0, MOST_BASES);
      const bases = heads.flatMap(({ name, from }) => {
        const base = this.#annotated(from === null ? name : `${from}.${name}`, { at: of.at, line: 0 });
        return base?.kind === 'instance' && !isSame(base, { kind: 'instance', ...of }) ? [base as ClassIn] : [];
      });
      return merged(
        of,
        bases.map((base) => this.#line(base)),
        bases,
      ).slice(0, MOST_BASES);
    });
  }
}

const NAMES = patternFor(/^[\w.]+$/, `^[${WORD_CHARACTERS}.]+$`);
const ELEMENT =
  /^(?:[Ll]ist|[Ss]et|[Ff]rozen[Ss]et|[Tt]uple|[Dd]eque|Sequence|MutableSequence|Iterable|Iterator|AsyncIterator|AsyncIterable|Collection|Generator|AsyncGenerator|KeysView|ValuesView)$/;
const MAP = /^(?:[Dd]ict|[Dd]efault[Dd]ict|OrderedDict|Mapping|MutableMapping)$/;
const PROPERTY = /@(?:[\w.]*\.)?(?:cached_?)?property\b/i;
/** A decorator that may change what the function returns. */
const OTHER_DECORATOR =
  /@(?!(?:[\w.]*\.)?(?:property|cached_property|staticmethod|classmethod|abstractmethod|override|cache|lru_cache|final|contextmanager|asynccontextmanager)\b)/;

function holderOf({ at, definition }: ClassIn): HolderPlace {
  return { path: at.path, name: definition.name };
}

function placed(meaning: Meaning | null, name: string): HolderPlace[] {
  const isNamed = (meaning?.kind === 'class' || meaning?.kind === 'function') && meaning.definition.name === name;
  return isNamed ? [{ path: meaning.at.path, name: null }] : [];
}

const bindingsOfFunctions = new WeakMap<FileDefinition, Map<string, readonly LocatedBound[]>>();

function instanceOf(of: ClassIn | null): Meaning | null {
  return of === null ? null : { kind: 'instance', at: of.at, definition: of.definition };
}

/** Returns the single meaning of all; null if one is open or they differ. */
function agreed(all: readonly (Meaning | null)[]): Meaning | null {
  const [first = null, ...others] = all;
  return others.every((other) => isSame(first, other)) ? first : null;
}

function isSame(a: Meaning | null, b: Meaning | null): boolean {
  if (a === null || b === null || a.kind !== b.kind) return false;
  if (a.kind === 'module' || b.kind === 'module') return a === b;
  if (a.kind === 'many' || b.kind === 'many') return a.kind === 'many' && b.kind === 'many' && isSame(a.of, b.of);
  return a.definition === b.definition && a.at === b.at;
}

/** Merges the lines of bases so that a class stands before its own bases (C3). */
function merged(own: ClassIn, lines: readonly (readonly ClassIn[])[], bases: readonly ClassIn[]): ClassIn[] {
  const out = [own];
  let open = [...lines, bases].filter((line) => line.length > 0);
  while (open.length > 0) {
    const isLater = ({ definition }: ClassIn) =>
      open.some((line) => line.some((one, at) => at > 0 && one.definition === definition));
    const next = open.find((line) => !isLater(line[0]!))?.[0] ?? open[0]![0]!;
    out.push(next);
    open = open
      .map((line) => line.filter((one) => one.definition !== next.definition))
      .filter((line) => line.length > 0);
  }
  return out;
}

function ownClass({ at, line }: Place): ClassIn | null {
  const definition = definitionsAround(at.file, line).findLast(({ kind }) => kind === 'class');
  return definition === undefined ? null : { at, definition };
}

/** Returns the module that the longest beginning of a path means, and the number of its parts. */
function dottedImport(at: PythonFile, names: readonly string[]): [Meaning, number] | null {
  for (let length = Math.min(names.length, 10); length > 1; length--) {
    const entry = importsOf(at, names.slice(0, length).join('.')).find(({ name }) => name === null);
    if (entry !== undefined) return [{ kind: 'module', paths: entry.paths }, length];
  }
  return null;
}
