/**
 * Finds members by the declared types of their receivers, in Java, PHP, C# and Kotlin: inherited
 * ones, fields, and results of calls in a chain, across files. It reads code without comments and
 * strings, and in some languages the types in comments. If it is not sure, there is no type.
 */

import { countWhile, getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { languageNamed, languageRules } from '../languages/languages.ts';
import type { ChainForms, PathIndex } from '../languages/referenceRules.ts';
import { type AskedFiles, type AskedMention, KeptValues } from './askedFiles.ts';
import {
  argumentsAt,
  assignedTo,
  bracedHead,
  haveSameTypes,
  isBoundIn,
  isInHead,
  parametersIn,
  parametersOf,
  primaryParameter,
  takes,
  takesMany,
} from './bindingForms.ts';
import { type ClassIn, ClassNames, innerClass, innerScope, isHolder, membersOf, type TypedFile } from './classNames.ts';
import { chainLinks, receiverBefore, type Step, type Stretch, stepsOf } from './codeText.ts';
import { definitionsAround, definitionsNamed, type FileDefinition, type SourceFile } from './readFiles.ts';
import {
  holderKey,
  only,
  pathKey,
  type Resolved,
  type Site,
  type SymbolHit,
  saidBy,
  scopeKey,
  type TargetSet,
  type TargetSets,
} from './referenceModel.ts';
import { fittingOf, OWN, PARENT } from './resolveReference.ts';
import { hasOwnMembers } from './siteOf.ts';
import { basesWritten, plainType, typeOfField, typeOfVariable, typeTagged, typeWritten } from './variables.ts';
import { importsOf } from './visibleTargets.ts';

/** The place of a mention, with the classes around, innermost first. */
interface Place {
  at: TypedFile;
  line: number;
  site: Site;
  owners: readonly ClassIn[];
  /** Those of them whose members need no receiver. */
  receivers: readonly ClassIn[];
}

interface Member {
  of: ClassIn;
  own: readonly FileDefinition[];
  /** False if it is inherited. */
  isOwn: boolean;
}

/** Classes that one inherits from. */
const MOST_BASES = 100;
/** Overloads of one name in a class; more were written by a program. */
const MOST_OVERLOADS = 50;
/** Characters of a function that are read. */
const LONGEST_FUNCTION = 20_000;

export class MemberTypes {
  readonly #asked: AskedFiles;
  readonly #forms: ChainForms;
  readonly #isQuick: boolean;
  readonly #values = new KeptValues();
  readonly #classes: ClassNames;

  /** @param isQuick true to read no further files for the types of receivers */
  constructor(asked: AskedFiles, index: PathIndex, language: string, isQuick: boolean) {
    this.#asked = asked;
    this.#isQuick = isQuick;
    this.#forms = languageRules(language).chains!;
    this.#classes = new ClassNames(asked, index, this.#forms, this.#values);
  }

  /** Returns the member that a mention means; null if that is open. */
  targetOf(mention: AskedMention, named: TargetSets<SymbolHit>): Resolved<SymbolHit> | null {
    const { reference, file, path, line, column, site } = mention;
    const { name, kind } = reference;
    if (this.#isQuick) return null;
    const fitting = fittingOf(reference, named(name), site);
    const at = (kind !== 'call' && kind !== 'use') || fitting.isEmpty ? null : this.#classes.fileAt(path);
    if (at === null) return null;
    const offset = file.starts[line - 1]! + column;
    const receiver = receiverBefore(file.codeText, offset, this.#forms);
    const list = kind === 'call' ? argumentsAt(file.codeText, offset + name.length, this.#forms) : null;
    const count = list?.length ?? null;
    const owners = [...definitionsAround(file, line)]
      .reverse()
      .filter(isHolder)
      .map((definition) => ({ at, definition }));
    const place = { at, line, site, owners, receivers: hasOwnMembers(file, line, offset) ? owners : [] };
    const found = this.#values.answer<Member | SymbolHit | null | undefined>(null, () => {
      if (receiver === undefined) {
        const isBare =
          kind === 'call' && !/(?:\bnew|@)\s*$/.test(file.codeText.slice(Math.max(0, offset - 50), offset));
        return isBare ? this.#ofOwners(place, (own) => this.#member(own, name, count)) : null;
      }
      const type = receiver && this.#chain(file.codeText, receiver, place);
      const member = type && this.#member(type, name, count);
      return type && member === undefined ? this.#extension(type, at, fitting) : member;
    });
    if (!found) return null;
    if (!('of' in found)) return { target: found, by: 'receiver' };
    const { startLine, endLine } = found.of.definition;
    const all = fitting
      .part(pathKey, found.of.at.path)
      .part(holderKey, found.of.definition.name)
      .all.filter((one) => one.startLine >= startLine && one.endLine <= endLine);
    // A field may have the name of a method.
    const target = all.find((one) => (one.kind === 'constant') === (kind === 'use')) ?? all[0];
    return target === undefined ? null : { target, by: found.isOwn ? 'receiver' : 'inherited' };
  }

  /** Returns the overload of a target that takes the arguments of a call; null if that is open. */
  overloadOf(
    { reference, file, line, column, site }: AskedMention,
    { target, by }: Resolved<SymbolHit>,
    named: TargetSets<SymbolHit>,
  ): Resolved<SymbolHit> | null {
    const known = { target, by };
    if (reference.kind !== 'call' || this.#forms.namespaces === undefined || !isFunction(target)) return known;
    const all = named(target.name).part(pathKey, target.path).part(scopeKey, scopeKey(target)).where(isFunction).all;
    if (all.length > MOST_OVERLOADS) return null;
    const at = all.length < 2 ? null : this.#classes.fileAt(target.path);
    if (at === null) return known;
    const defined = definitionsNamed(at.file, target.name);
    const end = file.starts[line - 1]! + column + reference.name.length;
    const list = argumentsAt(file.codeText, end, this.#forms);
    if (list === null) return null;
    const types = list.map((said) => typeOfArgument(said, site));
    const left = file.codeText.slice(Math.max(0, end - reference.name.length - 300), end - reference.name.length);
    const isMember = /\.\s*$/.test(left) && !left.endsWith(`${target.scope.at(-1)}.`);
    const fitting = all.flatMap((hit) => {
      const own = defined[countWhile(defined.length, (one) => defined[one]!.startLine < hit.startLine)];
      if (own?.startLine !== hit.startLine || !takes(at.file, own, list.length, this.#forms)) return [];
      const overload = overloadFrom(at.file, own);
      return [{ hit, ...overload, parameters: overload.parameters.slice(overload.isExtension && isMember ? 1 : 0) }];
    });
    const meant = bestOverload(fitting, types, countTypes(file.codeText.slice(end, end + 400)))?.hit;
    return meant === undefined ? null : { target: meant, by };
  }

  /** Returns the only function for a type that is called as its member. */
  #extension(type: ClassIn, at: TypedFile, fitting: TargetSet<SymbolHit>): SymbolHit | null {
    const { namespaces } = this.#forms;
    const line = this.#line(type);
    if (namespaces === undefined || line.includes(null)) return null;
    const names = line.map((one) => one!.definition.name);
    const all = fitting.all.filter((hit) => names.some((name) => namespaces.extends(name, hit)));
    return only(all.filter((one) => this.#classes.isSeen(one, at, namespaces.areNested)));
  }

  /** Asks the classes around a name without a receiver; undefined if none has such a member. */
  #ofOwners<R>({ at, receivers }: Place, ask: (own: ClassIn) => R | null | undefined): R | null | undefined {
    if (!languageRules(at.file.language).implicitReceiver) return undefined;
    for (const own of receivers) {
      const found = ask(own);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Returns the class that defines a member of this name, and its definitions there; null if that
   * is open, undefined if there is none.
   */
  #member(of: ClassIn, name: string, count: number | null): Member | null | undefined {
    const key = ['member', of.at.path, of.definition.startLine, name, count ?? ''];
    return this.#once<Member | null | undefined>(key, null, () => {
      const line = this.#line(of);
      const fitting = (one: ClassIn): FileDefinition[] =>
        membersOf(one, name).filter((member) => count === null || takes(one.at.file, member, count, this.#forms));
      const at = line.findIndex(
        (one) => one === null || fitting(one).length > 0 || isInHead(one.at.file, one.definition, name),
      );
      const found = line[at];
      if (!found || fitting(found).length === 0) return found && null;
      const own = fitting(found);
      const forms = own.map((method) => parametersOf(found.at.file, method));
      const isOther = (one: ClassIn | null): boolean =>
        one !== null &&
        fitting(one).some((method) => !forms.some((form) => haveSameTypes(form, parametersOf(one.at.file, method))));
      // Only the types of the arguments would tell which of them is meant.
      if (count !== null && this.#forms.hasOverloads && line.slice(at + 1).some(isOther)) return null;
      return { of: found, own, isOwn: at === 0 };
    });
  }

  /**
   * Returns a class and all that it inherits from, in the order in which members are looked for;
   * null where one is not known that may have any member.
   */
  #line(of: ClassIn): readonly (ClassIn | null)[] {
    return this.#once<readonly (ClassIn | null)[]>(['line', of.at.path, of.definition.startLine], [of], () => {
      const parts = [of, ...this.#classes.otherParts(of)];
      const line: (ClassIn | null)[] = [...parts];
      const bases = parts.flatMap((part) =>
        basesWritten(part.at.file, part.definition).map((base) => ({ ...base, part })),
      );
      for (const { said, by, part } of bases) {
        if (line.length >= MOST_BASES) break;
        const base = this.#classes.named(said, part.at, part.definition.scope);
        // An unknown interface may be left out: it seldom defines what its heirs do not.
        if (base === null && (by === 'use' || (by === 'extends' && of.definition.kind === 'class'))) line.push(null);
        for (const one of base === null || base.definition === of.definition ? [] : this.#line(base))
          if (one === null || line.every((known) => known?.definition !== one.definition)) line.push(one);
      }
      return line.slice(0, MOST_BASES);
    });
  }

  #parentOf({ at, definition }: ClassIn): ClassIn | null {
    const parent = basesWritten(at.file, definition).find(({ by }) => by === 'extends');
    return parent === undefined ? null : this.#classes.named(parent.said, at, definition.scope);
  }

  #once<R>(key: readonly (string | number)[], open: R, work: () => R): R {
    return this.#values.once(key.join('\0'), open, work);
  }

  /** Reads an expression, as far as it is a chain. */
  #typeOf(text: string, place: Place): ClassIn | null {
    const cast = /^\s*\(\s*([\w.\\]+)(?:<[^()]{0,200}>)?\s*\)\s*(?=[\w$(])/.exec(text)?.[1];
    if (cast !== undefined) return this.#declared(cast, place);
    const from = /^\s*(?:clone\s+|await\s+)?(?:new\s+)?/.exec(text)![0].length;
    return this.#chain(text, { from, to: text.length }, place);
  }

  #chain(text: string, stretch: Stretch, place: Place): ClassIn | null {
    return this.#values.step(() => {
      let [found, rest] = this.#begin(text, stretch, place);
      for (const { name, count } of rest) {
        if (found === null) return null;
        found = (count === null ? this.#field(found, name) : this.#called(found, name, count)) ?? null;
      }
      return found;
    });
  }

  /** Reads the beginning of a chain; the rest are members. */
  #begin(text: string, stretch: Stretch, place: Place): [ClassIn | null, readonly Step[]] {
    const isNew = /\bnew\s+$/.test(text.slice(Math.max(0, stretch.from - 50), stretch.from));
    const [begin, ...others] = chainLinks(text, stretch, this.#forms) ?? [];
    if (begin === undefined) return [null, []];
    const isInner = begin.sign === '(';
    const links = stepsOf(text, isInner ? others : [begin, ...others]);
    if (links === null) return [null, []];
    if (isInner) return [this.#typeOf(text.slice(begin.from, begin.to), place), links];
    const [{ name, count }, ...rest] = links as [Step, ...Step[]];
    const [own = null] = place.owners;
    if (isNew) {
      const called = links.findIndex((link) => link.count !== null);
      const names = links.slice(0, called === -1 ? links.length : called + 1);
      const made = names.map((link) => link.name).join('.');
      return [this.#declared(made, place), links.slice(names.length)];
    }
    if (count === null && OWN.has(name)) return [place.receivers[0] ?? null, rest];
    if (count === null && PARENT.has(name)) return [own && this.#parentOf(own), rest];
    if (count !== null) {
      const called = this.#ofOwners(place, (one) => this.#called(one, name, count));
      if (called === undefined && this.#forms.namespaces?.callsTakeBlocks === true && /^[A-Z]/.test(name)) {
        const isFunction = this.#asked
          .typesNamed(name)
          .some((one) => one.kind === 'function' && one.language === place.at.file.language);
        const made = isFunction ? null : this.#declared(name, place);
        return [made?.definition.kind === 'class' ? made : null, rest];
      }
      return [called === undefined ? this.#imported(name, count, place) : called, rest];
    }
    const variable = this.#variable(name, place);
    const found = variable === undefined ? this.#ofOwners(place, (one) => this.#field(one, name)) : variable;
    // In a class with an unknown base, `Log` may be its property, but nearly always of this type.
    const isType = found === undefined || (found === null && variable === undefined && /^[A-Z]/.test(name));
    return [isType ? this.#declared(name, place) : found, rest];
  }

  /** Returns the class of the result of a function of a class that is imported by its name. */
  #imported(name: string, count: number, { at }: Place): ClassIn | null {
    const [entry, ...others] = importsOf(at, name);
    if (entry?.within === undefined || others.length > 0) return null;
    const holder = this.#classes.at(entry.paths, entry.within);
    return (holder && this.#called(holder, name, count)) ?? null;
  }

  /** Returns the class of a type as it is written at a place. */
  #declared(said: string, { at, owners: [own] }: Place): ClassIn | null {
    if (own !== undefined && OWN.has(said)) return own;
    return this.#classes.named(said, at, own === undefined ? [] : innerScope(own));
  }

  /** Returns the class of a variable; null if that is open, undefined if there is no such one. */
  #variable(name: string, place: Place): ClassIn | null | undefined {
    const { at, line, site } = place;
    const sigil = languageNamed(at.file.language).variables?.sigil ?? '';
    if (!name.startsWith(sigil)) return undefined;
    const around = definitionsAround(at.file, line).findLast(({ kind }) => kind === 'method' || kind === 'function');
    const from = around === undefined ? 0 : at.file.starts[around.startLine - 1]!;
    const text = (): string => at.file.codeText.slice(from, at.file.starts[line]!).slice(-LONGEST_FUNCTION);
    const isShadowed =
      this.#forms.namespaces !== undefined &&
      around !== undefined &&
      (site.isLocal(name) || this.#forms.namespaces.callsTakeBlocks) &&
      assignedTo(text(), name, this.#forms) === null;
    const isOfOther = place.receivers.length < place.owners.length && !site.isLocal(name);
    const type = isShadowed || isOfOther ? null : site.typeOf(name);
    if (type !== null) return this.#declared(saidBy(type), place);
    if (isShadowed) return null;
    if (sigil === '' && !site.isLocal(name)) return undefined;
    const [own] = place.receivers;
    const isOfClass = own !== undefined && primaryParameter(own.at.file, own.definition, name) !== '';
    // A parameter of a class counts in its whole body.
    if (isOfClass && (around === undefined || !isBoundIn(at.file, around, name, text()))) return undefined;
    if (around === undefined) return null;
    return this.#once<ClassIn | null>(['variable', at.path, line, name], null, () => {
      const said = this.#forms.inComments ? typeTagged(at.file, around, 'param', name) : null;
      const types = assignedTo(text(), name, this.#forms)?.map((value) => this.#typeOf(value, place)) ?? [null];
      return agreed(said === null ? types : [...types, this.#declared(said, place)]);
    });
  }

  /** Returns the class of a field, a constant or an inner class; undefined if there is none. */
  #field(of: ClassIn, said: string): ClassIn | null | undefined {
    const name = said.replace(/^\$/, '');
    return this.#once<ClassIn | null | undefined>(['field', of.at.path, of.definition.startLine, name], null, () => {
      for (const one of this.#line(of)) {
        if (one === null) return null;
        const own = this.#ownField(one, name);
        if (own !== undefined) return own;
      }
      return undefined;
    });
  }

  #ownField(one: ClassIn, name: string): ClassIn | null | undefined {
    const { at, definition } = one;
    const fields = membersOf(one, name).filter(({ kind }) => kind === 'constant');
    const type =
      typeOfField(at.file, [definition], name) ??
      (this.#forms.inComments ? typeOfVariable(at.file, [definition], `this.${name}`, 0) : null);
    if (type !== null) return this.#classes.named(saidBy(type), at, innerScope(one));
    if (this.#forms.inComments) {
      const [field] = fields;
      const said =
        (field && typeTagged(at.file, field, 'var')) ??
        typeTagged(at.file, definition, 'property(?:-read)?', `$${name}`);
      if (said !== null) return this.#classes.named(said, at, innerScope(one));
    }
    if (fields.length > 0) return definition.kind === 'enum' ? one : null;
    const inHead = typeWritten(at.file.language, name, primaryParameter(at.file, definition, name));
    if (inHead !== null) return this.#classes.named(saidBy(inHead), at, innerScope(one));
    return innerClass(one, name) ?? undefined;
  }

  /** Returns the class of a call's result; null if that is open. */
  #called(of: ClassIn, name: string, count: number): ClassIn | null | undefined {
    const found = this.#member(of, name, count);
    if (!found) return found;
    const types = found.own.map((method) => {
      const said = this.#resultOf(found.of.at.file, method);
      if (said === 'static' || said === '$this') return of;
      if (said === 'self') return found.of;
      return said === null ? null : this.#classes.named(said, found.of.at, innerScope(found.of));
    });
    return agreed(types);
  }

  #resultOf(file: SourceFile, method: FileDefinition): string | null {
    const head = bracedHead(file, method);
    const said = head && plainType(this.#forms.result(head.before, head.after));
    return said ?? (this.#forms.inComments ? typeTagged(file, method, 'return') : null);
  }
}

const NUMBER = /^(?:s?byte|u?short|u?int|u?long|nint|float|double|decimal)$/;
const PRIMITIVE = new RegExp(`${NUMBER.source}|^(?:string|char|bool)$`);

/** Matches an interface that no string and no number has. */
const OTHER_INTERFACE = /^I(?!Comparable|Convertible|Enumerable|Equatable|Formattable|Cloneable)[A-Z]/;

/** Returns the type of an argument as far as it is written; null if that is open. */
function typeOfArgument(said: string, site: Site): string | null {
  if (/^[$@]*"/.test(said) || /^nameof\s*\(/.test(said)) return 'string';
  if (/^typeof\s*\(/.test(said)) return 'Type';
  if (said.startsWith('{') || /^(?:\w+|\([\w\s,]*\))\s*=>/.test(said)) return 'function';
  if (said.startsWith("'")) return 'char';
  if (/^(?:true|false)$/.test(said)) return 'bool';
  const number = /^-?\d[\d_]*(\.\d+)?([fdml]?)$/i.exec(said);
  if (number !== null)
    return (
      { f: 'float', d: 'double', m: 'decimal', l: 'long' }[number[2]!.toLowerCase()] ??
      (number[1] === undefined ? 'int' : 'double')
    );
  const made = /^(?:new\s+(?:\w+\.)*(\w+)\s*[({]|\((?:\w+\.)*(\w+)\??\)\s*[\w(])/.exec(said);
  return made?.[1] ?? made?.[2] ?? (/^\w+$/.test(said) ? (site.typeOf(said)?.name ?? null) : null);
}

/** Writes `System.String?` and `Int` as C# writes them: `string`, `int`. */
function plainTypeOf(parameter: string): string {
  const last = parameter.trimEnd().replace(/\?$/, '').split('.').at(-1)!;
  const lower = last
    .toLowerCase()
    .replace(/^boolean$/, 'bool')
    .replace(/^int(?:32|eger)$/, 'int');
  return PRIMITIVE.test(lower) ? lower : last;
}

const overloads = new WeakMap<FileDefinition, Overload>();

function overloadFrom(file: SourceFile, own: FileDefinition): Overload {
  return getOrMake(overloads, own, () => ({
    parameters: parametersOf(file, own),
    types: typesOf(own),
    isMany: takesMany(file, own),
    isExtension: parametersIn(bracedHead(file, own)?.parameters ?? '')[0]?.startsWith('this ') === true,
  }));
}

interface Overload {
  parameters: readonly string[];
  /** The number of its parameters for types. */
  types: number;
  /** True if its last parameter takes any number of arguments. */
  isMany: boolean;
  /** True if its first parameter is what stands before the dot: `Get(this Store all)`. */
  isExtension: boolean;
}

/**
 * Returns the overload whose parameters fit the types of the arguments best, if they tell: the one
 * with more equal types, then one with a parameter for each argument, then one with as many
 * parameters for types as the call has, then the one without defaults.
 */
function bestOverload<O extends Overload>(
  among: readonly O[],
  types: readonly (string | null)[],
  typesOfCall: number,
): O | null {
  const fits = (type: string | null, parameter: string): number => {
    if (type === null) return 1;
    const [own, wanted] = [plainTypeOf(type), plainTypeOf(parameter)];
    if (own === wanted) return 2;
    if (!PRIMITIVE.test(wanted)) return PRIMITIVE.test(own) && OTHER_INTERFACE.test(wanted) ? 0 : 1;
    return (own === 'char' || NUMBER.test(own)) && NUMBER.test(wanted) ? 1 : 0;
  };
  const possible = among.flatMap((one) => {
    const scores = types.map((type, at) => fits(type, one.parameters[at] ?? ''));
    if (scores.includes(0) || (typesOfCall > 0 && one.types !== typesOfCall)) return [];
    const sum = scores.reduce((all, score) => all + score, 0);
    const isExact = one.parameters.length === types.length;
    const more = [!one.isMany, one.types === typesOfCall, isExact];
    return [{ one, sum, rank: more.reduce((rank, holds) => 2 * rank + (holds ? 1 : 0), sum) }];
  });
  const differ = (one: O, other: O, at: number): boolean => one.parameters[at] !== other.parameters[at];
  const [best, ...others] = possible.sort((a, b) => b.rank - a.rank);
  const isOpen = others.some(({ one, sum, rank }) => {
    // The better of two unknown conversions counts before the number of parameters.
    const isEven = sum === best!.sum && one.isMany === best!.one.isMany;
    return rank === best!.rank || types.some((type, at) => (type === null || isEven) && differ(one, best!.one, at));
  });
  return best === undefined || isOpen ? null : best.one;
}

/** Returns how many types stand between angle brackets at the beginning of a text. */
function countTypes(text: string): number {
  const list = /^\s*<((?:\[[^\]]{0,500}\]|<[^<>]{0,200}>|[^<>[]){0,300})>/.exec(text)?.[1];
  return list === undefined ? 0 : parametersIn(list.replace(/\[[^[\]]*\]/g, '')).length;
}

/** Counts parameters for types: `Create<T>(`, `fun <T> create(` */
function typesOf({ name, signature }: FileDefinition): number {
  const before = /\bfun(?=\s*<)/.exec(signature);
  const at = before === null ? signature.search(new RegExp(`(?<![\\w@.$])${escapeRegExp(name)}\\s*<`)) : before.index;
  return at === -1 ? 0 : countTypes(signature.slice(at + (before === null ? name.length : 3)));
}

export function isFunction({ kind }: SymbolHit): boolean {
  return kind === 'method' || kind === 'function';
}

function agreed(types: readonly (ClassIn | null)[]): ClassIn | null {
  const [first = null, ...others] = types;
  return others.every((other) => other !== null && other.definition === first?.definition) ? first : null;
}
