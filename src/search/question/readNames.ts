/**
 * Reads which names a text asks for: identifiers, qualified ones with their scope, capitalised
 * words that may be types, paths of files. Pure.
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
  /** Joined, lower case. */
  name: string;
  /** The name as it stands in the text; without its qualifiers. */
  written: string;
  /** The qualifiers before it, joined, outermost first: `Rack::Builder` → ['rack']. */
  scope: readonly string[];
  /**
   * The weight of a definition of the name, and the weight of one that is not inside of the scope.
   */
  weight: number;
  elsewhere: number;
  /** The text is this name and nothing else. */
  alone: boolean;
}

/**
 * A capitalised word of a sentence: `how does the Router match` means a type of this name, if there
 * is one.
 */
export interface TypeWord {
  name: string;
  written: string;
  /** Every sentence begins with a capital: its first word counts less. */
  weight: number;
}

const MOST_NAMES = 12;
/** The weight of a qualifier that is an identifier itself: `HandlerStack.push` is about push. */
const QUALIFIER = 0.5;
const OTHER_SCOPE = 0.5;
/**
 * The weight of a name of several parts that is all that is asked for: whoever types that wants its
 * definition first. A plain word may be a subject.
 */
const ALONE = 2;
const FIRST_WORD = 0.7;

/** `name`, `Scope::name`, `scope.name`, `Scope#name`, `scope->name`, each perhaps with `()`. */
const NAME = patternFor(
  /[A-Za-z_$][\w$]*(?:(?:::|#|->|\.)[A-Za-z_$][\w$]*)*(\(\))?/g,
  String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|#|->|\.)[\p{L}_$][\p{L}\p{N}_$]*)*(\(\))?`,
);
const SEPARATOR = /::|#|->|\./;
/** They name the place where they are written, not a definition. */
const RECEIVERS = new Set(['self', 'this', 'super', 'cls', 'crate', 'static']);
/** `builder.rb` is a file. */
export const EXTENSION =
  /^(?:[ch]|cc|cpp|hpp|cxx|hh|m|mm|cs|css|dart|exs?|go|hs|html?|java|[cm]?jsx?|[cm]?tsx?|json|kts?|lua|md|ml|php|pyi?|rb|rs|rst|scala|sh|sol|swift|toml|txt|vue|xml|ya?ml|zig)$/;

/** `struct client`, `class Router`; a "class loader" is none. */
const KEYWORD = patternFor(
  /^(?:(?:struct|enum|trait|protocol|impl|fn|func|def)|(?:class|interface|type|module|function|method|const)(?=\s+\S*[A-Z_]))\s+(?=\S+$)/,
  String.raw`^(?:(?:struct|enum|trait|protocol|impl|fn|func|def)|(?:class|interface|type|module|function|method|const)(?=\s+\S*[\p{Lu}_]))\s+(?=\S+$)`,
);

/** @param single the text is one word: then it is a name whatever it looks like */
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

/** A name that stands in a text, with the qualifiers before it as they are written. */
export interface NamedInText {
  written: string;
  scope: readonly string[];
}

const MOST_IN_TEXT = 120;

/**
 * Returns names that a text may mean as names of definitions, each once: identifiers of several
 * parts, qualified ones, and what stands in back-ticks or, in code, before a parenthesis.
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

/** @param marked written as code: in back-ticks or with `()` */
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
  // `app.get` in a sentence: one part behind a dot may be anything, unless it is defined in there.
  const elsewhere = isName(written) || !text.includes('.') ? weight * OTHER_SCOPE : 0;
  // Nothing else is called `Poller.poll`, so its one part is no subject.
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
 * Words with a capital and of one part; identifiers of several parts and qualified ones are names
 * anyway.
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

// `src/store.ts`, `src/store.ts:12`: anchors.ts tells which of them are files of a view.

export interface WrittenPath {
  /** With `/` between its folders, without a line number. */
  path: string;
  /** The first line that is written behind it; 0 for none. */
  line: number;
  /** The question is this path and nothing else. */
  alone: boolean;
  /** The question asks for the code that reads or writes this file of data. */
  isUsed: boolean;
}

const DATA_FILE = String.raw`["'\`]?([\w@.+~/-]*\.(?:json[c5]?|ya?ml|toml|xml|ini|cfg|conf|properties|lock|mod|csv|env))["'\`]?`;
/** `where is package.json read`, `who reads package.json`; no `what does package.json say`. */
const USED = new RegExp(
  String.raw`\b(?:is|are|was|were|gets?)\s+(?:the\s+)?${DATA_FILE}\s+(?:file\s+)?(?:read|parsed|loaded|written|used|opened|called|created|generated|updated|validated)\b|` +
    String.raw`\b(?:reads|parses|loads|writes|uses|opens|calls|creates|generates|updates|validates)\s+(?:the\s+)?${DATA_FILE}`,
  'gi',
);

const MOST_PATHS = 64;
/** Longer ones are data. */
const LONGEST_PATH = 400;

/** `:12`, `:12:5`, `:12-20`, `#L12`, `#L12-L20`, `(12,5)` */
const LINES = /(?::\d+(?:[:-]\d+)*|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|\(\d+(?:,\d+)?\))$/;
const BEFORE = /^["'`“‘«([{<*@]+/;
const BEHIND = /(?<!["'`”’»)\]}>*.,;:?!])["'`”’»)\]}>*.,;:?!]+$/;
const QUOTED = /(["'`])([^"'`\n]{1,400})\1/g;
const PLAIN = /[\w@.+~$/\\:#-]+/g;

/**
 * @param text a question, or the end of a chat
 * @returns each once; one place of the text may be read in several ways, of which a view knows one
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
