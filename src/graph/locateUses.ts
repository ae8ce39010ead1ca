/**
 * Finds uses: mentions in code that no row tells, such as a constant or a function that is passed
 * on. Every whole word is one that is no declaration, key, or mention of another kind.
 */

import { countWhile } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { MentionKind } from '../base/types.ts';
import { beginsWithCapital } from '../base/words.ts';
import type { BindingForms } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import { lineAt } from './codeText.ts';
import { CLOSES, isOwnName, LONGEST_RECEIVER, type Mention, wordsAt } from './locateMentions.ts';
import { definitionsAround, type FileDefinition, type SourceFile } from './readFiles.ts';

/**
 * Returns the places of names in code that are no other mention: a function that is passed on, a
 * constant, a member that is not called. A possible declaration, a key, and the name of an argument
 * are left out.
 * @param others all mentions of the names in the file
 */
export function locateUses(
  file: SourceFile,
  names: Iterable<string>,
  others: readonly Mention[],
): Mention<MentionKind>[] {
  const { codeText: text, starts, language } = file;
  const { isProse, isComponent, bindings: forms, rules, reader } = languageNamed(language);
  if (isProse === true) return [];
  const isInTemplate = isComponent === true ? templateOf(text) : () => false;
  const taken = new Set(others.map(({ line, column }) => `${line} ${column}`));
  const uses: Mention<MentionKind>[] = [];
  for (const name of names) {
    for (const at of wordsAt(text, name)) {
      const line = lineAt(file, at);
      const column = at - starts[line - 1]!;
      if (taken.has(`${line} ${column}`) || isOwnName(file, { line, column }, name, 'use')) continue;
      const left = text.slice(Math.max(0, at - 300), at);
      const right = text.slice(at + name.length, at + name.length + 300);
      const from = receiverBefore(left);
      // A case of an enum in a pattern has no row, unlike a call.
      const isCase = forms?.caseFollows !== undefined && beginsWithCapital(name);
      const isCall = CALLED.test(right) && !isCase;
      if (from === null || (isCall && !isInTemplate(at)) || CLOSES.test(left)) continue;
      const around = definitionsAround(file, line);
      // An equation of Haskell begins with the name: `name a b = …`
      if (reader === 'haskell' && column === 0) continue;
      if (forms === undefined && from === '' && isKeyOrAtom(name, left, right, rules?.qualifiersAreModules)) continue;
      if (rules?.lexicalConstants === true && isOtherInRuby(file, name, from, left, right, around)) continue;
      if (from === '' && forms !== undefined && declares(text, at, left.trimEnd(), right, forms, around)) continue;
      const kind = isCall ? ('call' as const) : ('use' as const);
      const reference = { name, kind, ...(from === '' ? {} : { from }) };
      uses.push({ reference, line, column, around, isOther: false });
    }
  }
  return uses;
}

/**
 * Returns a test for places in a component's template, where no row tells calls: outside of its
 * scripts and styles.
 */
function templateOf(text: string): (at: number) => boolean {
  const blocks = Array.from(text.matchAll(BLOCKS), ({ index, 0: { length } }) => ({ from: index, to: index + length }));
  return (at) => {
    const before = countWhile(blocks.length, (index) => blocks[index]!.from <= at);
    return before === 0 || blocks[before - 1]!.to <= at;
  };
}

/** Matches scripts and styles from tag to tag; `<script src="a.js" />` is empty. */
const BLOCKS = /<(script|style)(?=[\s>])[^<>]*(?<!\/)>.*?(?:<\/\1\b|$)/gs;

/** Matches the text after a name that is called or declared. A call is no use. */
const CALLED = /^[ \t]*(?:<[^<>()]{0,100}>)?\(/;
const SEPARATOR = /(?:\?\.|!\.|&\.|\.|->|::|\\)\s*$/;
/** Matches the receiver of a member, if it is a path of names. */
const RECEIVER =
  /(?<![\w$.)\]}"'`\\]|->|::|\?\.|\.\s+)((?:[$@]?[\w$]+)(?:(?:\?\.|!\.|&\.|\.|->|::|\\)[\w$]+){0,8})\s*(?:\?\.|!\.|&\.|\.|->|::|\\)\s*$/;

/** @returns the receiver before a name, '' if there is none, null if it is no path of names */
function receiverBefore(left: string): string | null {
  if (!SEPARATOR.test(left) || /\.\.\s*$/.test(left)) return '';
  return RECEIVER.exec(left)?.[1]?.replace(/[?!&]\./g, '.') ?? null;
}

/**
 * True for `name = 1` and `name: 1` in languages without forms of bindings. In Elixir a bare name
 * is a variable, unlike `@name` and `&name/1`.
 */
function isKeyOrAtom(name: string, left: string, right: string, inElixir = false): boolean {
  if (/^[ \t]*=(?![=>~])|^:(?!:)/.test(right)) return true;
  return inElixir && !beginsWithCapital(name) && !left.endsWith('@') && !(left.endsWith('&') && right.startsWith('/'));
}

/**
 * True for `@name`, `name?`, `:name =>` and `<<~NAME`, and for a variable of a block outside of
 * functions.
 */
function isOtherInRuby(
  { codeText, language }: SourceFile,
  name: string,
  from: string,
  left: string,
  right: string,
  around: readonly FileDefinition[],
): boolean {
  if (/(?:@|<<[~-])$/.test(left) || /^[?!](?![=~])/.test(right)) return true;
  if (/(?<!:):$/.test(left) && /^\s*=>/.test(right)) return true;
  if (from !== '' || beginsWithCapital(name) || around.some(({ kind }) => FUNCTIONS.has(kind))) return false;
  const binds = languageNamed(language).variables?.moreBindings?.(escapeRegExp(name));
  return binds !== undefined && new RegExp(binds).test(codeText);
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);

