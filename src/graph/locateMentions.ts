/**
 * Finds the lines and columns of mentions. A row says that a chunk mentions a name, but not where.
 * The place is found again in the code without comments and strings, by the text around the name.
 */

import { addTo, getOrMake, groupBy } from '../base/lists.ts';
import type { MentionKind, Reference, ReferenceKind } from '../base/types.ts';
import { isOfWord, patternFor, WORD_CHARACTERS } from '../base/words.ts';
import { familyOf, languageNamed, languageRules } from '../languages/languages.ts';
import { definitionsAround, type FileDefinition, type FileRow, type SourceFile } from './readFiles.ts';

export interface Mention<K extends MentionKind = ReferenceKind> {
  reference: Reference<K>;
  line: number;
  /** 0-based, in UTF-16 code units. */
  column: number;
  /**
   * The definitions around it, outermost first. A definition does not count as around its own head.
   */
  around: readonly FileDefinition[];
  /** The receiver was read from the code, as it is not the one of the row's reference. */
  isOther: boolean;
}

/**
 * Returns every place of the wanted references, by line. A place in two overlapping parts counts
 * once.
 * @param wanted a test, or names
 */
export function locateMentions(
  file: SourceFile,
  wanted: ((reference: Reference) => boolean) | ReadonlySet<string>,
): Mention[] {
  const out = new Map<string, Mention>();
  for (const { row, reference } of typeof wanted === 'function' ? saidIn(file) : named(file, wanted)) {
    if (typeof wanted === 'function' && !wanted(reference)) continue;
    for (const mention of mentionsOf(file, row, reference)) {
      const key = `${mention.line}\0${mention.column}\0${reference.name}`;
      const known = out.get(key);
      if (known === undefined || tellsMore(mention, known)) out.set(key, mention);
    }
  }
  return [...out.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** A reference of a row; `at` is its place among all of the file. */
interface Said {
  row: FileRow;
  reference: Reference;
  at: number;
}

const saidByName = new WeakMap<SourceFile, ReadonlyMap<string, readonly Said[]>>();

function saidIn({ rows }: SourceFile): Said[] {
  let at = 0;
  return rows.flatMap((row) => row.references.map((reference) => ({ row, reference, at: at++ })));
}

/** A file may have thousands of references, and a question asks each file for a few names. */
function named(file: SourceFile, names: ReadonlySet<string>): Said[] {
  const byName = getOrMake(saidByName, file, () => groupBy(saidIn(file), ({ reference }) => reference.name));
  const tags = languageNamed(file.language).isComponent === true ? [...names].map(tagOf) : [];
  return [...new Set([...names, ...tags])].flatMap((name) => byName.get(name) ?? []).sort((a, b) => a.at - b.at);
}

/** Returns the other form of a component's tag: `StatusCard` → `status-card`. */
function tagOf(name: string): string {
  return name.replace(/(?!^)(?=[A-Z])/g, '-').toLowerCase();
}

/** Returns the component that a tag means in a component: `<status-card>` → StatusCard. */
function componentOf({ kind, name }: Reference, { language }: SourceFile): string | null {
  if (kind !== 'call' || !name.includes('-') || languageNamed(language).isComponent !== true) return null;
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const located = new WeakMap<FileRow, Map<Reference, readonly Mention[]>>();

/** @returns the places of one reference, computed once for a row of a kept file */
function mentionsOf(file: SourceFile, row: FileRow, reference: Reference): readonly Mention[] {
  const ofRow = getOrMake(located, row, () => new Map<Reference, readonly Mention[]>());
  return getOrMake(ofRow, reference, () => {
    const name = componentOf(reference, file) ?? reference.name;
    return placesOf(file, row, reference).map(({ line, column, kind = reference.kind, from = reference.from }) => {
      const found = from === undefined ? { name, kind } : { name, kind, from };
      const said = qualified(file.code[line - 1] ?? '', column, found);
      return { reference: said, line, column, around: aroundOf(file, said, line), isOther: from !== reference.from };
    });
  });
}

/** Returns the reference with `std::end` where the row has only `end`. */
function qualified(code: string, column: number, reference: Reference): Reference {
  if (reference.from !== undefined || reference.kind === 'import' || reference.kind === 'link') return reference;
  const qualifier = /(?<!\w)(\w+(?:::\w+)*)(?:<[^<>]{0,200}>)?::$/.exec(before(code, column))?.[1];
  return qualifier === undefined ? reference : { ...reference, from: qualifier };
}

/**
 * Returns the end of the text before the column: it is enough to tell what stands directly before,
 * and a line may have a million characters.
 */
function before(line: string, column: number): string {
  return line.slice(Math.max(0, column - 300), column);
}

/** A place has one meaning: if it is a call or an import, it is not also the mention of a type. */
function tellsMore(a: Mention, b: Mention): boolean {
  const rank = ({ reference }: Mention): number => KINDS.indexOf(reference.kind);
  if (rank(a) !== rank(b)) return rank(a) < rank(b);
  if (a.isOther !== b.isOther) return b.isOther;
  return (a.reference.from ?? '').length > (b.reference.from ?? '').length;
}

const KINDS: readonly ReferenceKind[] = ['import', 'inherit', 'call', 'type', 'link'];

function aroundOf(file: SourceFile, { kind }: Reference, line: number): readonly FileDefinition[] {
  const around = definitionsAround(file, line);
  // The base of a class is written in its head but looked up outside of it.
  return kind === 'inherit' ? around.slice(0, -1) : around;
}

interface Spot {
  line: number;
  column: number;
  /** The kind of this mention, if it is not the row's. */
  kind?: ReferenceKind;
  /** The receiver there, where the row's is another place's. */
  from?: string;
}

const IN_TEXT: ReadonlySet<string> = new Set(['import', 'link']);

function placesOf(file: SourceFile, row: FileRow, reference: Reference): Spot[] {
  const { name, kind } = reference;
  const isTag = componentOf(reference, file) !== null;
  const last = isTag ? name : (/(?<![^./\\:@#-])[^./\\:@#-]+$/.exec(name)?.[0] ?? name);
  const spots: Spot[] = [];
  const lines = IN_TEXT.has(kind) ? file.lines : file.code;
  for (let line = row.startLine; line <= row.endLine; line++) {
    const text = lines[line - 1] ?? '';
    for (const column of wordsAt(text, last)) spots.push({ line, column });
  }
  if (kind === 'import') return importSpots(file, reference, spots);
  if (kind === 'link') return spots.slice(0, 1);
  const isOfC = familyOf(file.language) === 'c';
  const { typesAreExact } = languageRules(file.language);
  const isStruct = kind === 'type' && file.language === 'c' && spots.some((spot) => followsTag(file, spot));
  const code = spots.flatMap((spot) => {
    if (isStruct && !followsTag(file, spot) && !isTypedef(file, spot, last)) return [];
    const isMember = kind === 'inherit' && file.code[spot.line - 1]![spot.column - 1] === '.';
    if (!isMember && isOwnName(file, spot, last, kind)) return [];
    if (CLOSES.test(before(file.code[spot.line - 1]!, spot.column))) return [];
    if (kind === 'type' && isOfC && !isTypeOf(file.code[spot.line - 1]!, spot.column, reference)) return [];
    const { from = '' } = reference;
    const isFree = kind === 'type' && !typesAreExact && (from === '' || isOfC);
    const fit = isFree || receiverFits(file, spot, from);
    if (kind !== 'call' && typesAreExact) return fit === true && !isNoType(file.code, spot, last) ? [spot] : [];
    return fit === true ? [spot] : fit === false ? [] : [{ ...spot, from: fit }];
  });
  if (kind === 'inherit') return withHeirs(file, code, last);
  if (kind !== 'call') return code;
  const isReferred = languageNamed(file.language).bindings?.hasThinArrow === true;
  const called = code.filter(
    (spot) =>
      (isReferred && isMethodReference(file.code[spot.line - 1]!, spot.column, last)) ||
      (/^\s*(?:(?:!|\?\.|::)\s*)?(?:<[^<>()]*(?:<[^<>()]*>[^<>()]*)?>\s*)?[({[]/.test(after(file.code, spot, last)) &&
        !opensBody(file.code[spot.line - 1]!, spot.column, last)),
  );
  return called.length > 0 ? called : code;
}

/**
 * False in C where a name is a member or an operand, and so no type: `line->grid`, `grid = x`. Also
 * false for `Other::Flag` if `Group::Flag` is wanted.
 */
function isTypeOf(text: string, column: number, { name, from }: Reference): boolean {
  const left = before(text, column);
  const end = column + name.length;
  if (/(?:(?<!\.)\.|->)\s*$/.test(left) || /^\s*(?:=|\.(?!\.)|->)/.test(text.slice(end, end + 100))) return false;
  const said = /(?<!\w)(\w+)::$/.exec(left)?.[1];
  return from === undefined || said === undefined || from.endsWith(said);
}

/** True in C for the name in `struct name`. */
function followsTag({ code }: SourceFile, { line, column }: Spot): boolean {
  return /\b(?:struct|union|enum)\s+$/.test(before(code[line - 1]!, column));
}

/** True for `name *a`, `(name *)`, `sizeof(name)`, and for `name& a` in a header of C++. */
function isTypedef({ code }: SourceFile, { line, column }: Spot, name: string): boolean {
  const right = code[line - 1]!.slice(column + name.length, column + name.length + 300);
  return (
    /^(?:(?:\s+|\s*\*+\s*|&\s|\s&)[\w)]|>|::)/.test(right) || /\bsizeof\s*\(\s*$/.test(before(code[line - 1]!, column))
  );
}

/** True for `name: value` in a literal, `name :=` and `name T`; false for `case name:`. */
function isNoType(code: readonly string[], { line, column }: Spot, name: string): boolean {
  const text = code[line - 1]!;
  const rest = text.slice(column + name.length, column + name.length + 300);
  return (/^\s*:(?!=)/.test(rest) && !/^\s*case\b/.test(text)) || /^\s+[\w*[(]|^\s*(?:,[\w\s,]*)?:=/.test(rest);
}

/** True for the names in `Type::new` and `receiver::name`. */
function isMethodReference(text: string, column: number, name: string): boolean {
  return (
    /^\s*::\s*new\b/.test(text.slice(column + name.length, column + name.length + 300)) ||
    before(text, column).trimEnd().endsWith('::')
  );
}

/** Matches the text before the name in `</Card>`, which uses nothing a second time. */
export const CLOSES = /<\/$/;

/**
 * A row only says that something in the chunk inherits. This finds which mentions are bases; the
 * others are mentions of a type.
 */
function withHeirs(file: SourceFile, spots: readonly Spot[], name: string): Spot[] {
  const isHeir = spots.map((spot) => isInHead(file, spot, name));
  // No base was found, and the language may have forms that Cora does not know: all places stay.
  if (languageNamed(file.language).heirs?.isCertain !== true && !isHeir.includes(true)) return [...spots];
  return spots.map((spot, at) => (isHeir[at] ? spot : { ...spot, kind: 'type' }));
}

const CLASS_HEAD =
  /(?:\b(?:class|interface|trait|object|struct|enum|record|extension|protocol|mixin|contract|impl|actor|module|inherit|instance|deriving|defimpl|new)\b|@(?:interface|protocol|implementation|behaviou?r))([^{};]*)$/;

/** True in the head of a class, and where a class includes a module. */
function isInHead(file: SourceFile, { line, column }: Spot, name: string): boolean {
  const { code, language } = file;
  const own = before(code[line - 1]!, column);
  const rest = code[line - 1]!.slice(column + name.length, column + name.length + 300);
  const head = (): string =>
    [...code.slice(Math.max(0, line - 13), line - 1).map((text) => text.slice(-300)), own].join('\n');
  const inside = () => definitionsAround(file, line).at(-1)?.kind;
  const isBase = languageNamed(language).heirs?.isBase({ own, rest, head, next: code[line] ?? '', inside }) ?? null;
  if (isBase !== null) return isBase;
  const said = CLASS_HEAD.exec(head())?.[1];
  return said !== undefined && isBalanced(said);
}

/** True for text outside of brackets: inside it would be an argument, a bound or a field. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [character] of text.replace(/[-=]>/g, '').matchAll(/[<>()[\]]/g))
    depth += /[<([]/.test(character) ? 1 : -1;
  return depth <= 0;
}

/**
 * True for `func f() T {`, `throws T {`, `impl A for T {`: the braces are no literal of the type T.
 */
function opensBody(text: string, column: number, name: string): boolean {
  return (
    /^\s*(?:<[^(){}]*>)?\s*\{\s*$/.test(text.slice(column + name.length, column + name.length + 300)) &&
    HEAD.test(before(text, column))
  );
}

const HEAD =
  /^\s*\)|\b(?:func|fn|fun|class|struct|impl|trait|interface|extends|implements|throws|enum|extension|protocol)\b|->[^=;]{0,200}$/;

/**
 * A chunk may hold an imported name several times. The import is where the name stands beside its
 * module.
 */
function importSpots({ lines, code }: SourceFile, { from }: Reference, all: readonly Spot[]): Spot[] {
  const spots = all.filter(({ line }) => code[line - 1]!.trim() !== '');
  const statement = spots.filter(({ line }) => IMPORT_LINE.test(lines[line - 1]!.trimStart()));
  const sure = from === undefined ? statement : spots.filter(({ line }) => lines[line - 1]!.includes(from));
  const best = sure.length > 0 ? sure : statement.length > 0 ? statement : spots;
  // The name may also be the last part of the module.
  const unquoted = best.find(({ line, column }) => code[line - 1]![column] === lines[line - 1]![column]);
  return unquoted !== undefined ? [unquoted] : best.slice(0, 1);
}

const IMPORT_LINE =
  /^(?:[#@]?\s*(?:import|include|using|use|from|require|require_relative|export|load|alias|pub use)\b|.*\brequire\(|[\w*, ]+,?$)/;

/** Yields the places at which the whole word stands. */
export function* wordsAt(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) if (isWhole(text, word, at)) yield at;
}

function isWhole(text: string, word: string, at: number): boolean {
  return !isOfWord(text[at - 1]) && !isOfWord(text[at + word.length]);
}

/** Yields the places in a file's code at which the whole word stands. */
export function* wholeWordsIn(file: SourceFile, word: string): Generator<number> {
  for (const at of placesIn(file, word)) if (isWhole(file.codeText, word, at)) yield at;
}

/** If more words of a file are looked for, it is read once for all of them. */
const FEW_WORDS = 100;
/** Letters of two code units are left out, because isOfWord looks at one. */
const RUNS = patternFor(/\w+/g, String.raw`(?:(?![\u{10000}-\u{10ffff}])[${WORD_CHARACTERS}])+`);

interface Asked {
  words: number;
  runs?: ReadonlyMap<string, readonly number[]>;
}

const askedOf = new WeakMap<SourceFile, Asked>();

/** Yields the places of a word in a file's code, and some where it is part of a longer one. */
export function* placesIn(file: SourceFile, word: string): Generator<number> {
  const { codeText: text } = file;
  const asked = getOrMake(askedOf, file, (): Asked => ({ words: 0 }));
  const parts = ++asked.words > FEW_WORDS ? [...word.matchAll(RUNS(word))] : [];
  if (parts.length === 0) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) yield at;
    return;
  }
  asked.runs ??= runsOf(text);
  const found = parts.map(({ 0: run, index }) => ({ places: asked.runs!.get(run) ?? [], index }));
  const { places, index } = found.reduce((a, b) => (b.places.length < a.places.length ? b : a));
  for (const place of places) if (place >= index && text.startsWith(word, place - index)) yield place - index;
}

function runsOf(text: string): Map<string, number[]> {
  const runs = new Map<string, number[]>();
  for (const { 0: run, index } of text.matchAll(RUNS(text))) addTo(runs, run, index);
  return runs;
}

function after(code: readonly string[], { line, column }: Spot, name: string): string {
  const rest = code[line - 1]!.slice(column + name.length);
  return rest.trim() === '' ? (code[line] ?? '') : rest;
}

const DECLARES =
  /(?:\b(?:def|func|function\*?|fn|fun|class|struct|union|enum|interface|trait|type|typedef|module|macro|sub|record|object|protocol|const|let|var|val|async|get|set|static|public|private|protected)\s+[*&]?|#\s*define\s+|\bfunc\s*\([^)]*\)\s*)$/;

/** Matches text before the name of a type in C: `struct NAME` is its definition or a mention. */
const TAGGED = /(?:\b(?:class|struct|union|enum)(?:\s+[A-Z_][A-Z\d_]+(?:\([^()]*\))?)*\s+(?:\w+::)*|#\s*define\s+)$/;
const TAG_ENDS = /^\s*(?:final\b|[{;(]|:(?!:)|$)/;

/** `private Type name`, `static Type<A>[] name`: a type stands after a modifier, before a name. */
const MODIFIER = /^(?:const|async|get|set|static|public|private|protected)\s/;
const NAME_FOLLOWS = /^(?:<[^(){};=]*>)?(?:\[\])*(?:\s*[*&]+\s*|\s+)(?!(?:extends|implements|of|in)\b)[\w$]/;

/** True for a name in the head of its own definition. */
export function isOwnName(
  { code, definitions, language }: SourceFile,
  { line, column }: Spot,
  name: string,
  kind: MentionKind,
): boolean {
  const text = code[line - 1]!;
  const left = before(text, column);
  // `class A : public B`
  const isBase = /[:,]\s*(?:virtual )?(?:public|private|protected) $/.test(left);
  if (kind === 'type' && familyOf(language) === 'c') {
    const right = text.slice(column + name.length, column + name.length + 300);
    if (left.endsWith('~') || left.endsWith(`${name}::`)) return true;
    if (/^(?:<[^()<>]*>)?::/.test(right)) return false;
    if (TAGGED.test(left)) return TAG_ENDS.test(right);
  } else {
    const declares = isBase ? null : DECLARES.exec(left.replace(/(?<!\w)\w+\.$/, ''));
    // `func() T` has no name, unlike `func (s *S) T()`.
    const right = text.slice(column + name.length, column + name.length + 300);
    const isResult = /\)\s*$/.test(declares?.[0] ?? '') && !/^\s*\(/.test(right);
    const isType = MODIFIER.test(declares?.[0] ?? '') && NAME_FOLLOWS.test(right);
    if (declares !== null && !isResult && !isType) return true;
  }
  const first = kind === 'use' ? wordsAt(text, name).next().value : text.indexOf(name);
  if (first !== column) return false;
  const ends = startsOf(definitions).get(name);
  if (ends === undefined) return false;
  for (let start = line; start >= Math.max(1, line - LONGEST_HEAD); start--) {
    if ((ends.get(start) ?? 0) >= line && !bodyOpensBefore(code, start, line)) return true;
  }
  return false;
}

/** The most lines of a head below the first. */
const LONGEST_HEAD = 20;

const startsOfFile = new WeakMap<readonly FileDefinition[], Map<string, Map<number, number>>>();

/** Maps each name and first line to the last line of the longest such definition. */
function startsOf(definitions: readonly FileDefinition[]): Map<string, Map<number, number>> {
  return getOrMake(startsOfFile, definitions, () => {
    const starts = new Map<string, Map<number, number>>();
    for (const { name, startLine, endLine } of definitions) {
      const ends = getOrMake(starts, name, () => new Map<number, number>());
      ends.set(startLine, Math.max(endLine, ends.get(startLine) ?? 0));
    }
    return starts;
  });
}

function bodyOpensBefore(code: readonly string[], from: number, line: number): boolean {
  for (let at = from; at < line; at++) if (/[{:]\s*$|=>|\)\s*\{/.test(code[at - 1] ?? '')) return true;
  return false;
}

/**
 * Compares the text before a name with the reference: its receiver, or no dot if it has none.
 * @returns the receiver where it is an expression in which the wanted one does not stand
 */
function receiverFits({ code, language }: SourceFile, { line, column }: Spot, from: string): boolean | string {
  let head = before(code[line - 1]!, column).trimEnd();
  for (let up = line - 2; head === '' && up >= 0 && up > line - 8; up--) head = code[up]!.trimEnd();
  const separator = /(?:\?\.|!\.|&\.|\.|->|::|\\|:)$/.exec(head)?.[0];
  const isArrow = separator === '->' && languageNamed(language).bindings?.hasThinArrow === true;
  if (from === '' && (isArrow || separator === undefined || /(?::|::|\.\.)$/.test(head))) return true;
  if (from === '@') return head.endsWith('@');
  if (separator === undefined || isArrow) return false;
  const receiver = head.slice(0, -separator.length).trimEnd();
  const above = receiver === '' ? (code[line - 2] ?? '').trimEnd() : '';
  if (from === '' && !/[)\]}]$/.test(receiver) && !/[)\]}]\?$/.test(above)) return false;
  const named = from
    .split(/\s/)
    .at(-1)!
    .replace(/^[$@.?!]+|[!?]$/g, '');
  if (/["'`>/]$/.test(receiver)) return true;
  if (receiver !== '' && !/[)\]}]$/.test(receiver))
    return receiver.endsWith(named) && !/\w/.test(receiver.at(-named.length - 1) ?? '');
  const word = LAST_WORD(named).exec(named)?.[0] ?? null;
  const expression = word === null && from !== '' ? null : expressionBefore(code, { line, column });
  if (expression === null) return from === '' ? NO_NAME : true;
  if (word !== null && [word, `$${word}`].some((one) => !wordsAt(expression, one).next().done)) return true;
  const called = withoutGroups(expression.trimEnd().slice(0, -separator.length));
  return LAST_WORD(called).exec(called)?.[0] ?? NO_NAME;
}

/** The receiver that has no name: `[a, b].join()`. */
const NO_NAME = '()';
const LAST_WORD = patternFor(/[A-Za-z_$][\w$]{0,200}$/, String.raw`[\p{L}_$][${WORD_CHARACTERS}$]{0,200}$`);
/** Characters of a receiver that are read. */
export const LONGEST_RECEIVER = 2000;

/**
 * Returns the expression that a member is called on, with all that its brackets hold, over several
 * lines: of `a = f(b)[0].c(d).name` it is `f(b)[0].c(d).`.
 * @returns null where it begins too far away
 */
function expressionBefore(code: readonly string[], { line, column }: Spot): string | null {
  const own = code[line - 1]!;
  if (column > LONGEST_RECEIVER) return beginOfReceiver(own.slice(column - LONGEST_RECEIVER, column), false);
  let text = own.slice(0, column);
  for (let up = line - 2; up >= 0; up--) {
    const more = code[up]!;
    text = `${more.slice(-LONGEST_RECEIVER)}\n${text}`;
    if (text.length > LONGEST_RECEIVER) return beginOfReceiver(text.slice(-LONGEST_RECEIVER), false);
  }
  return beginOfReceiver(text, true);
}

/** @param isWhole false where the text goes on before its beginning */
function beginOfReceiver(text: string, isWhole: boolean): string | null {
  let depth = 0;
  let next = '';
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at]!;
    if (')]}'.includes(character)) depth += 1;
    else if ('([{'.includes(character)) depth -= 1;
    const ends =
      character === '\n'
        ? !/[-.?!&:\\]/.test(next) && !/(?:[.:\\]|->)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at))
        : ';,='.includes(character);
    if (depth < 0 || (depth === 0 && ends)) return text.slice(at + 1);
    if (character.trim() !== '') next = character;
  }
  return isWhole ? text : null;
}

/** `a.f(b)[0]` → `a.f`. */
function withoutGroups(expression: string): string {
  let depth = 0;
  for (let at = expression.length - 1; at >= 0; at--) {
    const character = expression[at]!;
    if (')]}'.includes(character)) depth += 1;
    else if ('([{'.includes(character)) depth -= 1;
    else if (depth === 0 && character.trim() !== '') return expression.slice(0, at + 1);
  }
  return '';
}
