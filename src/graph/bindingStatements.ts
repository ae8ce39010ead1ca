/** Names that statements bind: declarations, patterns, loops, imports inside of blocks. */

import { type Bound, isContainer, SCRIPT, TYPE_FIRST, variable } from './bindingScopes.ts';
import type { Brackets, Range } from './brackets.ts';

/** `use a::{b, c as name};` in a module or a function; `import a.name` in a block. */
export function inImport(pairs: Brackets, at: number, left: string, language: string): Bound | null {
  if (language !== 'rust' && language !== 'scala') return null;
  const word = language === 'rust' ? 'use' : 'import';
  if (!new RegExp(`(?:^|[;{}\\n])\\s*(?:pub(?:\\([^)]*\\))?\\s+)?${word}\\s[^;]*$`).test(left)) return null;
  const statement = left.slice(left.lastIndexOf(`${word} `));
  if (language === 'scala' && statement.includes('\n')) return null;
  let block = pairs.blockOf(at);
  // The braces of the list itself.
  while (block !== null && block.from > at - statement.length) block = pairs.blockOf(block.from);
  return block === null ? null : { ...block, by: 'import' };
}

/** `let name`, `const { name }`, `if let Some(name)`, `name := …`, `Type name = …`, `function name()` */
export function inStatement(
  text: string,
  pairs: Brackets,
  at: number,
  left: string,
  right: string,
  name: string,
  language: string,
): Bound | null {
  if (SCRIPT.test(language) && /(?<![.\w$])(?:function\s*\*?|class|enum|namespace)\s*$/.test(left)) {
    const before = left.replace(/(?:async\s+)?(?:function\s*\*?|class|enum|namespace)\s*$/, '');
    if (/(?:^|[;{}\n]|\b(?:export|default|declare|abstract|const))\s*$/.test(before))
      return variable(blockFrom(pairs, at, true));
    const body = pairs.nextBlock(at);
    return body === null ? null : { from: at, to: body.to, by: 'variable' };
  }
  if (
    language === 'go' &&
    /^\s*(?:,[\w\s,]{0,200})?:=/.test(right) &&
    /(?:^|[;{}\n]|\b(?:if|for|switch|case|select))[\w\s,]*$/.test(left)
  )
    return variable(afterStatement(text, pairs, at, at));
  if (TYPE_FIRST.test(language) && isTyped(left, right, language))
    return variable(afterStatement(text, pairs, at, /\(\s*[*^]\s*$/.test(left) ? pairs.openerOf(at) : at));
  if (/^\s*(?:,[^()<>=]*\))?\s*<-/.test(right) && language === 'scala') return variable(generated(text, pairs, at));
  if (isPath(right, name, language)) return null;
  const root = patternRoot(
    pairs,
    at,
    keywordOf(language),
    SCRIPT.test(language) || language === 'rust',
    /^\s*:(?!:)/.test(right),
  );
  if (root === null) return null;
  return variable(
    SCRIPT.test(language) ? afterStatement(text, pairs, at, root, true) : afterStatement(text, pairs, at, root),
  );
}

/** `for (name <- all) …`, `for { name <- all } …` */
function generated(text: string, pairs: Brackets, at: number): Range {
  const end = Math.max(at, pairs.closerOf(pairs.openerOf(at)));
  const line = text.indexOf('\n', end);
  const body = pairs.nextBlock(end + 1);
  if (body !== null && (line === -1 || body.from < line)) return { from: at, to: body.to };
  return { from: at, to: line === -1 ? text.length : line };
}

/** In a pattern, what is called is a case of an enum, and so is what begins with a capital. */
function isPath(right: string, name: string, language: string): boolean {
  if (language === 'rust') return /^\p{Lu}/u.test(name) || /^\s*(?:\(|\{|::|!)/.test(right);
  if (language === 'scala') return /^\p{Lu}/u.test(name) || /^\s*(?:\(|\.)/.test(right);
  return /^\s*\(/.test(right) && !SCRIPT.test(language);
}

const NO_TYPE =
  /(?<![\w])(?:return|else|goto|new|throw|await|yield|in|is|as|not|and|or|case|typeof|sizeof|delete|default|namespace|import|package|instanceof|extends|implements|do|co_return|co_await|co_yield|assert|when|where|with|from|select)$/;

function isTyped(left: string, right: string, language: string): boolean {
  if (/\(\s*[*^]\s*$/.test(left)) return /^\s*\)\s*\(/.test(right) && /\w\s*\(\s*[*^]\s*$/.test(left);
  if (!/^\s*(?:=(?!=)|[;,:)[]|in\b|&&|\|\||->|=>|when\b|\?)/.test(right)) return false;
  const type = /([\w>\]?])(\s+|\s*[*&]+\s*)$/.exec(left.trimEnd() === left && !/[*&]$/.test(left) ? '' : left);
  if (type === null) return false;
  const before = left.slice(0, left.length - type[2]!.length);
  if (NO_TYPE.test(before)) return false;
  // `a * b` is a product where nothing is declared.
  if (/[*&]/.test(type[2]!) && !/(?:^|[;{}(,]|\b(?:const|static|struct|auto|unsigned))\s*[\w:<>\s]*$/.test(before))
    return false;
  return language !== 'csharp' || !/\?\s*$/.test(before) || /\w\?$/.test(before);
}

/**
 * The place of the pattern that holds the name: outwards through `Some(`, `{ a:`, `[`, until a keyword stands before it.
 * Null where a `=` or a `:` says that the name is used.
 */
function patternRoot(
  pairs: Brackets,
  at: number,
  keyword: RegExp,
  throughBraces: boolean,
  isKey: boolean,
): number | null {
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

const HEAD =
  /^\s*(?:[})\]]\s*)?(?:else\s+)?(?:if|for|while|switch|match|catch|using|foreach|try|with|lock|fixed|select|synchronized|do\s*\{?\s*\}?\s*catch)\b/;

/** The scope of a declaration: the body that follows a statement's head, else the rest of the block. */
function afterStatement(text: string, pairs: Brackets, at: number, root: number, hoisted = false): Range | null {
  const parameters = pairs.parenOf(root);
  const block = pairs.blockOf(root);
  const head = pairs.headBefore(root);
  if (HEAD.test(head) && !/\b(?:is|instanceof|guard)\b/.test(head)) {
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
  return block === null || isContainer(pairs, block) ? null : { from: hoisted ? block.from : at, to: block.to };
}

function blockFrom(pairs: Brackets, at: number, hoisted: boolean): Range | null {
  const block = pairs.blockOf(at);
  return block === null || isContainer(pairs, block) ? null : { from: hoisted ? block.from : at, to: block.to };
}

/** How the bound names of a language's statements begin. */
function keywordOf(language: string): RegExp {
  if (SCRIPT.test(language)) return /(?<![.\w$])(?:let|const|var|using)(?!\w)\s*([\s\S]*)$/;
  return new RegExp(`(?<![.\\w])(?:${KEYWORDS[language] ?? 'let|const|var|val'})(?!\\w)\\s*([^]*)$`);
}

const KEYWORDS: Readonly<Record<string, string>> = {
  rust: 'let|for|static|const',
  go: 'var|const|type',
  kotlin: 'val|var|for',
  scala: 'val|var|case',
  swift: 'let|var|for(?:\\s+case)?',
  java: 'var',
  csharp: 'var',
  cpp: 'auto[\\s&*]',
  dart: 'var|final|const|late',
  groovy: 'def|var|final',
};
