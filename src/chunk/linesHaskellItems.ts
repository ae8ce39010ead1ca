/**
 * The top level of a Haskell file (and of Elm and PureScript, which share its layout): what begins in the first column.
 *
 *   -- | A comment.        comment
 *   {-# INLINE foo #-}     pragma
 *   #if MIN_VERSION…       directive
 *   foo :: Int -> Int      declaration, with the indented lines that follow
 */

import type { ChunkKind } from '../base/types.ts';
import { MAX_LINE } from './linesModel.ts';

export interface HaskellItem {
  role: 'comment' | 'pragma' | 'directive' | 'declaration';
  /** 1-based, inclusive, without blank lines at the end. */
  startLine: number;
  endLine: number;
  /** 'text' where nothing is named: a splice, an infix declaration. */
  kind: ChunkKind;
  isImport: boolean;
  isInstance: boolean;
  /** Several in `a, b :: Int`; an instance's is its head. */
  names: string[];
}

export function haskellItems(lines: readonly string[]): HaskellItem[] {
  const items: HaskellItem[] = [];
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const last = items.at(-1);
    const inComment = depth > 0;
    depth = Math.max(0, depth + nesting(line, inComment));
    if (last !== undefined && (inComment || /^\s/.test(line) || continues(lines, index, last)))
      last.endLine = index + 1;
    else items.push(itemAt(lines, index));
  }
  return items;
}

const DIRECTIVE = /^#\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|error|let)\b|^#!/;
const BLANK = { kind: 'text', isImport: false, isInstance: false, names: [] } as const;

