/**
 * Finds the types of expressions in Go, as far as declarations say them: of variables, parameters,
 * fields, results and literals, across the files of the packages. It reads the text of the files
 * without comments and strings. If it is not sure, there is no type.
 */

import { getOrMake } from '../base/lists.ts';
import { folderOf } from '../base/patterns.ts';
import type { MentionKind } from '../base/types.ts';
import type { ChainSigns, PathIndex } from '../languages/referenceRules.ts';
import { type AskedFiles, type AskedMention, KeptValues, type Named } from './askedFiles.ts';
import {
  afterLine,
  closerOf,
  expressionsAt,
  lineAt,
  listParts,
  receiverBefore,
  type Stretch,
  skipSpace,
  typeAt,
  wordAt,
} from './codeText.ts';
import { definitionsAround, type FileDefinition, type SourceFile } from './readFiles.ts';
import {
  holderKey,
  type Imported,
  isMember,
  only,
  packageKey,
  pathKey,
  type Resolved,
  type SymbolHit,
  type TargetSets,
} from './referenceModel.ts';
import { factsOf, innerBindings } from './siteOf.ts';

interface GoFile {
  path: string;
  file: SourceFile;
  imports: readonly Imported[];
  /** Returns where the variable of this name is declared that is visible at an offset. */
  declarationsOf(name: string, offset: number): readonly number[];
  isTypeParameter(name: string, offset: number): boolean;
}

/** A definition in a file of a package. */
interface GoDefinition {
  at: GoFile;
  definition: FileDefinition;
}

/** A type that may have a member, and where it is defined. */
interface GoHolder extends Named {
  path: string;
  startLine: number;
  endLine: number;
}

/** The text of a type, and where it is written. */
interface Written {
  at: GoFile;
  text: string;
  offset: number;
}

const SIGNS: ChainSigns = {
  separator: '\\.',
  closers: ')]}',
  statement:
    /^(?:return|if|for|switch|case|range|go|defer|else|select|func|map|chan|struct|interface|var|const|type|package|import|default|nil|true|false|iota)$/,
};

/** Types behind names of types are followed so far. */
const DEEPEST = 16;
/** Types that no package defines, and names that parameters of types have. */
const PREDECLARED =
  /^(?:any|bool|byte|comparable|error|string|rune|uintptr|u?int(?:8|16|32|64)?|float(?:32|64)|complex(?:64|128)|[A-Z]\d?)$/;

/** Kinds of mentions whose receiver is a value. */
const IN_VALUES: ReadonlySet<MentionKind> = new Set(['call', 'use']);

export class GoTypes {
  readonly #asked: AskedFiles;
  readonly #index: PathIndex;
  readonly #files = new Map<string, GoFile>();
  readonly #declared = new KeptValues();
  readonly #membersOf = new Map<FileDefinition, Members>();

  constructor(asked: AskedFiles, index: PathIndex) {
    this.#asked = asked;
    this.#index = index;
  }

  /** Returns the member that a mention with a receiver means. */
  targetOf(mention: AskedMention, named: TargetSets<SymbolHit>): Resolved<SymbolHit> | null {
    const { reference, file, path, line, column } = mention;
    const methods = named(reference.name).where(isMember);
    if (!IN_VALUES.has(reference.kind) || methods.isEmpty) return null;
    const offset = file.starts[line - 1]! + column;
    const holders = this.#declared.answer([], () => this.#holdersOf(this.#fileAt(file, path), offset));
    for (const holder of holders) {
      const own = methods.part(holderKey, holder.name).part(packageKey(folderOf), holder.folder);
      // The row of a long interface's part does not say whose it is.
      const isInside = (one: SymbolHit): boolean => one.startLine >= holder.startLine && one.endLine <= holder.endLine;
      const target = own.isEmpty ? only(methods.part(pathKey, holder.path).all.filter(isInside)) : own.only();
      if (target !== null) return { target, by: 'receiver' };
      if (!own.isEmpty) return null;
    }
    return null;
  }

  #fileAt(file: SourceFile, path: string): GoFile {
    return getOrMake(this.#files, path, () => goFile(file, path, this.#index));
  }

