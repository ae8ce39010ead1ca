/**
 * Finds the types of receivers in Rust, as far as declarations say them: of variables, parameters,
 * fields and results, across files. It reads the text of the files without comments and strings,
 * and knows the common types of the standard library. If it is not sure, there is no type.
 */

import { getOrMake, groupBy } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { MentionKind } from '../base/types.ts';
import { OF_ANY, POINTERS, RESULTS, WITH_ELEMENT } from '../languages/rust.ts';
import { type AskedFiles, type AskedMention, KeptValues } from './askedFiles.ts';
import { innermostRange } from './brackets.ts';
import { beforeSpace, closerOf, lineAt, receiverBefore, type Stretch, skipSpace } from './codeText.ts';
import { isFunction } from './memberTypes.ts';
import { definitionsAround, type SourceFile } from './readFiles.ts';
import { holderKey, type Resolved, type Site, type SymbolHit, type TargetSets } from './referenceModel.ts';
import { resolveReference } from './resolveReference.ts';
import {
  type Arguments,
  associatedIn,
  type Block,
  type BoundValue,
  bindingOf,
  boundBy,
  boundTo,
  DEEPEST,
  fieldsOf,
  holderBefore,
  isQualified,
  LONGEST_TYPE,
  lastName,
  type Meant,
  type Method,
  NONE,
  nameEnd,
  type OwnMethod,
  ofBlock,
  type PatternStep,
  parametersAt,
  type RustFile,
  readBlocks,
  SIGNS,
  traitsIn,
  traitsOf,
  typeEnd,
  typeParts,
  type Written,
  writtenAt,
} from './rustText.ts';
import { innerBindings } from './siteOf.ts';
import { importsOf } from './visibleTargets.ts';

/** Traits with methods of one name that are asked for those of a type. */
const MOST_GIVEN = 100;
/** Types of one name with implementations of one trait in a file. */
const MOST_BLOCKS = 50;

/** Returns the site of an offset in a file. */
type SiteAt = (file: SourceFile, path: string, offset: number) => Site;

export class RustTypes {
  readonly #asked: AskedFiles;
  readonly #siteOf: SiteAt;
  readonly #files = new Map<string, RustFile | null>();
  readonly #values = new KeptValues();
  #named!: TargetSets<SymbolHit>;

  constructor(asked: AskedFiles, siteOf: SiteAt) {
    this.#asked = asked;
    this.#siteOf = siteOf;
  }

