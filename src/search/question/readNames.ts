/**
 * Reads the names in a text: identifiers, qualified names with their scope, capitalised words that
 * may be types, and paths of files. Pure.
 */

import {
  beginsWithCapital,
  identifiersIn,
  joinedName,
  MAX_NAME,
  patternFor,
  STOP_WORDS,
  splitIdentifier,
} from '../../base/words.ts';

/** A name that may be a definition. */
export interface AskedName {
  /** Joined and in lower case. */
  name: string;
  /** The name as written, without its qualifiers. */
  written: string;
  /**
   * The qualifiers before it, joined and in lower case, outermost first: `Rack::Builder` →
   * ['rack'].
   */
  scope: readonly string[];
  /** The weight of a definition of the name, and of one outside of the scope. */
  weight: number;
  elsewhere: number;
  /** True if the name is the whole text. */
  alone: boolean;
}

/**
 * A capitalised word in a sentence. `how does the Router match` means a type of this name, if there
 * is one.
 */
export interface TypeWord {
  name: string;
  written: string;
  /** The first word of a sentence counts less, because it always has a capital. */
  weight: number;
}

const MOST_NAMES = 12;
/**
 * The weight of a qualifier that is an identifier itself: `HandlerStack.push` is mostly about push.
 */
const QUALIFIER = 0.5;
const OTHER_SCOPE = 0.5;
/**
 * The weight of a name of several parts that is the whole question: its definition is wanted first.
 * A plain word may be a subject instead.
 */
const ALONE = 2;
const FIRST_WORD = 0.7;

