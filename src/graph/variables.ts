/**
 * Reads variables in the text of functions: if a name is one, and which type its declaration has.
 * Patterns are matched on code without comments and strings. Nothing is inferred from calls.
 */

import { countWhile, getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { patternFor, WORD_CHARACTERS } from '../base/words.ts';
import { languageNamed, languageRules } from '../languages/languages.ts';
import { LineSpans } from './brackets.ts';
import { locateMentions, placesIn } from './locateMentions.ts';
import { definitionsNamed, type FileDefinition, type SourceFile } from './readFiles.ts';
import type { Heads, TypeName } from './referenceModel.ts';

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);

/** True if a parameter or local variable of the functions around has the name. */
export function isLocalName(file: SourceFile, around: readonly FileDefinition[], name: string, line: number): boolean {
  if (!name.startsWith(languageNamed(file.language).variables?.sigil ?? '')) return false;
  return around.some((definition) => {
    if (!FUNCTIONS.has(definition.kind) || definition.name === name) return false;
    return boundAbove(file, definition, name, Math.max(line, definition.startLine));
  });
}

/**
 * True if a parameter of the function has the name, or its body binds it above the end of the line.
 */
function boundAbove(file: SourceFile, definition: FileDefinition, name: string, line: number): boolean {
  const { isParameter, firstLine } = remembered(file, definition, `local\0${name}`, () => {
    const head = headOf(file, definition);
    const parameters = head.slice(Math.max(0, head.indexOf('(')));
    const bound = isLongText(file, definition) ? matchesNear(file, definition, name, 'bindings') : null;
    return {
      isParameter: parameters.includes(name) && isSaid(name, parameters, file.language, 'parameter'),
      firstLine: bound === null ? null : (bound[0]?.line ?? Number.POSITIVE_INFINITY),
    };
  });
  if (isParameter) return true;
  if (firstLine !== null) return firstLine <= line;
  return remembered(file, definition, `bound\0${line}\0${name}`, () =>
    isSaid(name, textOf(file, definition, line), file.language, 'bindings'),
  );
}

type Form = 'parameter' | 'bindings' | 'variable' | 'field';
const ofStandIn = new Map<string, readonly RegExp[]>();
/** Replaces the name in patterns and texts, so that a language needs one pattern for all names. */
const STAND_IN = 'a_name_0';

function patternsOf(form: Form, word: string, language: string): readonly RegExp[] {
  if (form === 'parameter') return [new RegExp(parameter(word, language), 'g')];
  if (form === 'bindings') return [new RegExp(bindings(word, language), 'g')];
  return languageNamed(language).variables?.declarations?.(word, form === 'field') ?? [];
}

/** Yields where the text, or one with as many lines, has the name in this form. */
function* matchesIn(text: string, name: string, language: string, form: Form): Generator<RegExpExecArray> {
  const isOdd = /\W/.test(name) || text.includes(STAND_IN);
  const said = isOdd ? text : text.replace(new RegExp(`\\b${name}\\b`, 'g'), STAND_IN);
  const patterns = isOdd
    ? patternsOf(form, escapeRegExp(name), language)
    : getOrMake(ofStandIn, `${form} ${language}`, () => patternsOf(form, STAND_IN, language));
  for (const pattern of patterns) {
    for (const match of said.matchAll(pattern)) {
      const groups = match.groups ?? {};
      for (const group of ['name', 'from']) if (groups[group] === STAND_IN) groups[group] = name;
      yield match;
    }
  }
}

/** True if the text has the name in this form. */
function isSaid(name: string, text: string, language: string, form: Form): boolean {
  return matchesIn(text, name, language, form).next().done !== true;
}

/** Returns a pattern for a parameter in a list: `name Type`, `Type name`, or `name: Type`. */
function parameter(word: string, language: string): string {
  const own = languageNamed(language).variables?.parameter;
  return own?.(word) ?? `[(,|\\s{[*]${word}(?<![:=|>]\\s*[(,|\\s{[*]${word})\\s*[,):=?|}\\]]`;
}

function bindings(word: string, language: string): string {
  const { binding, moreBindings } = languageNamed(language).variables ?? {};
  if (binding !== undefined) return binding(word);
  const any = `\\b(?:let|const|var|val|auto|mut)\\s+(?:mut\\s+|[({\\[][^=;]{0,2000})?\\b${word}\\b(?!\\s*(?:::|\\.\\s*\\w))|\\b${word}\\b[\\w\\s,]{0,300}:=|[(,]\\s*${word}\\s*(?:,[\\w\\s,]{0,1000})?\\)\\s*(?::[^=\\n]{0,300})?=>|(?<!\\)\\s{0,9}:\\s{0,9})\\b${word}\\s*=>`;
  return moreBindings === undefined ? any : `${any}|${moreBindings(word)}`;
}