  /** Returns the method that a call with a receiver means; `open` if it may be several. */
  targetOf(
    { reference: { kind, name, from }, file, path, line, column }: AskedMention<MentionKind>,
    named: TargetSets<SymbolHit>,
  ): Resolved<SymbolHit> | 'open' | null {
    if (kind !== 'call' || named(name).where(isFunction).isEmpty) return null;
    this.#named = named;
    const offset = file.starts[line - 1]! + column;
    const type = holderBefore(file.codeText, offset);
    const method = this.#values.answer<Method | null | undefined>(undefined, () => {
      const at = this.#fileAt(path);
      if (at === null) return undefined;
      if (type !== null) return this.#method({ at, text: type, offset, bound: NONE }, name);
      const receiver = receiverBefore(file.codeText, offset, SIGNS);
      const found = receiver && this.#typeOf(at, { from: receiver.from, to: beforeSpace(file.codeText, offset) - 1 });
      return found ? this.#method(found, name) : undefined;
    });
    if (method === null || (method === undefined && isQualified(from))) return 'open';
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
    return at !== null && fieldsOf(at.file, meant.target).isTuple ? meant : null;
  }

  #fileAt(path: string): RustFile | null {
    return getOrMake(this.#files, path, () => {
      const file = this.#asked.fileAt(path);
      if (file?.language !== 'rust') return null;
      const blocks = readBlocks(file);
      return {
        ...{ path, file, blockAt: innermostRange(blocks), siteAt: (offset) => this.#siteOf(file, path, offset) },
        blocks: groupBy(blocks, ({ trait, type }) => `${lastName(trait)} ${lastName(type)}`),
      };
    });
  }

  /** Returns the definition that a path means at a place. */
  #find(at: RustFile, path: string, offset: number, kind: 'type' | 'call' | 'use'): SymbolHit | null {
    return this.#values.once(['find', kind, at.path, lineAt(at.file, offset), path].join('\0'), null, () => {
      const [, from = '', name = ''] = /^(?:(.*)::)?(\w+)$/.exec(path) ?? [];
      const site = { ...at.siteAt(offset), isPath: from !== '', isMacro: false };
      const alias = from === '' ? importsOf(site, name).find((entry) => entry.name !== name)?.name : null;
      const answer = resolveReference({ name, kind, ...(from === '' ? {} : { from }) }, site, this.#named, alias);
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
    return { ...meant, name, args, traits: isOpen ? traitsOf(type, name) : [] };
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
    const supers = hit.kind === 'interface' ? (/^\s*:([^{;]*)/.exec(right)?.[1] ?? '') : '';
    const traits = traitsIn(supers, { at, text: '', offset: after, bound });
    return { name: hit.name, hit, args, traits, type };
  }

  /** Returns the type that a trait's implementation for a type gives a name. */
  #associated({ hit, args }: Meant, trait: string, name: string): Written | null {
    const at = hit && this.#fileAt(hit.path);
    if (!hit || !at) return null;
    const found = this.#values.once(['associated', keyOf(hit), trait, name].join('\0'), null, () => {
      const [block] = this.#blocksOf(at, trait, hit);
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
        const bound: Arguments = own?.block ? boundBy(own.block, args) : NONE;
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
  #ownMethod(hit: SymbolHit, name: string): OwnMethod | null | undefined {
    return this.#values.once<OwnMethod | null | undefined>(['method', keyOf(hit), name].join('\0'), null, () => {
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
  #membersOf(holder: string, name: string): ReadonlyMap<SymbolHit | null, readonly OwnMethod[]> {
    return this.#values.once<ReadonlyMap<SymbolHit | null, readonly OwnMethod[]>>(
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

  /** Returns the blocks of a file that implement a trait for a type. */
  #blocksOf(at: RustFile, trait: string, hit: SymbolHit): Block[] {
    const blocks = at.blocks.get(`${trait} ${hit.name}`) ?? [];
    return blocks.slice(0, MOST_BLOCKS).filter((block) => this.#typeOfBlock(at, block) === hit);
  }

  /** True for a method of a trait that the type has: its file or that of the trait says so. */
  #isGiven(hit: SymbolHit, method: SymbolHit): boolean {
    const trait = method.scope.at(-1);
    const [own, other] = [this.#fileAt(hit.path), this.#fileAt(method.path)];
    if (trait === undefined || own === null || other === null) return false;
    if (other.blockAt(nameEnd(other.file, method))?.isTrait !== true) return false;
    const written = new RegExp(`\\bfn\\s+${escapeRegExp(method.name)}(?!\\w)`);
    return [own, other].some((at) => {
      const [block] = this.#blocksOf(at, trait, hit);
      return block !== undefined && !written.test(at.file.codeText.slice(block.open, block.to));
    });
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
    const own: Arguments = new Map([...bound, ...names.map((name) => [name, null] as const)]);
    return { ...writtenAt(at, close + arrow, /[{;]/), bound: own };
  }

  /** Returns the type of a field, or of a value in a case of an enum. */
  #field(hit: SymbolHit, args: readonly Written[], key: number | string): Written | null {
    const at = this.#fileAt(hit.path);
    if (at === null) return null;
    const { names, fields } = fieldsOf(at.file, hit);
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
  #typeOf(at: RustFile, { from, to }: Stretch): Written | null {
    const text = at.file.codeText;
    const begin =
      from + /^(?:[\s&*]|(?:mut|return|move)\b)*/.exec(text.slice(from, Math.min(to, from + 100)))![0].length;
    let [type, position] = this.#values.step(() => this.#begin(at, begin, to));
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

  /** Returns the type of what a function returns, or a struct or a case of an enum makes. */
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

  #ofValue(at: RustFile, { form, from, to, at: index }: BoundValue): Written | null {
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
    const type = this.#typeOf(at, { from: receiver.from, to: beforeSpace(text, from) - 1 });
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

function keyOf({ path, startLine, name }: SymbolHit): string {
  return `${path}\0${startLine}\0${name}`;
}
