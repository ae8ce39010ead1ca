/**
 * The forms in which a name is bound inside of a file: statements, imports in blocks, parameters,
 * closures, and those of Python. Each form also says for which range the name is bound. siteOf.ts
 * tries them in turn. Then the heads of functions and classes, and what is assigned to a variable.
 */

import { getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { beginsWithCapital } from '../base/words.ts';
import type { BindingForms } from '../languages/language.ts';
import { languageRules } from '../languages/languages.ts';
import type { ChainForms } from '../languages/referenceRules.ts';
import type { Brackets, Range } from './brackets.ts';
import { closerOf, listParts } from './codeText.ts';
import type { FileDefinition, SourceFile } from './readFiles.ts';
import type { Binding } from './referenceModel.ts';
import { withoutArguments } from './variables.ts';

export interface Bound extends Range {
  by: Binding;
  /** The place of the name that is bound. */
  at?: number;
}

/** A place in a file's code where a name occurs. */
interface Occurrence {
  text: string;
  pairs: Brackets;
  at: number;
  name: string;
  /** The text before and behind it, as far as the forms look. */
  left: string;
  right: string;
  forms: BindingForms;
}

const variable = (range: Range | null): Bound | null => (range === null ? null : { ...range, by: 'variable' });

const CONTAINER =
  /\b(?:class|interface|struct|enum|trait|impl|extension|namespace|module|mod|package|object|record|protocol|extern|union|contract|library|companion|global)\b(?!\s*(?:[:=),.]|$(?<!\b(?:object|extern|namespace|companion|global|class|struct|union|enum)\s*)))/;

/**
 * True for braces that hold members, such as a class or a namespace; false for statements and
 * object literals.
 */
