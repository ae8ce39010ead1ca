/**
 * Finds the types of receivers in Rust, as far as declarations say them: of variables, parameters,
 * fields and results, across files. It reads the text of the files without comments and strings,
 * and knows the common types of the standard library. If it is not sure, there is no type.
 */

import { countWhile, getOrMake, groupBy } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { MentionKind } from '../base/types.ts';
import type { ChainSigns } from '../languages/referenceRules.ts';
import { type AskedFiles, type AskedMention, KeptValues } from './askedFiles.ts';
import { innermostRange, type Range } from './brackets.ts';
import { closerOf, listParts, receiverBefore, type Stretch, skipSpace, wordAt } from './codeText.ts';
import { definitionsAround, type SourceFile } from './readFiles.ts';
import { holderKey, type Resolved, type Site, type SymbolHit, type TargetSets } from './referenceModel.ts';
import { resolveReference } from './resolveReference.ts';
import { innerBindings } from './siteOf.ts';
import { importsOf } from './visibleTargets.ts';

/** An `impl` or a trait: the range from its head to the end of its block. */
interface Block extends Range {
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

interface RustFile {
  path: string;
  file: SourceFile;
  /** Blocks by the name of their type. */
  blocks: ReadonlyMap<string, readonly Block[]>;
  blockAt(offset: number): Block | null;
  siteAt(offset: number): Site;
}

/** A type as it is written at a place, and what names in it stand for; null where that is open. */
interface Written {
  at: RustFile;
  text: string;
  offset: number;
  bound: Bound;
}

type Bound = ReadonlyMap<string, Written | null>;

/** What a type means: a definition of the view, or a name of the standard library. */
interface Meant {
  name: string;
  hit: SymbolHit | null;
  args: readonly Written[];
  /** Traits of which it has the members, too. */
  traits: readonly Written[];
  type: Written;
}

interface Method {
  hit: SymbolHit;
  bound: Bound;
}

/** A method in a block; without one it is a trait's, which gives it to all its types. */
interface Member {
  method: SymbolHit;
  block: Block | null;
}

/** A step from a pattern to one inside of it: `Some(x)`, `Point { x }`, `(x, y)`, `[x]`. */
interface PatternStep {
  path: string;
  at: number;
  key: number | string;
}

const SIGNS: ChainSigns = {
  separator: '\\.|::',
  postfix: '?',
  closers: ')]',
  statement: /^(?:return|if|for|while|match|in|let|else|move|break|as|where|unsafe|async|loop|ref|mut|dyn|impl)$/,
};

const NONE: Bound = new Map();
const LONGEST_TYPE = 1000;
/** Patterns around a name, and types behind names of types, are followed so far. */
const DEEPEST = 8;
/** Traits with methods of one name that are asked for those of a type. */
const MOST_GIVEN = 100;

/** Types whose members are those of their first argument. */
const POINTERS = new Set('Box Rc Arc Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Cow Pin'.split(' '));
/** Methods that a pointer or a copy has itself. */
const OF_ANY = new Set('clone to_owned as_ref as_mut by_ref borrow borrow_mut deref deref_mut into'.split(' '));

type Results = Readonly<Record<string, string>>;

const ITERATOR: Results = {
  'Option<0>': 'next next_back last nth peek find min max min_by max_by min_by_key max_by_key reduce',
  'Iterator<0>':
    'iter into_iter by_ref rev skip take step_by filter skip_while take_while chain cycle peekable fuse inspect cloned copied',
  'Iterator<(usize, 0)>': 'enumerate',
};
const CELL: Results = { '0': 'borrow borrow_mut get_mut into_inner get' };
const LOCK: Results = { 'Result<0>': 'lock read write try_lock into_inner get_mut' };
const MAP: Results = {
  'Option<1>': 'get get_mut remove insert',
  'Iterator<1>': 'values values_mut into_values',
  'Iterator<0>': 'keys into_keys',
  'Iterator<(0, 1)>': 'iter iter_mut into_iter drain',
  '1': 'index',
};
const LIST: Results = {
  'Iterator<0>': 'iter iter_mut into_iter drain',
  'Option<0>': 'get get_mut first first_mut last last_mut pop pop_front pop_back front back peek peek_mut',
  '0': 'remove swap_remove index',
};

/** Results of methods of the standard library: `0` and `1` are the arguments of the type. */
const RESULTS: Readonly<Record<string, Results>> = {
  Option: {
    '0': 'unwrap expect unwrap_or unwrap_or_else unwrap_or_default get_or_insert_with insert',
    'Option<0>': 'as_ref as_mut take cloned copied clone or or_else filter as_deref as_deref_mut replace',
    'Result<0>': 'ok_or ok_or_else',
    'Iterator<0>': 'iter iter_mut into_iter',
  },
  Result: {
    '0': 'unwrap expect unwrap_or unwrap_or_else unwrap_or_default',
    '1': 'unwrap_err expect_err',
    'Result<0, 1>': 'as_ref as_mut clone or_else',
    'Result<0>': 'map_err',
    'Option<0>': 'ok',
    'Option<1>': 'err',
    'Iterator<0>': 'into_iter',
  },
  ...{ Iterator: ITERATOR, DoubleEndedIterator: ITERATOR, Cell: CELL, RefCell: CELL, Mutex: LOCK, RwLock: LOCK },
  ...{ HashMap: MAP, BTreeMap: MAP, '[]': LIST, Vec: LIST, VecDeque: LIST, BinaryHeap: LIST, SmallVec: LIST },
  ...{ HashSet: LIST, BTreeSet: LIST, LinkedList: LIST, IntoIterator: LIST },
};

/** Methods whose closure gets an element as its first parameter. */
const WITH_ELEMENT =
  /^(?:map|and_then|filter|filter_map|flat_map|for_each|any|all|find|find_map|position|map_or|map_or_else|take_while|skip_while|inspect|is_some_and|is_ok_and|partition|max_by_key|min_by_key|sort_by_key|sort_unstable_by_key|retain|map_while|fold)$/;

export class RustTypes {
  readonly #asked: AskedFiles;
  readonly #siteOf: (file: SourceFile, path: string, line: number, column: number) => Site;
  readonly #files = new Map<string, RustFile | null>();
  readonly #values = new KeptValues();
  readonly #fields = new Map<SymbolHit, Fields>();
  #named!: TargetSets<SymbolHit>;