  #find(folder: string, name: string): readonly GoDefinition[] {
    const found = this.#asked.definitionsIn(folder, name);
    return found.map(({ path, file, definition }) => ({ at: this.#fileAt(file, path), definition }));
  }

  /**
   * Returns the type of which a member is called, and the types that it embeds, the outermost
   * first.
   * @param offset of the member's name behind its dot
   */
  #holdersOf(at: GoFile, offset: number): GoHolder[] {
    const receiver = receiverBefore(at.file.codeText, offset, SIGNS);
    const type = receiver && this.#typeOf(at, receiver);
    const types = type ? [...this.#withEmbedded(type)] : [];
    return types.flatMap(({ named }) => {
      const [found] = named === null ? [] : this.#typesNamed(named);
      if (named === null || found === undefined) return [];
      const { startLine, endLine } = found.definition;
      return [{ ...named, path: found.at.path, startLine, endLine }];
    });
  }

  /** Yields a type and all that it embeds, each once, with its fields. */
  *#withEmbedded(first: Written): Generator<{ named: Named | null; members: Members }> {
    const seen = new Set<string>();
    for (let level = [first]; level.length > 0 && seen.size < DEEPEST * 2; ) {
      const next: Written[] = [];
      for (const type of level) {
        const named = this.#named(type);
        const key = named === null ? type.text : `${named.folder}\0${named.name}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const members = named === null ? membersOf(type) : this.#members(named);
        yield { named, members };
        for (const { names, type: inner } of members) if (names.length === 0) next.push(inner);
      }
      level = next;
    }
  }

  #typeOf(at: GoFile, stretch: Stretch): Written | null {
    return this.#valuesOf(at, stretch)[0] ?? null;
  }

  /** Returns the types of an expression: several for a call with several results. */
  #valuesOf(at: GoFile, stretch: Stretch): (Written | null)[] {
    return this.#declared.step(() => this.#chain(at, stretch));
  }

  #chain(at: GoFile, { from, to }: Stretch): (Written | null)[] {
    const text = at.file.codeText;
    let position = skipSpace(text, from, to);
    const isReceived = text.startsWith('<-', position);
    while (position < to && /[&*\s]/.test(text[position]!)) position += 1;
    if (isReceived) {
      const channel = this.#typeOf(at, { from: position + 2, to });
      return channel === null ? [] : [this.#element(channel, 'value')];
    }
    let values: (Written | null)[];
    const word = wordAt(text, position);
    if (text[position] === '(') {
      const close = closerOf(text, position);
      const inner = { from: position + 1, to: close };
      values = this.#valuesOf(at, inner);
      if (values.length === 0 && /^\s*\*/.test(text.slice(inner.from, close)))
        values = [{ at, text: text.slice(inner.from, close), offset: inner.from }];
      position = close + 1;
      // A conversion, whose value has the type in brackets.
      if (text[position] === '(') position = closerOf(text, position) + 1;
    } else if (text[position] === '[' || word === 'map') {
      const type = typeAt(text, position);
      values = [{ at, text: type, offset: position }];
      position = skipSpace(text, position + type.length, to);
      if (!/[{(]/.test(text[position] ?? '')) return [];
      position = closerOf(text, position) + 1;
    } else if (word === '' || SIGNS.statement.test(word)) return [];
    else [values, position] = this.#begin(at, word, position, to);
    for (position = skipSpace(text, position, to); position < to; position = skipSpace(text, position, to)) {
      const [value = null] = values;
      if (value === null) return [];
      if (text[position] === '[') {
        values = [this.#element(value, 'value')];
        position = closerOf(text, position) + 1;
      } else if (text[position] === '.') {
        position = skipSpace(text, position + 1, to);
        if (text[position] === '(') {
          const close = closerOf(text, position);
          const asserted = text.slice(position + 1, close);
          values = asserted.trim() === 'type' ? [] : [{ at, text: asserted, offset: position + 1 }];
          position = close + 1;
          continue;
        }
        const name = wordAt(text, position);
        position += name.length;
        const isCall = text[position] === '(';
        if (isCall) position = closerOf(text, position) + 1;
        values = name === '' ? [] : this.#member(value, name, isCall);
      } else return [];
    }
    return values;
  }

  /** Reads the first name of an expression, with what is called or made by it. */
  #begin(at: GoFile, word: string, from: number, to: number): [(Written | null)[], number] {
    const text = at.file.codeText;
    let position = from + word.length;
    const places = at.declarationsOf(word, from);
    if (places.length > 0) {
      if (text[position] !== '(') return [[this.#variable(at, word, places)], position];
      const called = this.#variable(at, word, places);
      return [called === null ? [] : results(called), closerOf(text, position) + 1];
    }
    if ((word === 'new' || word === 'make' || word === 'append') && text[position] === '(') {
      const close = closerOf(text, position);
      const type = typeAt(text, position + 1);
      const first = { from: position + 1, to: Math.min(close, position + 1 + type.length) };
      return [word === 'append' ? this.#valuesOf(at, first) : [{ at, text: type, offset: first.from }], close + 1];
    }
    let folder = folderOf(at.path);
    let name = word;
    const imports = at.imports.filter(({ local }) => local === word);
    if (imports.length > 0) {
      const [path] = imports.flatMap(({ paths }) => [...paths]);
      position = skipSpace(text, position, to);
      if (path === undefined || text[position] !== '.') return [[], to];
      folder = folderOf(path);
      position = skipSpace(text, position + 1, to);
      name = wordAt(text, position);
      position += name.length;
    }
    if (text[position] === '[' && /[({]/.test(text[closerOf(text, position) + 1] ?? ''))
      position = closerOf(text, position) + 1;
    const found = this.#find(folder, name).filter(({ definition: { scope } }) => scope.length === 0);
    const [first] = found;
    if (first === undefined) return [[], to];
    const offset = nameOffset(first);
    const opens = text[position] === '(' || text[position] === '{';
    const after = opens ? closerOf(text, position) + 1 : position;
    if (isType(first)) return [[{ at: first.at, text: name, offset }], after];
    if (found.length > 1) return [[], to];
    if (first.definition.kind === 'function')
      return [text[position] === '(' ? results(signatureAt(first.at, offset + name.length)) : [], after];
    const variable = this.#declaration(first.at, name, offset);
    if (text[position] !== '(') return [[variable], position];
    return [variable === null ? [] : results(variable), after];
  }

  /** A variable that is declared twice in one block keeps its type. In doubt it has none. */
  #variable(at: GoFile, name: string, places: readonly number[]): Written | null {
    const types = places.map((place) => this.#declaration(at, name, place));
    const [first = null] = types;
    return first !== null && types.every((type) => type?.text === first.text && type.at === first.at) ? first : null;
  }

  /** A declaration that needs itself has no type. */
  #declaration(at: GoFile, name: string, offset: number): Written | null {
    return this.#declared.once(`${at.path}\0${offset}`, null, () => this.#readDeclaration(at, name, offset));
  }

  #readDeclaration(at: GoFile, name: string, offset: number): Written | null {
    const text = at.file.codeText;
    const end = offset + name.length;
    const others = /^(?:\s*,\s*\w+)*/.exec(text.slice(end, end + 500))![0];
    const position = skipSpace(text, end + others.length, text.length);
    const isShort = text.startsWith(':=', position);
    if (!isShort && text[position] !== '=') {
      const type = typeAt(text, position);
      if (!type.startsWith('...')) return type === '' ? null : { at, text: type, offset: position };
      return { at, text: `[]${type.slice(3)}`, offset: position };
    }
    const line = text.slice(Math.max(text.lastIndexOf('\n', offset) + 1, offset - 300), offset);
    const index = /(?<![\w, \t])[\w, \t]*$/.exec(line)![0].split(',').length - 1;
    const values = expressionsAt(text, position + (isShort ? 2 : 1), /\b(?:if|for|switch)\b[^{]*$/.test(line));
    const [first] = values;
    if (first === undefined) return null;
    const range = /^\s*range\s/.exec(text.slice(first.from, first.to))?.[0];
    if (range !== undefined) {
      const ranged = this.#typeOf(at, { from: first.from + range.length, to: first.to });
      return ranged === null ? null : this.#element(ranged, index === 0 ? 'key' : 'value');
    }
    if (values.length > 1) return values[index] === undefined ? null : this.#typeOf(at, values[index]);
    return this.#valuesOf(at, first)[index] ?? null;
  }

  /** Returns the type of a field, or the results of a method or of a field that is a function. */
  #member(type: Written, name: string, isCall: boolean): (Written | null)[] {
    for (const { named: one, members } of this.#withEmbedded(type)) {
      for (const { names, type: field } of members) {
        const isOwn = names.length > 0 ? names.includes(name) : nameParts(field.text)?.at(-1) === name;
        if (isOwn) return isCall ? results(field) : [field];
      }
      if (one === null) continue;
      const methods = this.#find(one.folder, name).filter(({ definition: { scope } }) => scope.at(-1) === one.name);
      const [method] = methods;
      if (method === undefined) continue;
      if (!isCall || methods.length > 1) return [];
      return results(signatureAt(method.at, nameOffset(method) + name.length));
    }
    return [];
  }

  #members(type: Named): Members {
    const [found] = this.#typesNamed(type);
    if (found === undefined) return [];
    return getOrMake(this.#membersOf, found.definition, () => {
      const { at, definition } = found;
      const text = at.file.codeText;
      const end = nameOffset(found) + definition.name.length;
      const offset = end + /^(?:\[[^\]]*\])?\s*=?\s*/.exec(text.slice(end, end + 300))![0].length;
      return membersOf({ at, text: '', offset });
    });
  }

  /** Returns the named type that a text means, behind pointers and aliases. */
  #named(type: Written, depth = 0): Named | null {
    const found = depth > DEEPEST ? null : this.#definitionOf(type);
    if (found === null) return null;
    const alias = this.#writtenAfter(found, /^\s*=\s*/);
    if (alias !== null) return this.#named(alias, depth + 1);
    return { folder: folderOf(found.at.path), name: found.definition.name };
  }

  #definitionOf({ at, text, offset }: Written): GoDefinition | null {
    const parts = nameParts(text);
    const name = parts?.at(-1);
    const qualifier = parts?.[1] === undefined ? undefined : parts[0];
    if (name === undefined || PREDECLARED.test(name)) return null;
    let folder = folderOf(at.path);
    if (qualifier !== undefined) {
      const [path] = at.imports.flatMap(({ local, paths }) => (local === qualifier ? [...paths] : []));
      if (path === undefined) return null;
      folder = folderOf(path);
    } else if (at.isTypeParameter(name, offset)) return null;
    return this.#typesNamed({ folder, name })[0] ?? null;
  }

  #typesNamed({ folder, name }: Named): readonly GoDefinition[] {
    const found = this.#find(folder, name).filter((one) => isType(one) && one.definition.scope.length === 0);
    return found.length === 1 ? found : [];
  }

  /** Returns the type that stands behind a type's name and the pattern. */
  #writtenAfter(found: GoDefinition, pattern: RegExp): Written | null {
    const text = found.at.file.codeText;
    const end = nameOffset(found) + found.definition.name.length;
    const said = pattern.exec(text.slice(end, end + 300))?.[0];
    if (said === undefined) return null;
    const offset = end + said.length;
    return { at: found.at, text: typeAt(text, offset), offset };
  }

  /** Returns the type of the keys or values of a slice, a map, a channel or an iterator. */
  #element(type: Written, which: 'key' | 'value', depth = 0): Written | null {
    const text = type.text.replace(/^[\s*]+/, '');
    const offset = type.offset + type.text.length - text.length;
    const part = (from: number, to = text.length): Written => ({
      ...{ at: type.at, text: text.slice(from, to).trim() },
      offset: offset + from,
    });
    if (text.startsWith('[')) return which === 'key' ? null : part(closerOf(text, 0) + 1);
    if (text.startsWith('map[')) {
      const close = closerOf(text, 3);
      return which === 'key' ? part(4, close) : part(close + 1);
    }
    const channel = /^(?:<-\s*)?chan\b(?:\s*<-)?\s*/.exec(text)?.[0];
    if (channel !== undefined) return part(channel.length);
    const iterated = /^iter\.Seq(2?)\[/.exec(text);
    if (iterated !== null) {
      const parts = listParts(text, iterated[0].length, text.lastIndexOf(']'));
      const one = parts[which === 'key' ? 0 : 1];
      return one === undefined ? null : part(one.from, one.to);
    }
    const found = depth > DEEPEST ? null : this.#definitionOf({ ...type, text });
    const inner = found === null ? null : this.#writtenAfter(found, /^\s*(?:=\s*)?(?=[[\w<])/);
    return inner === null || /^(?:struct|interface)\b/.test(inner.text) ? null : this.#element(inner, which, depth + 1);
  }
}

function goFile(file: SourceFile, path: string, index: PathIndex): GoFile {
  const { declarationsOf, isTypeParameter } = innerBindings(file);
  // In a long file not all places of a name are read.
  const asReceiver = (name: string, offset: number): number[] => {
    const line = lineAt(file, offset);
    const start = definitionsAround(file, line).findLast(({ kind }) => kind === 'method')?.startLine ?? 0;
    const head = /^func\s*\(\s*(?=(\w+)\s)/.exec(file.code[start - 1] ?? '');
    return head?.[1] === name ? [file.starts[start - 1]! + head[0].length] : [];
  };
  return {
    ...{ path, file, imports: factsOf(file, path, index).imports, isTypeParameter },
    declarationsOf: (name, offset) => {
      const found = declarationsOf(name, offset);
      return found.length > 0 ? found : asReceiver(name, offset);
    },
  };
}

/** `*pkg.List[T]` → pkg, List; null for what is no named type. */
function nameParts(text: string): string[] | null {
  const said = text.trim();
  const name = said.split('[', 1)[0]!.replace(/^\*+/, '');
  const isWhole = !said.includes('[') || said.endsWith(']');
  return isWhole && /^\w+(?:\.\w+)?$/.test(name) ? name.split('.') : null;
}

/** Fields with their names; what a type embeds has none. */
type Members = readonly { names: readonly string[]; type: Written }[];

/** Returns the fields of a struct, and what it or an interface embeds. */
function membersOf({ at, offset: start }: Written): Members {
  const text = at.file.codeText;
  const opened = /^[\s*]*(?:struct|interface)\s*\{/.exec(text.slice(start, start + 100))?.[0];
  if (opened === undefined) return [];
  const end = closerOf(text, start + opened.length - 1);
  const members: { names: string[]; type: Written }[] = [];
  for (let position = start + opened.length; position < end; ) {
    const rest = text.slice(position, Math.min(end, position + 1000));
    const field = /^\s*((?:\w+[^\S\n]*,\s*)*\w+)[^\S\n]+(?=[\w*[<(])/.exec(rest);
    const line = rest.trimStart().split(/[;\n`]/, 1)[0]!;
    if (nameParts(line) !== null) members.push({ names: [], type: { at, text: line, offset: position } });
    else if (field !== null) {
      const offset = position + field[0].length;
      const names = field[1]!.split(',').map((name) => name.trim());
      members.push({ names, type: { at, text: typeAt(text, offset), offset } });
    }
    position = afterLine(text, skipSpace(text, position, end), end);
  }
  return members;
}

function isType({ definition: { kind } }: GoDefinition): boolean {
  return kind === 'class' || kind === 'interface' || kind === 'type';
}

/** Returns where the name of a definition stands. A declaration in brackets has several. */
function nameOffset({ at: { file }, definition: { name, startLine, endLine } }: GoDefinition): number {
  const start = file.starts[startLine - 1] ?? 0;
  const text = file.codeText.slice(start, file.starts[endLine]);
  const head = '(?:^|[\\n;(])[^\\S\\n]*(?:(?:type|var|const|func)\\s+|func\\s*\\([^)]*\\)\\s*)?(?:\\w+\\s*,\\s*){0,20}';
  const found = new RegExp(`${head}(?<!\\w)${name}(?!\\w)`).exec(text);
  return start + (found === null ? 0 : found.index + found[0].length - name.length);
}

/** Returns a function's type: its text from the parameters on. */
function signatureAt(at: GoFile, from: number): Written {
  const text = at.file.codeText;
  const offset = text[from] === '[' ? closerOf(text, from) + 1 : from;
  return { at, text: `func${typeAt(text, offset, true)}`, offset: offset - 'func'.length };
}

/** Returns the types of the results of a function's type. */
function results({ at, text, offset }: Written): Written[] {
  const opened = /^\s*func\s*(?=\()/.exec(text)?.[0];
  if (opened === undefined) return [];
  const after = closerOf(text, opened.length) + 1;
  const from = skipSpace(text, after, text.length);
  if (text[from] !== '(') {
    const one = text.slice(from).trim();
    return one === '' ? [] : [{ at, text: one, offset: offset + from }];
  }
  const parts = listParts(text, from + 1, closerOf(text, from));
  const said = parts.map((part) => ({ at, text: text.slice(part.from, part.to).trim(), offset: offset + part.from }));
  const named = /^\w+\s+(?=\S)(?<!^(?:chan|func|interface|map|struct)\s+)/;
  if (!said.some((one) => named.test(one.text))) return said;
  // `(a, b T, err error)`: a name without a type has that of the next one.
  return said.map((_, index) => {
    const typed = said.slice(index).find((one) => named.test(one.text))!;
    return typed === undefined ? said[index]! : { ...typed, text: typed.text.replace(named, '') };
  });
}