/**
 * Returns the type in the declaration of a receiver: a parameter, a local variable, or a field for
 * `this.x`.
 * @returns null if there is none, or several that differ
 */
export function typeOfVariable(
  file: SourceFile,
  around: readonly FileDefinition[],
  receiver: string,
  line: number,
): TypeName | null {
  const field = /^(?:this|self|\$this|@)(?:\.|->|::)?(\w+)$/.exec(receiver)?.[1];
  const variable = field ?? receiver.replace(/^[$@]+/, '');
  if (!/^\w+$/.test(variable) || FILE_LEVEL.has(receiver)) return null;
  const inner = around.findLast(({ kind }) => (field === undefined) === FUNCTIONS.has(kind) && kind !== 'constant');
  if (inner === undefined) return null;
  const own = field === undefined ? null : typeOfField(file, [inner], variable);
  if (own !== null) return own;
  const until = field === undefined ? line : inner.endLine;
  return onlyType(declarationsAbove(file, inner, variable, field !== undefined, until));
}

/** Returns the type in the declaration of a field of the classes around; the innermost counts. */
export function typeOfField(file: SourceFile, around: readonly FileDefinition[], name: string): TypeName | null {
  const typeIn = (holder: FileDefinition): { type: TypeName | null } | null =>
    remembered(file, holder, `field\0${name}`, () => {
      const fields = definitionsNamed(file, name).filter(
        (one) => one.kind === 'constant' && one.scope.at(-1) === holder.name && isIn(one, holder),
      );
      if (fields.length === 0) return null;
      const text = fields.map((one) => textOf(file, one, one.endLine)).join('\n\n');
      return { type: onlyType([...matchesIn(text, name, file.language, 'field')]) };
    });
  for (let at = around.length - 1; at >= 0; at--) {
    const found = FUNCTIONS.has(around[at]!.kind) ? null : typeIn(around[at]!);
    if (found !== null) return found.type;
  }
  return null;
}

function isIn(inner: FileDefinition, outer: FileDefinition): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** Returns the single type that the declarations name. */
function onlyType(declarations: readonly Pick<RegExpExecArray, 'groups'>[]): TypeName | null {
  const names = new Map<string, TypeName>();
  for (const { groups } of declarations) {
    const { name = '', from = null } = groups ?? {};
    if (name !== '' && PRIMITIVE.test(name)) return null;
    if (name !== '') names.set(`${from ?? ''}.${name}`, { name, from: from ?? null });
  }
  return names.size === 1 ? [...names.values()][0]! : null;
}