/** `name`, `Scope::name`, `scope.name`, `Scope#name`, `scope->name`, each perhaps with `()`. */
const NAME = patternFor(
  /[A-Za-z_$][\w$]*(?:(?:::|#|->|\.)[A-Za-z_$][\w$]*)*(\(\))?/g,
  String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|#|->|\.)[\p{L}_$][\p{L}\p{N}_$]*)*(\(\))?`,
);
const SEPARATOR = /::|#|->|\./;
/** Words that mean the place where they are written, not a definition. */
const RECEIVERS = new Set(['self', 'this', 'super', 'cls', 'crate', 'static']);
/** Matches endings of files: `builder.rb` is a file, not a name. */
export const EXTENSION =
  /^(?:[ch]|cc|cpp|hpp|cxx|hh|m|mm|cs|css|dart|exs?|go|hs|html?|java|[cm]?jsx?|[cm]?tsx?|json|kts?|lua|md|ml|php|pyi?|rb|rs|rst|scala|sh|sol|swift|toml|txt|vue|xml|ya?ml|zig)$/;

/** Matches `struct client` and `class Router`, not "class loader". */
const KEYWORD = patternFor(
  /^(?:(?:struct|enum|trait|protocol|impl|fn|func|def)|(?:class|interface|type|module|function|method|const)(?=\s+\S*[A-Z_]))\s+(?=\S+$)/,
  String.raw`^(?:(?:struct|enum|trait|protocol|impl|fn|func|def)|(?:class|interface|type|module|function|method|const)(?=\s+\S*[\p{Lu}_]))\s+(?=\S+$)`,
);

/** @param single true if the text is one word, which is always taken for a name */
export function askedNames(text: string, single: boolean, most = MOST_NAMES): AskedName[] {
  const trimmed = text.trim();
  const bare = trimmed.replace(KEYWORD(trimmed), '');
  const found = [...text.matchAll(NAME(text))].flatMap((match) =>
    namesOf(match[0], {
      alone: single || match[0] === bare,
      marked: match[1] !== undefined || (text[match.index - 1] === '`' && text[match.index + match[0].length] === '`'),
    }),
  );
  const distinct = new Map<string, AskedName>();
  for (const asked of found) {
    const key = [...asked.scope, asked.name].join('.');
    if (asked.name !== '' && !distinct.has(key)) distinct.set(key, asked);
  }
  return [...distinct.values()].slice(0, most);
}

/** A name in a text, with its qualifiers as written. */
export interface NamedInText {
  written: string;
  scope: readonly string[];
}

const MOST_IN_TEXT = 120;

/**
 * Returns names in a text that may mean definitions, each once: identifiers of several parts,
 * qualified names, and everything in back-ticks or, in code, before a parenthesis.
 */
export function namesIn(text: string, isCode: boolean): NamedInText[] {
  const found = new Map<string, NamedInText>();
  for (const match of text.matchAll(NAME(text))) {
    if (match[0].length > MAX_NAME) continue;
    const segments = match[0].replace('()', '').split(SEPARATOR);
    const after = text[match.index + match[0].length];
    const isMarked = match[1] !== undefined || after === '(' || (!isCode && text[match.index - 1] === '`');
    if (EXTENSION.test(segments.at(-1)!) && segments.length > 1) continue;
    segments.forEach((written, at) => {
      const isLast = at === segments.length - 1;
      const scope = segments.slice(0, at).filter((segment) => !RECEIVERS.has(segment));
      const isName =
        splitIdentifier(written).length > 1 || (isLast && (isMarked || scope.length > 0)) || (!isLast && at > 0);
      if (written.length > 2 && isName) found.set([...scope.slice(-1), written].join('.'), { written, scope });
    });
    if (found.size >= MOST_IN_TEXT) break;
  }
  return [...found.values()];
}

/** @param marked true if it is written as code: in back-ticks or with `()` */
function namesOf(text: string, { alone, marked }: { alone: boolean; marked: boolean }): AskedName[] {
  const segments = text.replace('()', '').split(SEPARATOR);
  const isName = (segment: string): boolean => alone || marked || splitIdentifier(segment).length > 1;
  const plain = (written: string, weight: number): AskedName[] =>
    isName(written) ? [{ name: joinedName(written), written, scope: [], weight, elsewhere: weight, alone }] : [];
  const weight = alone && splitIdentifier(segments.at(-1)!).length > 1 ? ALONE : 1;
  if (EXTENSION.test(segments.at(-1)!)) return segments.flatMap((segment) => plain(segment, weight));
  const written = segments.pop()!;
  const scope = segments.filter((segment) => !RECEIVERS.has(segment)).map(joinedName);
  if (scope.length === 0) return plain(written, weight);
  // In a sentence, the part behind a dot (`app.get`) may mean anything outside of that scope.
  const elsewhere = isName(written) || !text.includes('.') ? weight * OTHER_SCOPE : 0;
  // `Poller.poll` as the whole question can only be a name.
  const inside = alone ? ALONE : weight;
  const last: AskedName = { name: joinedName(written), written, scope, weight: inside, elsewhere, alone };
  return [
    last,
    ...segments
      .filter((segment) => splitIdentifier(segment).length > 1)
      .flatMap((segment) => plain(segment, QUALIFIER)),
  ];
}

/**
 * Returns capitalised words of one part. Identifiers of several parts and qualified names are names
 * already.
 */
export function typeWords(text: string): TypeWord[] {
  const found = new Map<string, TypeWord>();
  const unqualified = text.replace(NAME(text), (match) => (SEPARATOR.test(match) ? '' : match));
  identifiersIn(unqualified).forEach((written, at) => {
    const plain = written.length > 1 && beginsWithCapital(written) && splitIdentifier(written).length === 1;
    if (!plain || STOP_WORDS.has(written.toLowerCase()) || found.has(written)) return;
    found.set(written, { name: joinedName(written), written, weight: at === 0 ? FIRST_WORD : 1 });
  });
  return [...found.values()].slice(0, MOST_NAMES);
}

// Paths in a text: `src/store.ts`, `src/store.ts:12`. anchors.ts finds the files that they mean.

export interface WrittenPath {
  /** With `/` between its parts, without a line number. */
  path: string;
  /** The first line that is written after it; 0 for none. */
  line: number;
  /** True if the path is the whole question. */
  alone: boolean;
  /** True if the question asks for code that reads or writes this data file. */
  isUsed: boolean;
}

const DATA_FILE = String.raw`["'\`]?([\w@.+~/-]*\.(?:json[c5]?|ya?ml|toml|xml|ini|cfg|conf|properties|lock|mod|csv|env))["'\`]?`;
/**
 * Matches `where is package.json read` and `who reads package.json`; not
 * `what does package.json say`.
 */
const USED = new RegExp(
  String.raw`\b(?:is|are|was|were|gets?)\s+(?:the\s+)?${DATA_FILE}\s+(?:file\s+)?(?:read|parsed|loaded|written|used|opened|called|created|generated|updated|validated)\b|` +
    String.raw`\b(?:reads|parses|loads|writes|uses|opens|calls|creates|generates|updates|validates)\s+(?:the\s+)?${DATA_FILE}`,
  'gi',
);

const MOST_PATHS = 64;
/** Longer text is data, not a path. */
const LONGEST_PATH = 400;

/** `:12`, `:12:5`, `:12-20`, `#L12`, `#L12-L20`, `(12,5)` */
const LINES = /(?::\d+(?:[:-]\d+)*|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|\(\d+(?:,\d+)?\))$/;
const BEFORE = /^["'`“‘«([{<*@]+/;
const BEHIND = /(?<!["'`”’»)\]}>*.,;:?!])["'`”’»)\]}>*.,;:?!]+$/;
const QUOTED = /(["'`])([^"'`\n]{1,400})\1/g;
const PLAIN = /[\w@.+~$/\\:#-]+/g;

/**
 * @param text a question, or the end of a chat
 * @returns each path once. A place in the text may have several readings, of which a view knows at
 * most one
 */
export function writtenPaths(text: string): WrittenPath[] {
  const whole = text.trim();
  const found = new Map<string, WrittenPath>();
  const used = new Set(Array.from(whole.matchAll(USED), ([, passive, active]) => passive ?? active));
  const add = (written: string, alone: boolean): void => {
    if (written.length > LONGEST_PATH || written.includes('\n')) return;
    const bare = withoutMarks(written);
    for (const one of [written, bare]) {
      const lines = LINES.exec(one)?.[0] ?? '';
      const cut = withoutMarks(one.slice(0, one.length - lines.length));
      for (const [text, line] of [
        [one, 0],
        [cut, Number(/\d+/.exec(lines) ?? 0)],
      ] as const) {
        const path = text.replaceAll('\\', '/');
        const known = found.get(path);
        if (known !== undefined) known.line ||= line;
        else if (path !== '' && found.size < MOST_PATHS) found.set(path, { path, line, alone, isUsed: used.has(path) });
      }
    }
  };
  add(whole, true);
  // A word without `/` and `.` is a path only if it is the whole question.
  const parts = [
    ...whole.split(/\s+/),
    ...Array.from(whole.matchAll(QUOTED), ([, , quoted]) => quoted!),
    ...Array.from(whole.matchAll(PLAIN), ([plain]) => plain),
  ];
  for (const part of parts) if (found.size < MOST_PATHS && /[./\\]/.test(part)) add(part, false);
  return [...found.values()];
}

function withoutMarks(written: string): string {
  return written.replace(BEFORE, '').replace(BEHIND, '');
}