function itemAt(lines: readonly string[], index: number): HaskellItem {
  const text = lines[index]!.slice(0, MAX_LINE);
  const at = { startLine: index + 1, endLine: index + 1 };
  if (/^--+(?![!#$%&*+./<=>?@\\^|~:])|^--+ ?[|^*$]|^\{-(?!#)/.test(text))
    return { ...BLANK, names: [], role: 'comment', ...at };
  if (text.startsWith('{-#'))
    return { ...BLANK, role: 'pragma', ...at, names: text.match(/[\w']+|[!#$%&*+./<=>?@\\^|~:-]+/g) ?? [] };
  if (/^infix[lr]?\s/.test(text)) return { ...BLANK, role: 'pragma', ...at, names: text.split(/[\s,`]+/) };
  if (DIRECTIVE.test(text)) {
    return { ...BLANK, names: [], role: 'directive', ...at };
  }
  return { role: 'declaration', ...at, ...declarationOf(text, lines, index) };
}

/** A bracket that closes the declaration, or a directive with more of the declaration after it. */
function continues(lines: readonly string[], index: number, last: HaskellItem): boolean {
  const line = lines[index]!;
  if (last.role !== 'declaration' || !/^[)\]}#]/.test(line)) return false;
  if (!line.startsWith('#')) return true;
  const next = lines.slice(index + 1, index + 12).find((it) => it.trim() !== '' && !it.startsWith('#'));
  return DIRECTIVE.test(line) && next !== undefined && /^\s/.test(next);
}

/** How much deeper in block comments the line ends. */
function nesting(line: string, inside: boolean): number {
  if (!inside && !line.includes('{-')) return 0;
  let depth = 0;
  for (const match of line.slice(0, 8 * MAX_LINE).matchAll(/--.*$|\{-|-\}/g)) {
    if (match[0] === '{-') depth++;
    else if (match[0] === '-}') depth--;
    else if (!inside && depth === 0) break;
    else depth -= (match[0].match(/-\}/g) ?? []).length;
  }
  return depth;
}

type Declaration = Pick<HaskellItem, 'kind' | 'isImport' | 'isInstance' | 'names'>;

const UPPER = "([A-Z][\\w']*|\\([!#$%&*+./<=>?@\\\\^|~:-]+\\))";
/** The context before a head: `(Eq a, Show a) =>`. */
const CONTEXT = '(?:[^=]*=>\\s*)?';
const HEADS: readonly (readonly [RegExp, ChunkKind])[] = [
  [/^(?:port |effect )?module\s+([\w.]+)/, 'module'],
  [new RegExp(`^(?:data|newtype)\\s+(?:family\\s+|instance\\s+)?${CONTEXT}\\(?${UPPER}`), 'type'],
  [new RegExp(`^class\\s+${CONTEXT}\\(?${UPPER}`), 'class'],
  [new RegExp(`^type\\s+(?:alias\\s+|family\\s+|instance\\s+|role\\s+)?${UPPER}`), 'type'],
  [new RegExp(`^pattern\\s+${UPPER}`), 'function'],
  [/^foreign\s+(?:import|export)\s+(?:[^"\n]*"[^"]*"\s*)?(?:\w+\s+)*?([a-z_][\w']*)\s*::/, 'function'],
];
const OPERATOR = '\\([!#$%&*+./<=>?@\\\\^|~:-]+\\)|[^\\x00-\\x7f]+';
const SIGNATURE = new RegExp(
  `^((?:[a-z_][\\w']*|${OPERATOR})(?:\\s*,\\s*(?:[a-z_][\\w']*|${OPERATOR}))*)\\s*(?:::|∷|$|:\\s)`,
);

function declarationOf(text: string, lines: readonly string[], index: number): Declaration {
  const none = { isImport: false, isInstance: false };
  if (/^import\b/.test(text)) return { ...none, kind: 'module', isImport: true, names: [] };
  if (/^(?:deriving\s[^:]*)?instance\b/.test(text))
    return { ...none, kind: 'class', isInstance: true, names: [instanceHead(lines, index)] };
  for (const [pattern, kind] of HEADS) {
    const match = pattern.exec(text);
    if (match !== null) return { ...none, kind, names: [bare(match[1]!)] };
  }
  if (/^(?:data|newtype|class|type)\s/.test(text))
    return { ...none, kind: 'type', names: [equationName(text)].filter((name) => name !== '') };
  const signature = SIGNATURE.exec(text);
  if (signature !== null) return { ...none, kind: 'function', names: signature[1]!.split(',').map(bare) };
  const name = equationName(text);
  return { ...none, kind: name === '' ? 'text' : 'function', names: name === '' ? [] : [name] };
}

function bare(name: string): string {
  const trimmed = name.trim();
  return trimmed.startsWith('(') ? trimmed.slice(1, -1) : trimmed;
}

/** The function that an equation defines: of `f x = …`, of ``x `f` y = …`` and of `x <+> y = …`. A splice defines nothing. */
export function equationName(text: string): string {
  const head = text.split(/(?:^|\s)[=|](?=\s|$)/, 1)[0]!;
  const ticks = /^[^`"]*`([a-z_][\w']*)`/.exec(head);
  if (ticks !== null) return ticks[1]!;
  const prefix = /^\(([!#$%&*+./<=>?@\\^|~:-]+)\)(?:\s|$)/.exec(head);
  if (prefix !== null) return prefix[1]!;
  const infix = / ([!#$%&*+./<=>?@\\^|~:-]{1,6}) /.exec(head.replace(/\([^()]*\)/g, '()'));
  if (infix !== null && infix[1] !== '@' && infix[1] !== '::') return infix[1]!;
  if (head.length === text.length && !/\s[=|]/.test(text) && text.includes("''")) return '';
  return /^[a-z_][\w']*/.exec(head)?.[0] ?? '';
}

/** `instance (ToJSON a) => ToJSON [a] where` → 'ToJSON [a]'. */
function instanceHead(lines: readonly string[], index: number): string {
  let head = '';
  for (let at = index; at < Math.min(lines.length, index + 12); at++) {
    const line = lines[at]!.slice(0, MAX_LINE);
    if (at > index && !/^\s+\S/.test(line)) break;
    const where = /(?:^|\s)where(?:\s|$)/.exec(line);
    head += ` ${where === null ? line : line.slice(0, where.index)}`;
    if (where !== null) break;
  }
  const context = head.lastIndexOf('=>');
  const text = (context === -1 ? head.replace(/^.*?\binstance\b/, '') : head.slice(context + 2)).replace(
    /\{-#.*?#-\}/g,
    '',
  );
  return text.split(/\s+/).join(' ').trim().slice(0, 120);
}