  constructor(asked: AskedFiles, siteOf: (file: SourceFile, path: string, line: number, column: number) => Site) {
    this.#asked = asked;
    this.#siteOf = siteOf;
  }

  /** Returns the method that a call with a receiver means; `open` if it may be several. */
  targetOf(
    { reference: { kind, name }, file, path, line, column }: AskedMention<MentionKind>,
    named: TargetSets<SymbolHit>,
  ): Resolved<SymbolHit> | 'open' | null {
    if (kind !== 'call' || named(name).where(isFunction).isEmpty) return null;
    this.#named = named;
    const offset = file.starts[line - 1]! + column;
    const left = file.codeText.slice(Math.max(0, offset - 200), offset);
    const method = this.#values.answer<Method | null | undefined>(undefined, () => {
      const at = this.#fileAt(path);
      if (at === null) return undefined;
      const type = /(?<![\w:>])((?:\w+::)*\w+)::$/.exec(left)?.[1];
      if (type !== undefined) return this.#method({ at, text: type, offset, bound: NONE }, name);
      const receiver = receiverBefore(file.codeText, offset, SIGNS);
      const found = receiver && this.#typeOf(at, { from: receiver.from, to: dotBefore(file.codeText, offset) });
      return found ? this.#method(found, name) : undefined;
    });
    if (method === null) return 'open';
    return method === undefined ? null : { target: method.hit, by: 'receiver' };
  }

  /** `Name(…)` means no struct with braces. */
  overloadOf(
    { reference: { name }, file, line, column }: AskedMention<MentionKind>,
    meant: Resolved<SymbolHit>,
  ): Resolved<SymbolHit> | null {
    const end = file.starts[line - 1]! + column + name.length;
    if (meant.target.kind !== 'class' || file.codeText[end] !== '(') return meant;
    const at = this.#fileAt(meant.target.path);
    return at !== null && readFields(at.file, meant.target).isTuple ? meant : null;
  }

  #fileAt(path: string): RustFile | null {
    return getOrMake(this.#files, path, () => {
      const file = this.#asked.fileAt(path);
      if (file?.language !== 'rust') return null;
      const blocks = readBlocks(file);
      const siteAt = (offset: number): Site => {
        const line = lineAt(file, offset);
        return this.#siteOf(file, path, line, offset - file.starts[line - 1]!);
      };
      return {
        path,
        file,
        blocks: groupBy(blocks, ({ type }) => lastName(type)),
        blockAt: innermostRange(blocks),
        siteAt,
      };
    });
  }

  /** Returns the definition that a path means at a place. */
  #find(at: RustFile, path: string, offset: number, kind: 'type' | 'call' | 'use'): SymbolHit | null {
    return this.#values.once(['find', kind, at.path, lineAt(at.file, offset), path].join('\0'), null, () => {
      const [, from = '', name = ''] = /^(?:(.*)::)?(\w+)$/.exec(path) ?? [];
      const site = { ...at.siteAt(offset), isPath: from !== '', isMacro: false };
      const answer = resolveReference({ name, kind, ...(from === '' ? {} : { from }) }, site, this.#named);
      if (answer !== null && answer !== 'elsewhere') return answer.target;
      // In `module::inner::Name` the first part may be imported.
      const [first, inner] = [from.split('::', 1)[0]!, /^\w+::(.*)/.exec(from)?.[1]];
      const [entry] = inner === undefined ? [] : importsOf(site, first).filter((one) => one.name === null);
      const module = entry?.paths.size === 1 ? this.#fileAt([...entry.paths][0]!) : null;
      return module && this.#find(module, `self::${inner}::${name}`, 0, kind);
    });
  }

  /** Returns what a type means, behind references, aliases, parameters and `Self`. */
  #meant(type: Written, depth = 0): Meant | null {
    return depth > DEEPEST ? null : this.#values.step(() => this.#readType(type, depth));
  }

  #readType(whole: Written, depth: number): Meant | null {
    const prefix = /^(?:[\s&]|\*(?:const|mut)\b|'\w+|(?:mut|dyn|impl|ref)\b|for<[^<>]*>|::)*/.exec(whole.text)![0];
    const type = { ...whole, text: whole.text.slice(prefix.length), offset: whole.offset + prefix.length };
    const { at, text, offset, bound } = type;
    const part = ({ from, to }: Stretch): Written => ({ ...type, text: text.slice(from, to).trim() });
    const meant = { hit: null, traits: [], type };
    if (text.startsWith('(')) {
      const args = typeParts(text, 1).map(part);
      return args.length === 1 ? this.#meant(args[0]!, depth + 1) : { ...meant, name: '()', args };
    }
    if (text.startsWith('[')) return { ...meant, name: '[]', args: [part({ from: 1, to: typeEnd(text, 1, /[;]/) })] };
    const path = /^\w+(?:::\w+)*/.exec(text)?.[0] ?? '';
    const name = path.split('::').at(-1)!;
    const open = /^(?:::)?\s*</.exec(text.slice(path.length))?.[0].length;
    if (path === '' || (open === undefined && text.startsWith('::', path.length))) return null;
    const args = (open === undefined ? [] : typeParts(text, path.length + open))
      .map(part)
      .filter((one) => !one.text.startsWith("'"))
      .map((one) => ({ ...one, text: one.text.replace(/^\w+\s*=\s*/, '') }));
    if (path === name && bound.has(name)) {
      const value = bound.get(name)!;
      return value && this.#meant(value, depth + 1);
    }
    const own = path.startsWith('Self') ? at.blockAt(offset) : null;
    if (path === 'Self') return own && this.#meant(ofBlock(at, own), depth + 1);
    if (path.startsWith('Self::')) {
      const said = own && associatedIn(at, own, name);
      return said && this.#meant({ ...said, bound }, depth + 1);
    }
    const hit = this.#find(at, path, offset, 'type');
    if (hit !== null) return this.#ofDefinition(hit, args, type, depth);
    const isOpen = path === name && !(name in RESULTS) && at.siteAt(offset).isTypeParameter(name);
    return { ...meant, name, args, traits: isOpen ? boundsOf(type, name) : [] };
  }

  #ofDefinition(hit: SymbolHit, args: readonly Written[], type: Written, depth: number): Meant | null {
    const at = this.#fileAt(hit.path);
    if (at === null) return null;
    const { names, after } = parametersAt(at.file.codeText, nameEnd(at.file, hit));
    const right = at.file.codeText.slice(after, after + LONGEST_TYPE);
    const bound = boundTo(names, args);
    if (hit.kind === 'type') {
      const begin = /^[^=;{]*=\s*/.exec(right)?.[0].length;
      return begin === undefined ? null : this.#meant({ ...writtenAt(at, after + begin), bound }, depth + 1);
    }
    const supers = hit.kind === 'interface' ? /^\s*:\s*([^{;]*?)(?:\bwhere\b[^{]*)?[{;]/.exec(right)?.[1] : undefined;
    const traits = supers === undefined ? [] : boundsIn(supers, { at, text: '', offset: after, bound });
    return { name: hit.name, hit, args, traits, type };
  }

  /** Returns the type that a trait's implementation for a type gives a name. */
  #associated({ hit, args }: Meant, trait: string, name: string): Written | null {
    const at = hit && this.#fileAt(hit.path);
    if (!hit || !at) return null;
    const found = this.#values.once(['associated', keyOf(hit), trait, name].join('\0'), null, () => {
      const block = at.blocks
        .get(hit.name)
        ?.find((one) => lastName(one.trait) === trait && this.#typeOfBlock(at, one) === hit);
      const said = block && associatedIn(at, block, name);
      return said ? { block, said } : null;
    });
    return found && { ...found.said, bound: boundBy(found.block, args) };
  }

  /** @returns null if it is open which method is meant, undefined if none is known */
  #method(type: Written, name: string, depth = 0): Method | null | undefined {
    const meant = depth > DEEPEST ? null : this.#meant(type);
    if (meant === null) return undefined;
    const { hit, args, traits } = meant;
    if (hit !== null) {
      const own = this.#ownMethod(hit, name);
      if (own !== undefined) {
        const bound: Bound = own?.block ? boundBy(own.block, args) : NONE;
        return own && { hit: own.method, bound: new Map([...bound, ['Self', meant.type]]) };
      }
    }
    for (const trait of traits) {
      const found = this.#method(trait, name, depth + 1);
      if (found) return { hit: found.hit, bound: new Map([...found.bound, ['Self', meant.type]]) };
    }
    const target = OF_ANY.has(name) ? null : this.#target(meant);
    return target === null ? undefined : this.#method(target, name, depth + 1);
  }

  /** Returns the method of a type or a trait, or one that a trait has for all its types. */
  #ownMethod(hit: SymbolHit, name: string): Member | null | undefined {
    return this.#values.once<Member | null | undefined>(['method', keyOf(hit), name].join('\0'), null, () => {
      const found = this.#membersOf(hit.name, name).get(hit) ?? [];
      const own = found.filter(({ block }) => block?.trait === '');
      const meant = own.length > 0 ? own : found;
      const heads = new Set(meant.map(({ block }) => `${block!.trait} for ${block!.type}`));
      if (heads.size > 0) return heads.size > 1 ? null : meant[0]!;
      const { all } = this.#named(name).where(isFunction);
      const given = all.length > MOST_GIVEN ? [] : all.filter((method) => this.#isGiven(hit, method));
      return given.length > 1 ? null : given[0] && { method: given[0], block: null };
    });
  }

  /** Returns the methods of all types of a name, by their type. */
  #membersOf(holder: string, name: string): ReadonlyMap<SymbolHit | null, readonly Member[]> {
    return this.#values.once<ReadonlyMap<SymbolHit | null, readonly Member[]>>(
      ['members', holder, name].join('\0'),
      new Map(),
      () => {
        const all = this.#named(name).where(isFunction).part(holderKey, holder).all;
        const found = all.flatMap((method) => {
          const at = this.#fileAt(method.path);
          const block = at?.blockAt(nameEnd(at.file, method));
          return at && block ? [{ method, block, hit: this.#typeOfBlock(at, block) }] : [];
        });
        return groupBy(found, ({ hit }) => hit);
      },
    );
  }

  #typeOfBlock(at: RustFile, { type, at: offset }: Block): SymbolHit | null {
    return this.#find(at, type.split(/[<\s]/, 1)[0]!, offset, 'type');
  }

  /** True for a method of a trait that the type has: its file or that of the trait says so. */
  #isGiven(hit: SymbolHit, method: SymbolHit): boolean {
    const trait = method.scope.at(-1);
    const [own, other] = [this.#fileAt(hit.path), this.#fileAt(method.path)];
    if (trait === undefined || own === null || other === null) return false;
    if (other.blockAt(nameEnd(other.file, method))?.isTrait !== true) return false;
    const written = new RegExp(`\\bfn\\s+${escapeRegExp(method.name)}(?!\\w)`);
    const isOf = (at: RustFile) => (block: Block) =>
      lastName(block.trait) === trait &&
      this.#typeOfBlock(at, block) === hit &&
      !written.test(at.file.codeText.slice(block.open, block.to));
    return [own, other].some((at) => at.blocks.get(hit.name)?.some(isOf(at)) === true);
  }

  /** Returns the type of the result of a function. */
  #result({ hit, bound }: Method): Written | null {
    const at = this.#fileAt(hit.path);
    if (at === null) return null;
    const text = at.file.codeText;
    const { names, after } = parametersAt(text, nameEnd(at.file, hit));
    const open = skipSpace(text, after, text.length);
    if (text[open] !== '(') return null;
    const close = closerOf(text, open) + 1;
    const arrow = /^\s*->\s*/.exec(text.slice(close, close + 100))?.[0].length;
    if (arrow === undefined) return null;
    const own: Bound = new Map([...bound, ...names.map((name) => [name, null] as const)]);
    return { ...writtenAt(at, close + arrow, /[{;]/), bound: own };
  }

  /** Returns the type of a field, or of a value in a case of an enum. */
  #field(hit: SymbolHit, args: readonly Written[], key: number | string): Written | null {
    const at = this.#fileAt(hit.path);
    if (at === null) return null;
    const { names, fields } = getOrMake(this.#fields, hit, () => readFields(at.file, hit));
    const field = fields.get(key);
    return field === undefined ? null : { at, ...field, bound: boundTo(names, args) };
  }

  #fieldOf(type: Written, name: string, depth = 0): Written | null {
    const meant = depth > DEEPEST ? null : this.#meant(type);
    if (meant?.name === '()') return meant.args[Number(name)] ?? null;
    const key = /^\d+$/.test(name) ? Number(name) : name;
    const own = meant?.hit?.kind === 'class' ? this.#field(meant.hit, meant.args, key) : null;
    const target = own === null && meant !== null ? this.#target(meant) : null;
    return own ?? (target && this.#fieldOf(target, name, depth + 1));
  }

  /** Returns the type whose members a pointer has, too. */
  #target(meant: Meant): Written | null {
    if (meant.hit !== null) return this.#associated(meant, 'Deref', 'Target');
    return POINTERS.has(meant.name) ? (meant.args[0] ?? null) : null;
  }

  /** Returns the type of the elements that a loop over a value gives. */
  #element(type: Written): Written | null {
    const meant = this.#meant(type);
    if (meant !== null && meant.hit !== null)
      return this.#associated(meant, 'Iterator', 'Item') ?? this.#associated(meant, 'IntoIterator', 'Item');
    const all = this.#called(type, 'into_iter');
    return (all && this.#meant(all)?.args[0]) ?? null;
  }

  /** Returns the type of the result of a method; null if that is open. */
  #called(type: Written, name: string): Written | null {
    const method = this.#method(type, name);
    if (method === null) return null;
    if (method !== undefined) return this.#result(method);
    const meant = this.#meant(type);
    if (meant === null) return null;
    if (meant.hit !== null) {
      const item = this.#associated(meant, 'Iterator', 'Item');
      if (item !== null) return this.#called({ ...item, text: `Iterator<${item.text}>` }, name);
      return name === 'clone' || name === 'by_ref' ? meant.type : null;
    }
    const { args } = meant;
    for (const [result, names] of Object.entries(RESULTS[meant.name] ?? {})) {
      if (!names.split(' ').includes(name)) continue;
      if ([...result].some((sign) => /\d/.test(sign) && args[Number(sign)] === undefined)) return null;
      return { ...meant.type, text: result.replace(/\d/g, (index) => args[Number(index)]!.text) };
    }
    const target = this.#target(meant);
    if (OF_ANY.has(name)) return name === 'into' ? null : (target ?? meant.type);
    return target && this.#called(target, name);
  }

  /** Reads an expression, as far as it is a chain of names, calls, fields and indexes. */
  #typeOf(at: RustFile, stretch: Stretch): Written | null {
    return this.#values.step(() => this.#chain(at, stretch));
  }

  #chain(at: RustFile, { from, to }: Stretch): Written | null {
    const text = at.file.codeText;
    const begin =
      from + /^(?:[\s&*]|(?:mut|return|move)\b)*/.exec(text.slice(from, Math.min(to, from + 100)))![0].length;
    let [type, position] = this.#begin(at, begin, to);
    for (position = skipSpace(text, position, to); position < to; position = skipSpace(text, position, to)) {
      if (type === null) return null;
      const sign = text[position];
      if (sign === '?') {
        const meant = this.#meant(type);
        type = meant !== null && /^(?:Option|Result)$/.test(meant.name) ? (meant.args[0] ?? null) : null;
        position += 1;
      } else if (sign === '[') {
        const close = closerOf(text, position);
        if (!text.slice(position, close).includes('..')) type = this.#called(type, 'index');
        position = close + 1;
      } else if (sign === '.') {
        position = skipSpace(text, position + 1, to);
        const name = /^\w*/.exec(text.slice(position, Math.min(to, position + 100)))![0];
        if (name === '') return null;
        position += name.length;
        if (text.startsWith('::<', position)) position = typeEnd(text, position + 3, /\0/) + 1;
        const isCall = text[position] === '(';
        if (isCall) position = closerOf(text, position) + 1;
        if (name !== 'await' || isCall) type = isCall ? this.#called(type, name) : this.#fieldOf(type, name);
      } else return /^else\b/.test(text.slice(position, position + 5)) ? type : null;
    }
    return type;
  }

  /** Reads the path at the beginning of an expression, with what is called or made by it. */
  #begin(at: RustFile, from: number, to: number): [Written | null, number] {
    const text = at.file.codeText;
    const right = text.slice(from, Math.min(to, from + LONGEST_TYPE));
    if (text[from] === '(') {
      const close = closerOf(text, from);
      return [text[from - 1] === '!' ? null : this.#typeOf(at, { from: from + 1, to: close }), close + 1];
    }
    const path = /^(?:::)?\w+(?:::\w+)*/.exec(right)?.[0] ?? '';
    const end = from + path.length;
    if (path === '' || SIGNS.statement.test(path) || /^\d/.test(path)) return [null, to];
    if (text.startsWith('::<', end)) return [null, to];
    const [, holder = '', name = ''] = /^(?:(.*)::)?(\w+)$/.exec(path)!;
    const type = (said: string): Written => ({ at, text: said, offset: from, bound: NONE });
    if (text[end] === '(') {
      const close = closerOf(text, end);
      return [this.#made(at, path, { from: end + 1, to: close }) ?? this.#ofCall(type(holder), name, path), close + 1];
    }
    const brace = skipSpace(text, end, to);
    if (text[brace] === '{' && brace < to) return [this.#ofCase(type(path)), closerOf(text, brace) + 1];
    if (holder !== '') return [this.#ofCase(type(path)), end];
    return [this.#variable(at, name, from), end];
  }

  /** Returns the type of `Some(value)`, `Box::new(value)`. */
  #made(at: RustFile, path: string, argument: Stretch): Written | null {
    const wraps = /^(?:(Some|Ok)|(?:\w+::)*(\w+)::new)$/.exec(path);
    const name = wraps?.[2] ?? (wraps?.[1] === 'Ok' ? 'Result' : wraps && 'Option');
    if (!name || (wraps?.[2] !== undefined && !POINTERS.has(name) && !/^(?:RefCell|Cell|Mutex|RwLock)$/.test(name)))
      return null;
    const inner = this.#typeOf(at, argument);
    return inner && { ...inner, text: `${name}<${inner.text}>` };
  }

  /** Returns the type of the result of a function, or of what a case of an enum or a struct makes. */
  #ofCall(holder: Written, name: string, path: string): Written | null {
    if (holder.text !== '' && /^(?:Self|(?:.*::)?[A-Z]\w*)$/.test(holder.text)) {
      const method = this.#method(holder, name);
      if (method) return this.#result(method);
      if (method === undefined && name === 'default') return this.#meant(holder)?.hit ? holder : null;
    }
    const hit = this.#find(holder.at, path, holder.offset, 'call');
    if (hit === null || !isFunction(hit)) return this.#ofCase({ ...holder, text: path });
    return hit.kind === 'function' ? this.#result({ hit, bound: NONE }) : null;
  }

  /** Returns the type of a struct or of a case of an enum by its path. */
  #ofCase(written: Written): Written | null {
    const { at, text, offset } = written;
    const [, holder = '', name = ''] = /^(?:(.*)::)?(\w+)$/.exec(text)!;
    if (text === 'Self') return written;
    if (!/^[A-Z]/.test(name)) return null;
    if (holder !== '' && /^(?:.*::)?[A-Z]\w*$/.test(holder)) {
      const meant = this.#meant({ ...written, text: holder });
      return meant?.hit?.kind === 'enum' ? { ...written, text: holder } : null;
    }
    const hit = this.#find(at, text, offset, 'type') ?? this.#find(at, text, offset, 'use');
    if (hit === null || hit.kind === 'interface') return null;
    const own = this.#fileAt(hit.path);
    if (own === null) return null;
    if (hit.kind !== 'constant') return written;
    const end = nameEnd(own.file, hit);
    const around = definitionsAround(own.file, lineAt(own.file, end)).findLast(({ kind }) => kind === 'enum');
    if (around !== undefined) return { at: own, text: around.name, offset: end, bound: NONE };
    const colon = /^\s*:\s*/.exec(own.file.codeText.slice(end, end + 100))?.[0].length;
    return colon === undefined ? null : writtenAt(own, end + colon, /[=;]/);
  }

  #variable(at: RustFile, name: string, offset: number): Written | null {
    if (name === 'self') {
      const own = at.blockAt(offset);
      return own && ofBlock(at, own);
    }
    const { declarationsOf } = innerBindings(at.file);
    let from = offset;
    for (let tries = 0; tries < DEEPEST; tries++) {
      const place = declarationsOf(name, from).findLast((one) => one <= from);
      if (place === undefined) break;
      const value = bindingOf(at, place, name);
      if (value === null) return null;
      if (value.to <= offset || offset < value.from || value.form === 'type' || place === offset)
        return this.#values.once<Written | null>(['variable', at.path, place].join('\0'), null, () =>
          value.steps.reduceRight(
            (type: Written | null, step) => this.#inside(at, type, step),
            this.#ofValue(at, value),
          ),
        );
      from = place - 1;
    }
    return /^[A-Z]/.test(name) ? this.#ofCase({ at, text: name, offset, bound: NONE }) : null;
  }

  #ofValue(at: RustFile, { form, from, to, at: index }: Value): Written | null {
    const text = at.file.codeText;
    if (form === 'type') return writtenAt(at, from, /[,;={|]/);
    if (form !== 'closure') {
      const type = this.#typeOf(at, { from, to });
      return type && form === 'each' ? this.#element(type) : type;
    }
    // The value is the name of the method that the closure is given to.
    const name = text.slice(from, to);
    const receiver = receiverBefore(text, from, SIGNS);
    if (!receiver || !WITH_ELEMENT.test(name) || index !== (name === 'fold' ? 1 : 0)) return null;
    const type = this.#typeOf(at, { from: receiver.from, to: dotBefore(text, from) });
    const meant = type && this.#meant(type);
    return meant?.name === 'Result' ? (meant.args[0] ?? null) : type && this.#element(type);
  }

  /** Returns the type of what a step of a pattern leads to. */
  #inside(at: RustFile, type: Written | null, { path, at: offset, key }: PatternStep): Written | null {
    if (path === '[') return type && this.#element(type);
    if (path === '') return type && this.#fieldOf(type, String(key));
    const meant = type && this.#meant(type);
    if (/^(?:Some|Ok|Err)$/.test(path)) {
      const isFitting = meant !== null && meant.name === (path === 'Some' ? 'Option' : 'Result');
      return isFitting ? (meant.args[path === 'Err' ? 1 : 0] ?? null) : null;
    }
    const hit = this.#find(at, path, offset, 'use') ?? this.#find(at, path, offset, 'type');
    return hit && this.#field(hit, meant?.args ?? [], key);
  }
}

