import { escapeRegExp, folderOf } from '../base/patterns.ts';
import { type BoundImport, type Language, type ModuleFiles, RAW_MASK } from './language.ts';
import query from './queries/go.scm';
import { joinPath, NO_RULES, type PathIndex } from './referenceRules.ts';

/** Methods of the standard library whose names look as special as a repository's own. */
const METHODS = new Set(
  (
    'AppendCertsFromPEM CheckSignatureFrom CloseIdleConnections CompareAndDelete CompareAndSwap DisallowUnknownFields EnableFullDuplex ' +
    'FieldByName FieldByNameFunc FieldByIndex FindAllIndex FindAllString FindAllStringIndex FindAllStringSubmatch ' +
    'FindAllStringSubmatchIndex FindAllSubmatch FindStringIndex FindStringSubmatch FindStringSubmatchIndex FindSubmatchIndex ' +
    'IsGlobalUnicast IsInterfaceLocalMulticast IsLinkLocalMulticast IsLinkLocalUnicast ListenAndServe ListenAndServeTLS LoadAndDelete ' +
    'LoadOrStore LookupCNAME LookupIPAddr LookupMX LookupNS LookupNetIP LookupSRV LookupTXT MarshalJSON MarshalXML MethodByName NextResultSet ' +
    'ParseMultipartForm PostFormValue ProtoAtLeast QueryRowContext ReadFromIP ReadFromUDP ReadFromUDPAddrPort ReadMsgUDP RegisterOnShutdown ' +
    'ReplaceAllFunc ReplaceAllLiteral ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc RequestURI ServeHTTP ServeTLS SetBasicAuth ' +
    'SetConnMaxIdleTime SetConnMaxLifetime SetEscapeHTML SetKeepAlive SetKeepAlivePeriod SetKeepAlivesEnabled SetMapIndex SetMaxIdleConns ' +
    'SetMaxOpenConns SetNoDelay SetReadBuffer SetReadDeadline SetUnlinkOnClose SetWriteBuffer SetWriteDeadline UnmarshalJSON UnmarshalXML ' +
    'WriteMsgUDP WriteToIP WriteToUDP'
  ).split(' '),
);

/** Matches no text. */
const NOTHING = '(?!)';