/** Matches words after which a name without an operator between is no declaration. */
const BEFORE_USE =
  /(?<![\w$.])(?:return|else|goto|switch|new|throw|throws|await|yield|in|is|as|not|and|or|case|typeof|keyof|sizeof|delete|default|instanceof|extends|implements|do|assert|when|where|with|from|select|of|if|elif|elsif|unless|while|until|for|raise|except|print|del|void|go|defer|range|move|ref|mut|dyn|match|loop|echo|ifdef|ifndef|undef|satisfies|lambda|step|downTo|to|by|export)$/;

/**
 * True where a bare name is, or may be, a declaration, a key, or the name of an argument.
 * @param lead the text before the name without spaces at its end
 * @param right the text after it
 */
function declares(
  text: string,
  at: number,
  lead: string,
  right: string,
  { style, hasShortDeclarations }: BindingForms,
  around: readonly FileDefinition[],
): boolean {
  const last = lead.at(-1) ?? '';
  const gap = text.slice(Math.max(0, at - 300), at).slice(lead.length);
  const isNewLine = last === '' || gap.includes('\n');
  const isWord = /[\w$]/.test(last);
  // `Type name`, `<Card name`, `readonly name`
  if (isWord && !isNewLine && !BEFORE_USE.test(lead)) return true;
  const isAssigned = /^\s*=(?![=>~])/.test(right);
  const isKey = /^\s*(?:\?\s*)?:(?!:)/.test(right);
  const inner = around.at(-1);
  const line = lead.slice(lead.lastIndexOf('\n') + 1) + gap;
  if (style === 'indented') {
    if (isAssigned || /^\s*:=/.test(right) || BINDS.test(line)) return true;
    if (/^(?:\s*\()?[\s\w,*]*$/.test(line) && /^[\w\s,*()]*=(?!=)/.test(right.split('\n', 1)[0]!)) return true;
    return isKey && isNewLine && !/[{,[(]/.test(last);
  }
  // `Name struct {` in a group of declarations, `a, name string` in a struct
  if (hasShortDeclarations === true && /^[\s\w,]*$/.test(line) && /^(?:[ \t]*,[ \t]*\w+)*[ \t]+[\w*[(]/.test(right))
    return true;
  // `name, err := f()`
  if (hasShortDeclarations === true && /^(?:\s*,\s*\w+)*\s*:=/.test(right)) return true;
  // `import { a as name }`
  if (style === 'script' && /^[\w$\s,{}*]*\sas\s+$/.test(line) && /^\s*(?:[,}]|from\b)/.test(right)) return true;
  // Text of JSX: `<b>Name`
  if (style === 'script' && /[^=\s]>$/.test(lead) && gap === '') return true;
  if (style === 'type-first') {
    if (/[>\]?]/.test(last) && /\s/.test(gap) && !isNewLine && !/\s.$/.test(lead) && !/\?$/.test(lead)) return true;
    // `Type? name;`, unlike `isWide? name : other`
    if (/[\w>\])]\?$/.test(lead) && gap !== '' && /^\s*(?:[;{,)]|=(?!=))/.test(right)) return true;
    if (/\.\.\.$/.test(lead)) return true;
    if (/[*&]/.test(last) && isPointer(lead, gap)) return true;
  }
  if (
    isKey &&
    (isNewLine || /[{,(;}[\w.]/.test(last)) &&
    !/\bcase\b[^:{};]*$/.test(line) &&
    !(isNewLine && /[?:&|+]/.test(last))
  )
    return true;
  if (isAssigned && (/[(,<|]/.test(last) || (last === '{' && !isNewLine) || /^=["'`{]/.test(right))) return true;
  // `new Options { name = 1`
  if (isAssigned && last === '{' && /\bnew\b[^;{}=]{0,100}\{$/.test(lead)) return true;
  if (inner !== undefined && HOLDS_MEMBERS.has(inner.kind) && (isNewLine || /[{,;}]/.test(last)))
    return !'([<'.includes(openerBefore(text, at) || ' ');
  return false;
}

/** Matches the text before a name that a line of Python binds, or that an import has. */
const BINDS = /\b(?:as|for)\s(?:(?!\bin\b)[\w\s,(*])*$|^\s*(?:from|import)\s/;

/** `char *name`, `Type& name`; not `a * name` */
function isPointer(lead: string, gap: string): boolean {
  const before = /([\s\w>)\]])[*&]+$/.exec(lead)?.[1] ?? ' ';
  if (before.trim() !== '') return /[\w>]/.test(before) && gap !== '';
  const rest = lead.replace(/(?<![*&])[*&]+$/, '').trimEnd();
  return gap === '' && /[\w>]$/.test(rest) && !BEFORE_USE.test(rest);
}

const HOLDS_MEMBERS: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum', 'object']);

/** Returns the bracket that is open before the place, '' if there is none near. */
function openerBefore(text: string, at: number): string {
  let depth = 0;
  for (let index = at - 1; index >= Math.max(0, at - LONGEST_RECEIVER); index--) {
    const character = text[index]!;
    if (')]}'.includes(character)) depth += 1;
    else if ('([{'.includes(character) && --depth < 0) return character;
  }
  return '';
}
