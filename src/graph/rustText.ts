/**
 * Reads blocks of members, types, fields and bindings in the text of Rust, where comments and
 * strings are blank. Pure.
 */

import { getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { NAME_AT_END } from '../base/words.ts';
import type { ChainSigns } from '../languages/referenceRules.ts';
import type { Range } from './brackets.ts';
import { beforeSpace, lineAt, listParts, type Stretch, skipSpace, wordAt } from './codeText.ts';
import { definitionsAround, type SourceFile } from './readFiles.ts';
import type { Site, SymbolHit } from './referenceModel.ts';
import { innerBindings } from './siteOf.ts';

/** An `impl` or a trait: the range from its head to the end of its block. */
export interface Block extends Range {
  isTrait: boolean;
  /** The names of its parameters for types. */
  parameters: readonly string[];
  /** The trait that is implemented; '' without one. */
  trait: string;
  type: string;
  /** The offset of the type. */
  at: number;
  /** The offset of the brace. */
  open: number;
}

export interface RustFile {
  path: string;
  file: SourceFile;
  /** Blocks by the names of their trait and their type. */
  blocks: ReadonlyMap<string, readonly Block[]>;
  blockAt(offset: number): Block | null;
  siteAt(offset: number): Site;
}

/** A type as it is written at a place, and what names in it stand for; null where that is open. */
export interface Written {
  at: RustFile;
  text: string;
  offset: number;
  bound: Arguments;
}

export type Arguments = ReadonlyMap<string, Written | null>;

/** A type that is looked up: a definition of the view, or a name of the standard library. */
export interface Meant {
  name: string;
  hit: SymbolHit | null;
  args: readonly Written[];
  /** Traits of which it has the members, too. */
  traits: readonly Written[];
  type: Written;
}

export interface Method {
  hit: SymbolHit;
  bound: Arguments;
}

/** A method in a block; without one it is a trait's, which gives it to all its types. */
export interface OwnMethod {
  method: SymbolHit;
  block: Block | null;
}

/** A step from a pattern to one inside of it: `Some(x)`, `Point { x }`, `(x, y)`, `[x]`. */
export interface PatternStep {
  path: string;
  at: number;
  key: number | string;
}

export const SIGNS: ChainSigns = {
  separator: '\\.|::',
  postfix: '?',
  closers: ')]',
  statement: /^(?:return|if|for|while|match|in|let|else|move|break|as|where|unsafe|async|loop|ref|mut|dyn|impl)$/,
};

export const NONE: Arguments = new Map();
export const LONGEST_TYPE = 1000;
/** Patterns around a name, and types behind names of types, are followed so far. */
export const DEEPEST = 8;
/** Returns where a type ends: before a stop or a bracket that closes one around it. */
export function typeEnd(text: string, from: number, stops = /[,;]/): number {
  let depth = 0;
  const end = Math.min(text.length, from + LONGEST_TYPE);
  for (let at = from; at < end; at++) {
    const sign = text[at]!;
    if (depth === 0 && stops.test(sign)) return at;
    if ('([{<'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign) || (sign === '>' && !/[-=]/.test(text[at - 1] ?? ''))) depth -= 1;
    if (depth < 0) return at;
  }
  return end;
}

/** Returns the parts of a list in brackets, whose first one begins at an offset. */
export function typeParts(text: string, from: number): Stretch[] {
  const parts: Stretch[] = [];
  for (let start = from; start < text.length; ) {
    const to = typeEnd(text, start, /,/);
    if (/\S/.test(text.slice(start, to))) parts.push({ from: start, to });
    if (text[to] !== ',') break;
    start = to + 1;
  }
  return parts;
}

/** Returns the type that begins at an offset. */
export function writtenAt(at: RustFile, offset: number, stops?: RegExp): Written {
  const said = at.file.codeText.slice(offset, offset + LONGEST_TYPE);
  const text = said
    .slice(0, typeEnd(said, 0, stops))
    .split(/\bwhere\b/, 1)[0]!
    .trim();
  return { at, text, offset, bound: NONE };
}

