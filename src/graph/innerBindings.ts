/**
 * Finds which names the inner blocks of a file bind: variables, parameters, patterns, imports and
 * definitions that hold only inside of a function, a callback or a class body. A scanner of
 * brackets and of what stands beside a name, not a parser; where it is in doubt, a name is bound,
 * and the reference stays unresolved.
 */

import { getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { BindingForms } from '../languages/language.ts';
import { languageNamed, languageRules } from '../languages/languages.ts';
import {
  type Bound,
  inArrow,
  inClosure,
  inImport,
  inParameters,
  inPython,
  inStatement,
  isContainer,
  localBlock,
} from './bindingForms.ts';
import { type Brackets, brackets, type Range } from './brackets.ts';
import type { SourceFile } from './readFiles.ts';
import type { Binding } from './referenceModel.ts';

const NONE: ReadonlySet<number> = new Set();

/** Everything that a file says of one name. */
interface OfName {
  bound: Bound[];
  /** First line of a definition → the block of statements that it stands in. */
  blocks: Map<number, Range>;
  beyond: Map<string, ReadonlySet<number>>;
}

export interface InnerBindings {
  /**
   * The innermost block around the offset that binds the name, null where none but the file does.
   */
  bindingAt(name: string, offset: number): Binding | null;
  /**
   * First lines of definitions in blocks of statements that do not hold the offset; the same set
   * for the same lines.
   */
  outOfReach(name: string, offset: number): ReadonlySet<number>;
  /** True where a definition around has the name for a type parameter. */
  isTypeParameter(name: string, offset: number): boolean;
  offsetOf(line: number, column: number): number;
}

const known = new WeakMap<SourceFile, InnerBindings>();

export function innerBindings(file: SourceFile): InnerBindings {
  return getOrMake(known, file, () => read(file));
}

function read(file: SourceFile): InnerBindings {
  const { code, language } = file;
  const { bindings: forms } = languageNamed(language);
  const text = code.join('\n');
  const starts: number[] = [0];
  for (const line of code) starts.push(starts.at(-1)! + line.length + 1);
  let table: Brackets | undefined;
  const pairs = (): Brackets => {
    table ??= brackets(text);
    return table;
  };
  const byName = new Map<string, OfName>();
  const of = (name: string) =>
    getOrMake(byName, name, () => {
      const found: OfName = { bound: [], blocks: new Map(), beyond: new Map() };
      if (forms !== undefined) readName(name, found, forms);
      return found;
    });
  function readName(name: string, { bound, blocks }: OfName, forms: BindingForms): void {
    const { implicitReceiver } = languageRules(language);
    const own = new Map<number, number>();
    for (const { name: other, startLine, endLine, kind } of file.definitions) {
      if (other !== name) continue;
      const at = declaredAt(text, name, starts[startLine - 1]!, starts[Math.min(endLine, startLine + 20)]!);
      if (at === -1 || forms.style === 'indented' || /^\s*#/.test(code[startLine - 1] ?? '')) continue;
      own.set(at, startLine);
      const local = localBlock(pairs(), at);
      if (local !== null) blocks.set(startLine, local);
      const block = pairs().blockOf(at);
      if (block === null || (kind === 'method' && !implicitReceiver)) continue;
      if (isContainer(pairs(), block) && !implicitReceiver) continue;
      const same = bound.find(({ from, to, by }) => typeof by !== 'string' && from === block.from && to === block.to);
      if (same === undefined) bound.push({ ...block, by: new Set([startLine]) });
      else (same.by as Set<number>).add(startLine);
    }
    let count = 0;
    for (const at of occurrences(text, name)) {
      if (++count > MOST_OCCURRENCES) break;
      if (own.has(at)) continue;
      const found = boundAt(text, pairs(), at, name, forms);
      if (found !== null) bound.push(found);
    }
  }
  return {
    bindingAt(name, offset) {
      let best: Bound | null = null;
      for (const one of of(name).bound) {
        if (one.from > offset || offset > one.to) continue;
        if (best === null || one.to - one.from <= best.to - best.from) best = one;
      }
      return best?.by ?? null;
    },
    outOfReach(name, offset) {
      const { blocks, beyond } = of(name);
      const lines = [...blocks].flatMap(([line, { from, to }]) => (from <= offset && offset <= to ? [] : [line]));
      if (lines.length === 0) return NONE;
      const key = lines.join(' ');
      return getOrMake(beyond, key, () => new Set(lines));
    },
    isTypeParameter: (name, offset) => forms !== undefined && typeParameter(text, pairs(), name, offset),
    offsetOf: (line, column) => (starts[line - 1] ?? 0) + column,
  };
}

/** A file that says a name more often is written by a machine. */
const MOST_OCCURRENCES = 2000;

function* occurrences(text: string, name: string): Generator<number> {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (!/[\p{L}\p{N}_$]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}_$]/u.test(text[at + name.length] ?? ' '))
      yield at;
  }
}

/** The first place in the definition's head that has the name and is no receiver's member. */
function declaredAt(text: string, name: string, from: number, to: number): number {
  for (const at of occurrences(text.slice(from, to), name))
    if (!/[@.]$/.test(text.slice(from, from + at))) return from + at;
  return -1;
}

function boundAt(text: string, pairs: Brackets, at: number, name: string, forms: BindingForms): Bound | null {
  const right = text.slice(at + name.length, at + name.length + 300);
  // What is called is no declaration, but for that of a function.
  if (right.startsWith('(') && forms.style !== 'script') return null;
  const left = text.slice(Math.max(0, at - 300), at);
  if (/(?:[.@\\]|->|::|\?\.)\s*$/.test(left) && !/\.\.\.\s*$/.test(left) && forms.blockImport === undefined)
    return null;
  if (forms.style === 'indented') return inPython(text, pairs, at, left, right);
  return (
    inImport(pairs, at, left, forms) ??
    inStatement(text, pairs, at, left, right, name, forms) ??
    inArrow(text, pairs, at, left, right, forms) ??
    inParameters(text, pairs, at, left, right, forms) ??
    inClosure(text, pairs, at, name, forms)
  );
}

/**
 * `class A<name>`, `fn f<T, name: X>`, `template <typename name>`, `func F[name any]` in the head
 * of a block around.
 */
function typeParameter(text: string, pairs: Brackets, name: string, offset: number): boolean {
  const parameter = new RegExp(
    `(?:\\b(?:class|interface|type|struct|enum|trait|record|protocol|extension|object|fn|fun|func|function|def)\\s+[\\w$]*|\\b(?:impl|template|fun|function)|\\b(?:public|private|protected|static|final|abstract|default))\\s*[<[](?:[^()>\\]]{0,300},)?\\s*(?:(?:const|in|out|typename|class|reified)\\s+)?${escapeRegExp(name)}\\s*(?:[,>:=]|\\](?=\\s*[(:=])|extends\\b|\\s\\w)`,
  );
  const isIn = (head: string): boolean => head.includes(name) && parameter.test(head);
  if (isIn(statementAround(text, offset))) return true;
  for (let block = pairs.blockOf(offset); block !== null; block = pairs.blockOf(block.from))
    if (isIn(pairs.headBefore(block.from))) return true;
  return false;
}

function statementAround(text: string, offset: number): string {
  const left = text.slice(Math.max(0, offset - 400), offset);
  const from = Math.max(left.lastIndexOf(';'), left.lastIndexOf('{'), left.lastIndexOf('}'), left.lastIndexOf('\n\n'));
  return left.slice(from + 1);
}
