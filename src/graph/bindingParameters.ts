/** Names that parameters bind: of functions without a name, of closures, of the arms of a match. */

import { type Bound, SCRIPT, variable } from './bindingScopes.ts';
import type { Brackets, Range } from './brackets.ts';

/** `name => …`, `name -> …`, in Rust the pattern of an arm. */
export function inArrow(
  text: string,
  pairs: Brackets,
  at: number,
  left: string,
  right: string,
  language: string,
): Bound | null {
  if (language === 'rust') {
    if (/^\p{Lu}/u.test(text[at]!) || /^\s*(?:\(|\{|::|!)/.test(right)) return null;
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
  const arrow = /^\s*=>/.test(right) || (/^(?:java|kotlin|groovy)$/.test(language) && /^\s*->/.test(right));
  // `(): name =>` is what it returns.
  if (!arrow || language === 'go' || /\)\s*:\s*(?:[\w.]+\s*\|\s*)*$/.test(left)) return null;
  const offset = text.indexOf('>', at) + 1;
  return { from: at, to: pairs.expressionEnd(offset), by: 'variable' };
}

/** `(a, name) => …`, `function (name) {`, `func(name T) {`, `fun(name: T) {`, `catch (name) {` */
export function inParameters(
  text: string,
  pairs: Brackets,
  at: number,
  left: string,
  right: string,
  language: string,
): Bound | null {
  const paren = outerParen(pairs, at, language);
  if (paren === null) return null;
  const before = text.slice(Math.max(0, paren - 200), paren);
  const close = pairs.closerOf(paren);
  const after = text.slice(close + 1, close + 500);
  if (SCRIPT.test(language) || language === 'dart') {
    if (/^\s*:(?!:)/.test(right) && pairs.openerOf(at) !== paren) return null;
    if (/(?<![.\w$])(?:if|while|switch|for|with)\s*$/.test(before)) return null;
    const arrow = /^\s*(?::[^;=]{0,300}?)?=>/.exec(after);
    if (arrow !== null) return { from: paren, to: pairs.expressionEnd(close + 1 + arrow[0].length), by: 'variable' };
    if (!/^\s*(?::[^;=]{0,300}?)?\{/.test(after)) return null;
  } else if (language === 'go') {
    if (!/\bfunc\s*(?:\([^()]*\)\s*)?\w*(?:\[[^\]]*\])?\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)?$/.test(before))
      return null;
    if (!/[(,]\s*$/.test(left) || !/^(?:\s*,|\s+[\w*&[.(<])/.test(right)) return null;
    const body = /^(?:[^{};\n]|\b(?:interface|struct)\s*\{[^{}]*\})*?(?<!interface|struct)\s*\{/.exec(after);
    return body === null ? null : variable(withBody(pairs, paren, close + body[0].length - 1));
  } else {
    const arrow = (ARROWS[language] ?? /(?!)/).exec(after);
    if (arrow !== null) return { from: paren, to: pairs.expressionEnd(close + 1 + arrow[0].length), by: 'variable' };
    const isCaught = /\bcatch\s*$/.test(before);
    if (!isCaught && (!/\b(?:fun|func|fn|def)\b[^;{}()]*$/.test(before) || !/^\s*:(?!:)/.test(right))) return null;
  }
  return variable(withBody(pairs, paren, close + 1));
}

function withBody(pairs: Brackets, paren: number, from: number): Range | null {
  const body = pairs.nextBlock(from);
  return body === null ? null : { from: paren, to: body.to };
}

const ARROWS: Readonly<Record<string, RegExp>> = {
  csharp: /^\s*=>/,
  scala: /^\s*=>/,
  java: /^\s*->/,
  groovy: /^\s*->/,
};

/** The list of parameters around, through the patterns in it; null where the name is a type or a default. */
function outerParen(pairs: Brackets, at: number, language: string): number | null {
  let position = at;
  for (let depth = 0; depth < 6; depth++) {
    const flat = pairs.leftOf(position);
    const element = flat.slice(flat.lastIndexOf(',') + 1);
    const opener = pairs.openerOf(position);
    if (opener === -1 || /[=]/.test(element)) return null;
    if (pairs.kindOf(opener) === '(') {
      const isName = language === 'go' || /^\s*(?:\.\.\.\s*|@?\w+\s+)*$/.test(element);
      return isName ? opener : null;
    }
    if (!/^[\s\w$.:]*$/.test(element)) return null;
    position = opener;
  }
  return null;
}

/** `|a, name| …` of Rust, `{ a, name -> …` of Kotlin, `{ (a, name) in …` of Swift, `{ name => …` of Scala. */
export function inClosure(text: string, pairs: Brackets, at: number, name: string, language: string): Bound | null {
  if (language === 'rust') {
    const line = text.slice(Math.max(0, at - 300), at);
    const open = /(?:^|[(,={;[]|=>|\bmove|\breturn|\belse|&&|\n)\s*\|([^|;{}]*)$/.exec(line);
    if (open === null || /(?<!:):(?!:)[^,]*$/.test(open[1]!)) return null;
    const close = /^[^|;{}]*\|/.exec(text.slice(at + name.length, at + 400));
    if (close === null) return null;
    const end = at + name.length + close[0].length;
    const typed = /^\s*->[^{;]*(?=\{)/.exec(text.slice(end, end + 300));
    return { from: at, to: pairs.expressionEnd(end + (typed?.[0].length ?? 0)), by: 'variable' };
  }
  const mark = CLOSURE_HEADS[language];
  const block = pairs.blockOf(at);
  if (mark === undefined || block === null) return null;
  const head = mark.exec(text.slice(block.from + 1, block.from + 400))?.[1];
  if (head === undefined || block.from + 1 + head.length < at) return null;
  return /(?<!:):\s*(?:\w+\.)*$/.test(text.slice(block.from, at)) ? null : { ...block, by: 'variable' };
}

const CLOSURE_HEADS: Readonly<Record<string, RegExp>> = {
  kotlin: /^([\s\w,:<>?.()*]*?)->/,
  groovy: /^([\s\w,:<>?.()*]*?)->/,
  swift: /^([\s\w,:<>?.()[\]!&@]*?(?:->[\s\w.?<>[\]]*?)?)\bin\b/,
  scala: /^([\s\w,:[\].()]*?)=>/,
};