export function lastName(path: string): string {
  return /^[\s&]*(?:'\w+\s+)?(?:mut\s+)?(?:\w*::)*(\w+)/.exec(path)?.[1] ?? '';
}

/** True for what stands before `::` in `<Name as Trait>::method`. */
export function isQualified(from = ''): boolean {
  return from.startsWith('<');
}

/** Returns the type before `::`, which is `Trait` in `<Name as Trait>::`; null if there is none. */
export function holderBefore(text: string, offset: number): string | null {
  const left = text.slice(Math.max(0, offset - 200), offset);
  if (!left.endsWith('>::')) return /(?<![\w:>])((?:\w+::)*\w+)::$/.exec(left)?.[1] ?? null;
  let depth = 0;
  for (let at = left.length - 3; at >= 0; at--) {
    if (left[at] === '>' && !/[-=]/.test(left[at - 1] ?? '')) depth += 1;
    if (left[at] !== '<') continue;
    depth -= 1;
    if (depth > 0) continue;
    const isOfName = /[\w:]$/.test(left.slice(0, at));
    return isOfName ? null : left.slice(at + 1, -3).replace(/^.*\sas\s+/s, '');
  }
  return null;
}

/** Reads the parameters for types behind a name; lifetimes are left out. */
export function parametersAt(text: string, end: number): { names: string[]; after: number } {
  const open = skipSpace(text, end, text.length);
  if (text[open] !== '<') return { names: [], after: end };
  const parts = typeParts(text, open + 1);
  const names = parts.flatMap(({ from, to }) => /^\s*(?:const\s+)?(\w+)/.exec(text.slice(from, to))?.[1] ?? []);
  return { names, after: typeEnd(text, open + 1, /\0/) + 1 };
}

export function boundTo(names: readonly string[], args: readonly Written[]): Arguments {
  return new Map(names.map((name, index) => [name, args[index] ?? null]));
}

/** Binds the parameters of a block to the arguments of its type; the others are open. */
export function boundBy({ type, parameters }: Block, args: readonly Written[]): Arguments {
  const open = type.indexOf('<');
  const own = open === -1 ? [] : typeParts(type, open + 1).map(({ from, to }) => type.slice(from, to).trim());
  const types = own.filter((one) => !one.startsWith("'"));
  return new Map(parameters.map((name) => [name, args[types.indexOf(name)] ?? null]));
}

const HEADS =
  /(?<=(?:^|[\n;{}])[^\S\n]{0,100})(?:(?:pub(?:\([^()\n]{0,50}\))?|unsafe|default)\s+){0,3}(impl\b|trait\s+)/g;

export function readBlocks(file: SourceFile): Block[] {
  const { codeText: text } = file;
  const pairs = innerBindings(file).pairs();
  return [...text.matchAll(HEADS)].flatMap(({ index: from, 0: said, 1: word }): Block[] => {
    const isTrait = word !== 'impl';
    const begin = from + said.length;
    const own = isTrait ? wordAt(text, begin) : '';
    const { names: parameters, after } = parametersAt(text, begin + own.length);
    const open = typeEnd(text, after, /[{;]/);
    if (text[open] !== '{') return [];
    const range = { from, to: pairs.closerOf(open), open, parameters };
    if (isTrait) return [{ ...range, isTrait, trait: '', type: own, at: begin }];
    const [head = ''] = text.slice(after, open).split(/\bwhere\b/, 1);
    const parts = /^(.*?)\sfor\s+(?!<)/s.exec(head);
    const type = head.slice(parts?.[0].length ?? 0);
    const at = after + head.length - type.trimStart().length;
    return [{ ...range, isTrait, trait: (parts?.[1] ?? '').trim(), type: type.trim(), at }];
  });
}

export function ofBlock(at: RustFile, { type, at: offset }: Block): Written {
  return { at, text: type, offset, bound: NONE };
}

const associated = new WeakMap<Block, ReadonlyMap<string, Written>>();

/** Returns the type that a block gives a name, in a trait the first one that it must have. */
export function associatedIn(at: RustFile, block: Block, name: string): Written | null {
  const all = getOrMake(associated, block, () => {
    const text = at.file.codeText;
    const types = text.slice(block.open, block.to).matchAll(/\btype\s+(\w+)\s*[:=]\s*/g);
    return new Map(
      [...types].map(({ index, 0: { length }, 1: own }) => {
        const offset = block.open + index + length;
        return [own!, writtenAt(at, offset, /[+;=]/)];
      }),
    );
  });
  return all.get(name) ?? null;
}

/** Returns the traits that a parameter for types must have, as the heads around a place say. */
export function traitsOf(type: Written, name: string): Written[] {
  const { file, blockAt } = type.at;
  const heads = definitionsAround(file, lineAt(file, type.offset)).map(({ startLine }) => file.starts[startLine - 1]!);
  const block = blockAt(type.offset);
  const own = new RegExp(`(?<![\\w'])${escapeRegExp(name)}\\s*:(?!:)\\s*`);
  for (const from of [...heads.slice(-3).reverse(), ...(block === null ? [] : [block.from])]) {
    const [head = ''] = file.codeText.slice(from, from + LONGEST_TYPE).split(/[{;]/, 1);
    const found = own.exec(head);
    if (found === null) continue;
    const begin = found.index + found[0].length;
    return traitsIn(head.slice(begin, typeEnd(head, begin, /[,=]/)), { ...type, offset: from });
  }
  return [];
}

export function traitsIn(said: string, at: Written): Written[] {
  return said
    .split(/\bwhere\b/, 1)[0]!
    .split('+')
    .map((one) => one.trim())
    .filter((one) => /^(?:\w+::)*[A-Z]/.test(one))
    .map((text) => ({ ...at, text }));
}

type Named = Pick<SymbolHit, 'name' | 'startLine' | 'endLine'>;

const nameEnds = new WeakMap<Named, number>();

/** Returns the offset behind the name of a definition, below its attributes. */
export function nameEnd(file: SourceFile, hit: Named): number {
  return getOrMake(nameEnds, hit, () => {
    const { name, startLine, endLine } = hit;
    const from = file.starts[startLine - 1]!;
    const text = file.codeText.slice(from, Math.min(file.starts[endLine] ?? from, from + 20_000));
    const own = new RegExp(`\\b(?:fn|struct|enum|union|trait|type|const|static|mut)\\s+${escapeRegExp(name)}(?!\\w)`);
    const found = own.exec(text) ?? new RegExp(`(?<!\\w)${escapeRegExp(name)}(?!\\w)`).exec(text);
    return from + (found === null ? 0 : found.index + found[0].length);
  });
}

interface Fields {
  isTuple: boolean;
  /** The parameters of the type. */
  names: readonly string[];
  /** Types by name or number. */
  fields: ReadonlyMap<number | string, { text: string; offset: number }>;
}

const knownFields = new WeakMap<SymbolHit, Fields>();

export function fieldsOf(file: SourceFile, hit: SymbolHit): Fields {
  return getOrMake(knownFields, hit, () => fieldsIn(file, hit));
}

function fieldsIn(file: SourceFile, hit: SymbolHit): Fields {
  const text = file.codeText;
  const { names: own, after } = parametersAt(text, nameEnd(file, hit));
  const holder = definitionsAround(file, lineAt(file, after)).findLast(({ kind }) => kind === 'enum');
  const names = hit.kind === 'constant' && holder ? parametersAt(text, nameEnd(file, holder)).names : own;
  const open = after + /^(?:\s*where\b[^{;]*)?\s*/.exec(text.slice(after, after + LONGEST_TYPE))![0].length;
  if (text[open] !== '(' && text[open] !== '{') return { isTuple: false, names, fields: new Map() };
  const fields = typeParts(text, open + 1).map(({ from, to }, index) => {
    const written = text.slice(from, to);
    const name = text[open] === '(' ? '' : '(\\w+)\\s*:\\s*';
    const head = new RegExp(`^(?:\\s|#\\[[^\\]]*\\]|pub(?:\\s*\\([^()]*\\))?(?=\\s))*${name}`).exec(written);
    const begin = head?.[0].length ?? 0;
    return [head?.[1] ?? index, { text: written.slice(begin).trim(), offset: from + begin }] as const;
  });
  return { isTuple: text[open] === '(', names, fields: new Map(fields) };
}

/**
 * The place where a variable gets its value or type, and the steps to it through a pattern, the
 * innermost first.
 */
export interface BoundValue extends Stretch {
  form: 'type' | 'value' | 'each' | 'closure';
  /** The number of the parameter of a closure. */
  at: number;
  steps: readonly PatternStep[];
}

/** Reads the statement, arm, parameter or closure that binds a name at a place. */
export function bindingOf({ file }: RustFile, place: number, name: string): BoundValue | null {
  const text = file.codeText;
  const pairs = innerBindings(file).pairs();
  const steps: PatternStep[] = [];
  let [from, to] = [place, place + name.length];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const begins = beforePattern(text, from);
    const left = text.slice(Math.max(0, begins - 200), begins);
    const right = text.slice(to, to + 300);
    const value = (form: BoundValue['form'], begin: number, end: number, at = 0): BoundValue => ({
      ...{ form, from: begin, to: end, at, steps },
    });
    if (/@$/.test(left) || /^\s*@/.test(right)) return null;
    const colon = /^\s*:(?!:)\s*/.exec(right)?.[0].length;
    if (colon !== undefined) return value('type', to + colon, to + colon);
    const bars = /^\s*[,|]/.test(right) ? /(?:[(,]|\bmove)\s*\|([^|;{}]*)$/.exec(left) : null;
    if (bars !== null) {
      const open = pairs.openerOf(from);
      const method = open === -1 ? '' : text.slice(beginOfPath(text, open), open);
      const index = listParts(bars[1]!, 0, bars[1]!.length).length;
      return method === '' ? null : value('closure', open - method.length, open, index);
    }
    const isStatement = /\blet$/.test(left);
    const assigned = isStatement ? /^\s*=(?!=)\s*/.exec(right)?.[0].length : undefined;
    if (assigned !== undefined) {
      const begin = to + assigned;
      const end = expressionEnd(file, begin, /\b(?:if|while)\s+let$|&&\s*let$/.test(left));
      const outer = steps.at(-1);
      const values = text[begin] === '(' && outer?.path === '' ? listParts(text, begin + 1, pairs.closerOf(begin)) : [];
      const own = values.length > 1 ? values[Number(outer!.key)] : undefined;
      if (own === undefined) return value('value', begin, end);
      steps.pop();
      return value('value', own.from, own.to);
    }
    if (isStatement) return null;
    const loop = /\bfor$/.test(left) ? /^\s+in\b\s*/.exec(right)?.[0].length : undefined;
    if (loop !== undefined) return value('each', to + loop, expressionEnd(file, to + loop, true));
    const opener = pairs.openerOf(from);
    if (/[{},|]$/.test(left) && /^\s*(?:\|[\w\s:(),&|.{}]{0,200})?(?:\bif\b[^;{}]{0,200})?=>/.test(right)) {
      const head = opener === -1 ? '' : text.slice(Math.max(0, opener - 500), opener);
      const word = head.lastIndexOf('match');
      return word === -1 || /[;{}]/.test(head.slice(word))
        ? null
        : value('value', opener - head.length + word + 5, opener);
    }
    if (opener === -1) return null;
    const kind = pairs.kindOf(opener);
    const before = text.slice(beginOfPath(text, opener), opener);
    const path = kind === '[' ? '[' : SIGNS.statement.test(before.trim()) ? '' : before;
    const list = listParts(text, opener + 1, pairs.closerOf(opener));
    const index = list.findIndex((part) => part.to >= from);
    if ((kind === '{' && path === '') || index === -1) return null;
    const key = kind === '{' ? (/^\s*(\w+)\s*:(?!:)/.exec(text.slice(list[index]!.from, from))?.[1] ?? name) : index;
    const begin = kind === '[' ? opener : opener - path.length;
    steps.push({ path: path.trim(), at: begin, key });
    [from, to] = [begin, pairs.closerOf(opener) + 1];
  }
  return null;
}

/** @param isHead true in the head of a statement, which ends with a brace */
function expressionEnd(file: SourceFile, from: number, isHead: boolean): number {
  const { codeText: text } = file;
  const pairs = innerBindings(file).pairs();
  let at = from;
  while (at < text.length && !/[;)\]},]/.test(text[at]!) && !(isHead && text[at] === '{'))
    at = '([{'.includes(text[at]!) ? pairs.closerOf(at) + 1 : at + 1;
  return at;
}

/** Returns where `&`, `ref` and `mut` before a pattern begin. */
function beforePattern(text: string, from: number): number {
  let at = beforeSpace(text, from);
  for (;;) {
    const word = /^(?:ref|mut|box)$/.exec(text.slice(at - 3, at))?.[0] ?? '';
    const next = text[at - 1] === '&' ? at - 1 : at - word.length;
    if (next === at) return at;
    at = beforeSpace(text, next);
  }
}

/** Returns where a path of names before an offset begins. */
function beginOfPath(text: string, end: number): number {
  for (let at = beforeSpace(text, end); ; at -= 2) {
    const left = text.slice(Math.max(0, at - 100), at);
    at -= NAME_AT_END(left).exec(left)?.[0].length ?? 0;
    if (!text.startsWith('::', at - 2)) return at;
  }
}
