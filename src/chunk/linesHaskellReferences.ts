/** What Haskell code mentions: imports with their items, the types of signatures, the functions of bodies. By words, not by scope. */

import { MAX_LINE } from './linesModel.ts';
import type { LocatedReference, Segment } from './segments.ts';

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'case class data default deriving do else forall foreign if import in infix infixl infixr instance let module newtype of then type where ' +
    'qualified hiding family pattern otherwise return pure undefined error'
  ).split(' '),
);

const IMPORT = /^import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"]*"\s+)?([A-Z][\w.']*)/;
/** A pragma, a string, a comment, or a name that may be qualified. */
const TOKEN = /\{-#.*?#-\}|"(?:[^"\\]|\\.)*"|--[^|].*$|(?:[A-Z][\w']*\.)*[A-Za-z_][\w']*/g;

/** @param segments of the same lines: what they define themselves is no reference */
export function haskellReferences(lines: readonly string[], segments: readonly Segment[]): LocatedReference[] {
  return segments.flatMap((segment) =>
    segment.kind === 'module' ? importsIn(lines, segment) : mentionsIn(lines, segment),
  );
}

function importsIn(lines: readonly string[], segment: Segment): LocatedReference[] {
  const out: LocatedReference[] = [];
  let from = '';
  for (let line = segment.startLine; line <= segment.endLine; line++) {
    const text = lines[line - 1]!.slice(0, MAX_LINE).replace(/\s--.*$/, '');
    const match = IMPORT.exec(text);
    if (match !== null) {
      from = match[1]!;
      out.push({ name: from, kind: 'import', line });
    }
    if (from === '' || (match === null && !/^\s/.test(text)) || /\bhiding\b/.test(text)) continue;
    const list = match === null ? text : text.slice(match[0].length).replace(/^[^(]*/, '');
    for (const [name] of list.matchAll(/[A-Za-z_][\w']*/g))
      if (!KEYWORDS.has(name) && name !== 'as') out.push({ name, kind: 'import', from, line });
  }
  return out;
}

function mentionsIn(lines: readonly string[], segment: Segment): LocatedReference[] {
  const out: LocatedReference[] = [];
  const known = new Set(segment.defines.map(({ name }) => name));
  const local = boundIn(lines, segment);
  let block = false;
  for (let line = segment.startLine; line <= segment.endLine; line++) {
    const text = lines[line - 1]!.slice(0, MAX_LINE);
    block = block ? !text.includes('-}') : /^\s*\{-/.test(text) && !text.includes('-}');
    if (block || /^\s*(?:--|#|\{-)/.test(text)) continue;
    const isHead = /^(?:class|(?:deriving\s.*)?instance)\b/.test(text);
    for (const [token] of text.matchAll(TOKEN)) {
      if (token.startsWith('"') || token.startsWith('--') || token.startsWith('{') || KEYWORDS.has(token)) continue;
      const dot = token.lastIndexOf('.');
      const name = token.slice(dot + 1);
      if (name.length < 3 || known.has(name) || local.has(name)) continue;
      local.add(name);
      const kind = /^[A-Z]/.test(name) ? (isHead ? 'inherit' : 'type') : 'call';
      out.push(dot === -1 ? { name, kind, line } : { name, kind, from: token.slice(0, dot), line });
    }
  }
  return out;
}

/** Names that patterns introduce: left of `=` and `<-`, between `\\` and `->`. Those of at most two letters need no look. */
function boundIn(lines: readonly string[], segment: Segment): Set<string> {
  const bound = new Set<string>();
  for (let line = segment.startLine; line <= segment.endLine; line++) {
    const text = lines[line - 1]!.slice(0, MAX_LINE);
    const patterns = [/^(.*?)(?:<-|\s=(?:\s|$)|\s\|\s)/.exec(text)?.[1] ?? '', ...(text.match(/\\[^\\>]*->/g) ?? [])];
    for (const pattern of patterns) for (const [name] of pattern.matchAll(/\b[a-z_][\w']{2,}/g)) bound.add(name);
  }
  return bound;
}