export const go: Language = {
  name: 'go',
  extensions: 'go',
  syntax: { grammar: 'go', query },
  imports: { begins: /^import\b/, byPath: true },
  mask: RAW_MASK,
  testFiles: /_mock\.go$/,
  rawBackquotes: true,
  rules: {
    ...NO_RULES,
    distinctName: /^\w[a-z\d]+[A-Z][a-z\d]*[A-Z][A-Za-z\d]*$/,
    isSystem: (name) => METHODS.has(name),
    splitClasses: true,
    typesAreExact: true,
    packageOf: folderOf,
  },
  modules: {
    paths: (module, _, index) => goPaths(module, index),
    bind: (_, module, text, files) => [goBinding(module, text, files)],
  },
  bindings: { style: 'braced', keyword: 'var|const|type', hasShortDeclarations: true, parameters: 'go' },
  variables: {
    // The forms of bindings above are exact.
    parameter: () => NOTHING,
    binding: () => NOTHING,
  },
  members: { areOutside: true, receiverOf },
  heirs: {
    isBase: ({ own, rest }) => /(?:^|[{;\n])\s*\*?(?:\w+\.)?$/.test(own) && /^\s*(?:[`";}]|$)/.test(rest),
  },
};

/** `func (s *Server) Start()` */
function receiverOf(line: string): string[] | null {
  const receiver = /^\s*func\s*\(\s*(?:\w+\s+)?(?:\*\s*)?(\w+)/.exec(line)?.[1];
  if (receiver !== undefined) return [receiver];
  return /^\s*func\b/.test(line) ? [] : null;
}

/**
 * Returns the files of the folder that a module path means, by the path in go.mod. The package of a
 * test file counts as the folder's.
 */
function goPaths(module: string, { packages, filesIn }: PathIndex): string[] {
  let best: { name: string; folder: string } | null = null;
  for (const [name, folder] of packages) {
    if ((module === name || module.startsWith(`${name}/`)) && name.length > (best?.name.length ?? 0))
      best = { name, folder };
  }
  if (best === null) return [];
  const folder = joinPath(best.folder, module.slice(best.name.length));
  return filesIn(folder).filter((path) => path.endsWith('.go'));
}

/**
 * Reads `alias "path"`. Without an alias, the package has the last part of its path that is no
 * version.
 */
function goBinding(module: string, text: string, files: ModuleFiles): BoundImport {
  const alias = new RegExp(`(?:^|\\s)([\\w.]+)\\s+"${escapeRegExp(module)}"`).exec(text)?.[1];
  const parts = module.split('/').filter((part) => !/^v\d+$/.test(part));
  const local =
    alias !== undefined && alias !== 'import' ? alias : (parts.at(-1) ?? module).replace(/^go-|\.v\d+$|-go$/g, '');
  return { local: local === '.' ? '*' : local, name: null, paths: files(module) };
}

// Reads expressions and types in code without comments and strings.

/** A part of a text. */
export interface Stretch {
  from: number;
  to: number;
}

/** Characters of an expression that are read. */
const LONGEST = 3000;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** Words that are no operands. */
export const KEYWORD =
  /^(?:return|if|for|switch|case|range|go|defer|else|select|func|map|chan|struct|interface|var|const|type|package|import|default|nil|true|false|iota)$/;

/** Returns the text of a type that begins at an offset: up to where it cannot go on. */
export function typeAt(text: string, from: number, isSignature = false): string {
  let depth = 0;
  let position = from;
  for (const end = Math.min(text.length, from + LONGEST); position < end; position++) {
    const character = text[position]!;
    if (character === '{') {
      if (!/\b(?:interface|struct)\s*$/.test(text.slice(Math.max(from, position - 20), position))) break;
      position = closerOf(text, position);
    } else if (CLOSERS[character] !== undefined) depth += 1;
    else if (')]}'.includes(character)) {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth === 0 && /[,;=:`\n]/.test(character)) break;
    else if (
      depth === 0 &&
      !isSignature &&
      /\s/.test(character) &&
      !/^\s*[\w*[(]/.test(text.slice(position, position + 40))
    )
      break;
  }
  return text.slice(from, position).trim();
}

/** Returns the stretches between commas outside of brackets. */
export function listParts(text: string, from: number, to: number): Stretch[] {
  const parts: Stretch[] = [];
  let start = from;
  for (let position = from; position < to; position++) {
    if (CLOSERS[text[position]!] !== undefined) position = closerOf(text, position);
    else if (text[position] === ',') {
      parts.push({ from: start, to: position });
      start = position + 1;
    }
  }
  return /\S/.test(text.slice(start, to)) ? [...parts, { from: start, to }] : parts;
}

/** @param isHead true in the head of a statement, which ends with a brace */
export function expressionsAt(text: string, from: number, isHead: boolean): Stretch[] {
  let position = from;
  for (const end = Math.min(text.length, from + LONGEST); position < end; position++) {
    const character = text[position]!;
    if (character === '\n' && !/[.,(+\-*/&|=<>!]\s*$/.test(text.slice(Math.max(from, position - 80), position))) {
      if (/\S/.test(text.slice(from, position))) break;
    }
    if (/[;:)\]}]/.test(character) || (isHead && character === '{')) break;
    if (CLOSERS[character] !== undefined) position = closerOf(text, position);
  }
  return listParts(text, from, position);
}

/** Returns the bracket that closes one; the end of the text if none does. */
export function closerOf(text: string, open: number): number {
  let depth = 0;
  for (let position = open; position < text.length; position++) {
    if (CLOSERS[text[position]!] !== undefined) depth += 1;
    else if (')]}'.includes(text[position]!) && --depth <= 0) return position;
  }
  return text.length;
}

export function afterLine(text: string, from: number, end: number): number {
  for (let position = from; position < end; position++) {
    if (CLOSERS[text[position]!] !== undefined) position = closerOf(text, position);
    else if (/[;\n]/.test(text[position]!)) return position + 1;
  }
  return end;
}

export function skipSpace(text: string, from: number, to: number): number {
  let position = from;
  while (position < to && /\s/.test(text[position]!)) position += 1;
  return position;
}

export function wordAt(text: string, at: number): string {
  return /^[A-Za-z_]\w*/.exec(text.slice(at, at + 200))?.[0] ?? '';
}

/**
 * Returns the expression before the dot before a name; null if it is no chain of names and calls.
 */
export function receiverBefore(text: string, offset: number): Stretch | null {
  const least = Math.max(0, offset - LONGEST);
  let position = beforeSpace(text, offset, least);
  if (text[position] !== '.') return null;
  const to = position;
  for (let from = to; ; ) {
    position = beforeSpace(text, position, least);
    let hasGroup = false;
    while (position >= least && /[)\]}]/.test(text[position]!)) {
      position = openerOf(text, position, least);
      if (position < least) return null;
      from = position;
      hasGroup = true;
      position = text[position - 1] === '.' && text[from] === '(' ? position - 1 : beforeSpace(text, position, least);
      if (text[position] === '.') break;
    }
    if (hasGroup && text[position] === '.') continue;
    const word = /(?<!\w)[A-Za-z_]\w*$/.exec(text.slice(Math.max(least, position - 200), position + 1))?.[0];
    if (word === undefined || KEYWORD.test(word) || (hasGroup && text[from] === '(' && /\s/.test(text[from - 1]!)))
      return hasGroup ? { from, to } : null;
    from = position - word.length + 1;
    position = beforeSpace(text, from, least);
    if (text[position] === ']' && position === from - 1) return null;
    if (text[position] !== '.') return { from, to };
  }
}

function beforeSpace(text: string, from: number, least: number): number {
  let position = from - 1;
  while (position >= least && /\s/.test(text[position]!)) position -= 1;
  return position;
}

function openerOf(text: string, close: number, least: number): number {
  let depth = 0;
  for (let position = close; position >= least; position--) {
    if (')]}'.includes(text[position]!)) depth += 1;
    else if (CLOSERS[text[position]!] !== undefined && --depth === 0) return position;
  }
  return least - 1;
}