// Reads heads, types and patterns in the text.

function keyOf({ path, startLine, name }: SymbolHit): string {
  return `${path}\0${startLine}\0${name}`;
}

function isFunction({ kind }: SymbolHit): boolean {
  return kind === 'method' || kind === 'function';
}

function lineAt({ starts }: SourceFile, offset: number): number {
  return countWhile(starts.length, (at) => starts[at]! <= offset);
}

function dotBefore(text: string, offset: number): number {
  let at = offset - 1;
  while (at > 0 && /\s/.test(text[at]!)) at -= 1;
  return at;
}

/** Returns where a type ends: before a stop or a bracket that closes one around it. */
function typeEnd(text: string, from: number, stops = /[,;]/): number {
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
function typeParts(text: string, from: number): Stretch[] {
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
function writtenAt(at: RustFile, offset: number, stops?: RegExp): Written {
  const said = at.file.codeText.slice(offset, offset + LONGEST_TYPE);
  const text = said
    .slice(0, typeEnd(said, 0, stops))
    .split(/\bwhere\b/, 1)[0]!
    .trim();
  return { at, text, offset, bound: NONE };
}

function lastName(path: string): string {
  return /^[\s&]*(?:'\w+\s+)?(?:mut\s+)?(?:\w*::)*(\w+)/.exec(path)?.[1] ?? '';
}

/** Reads the parameters for types behind a name; lifetimes are left out. */
function parametersAt(text: string, end: number): { names: string[]; after: number } {
  const open = skipSpace(text, end, text.length);
  if (text[open] !== '<') return { names: [], after: end };
  const parts = typeParts(text, open + 1);
  const names = parts.flatMap(({ from, to }) => /^\s*(?:const\s+)?(\w+)/.exec(text.slice(from, to))?.[1] ?? []);
  return { names, after: typeEnd(text, open + 1, /\0/) + 1 };
}

function boundTo(names: readonly string[], args: readonly Written[]): Bound {
  return new Map(names.map((name, index) => [name, args[index] ?? null]));
}

/** Binds the parameters of a block to the arguments of its type; the others are open. */
function boundBy({ type, parameters }: Block, args: readonly Written[]): Bound {
  const open = type.indexOf('<');
  const own = open === -1 ? [] : typeParts(type, open + 1).map(({ from, to }) => type.slice(from, to).trim());
  const types = own.filter((one) => !one.startsWith("'"));
  return new Map(parameters.map((name) => [name, args[types.indexOf(name)] ?? null]));
}

const HEADS =
  /(?<=(?:^|[\n;{}])[^\S\n]{0,100})(?:(?:pub(?:\([^()\n]{0,50}\))?|unsafe|default)\s+){0,3}(impl\b|trait\s+)/g;

function readBlocks(file: SourceFile): Block[] {
  const { codeText: text } = file;
  const { pairs } = innerBindings(file);
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

function ofBlock(at: RustFile, { type, at: offset }: Block): Written {
  return { at, text: type, offset, bound: NONE };
}

const associated = new WeakMap<Block, ReadonlyMap<string, Written>>();

/** Returns the type that a block gives a name, in a trait the first one that it must have. */
function associatedIn(at: RustFile, block: Block, name: string): Written | null {
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
function boundsOf(type: Written, name: string): Written[] {
  const { file, blockAt } = type.at;
  const heads = definitionsAround(file, lineAt(file, type.offset)).map(({ startLine }) => file.starts[startLine - 1]!);
  const block = blockAt(type.offset);
  const own = new RegExp(`(?<![\\w'])${escapeRegExp(name)}\\s*:(?!:)\\s*`);
  for (const from of [...heads.slice(-3).reverse(), ...(block === null ? [] : [block.from])]) {
    const [head = ''] = file.codeText.slice(from, from + LONGEST_TYPE).split(/[{;]/, 1);
    const found = own.exec(head);
    if (found === null) continue;
    const begin = found.index + found[0].length;
    return boundsIn(head.slice(begin, typeEnd(head, begin, /[,=]/)), { ...type, offset: from });
  }
  return [];
}

function boundsIn(said: string, at: Written): Written[] {
  return said
    .split('+')
    .map((one) => one.trim())
    .filter((one) => /^(?:\w+::)*[A-Z]/.test(one))
    .map((text) => ({ ...at, text }));
}

type Named = Pick<SymbolHit, 'name' | 'startLine' | 'endLine'>;

const nameEnds = new WeakMap<Named, number>();

/** Returns the offset behind the name of a definition, below its attributes. */
function nameEnd(file: SourceFile, hit: Named): number {
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

function readFields(file: SourceFile, hit: SymbolHit): Fields {
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

/** What stands where a variable is bound, and the steps to it through a pattern, innermost first. */
interface Value extends Stretch {
  form: 'type' | 'value' | 'each' | 'closure';
  /** The number of the parameter of a closure. */
  at: number;
  steps: readonly PatternStep[];
}

/** Reads the statement, arm, parameter or closure that binds a name at a place. */
function bindingOf({ file }: RustFile, place: number, name: string): Value | null {
  const text = file.codeText;
  const { pairs } = innerBindings(file);
  const steps: PatternStep[] = [];
  let [from, to] = [place, place + name.length];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const left = text.slice(Math.max(0, from - 200), from).replace(/(?:[&\s]|\b(?:ref|mut|box))*$/, '');
    const right = text.slice(to, to + 300);
    const value = (form: Value['form'], begin: number, end: number, at = 0): Value => ({
      ...{ form, from: begin, to: end, at, steps },
    });
    if (/@$/.test(left) || /^\s*@/.test(right)) return null;
    const colon = /^\s*:(?!:)\s*/.exec(right)?.[0].length;
    if (colon !== undefined) return value('type', to + colon, to + colon);
    const bars = /^\s*[,|]/.test(right) ? /(?:[(,]|\bmove)\s*\|([^|;{}]*)$/.exec(left) : null;
    if (bars !== null) {
      const open = pairs.openerOf(from);
      const method = open === -1 ? null : /(\w+)$/.exec(text.slice(Math.max(0, open - 100), open));
      const index = listParts(bars[1]!, 0, bars[1]!.length).length;
      return method === null ? null : value('closure', open - method[1]!.length, open, index);
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
    const before = /(?:\w+::)*\w+\s*$/.exec(text.slice(Math.max(0, opener - 200), opener))?.[0] ?? '';
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
  const { pairs } = innerBindings(file);
  let at = from;
  while (at < text.length && !/[;)\]},]/.test(text[at]!) && !(isHead && text[at] === '{'))
    at = '([{'.includes(text[at]!) ? pairs.closerOf(at) + 1 : at + 1;
  return at;
}