export function isContainer(pairs: Brackets, block: Range): boolean {
  const head = pairs.headBefore(block.from);
  return CONTAINER.test(head) && !/\bobject\s*:|\bnew\b[^{]*$|\b(?:fn|fun|func|function|def)\b/.test(head);
}

/**
 * Returns the nearest block of statements around; null if there is only the file or named scopes.
 */
export function localBlock(pairs: Brackets, at: number): Range | null {
  for (let block = pairs.blockOf(at); block !== null; block = pairs.blockOf(block.from))
    if (!isContainer(pairs, block)) return block;
  return null;
}

/** `use a::{b, c as name};` in a module or a function; `import a.name` in a block. */
export function inImport({ pairs, at, left, forms: { blockImport } }: Occurrence): Bound | null {
  if (blockImport === undefined) return null;
  const { word, isOneLine } = blockImport;
  if (!left.includes(word)) return null;
  if (!new RegExp(`(?:^|[;{}\\n])\\s*(?:pub(?:\\([^)]*\\))?\\s+)?${word}\\s[^;]*$`).test(left)) return null;
  const statement = left.slice(left.lastIndexOf(`${word} `));
  if (isOneLine === true && statement.includes('\n')) return null;
  let block = pairs.blockOf(at);
  // The braces may be those of the import list itself; they are no block.
  while (block !== null && block.from > at - statement.length) block = pairs.blockOf(block.from);
  return block === null ? null : { ...block, by: 'import' };
}

/** `let name`, `const { name }`, `if let Some(name)`, `name := …`, `Type name = …` */
export function inStatement({ text, pairs, at, left, right, name, forms }: Occurrence): Bound | null {
  // In `var x pkg.Type` and `const ns::Type x` the first part of a qualified name is not bound.
  if (/^\s*(?:\.\s*[\w$]|::)/.test(right)) return null;
  const isScript = forms.style === 'script';
  if (isScript && /(?<![.\w$])(?:function\s*\*?|class|enum|namespace)\s*$/.test(left)) {
    const before = left.replace(/(?:async\s+)?(?:function\s*\*?|class|enum|namespace)\s*$/, '');
    if (/(?:^|[;{}\n]|\b(?:export|default|declare|abstract|const))\s*$/.test(before))
      return variable(restOfBlock(pairs, at, null));
    const body = pairs.nextBlock(at);
    return body === null ? null : { from: at, to: body.to, by: 'variable' };
  }
  if (
    forms.hasShortDeclarations === true &&
    /^\s*(?:,[\w\s,]{0,200})?:=/.test(right) &&
    /(?:^|[;{}\n]|\b(?:if|for|switch|case|select))[\w\s,]*$/.test(left)
  )
    return fromEndOfLine(text, afterStatement(text, pairs, at, at));
  // In `var x T` only x is bound, though T follows it. At the top of a file nothing is.
  if (forms.parameters === 'go' && (!/(?:\b(?:var|const|type)\s|[,(])\s*$/.test(left) || pairs.blockOf(at) === null))
    return null;
  if (forms.style === 'type-first' && isTyped(left, right, forms))
    return variable(afterStatement(text, pairs, at, /\(\s*[*^]\s*$/.test(left) ? pairs.openerOf(at) : at));
  if (/^\s*(?:,[^()<>=]*\))?\s*<-/.test(right) && forms.hasGenerators === true)
    return variable(generated(text, pairs, at));
  if (isPath(right, name, forms)) return null;
  const root = patternRoot(pairs, at, forms, /^\s*:(?!:)/.test(right));
  if (root === null) return null;
  const range = afterStatement(text, pairs, at, root, isScript);
  if (forms.parameters === 'go') return fromEndOfLine(text, range);
  const bound = variable(range);
  if (bound === null || !isScript) return bound;
  const end = root === at ? at + name.length : pairs.closerOf(root) + 1;
  return REQUIRES.test(text.slice(end, end + 40)) ? { ...bound, by: 'import' } : bound;
}

/** In Go a variable is not bound in its own statement: `conn := open().(*conn)`. */
function fromEndOfLine(text: string, range: Range | null): Bound | null {
  if (range === null) return null;
  const end = /[;\n]/.exec(text.slice(range.from, range.to))?.index;
  return variable(end === undefined ? range : { from: range.from + end, to: range.to });
}

const REQUIRES = /^\s*=\s*require\s*\(/;

/** `for (name <- all) …`, `for { name <- all } …` */
function generated(text: string, pairs: Brackets, at: number): Range {
  const end = Math.max(at, pairs.closerOf(pairs.openerOf(at)));
  const line = text.indexOf('\n', end);
  const body = pairs.nextBlock(end + 1);
  if (body !== null && (line === -1 || body.from < line)) return { from: at, to: body.to };
  return { from: at, to: line === -1 ? text.length : line };
}

/** True for a case of an enum in a pattern: a name that is called, or begins with a capital. */
function isPath(right: string, name: string, { caseFollows, style }: BindingForms): boolean {
  if (caseFollows !== undefined) return beginsWithCapital(name) || caseFollows.test(right);
  return /^\s*\(/.test(right) && style !== 'script';
}

const NO_TYPE =
  /(?<![\w])(?:return|else|goto|new|throw|await|yield|in|is|as|not|and|or|case|typeof|sizeof|delete|default|namespace|import|package|instanceof|extends|implements|do|co_return|co_await|co_yield|assert|when|where|with|from|select|public|private|protected|internal|static|final|abstract|readonly)$/;

function isTyped(left: string, right: string, { nullableTypes, hasThinArrow }: BindingForms): boolean {
  // `pointer->member`, `a && b`
  if ((hasThinArrow !== true && /^\s*->/.test(right)) || /\s&&\s+$/.test(left)) return false;
  if (/\(\s*[*^]\s*$/.test(left)) return /^\s*\)\s*\(/.test(right) && /\w\s*\(\s*[*^]\s*$/.test(left);
  if (!/^\s*(?:=(?!=)|[;,:)[]|in\b|&&|\|\||->|=>|when\b|\?)/.test(right)) return false;
  const type = /([\w>\]?])(\s+|\s*[*&]+\s*)$/.exec(left.trimEnd() === left && !/[*&]$/.test(left) ? '' : left);
  if (type === null) return false;
  const before = left.slice(0, left.length - type[2]!.length);
  if (NO_TYPE.test(before)) return false;
  // Without a sign of a declaration, `a * b` is a product.
  if (/[*&]/.test(type[2]!) && !/(?:^|[;{}(,]|\b(?:const|static|struct|auto|unsigned))\s*[\w:<>\s]*$/.test(before))
    return false;
  return nullableTypes !== true || !/\?\s*$/.test(before) || /\w\?$/.test(before);
}

/**
 * Finds where the pattern with the name begins: goes outwards through `Some(`, `{ a:`, `[` until a
 * keyword stands before it. Null if a `=` or a `:` shows that the name is used, not bound.
 */
function patternRoot(pairs: Brackets, at: number, forms: BindingForms, isKey: boolean): number | null {
  const keyword = keywordOf(forms);
  const throughBraces = forms.style === 'script' || forms.bracesInPatterns === true;
  let position = at;
  for (let depth = 0; depth < 8; depth++) {
    const flat = pairs.leftOf(position);
    const rest = keyword.exec(flat)?.[1];
    if (rest !== undefined) {
      const element = rest.slice(rest.lastIndexOf(',') + 1);
      const isUse = /(?<![=!<>])=(?![=>])|=>|\b(?:of|in|if)\b|<-/.test(
        depth === 0 || rest.includes(',') ? element : rest,
      );
      return isUse || /(?<!:):(?!:)/.test(element) ? null : position;
    }
    const element = flat.slice(flat.lastIndexOf(',') + 1);
    if (!/^[\s\w$.:&*@|]*$/.test(element) || /\b(?:in|of|if|is|as|until)\b/.test(element)) return null;
    const opener = pairs.openerOf(position);
    if (opener === -1 || (pairs.kindOf(opener) === '{' && (!throughBraces || (isKey && depth === 0)))) return null;
    position = opener;
  }
  return null;
}

const STATEMENT_HEAD =
  /^\s*(?:[})\]]\s*)?(?:else\s+)?(?:if|for|while|switch|match|catch|using|foreach|try|with|lock|fixed|select|synchronized|do\s*\{?\s*\}?\s*catch)\b/;

/** Finds a declaration's scope: the body after the statement's head, or the rest of the block. */
function afterStatement(text: string, pairs: Brackets, at: number, root: number, hoisted = false): Range | null {
  const parameters = pairs.parenOf(root);
  const head = pairs.headBefore(root);
  if (STATEMENT_HEAD.test(head) && !/\b(?:is|instanceof|guard)\b/.test(head)) {
    const body = pairs.nextBlock(parameters ?? root, parameters === null);
    if (body !== null) return { from: at, to: body.to };
    const end = /[;\n]/.exec(text.slice(root + 1))?.index;
    const line = parameters === null ? root + 1 + (end ?? 0) : text.indexOf('\n', pairs.closerOf(parameters));
    return { from: at, to: Math.max(line === -1 ? text.length : line, at) };
  }
  if (parameters !== null) {
    const close = pairs.closerOf(parameters);
    const after = text.slice(close + 1, close + 300);
    if (/^\s*(?:=>|->)/.test(after)) return { from: parameters, to: pairs.expressionEnd(close + 1) };
    if (/^[^;{}=()]*\{|^\s*(?:const|noexcept|override|mutable|throws)?[^;{}=]*\{/.test(after)) {
      const body = pairs.nextBlock(close + 1);
      if (body !== null) return { from: parameters, to: body.to };
    }
  }
  return restOfBlock(pairs, root, hoisted ? null : at);
}

/** @param from null for the whole block around */
function restOfBlock(pairs: Brackets, at: number, from: number | null): Range | null {
  const block = pairs.blockOf(at);
  return block === null || isContainer(pairs, block) ? null : { from: from ?? block.from, to: block.to };
}

/** Matches the keyword before bound names in a language's statements. */
function keywordOf({ style, keyword = 'let|const|var|val' }: BindingForms): RegExp {
  if (style === 'script') return /(?<![.\w$])(?:let|const|var|using)(?!\w)\s*([\s\S]*)$/;
  return new RegExp(`(?<![.\\w])(?:${keyword})(?!\\w)\\s*([^]*)$`);
}

/** `name => …`, `name -> …`, in Rust the pattern of an arm. */
export function inArrow({ text, pairs, at, left, right, forms }: Occurrence): Bound | null {
  if (forms.hasArms === true) {
    if (beginsWithCapital(text[at]!) || forms.caseFollows?.test(right) === true) return null;
    let position = at;
    for (let depth = 0; depth < 6; depth++) {
      const flat = pairs.leftOf(position);
      const element = flat.slice(flat.lastIndexOf(',') + 1);
      if (!/^[\s\w:&@|.]*$/.test(element) || /\bif\b/.test(element)) return null;
      const end = position === at ? at : pairs.closerOf(position) + 1;
      const rest = text.slice(end, end + 300);
      const arm = /^[\s\w@|:&]*?(?:\bif\b[^;{}]*?)?=>/.exec(rest);
      if (arm !== null) return { from: at, to: pairs.expressionEnd(end + arm[0].length), by: 'variable' };
      const opener = pairs.openerOf(position);
      if (opener === -1) return null;
      position = opener;
    }
    return null;
  }
  const arrow = /^\s*=>/.test(right) || (forms.hasThinArrow === true && /^\s*->/.test(right));
  // In `(): name =>` the name is the type that the function returns.
  if (!arrow || /\)\s*:\s*(?:[\w.]+\s*\|\s*)*$/.test(left)) return null;
  const offset = text.indexOf('>', at) + 1;
  return { from: at, to: pairs.expressionEnd(offset), by: 'variable' };
}

/** Returns the body behind the parameters of a function of Go, if it has one. */
function bodyOfFunction(text: string, pairs: Brackets, from: number): Range | null {
  for (let at = from; at < text.length && !/[\n;)\]}]/.test(text[at]!); at++) {
    const close = pairs.closerOf(at);
    if (text[at] === '{' && !/\b(?:interface|struct)\s*$/.test(text.slice(Math.max(from, at - 20), at)))
      return { from: at, to: close };
    at = close;
  }
  return null;
}

const NAMED_PARAMETER = /(?:^|,)\s*(?!(?:chan|func|interface|map|struct)\b)\w+[^\S\n]+[\w*&[.(<]/;

/** `(a, name) => …`, `function (name) {`, `func(name T) {`, `fun(name: T) {`, `catch (name) {` */
export function inParameters({ text, pairs, at, left, right, forms }: Occurrence): Bound | null {
  const { parameters, arrow: between } = forms;
  const paren = outerParen(pairs, at, parameters === 'go');
  if (paren === null) return null;
  const before = text.slice(Math.max(0, paren - 200), paren);
  const close = pairs.closerOf(paren);
  const after = text.slice(close + 1, close + 500);
  if (parameters === 'script') {
    if (/^\s*:(?!:)/.test(right) && pairs.openerOf(at) !== paren) return null;
    if (/(?<![.\w$])(?:if|while|switch|for|with)\s*$/.test(before)) return null;
    const arrow = /^\s*(?::[^;=]{0,300}?)?=>/.exec(after);
    if (arrow !== null) return { from: paren, to: pairs.expressionEnd(close + 1 + arrow[0].length), by: 'variable' };
    if (!/^\s*(?::[^;=]{0,300}?)?\{/.test(after)) return null;
  } else if (parameters === 'go') {
    if (!/\bfunc\s*(?:\([^()]*\)\s*)?\w*(?:\[[^\]]*\])?\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)?$/.test(before))
      return null;
    if (!/[(,]\s*$/.test(left) || !/^(?:\s*,|\s+[\w*&[.(<])/.test(right)) return null;
    // In a list of types, as results may be, no element has a name: `(Node, error)`.
    if (!NAMED_PARAMETER.test(text.slice(paren + 1, close))) return null;
    return variable(bodyOfFunction(text, pairs, close + 1));
  } else {
    const arrow = between?.exec(after);
    if (arrow) return { from: paren, to: pairs.expressionEnd(close + 1 + arrow[0].length), by: 'variable' };
    const isCaught = /\bcatch\s*$/.test(before);
    if (!isCaught && (!/\b(?:fun|func|fn|def)\b[^;{}()]*$/.test(before) || !/^\s*:(?!:)/.test(right))) return null;
  }
  return variable(withBody(pairs, paren, close + 1));
}

function withBody(pairs: Brackets, paren: number, from: number): Range | null {
  const body = pairs.nextBlock(from);
  return body === null ? null : { from: paren, to: body.to };
}

/**
 * Returns the list of parameters around, also through patterns; null if the name is a type or a
 * default value.
 */
function outerParen(pairs: Brackets, at: number, isNameFirst: boolean): number | null {
  let position = at;
  for (let depth = 0; depth < 6; depth++) {
    const flat = pairs.leftOf(position);
    const element = flat.slice(flat.lastIndexOf(',') + 1);
    const opener = pairs.openerOf(position);
    if (opener === -1 || /[=]/.test(element)) return null;
    if (pairs.kindOf(opener) === '(') {
      return isNameFirst || /^\s*(?:\.\.\.\s*|@?\w+\s+)*$/.test(element) ? opener : null;
    }
    if (!/^[\s\w$.:]*$/.test(element)) return null;
    position = opener;
  }
  return null;
}

/** Parameters between bars, `|a, name| …`, or after a brace: `{ a, name -> …`, `{ name => …` */
export function inClosure({ text, pairs, at, name, forms: { closures } }: Occurrence): Bound | null {
  if (closures === 'bars') {
    const line = text.slice(Math.max(0, at - 300), at);
    const open = /(?:^|[(,={;[]|=>|\bmove|\breturn|\belse|&&|\n)\s*\|([^|;{}]*)$/.exec(line);
    if (open === null || /(?<!:):(?!:)[^,]*$/.test(open[1]!)) return null;
    const close = /^[^|;{}]*\|/.exec(text.slice(at + name.length, at + 400));
    if (close === null) return null;
    const end = at + name.length + close[0].length;
    const typed = /^\s*->[^{;]*(?=\{)/.exec(text.slice(end, end + 300));
    return { from: at, to: pairs.expressionEnd(end + (typed?.[0].length ?? 0)), by: 'variable' };
  }
  const block = pairs.blockOf(at);
  if (closures === undefined || block === null) return null;
  const head = closures.exec(text.slice(block.from + 1, block.from + 400))?.[1];
  if (head === undefined || block.from + 1 + head.length < at) return null;
  return /(?<!:):\s*(?:\w+\.)*$/.test(text.slice(block.from, at)) ? null : { ...block, by: 'variable' };
}

/** Python: `lambda name:`, `for name in` of a comprehension, imports in a function. */
export function inPython({ text, pairs, at, left, right }: Occurrence): Bound | null {
  const lineEnd = (): number => {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  };
  const opener = pairs.openerOf(at);
  const line = left.slice(left.lastIndexOf('\n') + 1);
  if (/\blambda\b[^:]*$/.test(left) && /^[^:\n]*:/.test(right) && !/=\s*$/.test(left)) {
    const start = at - /\blambda\b[^:]*$/.exec(left)![0].length;
    const outer = pairs.openerOf(start);
    return { from: start, to: outer === -1 ? lineEnd() : pairs.closerOf(outer), by: 'variable' };
  }
  if (/\bfor\b[\w\s,(*]*$/.test(left) && /^[\w\s,)]*\bin\b/.test(right)) {
    let outer = opener;
    const start = at - /\bfor\b[\w\s,(*]*$/.exec(left)![0].length;
    while (outer > start) outer = pairs.openerOf(outer);
    return outer === -1 ? null : { from: outer, to: pairs.closerOf(outer), by: 'variable' };
  }
  if (/^\s+(?:from\s+[\w.]+\s+)?import\s[\w\s,.(]*$/.test(line) && !/^\s+as\b|^\s*\./.test(right)) {
    return bodyAround(text, at, /^\s*/.exec(line)![0].length);
  }
  return null;
}

/** Finds, by indentation, the function whose body holds the line. */
function bodyAround(text: string, at: number, indent: number): Bound | null {
  const above = text.slice(0, at).split('\n');
  let own = indent;
  for (let line = above.length - 2; line >= 0; line--) {
    const found = /^(\s*)(\S.*)$/.exec(above[line]!);
    if (found === null || found[1]!.length >= own) continue;
    own = found[1]!.length;
    if (!/^(?:async\s+)?def\b/.test(found[2]!)) continue;
    const from = above.slice(0, line).join('\n').length;
    const end = new RegExp(`\\n[^\\S\\n]{0,${own}}(?=[^\\s)])`).exec(text.slice(at));
    return { from, to: end === null ? text.length : at + end.index, by: 'import' };
  }
  return null;
}

const BODY =
  /(?:->|\b(?:else|try|finally|do|init)|\b(?:if|for|while|when|catch)\s*\(\))\s*$|^[^={]*(?<![\w.])(?:fun|class|interface|object|constructor|get|set)\b[^={]*$/;

/** True if a block that is an argument of a call is around an offset: `a.map { … }` */
export function isInArgument(pairs: Brackets, from: number, offset: number): boolean {
  for (let block = pairs.blockOf(offset); block !== null && block.from >= from; block = pairs.blockOf(block.from))
    if (!BODY.test(pairs.leftOf(block.from))) return true;
  return false;
}

// Heads of functions and classes, arguments, and values of variables.

/** Characters of a head, and of a list of arguments, that are read. */
const LONGEST_HEAD = 4000;
const LONGEST_LIST = 20_000;

/** Returns a parameter of the constructor in the head of a class; '' without one. */
export function primaryParameter(file: SourceFile, definition: FileDefinition, name: string): string {
  const head = languageRules(file.language).chains?.namespaces && bracedHead(file, definition);
  return head && !head.before.includes('{') ? parameterOf(head.parameters, name) : '';
}

/** True for a member that the head of a class declares: `class A(val name: B)` */
export function isInHead(file: SourceFile, definition: FileDefinition, name: string): boolean {
  return /\b(?:val|var)\s/.test(primaryParameter(file, definition, name));
}

interface Head {
  before: string;
  parameters: string;
  after: string;
}

const heads = new WeakMap<FileDefinition, Head | null>();

export function bracedHead({ starts, codeText }: SourceFile, definition: FileDefinition): Head | null {
  return getOrMake(heads, definition, () => {
    const { name, startLine, endLine } = definition;
    const text = codeText.slice(starts[startLine - 1]!, starts[endLine]!).slice(0, LONGEST_HEAD);
    const at = new RegExp(
      `(?<![\\w@.$])${escapeRegExp(name)}(?:<(?:\\[[^\\]]{0,500}\\]|[^<>()[]){0,200}>)?(?:\\s+(?:\\w+\\s+)?constructor)?\\s*\\(`,
    ).exec(text);
    if (at === null) return null;
    const open = at.index + at[0].length - 1;
    const close = closerOf(text, open);
    return {
      before: text.slice(0, at.index),
      parameters: text.slice(open + 1, close),
      after: text.slice(close + 1, close + 300),
    };
  });
}

/** True for a method that may be called with so many arguments, where they tell methods apart. */
export function takes(file: SourceFile, method: FileDefinition, count: number, { hasOverloads }: ChainForms): boolean {
  if (method.kind !== 'method' && method.kind !== 'function') return false;
  const head = hasOverloads ? bracedHead(file, method) : null;
  if (head === null) return true;
  const all = parametersIn(head.parameters);
  const list = all.filter((one) => !/^this\s/.test(one));
  const isMany = list.some((one) => MANY.test(one));
  const wanted = list.filter((one) => !MANY.test(one) && !/=/.test(one.replace(/\([^()]*\)/g, '')));
  // A method of Kotlin that overrides another one has its default values.
  const least = /\boverride\s+fun\b/.test(head.before) ? 0 : wanted.length;
  return count >= least && (isMany || count <= all.length);
}

/** Matches a parameter that takes any number of arguments. */
const MANY = /\.\.\.|^(?:params|vararg)\s/;

export function parametersIn(parameters: string): string[] {
  const list = withoutArguments(parameters);
  return listParts(list, 0, list.length).map(({ from, to }) => list.slice(from, to).trim());
}

/** True if a function has a parameter or a variable of this name. */
export function isBoundIn(file: SourceFile, around: FileDefinition, name: string, text: string): boolean {
  if (parameterOf(bracedHead(file, around)?.parameters ?? '', name) !== '') return true;
  return new RegExp(`\\b(?:val|var)\\b[^=\\n]{0,200}(?<!\\w)${escapeRegExp(name)}(?!\\w)`).test(text);
}

function parameterOf(parameters: string, name: string): string {
  const own = new RegExp(`(?<!\\w)${escapeRegExp(name)}\\s*(?:[:=]|$)`);
  return parametersIn(parameters).find((one) => own.test(one)) ?? '';
}

/** Returns the types of a method's parameters. */
export function parametersOf(file: SourceFile, method: FileDefinition): string[] {
  return parametersIn(bracedHead(file, method)?.parameters ?? '').map((said) => {
    const [declared = ''] = said.replace(/\([^()]*\)/g, '').split('=', 1);
    const [before = '', ...type] = declared.split(':');
    return type.length > 0 ? type.join(':').trim() : (before.trim().split(/\s+/).at(-2) ?? '');
  });
}

/** True for a method whose last parameter takes any number of arguments. */
export function takesMany(file: SourceFile, method: FileDefinition): boolean {
  return parametersIn(bracedHead(file, method)?.parameters ?? '').some((one) => MANY.test(one));
}

/** True for the same types; one that is a parameter of a class may be any. */
export function haveSameTypes(some: readonly string[], others: readonly string[]): boolean {
  const isOne = (type: string, other: string): boolean => type === other || /^[A-Z]\d?$/.test(other);
  return some.length === others.length && some.every((type, at) => isOne(type, others[at]!));
}

/** Returns the arguments of a called name; null for a name that is passed on. */
export function argumentsAt(text: string, from: number, { namespaces }: ChainForms): string[] | null {
  const open = /^(?:<(?:[^<>()]|<[^<>()]{0,200}>){0,200}>)?\s*\(/.exec(text.slice(from, from + 400))?.[0].length;
  if (open === undefined) return null;
  const list = text.slice(from + open - 1, from + open + LONGEST_LIST);
  const close = closerOf(list, 0);
  const hasLambda = namespaces?.callsTakeBlocks === true && /^[^\S\n]*\{/.test(list.slice(close + 1, close + 100));
  return [...parametersIn(list.slice(1, close)), ...(hasLambda ? ['{}'] : [])];
}

/** Returns all that is assigned to a variable; null where it may have other values. */
export function assignedTo(text: string, name: string, { assigned, isOpen, endsAtLine }: ChainForms): string[] | null {
  const word = `${escapeRegExp(name)}(?!\\w)`;
  if (isOpen?.(word).test(text) === true) return null;
  return [...text.matchAll(assigned(word))].map(({ index, 0: { length } }) => {
    let end = index + length;
    const isEnd = (at: number): boolean =>
      /[;)\]}]/.test(text[at]!) ||
      (endsAtLine === true && text[at] === '\n' && !/^\s*[?!]?\./.test(text.slice(at, at + 200)));
    while (end < text.length && !isEnd(end)) end = '([{'.includes(text[end]!) ? closerOf(text, end) + 1 : end + 1;
    return text.slice(index + length, end);
  });
}