/** Returns the type in a declaration that begins with the name, or with words before it. */
export function typeWritten(language: string, name: string, declaration: string): TypeName | null {
  for (const { input, index, groups } of matchesIn(declaration, name, language, 'variable')) {
    const { name: type = '', from = null } = groups ?? {};
    if (!/[({,=]/.test(input.slice(0, index))) return type === '' || PRIMITIVE.test(type) ? null : { name: type, from };
  }
  return null;
}

const typesAtTop = new WeakMap<SourceFile, Map<string, TypeName | null>>();

/** Returns the type of the only constant of this name at the top of the file. */
export function typeAtTop(file: SourceFile, variable: string): TypeName | null {
  const known = getOrMake(typesAtTop, file, () => new Map<string, TypeName | null>());
  return getOrMake(known, variable, () => {
    const [own, ...others] = definitionsNamed(file, variable).filter(
      ({ kind, scope }) => kind === 'constant' && scope.length === 0,
    );
    return own === undefined || others.length > 0 ? null : typeWritten(file.language, variable, own.signature);
  });
}

/**
 * Returns the type in the comment before a declaration: `@type {Type}`, or `@param {Type} name` of
 * the function.
 * @param from the offset of the list of parameters; that of the name for a variable
 */
export function typeInComment(file: SourceFile, name: string, from: number, at: number): TypeName | null {
  if (languageNamed(file.language).variables?.inComments !== true) return null;
  const isParameter = file.codeText[from] === '(';
  const line = countBelow(file.starts, (isParameter ? from : at) + 1);
  const comment = commentAbove(file, line, LONGEST_COMMENT);
  const said = new RegExp(
    isParameter
      ? `@param\\s+\\{([^{}]{0,200})\\}\\s+\\[?${escapeRegExp(name)}(?![\\w$.])`
      : '@type\\s+\\{([^{}]{0,200})\\}',
  ).exec(comment)?.[1];
  const type = /^[?!]?([A-Z]\w*)(?:<[^|]*>)?(?:\s*\|\s*(?:undefined|null))*=?$/.exec(said?.trim() ?? '')?.[1];
  return type === undefined || PRIMITIVE.test(type) ? null : { name: type, from: null };
}

/** Lines of a comment that are read. */
const LONGEST_COMMENT = 60;

/** Lines of a comment that are read where it may list the members of a class. */
const LONGEST_LIST = 400;

/** Returns the comment that ends above a line; '' without one. Attributes may stand between. */
function commentAbove({ lines }: SourceFile, line: number, most: number): string {
  const above = lines.slice(Math.max(0, line - most), line - 1).join('\n');
  const start = above.lastIndexOf('/**');
  const end = start === -1 ? -1 : above.indexOf('*/', start);
  const between = above.slice(end + 2).split('\n');
  return end !== -1 && between.every((text) => /^\s*(?:#\[|@|$)/.test(text)) ? above.slice(start, end) : '';
}

/**
 * Returns the type that a comment before a definition says by a tag: `@return Type`, and by a tag
 * and a name `@param Type $name`.
 */
export function typeTagged(file: SourceFile, definition: FileDefinition, tag: string, name = ''): string | null {
  const own = new RegExp(`(?<![\\w$])\\$?${escapeRegExp(definition.name)}(?!\\w)`);
  let line = definition.startLine;
  while (line < definition.endLine && !own.test(file.code[line - 1]!)) line += 1;
  const said = `@${tag}\\s+([^\\s*]+)${name === '' ? '' : `\\s+${escapeRegExp(name)}(?!\\w)`}`;
  return plainType(new RegExp(said).exec(commentAbove(file, line, LONGEST_LIST))?.[1] ?? '');
}

/** Returns the class in a type as it is written: `?A`, `A|null`, `A<B>`. */
export function plainType(written: string): string | null {
  const parts = withoutArguments(written.trim().replace(/^\?/, '')).split('|');
  const [said = '', ...others] = parts.filter((part) => part !== 'null');
  return others.length > 0 || !/^(?:\$this|[\w.\\]+)$/.test(said) ? null : said;
}

/** Finds the lines of a definition that declare the type of a variable. */
function declarationsAbove(
  file: SourceFile,
  definition: FileDefinition,
  variable: string,
  isField: boolean,
  until: number,
): readonly Pick<RegExpExecArray, 'groups'>[] {
  const form = isField ? 'field' : 'variable';
  if (isLongText(file, definition)) {
    const all = remembered(file, definition, `type\0${isField}\0${variable}`, () =>
      matchesNear(file, definition, variable, form),
    );
    const after = all.findIndex(({ line }) => line > until);
    return after === -1 ? all : all.slice(0, after);
  }
  const read = () => [...matchesIn(textOf(file, definition, until), variable, file.language, form)];
  return isField ? remembered(file, definition, `type\0${isField}\0${variable}`, read) : read();
}

const FILE_LEVEL = new Set(['this', 'self', 'super', 'cls']);
const PRIMITIVE =
  /^(?:int|str|bool|float|string|any|Any|object|Object|void|number|boolean|return|new|var|let|const|val|else|await|case|throw|in|of|not|and|or|if|is)$/;

/** Returns the head of a definition: up to its body, at most ten lines. */
function headOf({ code }: SourceFile, { startLine, endLine }: FileDefinition): string {
  const lines = code.slice(startLine - 1, Math.min(endLine, startLine + 14));
  const text = lines.join('\n');
  let depth = 0;
  for (let at = text.search(/[(|]/); at !== -1 && at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') {
      depth--;
      if (
        depth === 0 &&
        /^\s*(?:[{:;=\->a-zA-Z*[\n]|$)/.test(text.slice(at + 1)) &&
        !/^\s*\(|^\s*\w+\s*\(/.test(text.slice(at + 1))
      )
        return text.slice(0, at + 1);
    }
  }
  return lines[0] ?? '';
}

function textOf(file: SourceFile, { startLine, endLine }: FileDefinition, until: number): string {
  return file.codeText.slice(startOfLine(file, startLine), startOfLine(file, Math.min(endLine, until) + 1) - 1);
}

/**
 * Returns where a line begins in the text. For a line below the last, it is where that one would
 * begin.
 */
function startOfLine({ starts }: SourceFile, line: number): number {
  return starts[line - 1] ?? starts.at(-1)!;
}

/**
 * In code units. A longer text is searched only around the places of a name, because many names may
 * be looked up in it.
 */
const LONG_TEXT = 16_000;
/**
 * The number of characters around a name that may tell what it is: as far as any pattern here
 * looks.
 */
const AROUND = 2_500;

function isLongText(file: SourceFile, { startLine, endLine }: FileDefinition): boolean {
  return startOfLine(file, endLine + 1) - startOfLine(file, startLine) > LONG_TEXT;
}

interface Match {
  groups: RegExpExecArray['groups'];
  /** Its last line. */
  line: number;
}

/** @returns the matches of the form in whole lines around each place of the word, by line */
function matchesNear(file: SourceFile, definition: FileDefinition, word: string, form: Form): Match[] {
  const found: Match[] = [];
  let end = definition.startLine - 1;
  const own = linesOfWord(file, word);
  for (let at = countBelow(own, definition.startLine); at < own.length && own[at]! <= definition.endLine; at++) {
    if (own[at]! <= end) continue;
    const start = extended(file, own[at]!, -1, end + 1);
    end = extended(file, own[at]!, 1, definition.endLine);
    // The next place may be in the same lines, and then needs the lines below it too.
    while (at + 1 < own.length && own[at + 1]! <= end) {
      at += 1;
      end = Math.max(end, extended(file, own[at]!, 1, definition.endLine));
    }
    const text = file.code.slice(start - 1, end).join('\n');
    let ends: number[] | undefined;
    for (const { input, index, 0: said, groups } of matchesIn(text, word, file.language, form)) {
      ends ??= lineEnds(input);
      found.push({ groups, line: start + countBelow(ends, index + said.length) });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** Returns the line at a distance of AROUND characters from another, or the limit. */
function extended({ code }: SourceFile, from: number, step: 1 | -1, limit: number): number {
  let line = from;
  for (let length = 0; line !== limit && length < AROUND; line += step) length += (code[line - 1] ?? '').length + 1;
  return line;
}

function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return ends;
}

/** Returns how many of the ascending numbers are smaller. */
function countBelow(rising: readonly number[], number: number): number {
  return countWhile(rising.length, (at) => rising[at]! < number);
}

const linesOfWords = new WeakMap<SourceFile, Map<string, number[]>>();

/** Returns the lines whose code holds the word. */
function linesOfWord(file: SourceFile, word: string): readonly number[] {
  const own = WORD(word).exec(word)?.[0];
  if (own === undefined) return [];
  const known = getOrMake(linesOfWords, file, () => new Map<string, number[]>());
  return getOrMake(known, own, () => {
    const { codeText: text, starts } = file;
    const lines = new Set<number>();
    for (const at of placesIn(file, own)) {
      const end = at + own.length;
      const [left, right] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
      if (ENDS_WORD(left).test(left) || BEGINS_WORD(right).test(right)) continue;
      lines.add(countWhile(starts.length, (line) => starts[line]! <= at));
    }
    return [...lines];
  });
}

const WORD = patternFor(/\w+/, `[${WORD_CHARACTERS}]+`);
/** Gets two code units, because some letters have two. */
const BEGINS_WORD = patternFor(/^\w/, `^[${WORD_CHARACTERS}]`);
const ENDS_WORD = patternFor(/\w$/, `[${WORD_CHARACTERS}]$`);

const memory = new WeakMap<SourceFile, Map<FileDefinition, Map<string, unknown>>>();

/** Computes a value that depends only on the definition's text and the key; once. */
function remembered<R>(file: SourceFile, definition: FileDefinition, key: string, work: () => R): R {
  const ofFile = getOrMake(memory, file, () => new Map<FileDefinition, Map<string, unknown>>());
  const answers = getOrMake(ofFile, definition, () => new Map<string, unknown>());
  return getOrMake(answers, key, work) as R;
}

// Classes, with the fields and bases that their heads and bodies declare.

export const HOLDERS: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum', 'object']);

const headsOfFiles = new WeakMap<SourceFile, Heads>();

/** Returns the bases in the heads of the file's classes. */
export function headsOf(file: SourceFile): Heads {
  return getOrMake(headsOfFiles, file, () => readHeads(file));
}

function readHeads(file: SourceFile): Heads {
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

/** Leaves out what stands between angle brackets. */
export function withoutArguments(text: string): string {
  let left = text;
  for (let depth = 0; depth < 6 && left.includes('<'); depth++) left = left.replace(/<[^<>();{}]*>/g, '');
  return left;
}

interface Base {
  said: string;
  by: 'use' | 'extends' | 'implements';
}

const basesOfClasses = new WeakMap<FileDefinition, readonly Base[]>();

/** Returns the bases in the head of a class, after the traits in its body. */
export function basesWritten(file: SourceFile, definition: FileDefinition): readonly Base[] {
  return getOrMake(basesOfClasses, definition, () => {
    const whole = textOf(file, definition, definition.endLine);
    const own = new RegExp(
      `\\b(?:class|interface|enum|record|trait|struct|object)\\s+${escapeRegExp(definition.name)}(?!\\w)`,
    ).exec(whole);
    if (own === null) return [];
    const open = whole.indexOf('{', own.index);
    let head = whole.slice(own.index + own[0].length, open === -1 ? whole.length : open).slice(0, LONGEST_HEAD);
    for (let depth = 0; depth < 6 && head.includes('('); depth++) head = head.replace(/\([^()]*\)/g, CALLED);
    const [bases = ''] = withoutArguments(head).split(/\bwhere\b/, 1);
    const words = bases.split(/(\b(?:extends|implements|permits)\b|:)/);
    const traits = languageNamed(file.language).heirs === undefined ? [] : [...whole.slice(open).matchAll(TRAITS)];
    const isInterface = languageRules(file.language).chains?.namespaces?.isInterface;
    const inHead = words.flatMap((by, at) => {
      if (by === 'extends' || by === 'implements') return listed(words[at + 1]!, () => by);
      if (by !== ':' || isInterface === undefined) return [];
      return listed(words[at + 1]!, (said, isCalled) => (isInterface(said, isCalled) ? 'implements' : 'extends'));
    });
    return [...traits.flatMap(([, names]) => listed(names!, () => 'use')), ...inHead];
  });
}

/** Stands for the brackets of a call. */
const CALLED = '!';

function listed(names: string, by: (said: string, isCalled: boolean) => Base['by']): Base[] {
  return names.split(',').map((name) => {
    const [said = ''] = name
      .replaceAll(CALLED, '')
      .trim()
      .split(/\sby\s/, 1);
    return { said, by: by(said, name.includes(CALLED)) };
  });
}

/** True if definitions of a name have a type parameter of another one: `class Box<in Key>` */
export function hasParameter(file: SourceFile, outer: string, name: string): boolean {
  const own = new RegExp(
    `(?<!\\w)${escapeRegExp(outer)}\\s*<(?:[^(){}]{0,300},)?\\s*(?:(?:in|out)\\s+)?${escapeRegExp(name)}\\s*[,:>]`,
  );
  return definitionsNamed(file, outer).some((one) => HOLDERS.has(one.kind) && own.test(one.signature));
}

/** Characters of the head of a class that are read. */
const LONGEST_HEAD = 2000;
/** `use A, B;` in the body of a class. */
const TRAITS = /(?<=[{;}]\s{0,300})\buse\s+([\w\\,\s]{1,500})[;{]/g;

/** A class of C++: its fields and bases count in other files, too. */
export interface KnownClass {
  file: SourceFile;
  definition: FileDefinition;
}

/** Bases of a class that are asked for a field. */
const MOST_BASES = 64;

/** Returns the type of a field of a class, as the class or one of its bases declares it. */
export function typeInherited(
  field: string,
  owner: string,
  bases: Iterable<TypeName>,
  classNamed: (name: string) => KnownClass | null,
): TypeName | null {
  const typeIn = (name: string): TypeName | null => {
    const one = classNamed(name);
    return one && typeOfVariable(one.file, [one.definition], `this.${field}`, 0);
  };
  const own = typeIn(owner);
  if (own !== null) return own;
  let left = MOST_BASES;
  for (const { name } of bases) {
    const type = typeIn(name);
    if (type !== null || --left === 0) return type;
  }
  return null;
}

export function basesIn(known: KnownClass | null): readonly TypeName[] | undefined {
  return known === null ? undefined : headsOf(known.file).get(known.definition.name);
}
