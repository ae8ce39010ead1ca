/**
 * Reads the names in a text: identifiers, qualified names with their scope, capitalised words that
 * may be types, messages, routes, and subjects that a project's own documents answer. Pure.
 */

import {
  beginsWithCapital,
  identifiersIn,
  isSpaced,
  joinedName,
  MAX_NAME,
  ONE_NAME,
  patternFor,
  STOP_WORDS,
  splitIdentifier,
  wordsOfIdentifier,
} from '../../base/words.ts';
import { withoutMarks } from './stackFrames.ts';

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
  String.raw`${ONE_NAME}(?:(?:::|#|->|\.)${ONE_NAME})*(\(\))?`,
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

// A question about a folder, or about the project as a whole.

/** `in the routes folder`, `under the directory src` */
const IN_FOLDER =
  /\b(?:in|inside|under|of)\s+(?:the\s+)?(?:([\w.-]+)\s+(?:folder|directory)|(?:folder|directory)\s+([\w.-]+))(?![\w/])/gi;

/** Returns paths that may be of folders, each with a `/` in front of it if the question has one. */
export function writtenFolders(text: string): string[] {
  const named = Array.from(text.matchAll(IN_FOLDER), ([, before, after]) => (before ?? after)!);
  const written = text.split(/\s+/).map((word) => withoutMarks(word).replaceAll('\\', '/'));
  return [...named, ...written.filter((word) => /[^/]\/./.test(word) || /^[\w.-]+\/$/.test(word))].slice(0, MOST_NAMES);
}

/** Words for a project, and words that say nothing about what is asked, besides the stop words. */
const PROJECTS = 'project repo repository library package codebase code program application app software tool';
const SILENT = new Set(`${PROJECTS} my me get should please explain need want works`.split(' '));
/** `it`, `this`, `the project`: not `App`, which may be a name. */
const MEANS_ALL = new RegExp(
  String.raw`\b(?:it|this|(?:the|our|your|my)\s+(?:${PROJECTS.replaceAll(' ', '|')}))\b`,
  'i',
);
const GUIDE = String.raw`^(?:docs?/(?:(?:contribut|dev)\w*/)?|\.github/)?`;
/** Matches files that are no documents: those of `docs/` build the documents. */
const RECIPE = /file$|\.(?:json|ini)$/;
/** Words of questions about a project, and the files that answer them, the best first. */
const SUBJECTS = [
  'licen[cs]e[ds]? terms: licen[cs]e copying',
  'contribut(?:e|ing|ions?|ors?): contributing readme',
  'install installed installing installation set up setup start starting started run running: readme install(?:ation)? (?:getting[-_]started|quickstart)',
  'run running execute tests? testing suite unit: contributing(?:/index)? development scripts?/(?:run[-_]?)?tests? readme package\\.json composer\\.json makefile rakefile tox\\.ini taskfile',
  'build building compile develop development: contributing development building readme',
  'overview purpose introduction architecture: readme architecture (?:index|overview|introduction)\\.(?:md|rst|adoc)',
].map((line) => {
  const [words, files] = line.split(': ') as [string, string];
  return {
    words: new RegExp(`^(?:${words.replaceAll(' ', '|')})$`),
    files: files.split(' ').map((name) => new RegExp(`${RECIPE.test(name) ? '^' : GUIDE}${name}(?:[.-][^/]*)?$`, 'i')),
  };
});
/** Words that mean a document wherever they stand. The others are names of functions as well. */
const DOCUMENT = /^(?:licen[cs]e[ds]?|contribut\w+|installation|overview|purpose|introduction|architecture)$/;

/**
 * Returns patterns of the project's own documents, the best first, if the text asks for nothing
 * else: "how to install", "what is this". Code answers "build" and "how does build work".
 */
export function guidesAsked(text: string): readonly RegExp[] {
  const said = identifiersIn(text.toLowerCase());
  if (said.length > 12 || /[`(]/.test(text)) return [];
  const [first = ''] = said;
  // "Describe this project" asks for no function of that name.
  const about = said.filter(
    (word, at) => !STOP_WORDS.has(word) && !SILENT.has(word) && (at > 0 || word !== 'describe'),
  );
  if (about.length === 0)
    return /^(?:how|what|explain|describe)$/.test(first) && MEANS_ALL.test(text) ? SUBJECTS.at(-1)!.files : [];
  const isAsked = /^(?:how|what|which|where|explain|describe)$/.test(first) || about.length === said.length;
  const asksHow = /\bhow (?!does\b)/i.test(text) && !/^(?:works?|working|do)$/.test(said.at(-1)!);
  if (!isAsked || !(asksHow || about.some((word) => DOCUMENT.test(word)))) return [];
  const one = SUBJECTS.find(({ words }) => about.every((word) => words.test(word)));
  if (one !== undefined) return one.files;
  // "Build and run the tests"
  const each = about.map((word) => SUBJECTS.find(({ words }) => words.test(word))?.files ?? []);
  return each.some(({ length }) => length === 0) ? [] : [...new Set(each.flat())];
}

// Messages and routes, which code has in its strings.

export interface Quoted {
  written: string;
  /** In lower case, in the order of the text; of a route those that are no parameters. */
  words: readonly string[];
  isRoute: boolean;
  /**
   * The least share of the question's words that a chunk needs to be read for it: 0 if the text
   * marks it. A message may also be the whole text.
   */
  least: number;
  /** True if a part of it is in quotes, which code fills in. It is not among the words. */
  isFilled?: boolean;
}

const IN_QUOTES =
  /"([^"\n]{1,300})"|(?<!\w)'([^'\n]{1,300})'(?!\w)|`([^`\n]{1,300})`|[“„]([^”“\n]{1,300})[”“]|「([^」\n]{1,300})」|『([^』\n]{1,300})』|«([^»\n]{1,300})»/g;
const ROUTE = /(?<![\w.~/\\:}>-])\/[\w:{}$*[\]<>@-]+(?:\/[\w:{}$*?[\]<>@-]*)*(?![\w./])/g;
/** A question that is nothing else, with a parameter: `tasks/:id/close`. */
const WHOLE_ROUTE = /^\w[^\s:{]*\/[:{][^\s]*$/;
const ASKS_FOR_ROUTE = /\b(?:GET|POST|PUT|PATCH|DELETE|routes?|endpoint|url|handle[sdr]?|handlers?)\b/;
const PARAMETER = /^(?:[:*$<{[]|\d+$)/;
const ASKS =
  /^(?:how|what|where|which|who|whose|why|when|is|are|was|does|do|did|can|could|should|find|show|list|explain|describe|give|tell)\b(?!'| not\b)|\?$/i;

/** True if a text is worded as a question or a request. */
export function isQuestion(text: string): boolean {
  return ASKS.test(text.trim());
}

/** Returns what a question quotes, or is: messages, and routes such as `GET /api/users/:id`. */
export function quotedParts(text: string): Quoted[] {
  const trimmed = text.trim();
  const written = WHOLE_ROUTE.test(trimmed) ? `/${trimmed}` : trimmed;
  const asksForRoute = ASKS_FOR_ROUTE.test(trimmed);
  const routes = Array.from(written.matchAll(ROUTE), ([route]) => route.split('/').filter((part) => part !== ''))
    .filter((parts) => parts.length > 1 || asksForRoute)
    .map(
      (parts): Quoted => ({
        written: `/${parts.join('/')}`,
        words: parts.filter((part) => !PARAMETER.test(part)).flatMap(plainWords),
        isRoute: true,
        least: 0,
      }),
    );
  const messages = Array.from(trimmed.matchAll(IN_QUOTES), (found) => found.slice(1).find((one) => one !== undefined)!)
    // Without a space it is a name, or the name of a file, unless its script writes none.
    .filter((message) => (message.length > 5 && /\S\s+\S/.test(message)) || !isSpaced(message))
    .map((written): Quoted => ({ written, words: wordsOfMessage(written), isRoute: false, least: 0 }))
    .filter(({ words }) => words.length > 1);
  const found = [...routes.filter(({ words }) => words.length > 0), ...messages];
  if (found.length > 0 || ASKS.test(trimmed)) return found.slice(0, MOST_QUOTED);
  // `Key "theme" not found`: code fills in what is in quotes.
  const around = wordsOfMessage(trimmed.replace(IN_QUOTES, ' '));
  const all = wordsOfMessage(trimmed);
  const isFilled = around.length > 1 && around.length < all.length;
  const words = isFilled ? around : all;
  const isSentence = /^[\p{Lu}"'[=]|[.!:](?:\s|$)|['"`%]/u.test(trimmed);
  if (all.length < LEAST_RUN || !/\s/.test(trimmed)) return [];
  if (!isSentence && !words.some((word) => STOP_WORDS.has(word))) return [];
  const least = isFilled ? LEAST_OF_FILLED : isSentence ? LEAST_OF_SENTENCE : LEAST_OF_WORDS;
  return [{ written: trimmed, words, isRoute: false, least, isFilled }];
}

const MOST_QUOTED = 4;
/** See Quoted. Most words of a plain search are not those of one string, and reading takes time. */
const LEAST_OF_SENTENCE = 0.4;
const LEAST_OF_FILLED = 0.1;
const LEAST_OF_WORDS = 0.8;

/** Every line is compared with each of them. */
const MOST_OF_MESSAGE = 64;

function wordsOfMessage(text: string): string[] {
  return plainWords(text).slice(0, MOST_OF_MESSAGE);
}

/**
 * Returns the words of a text as they are compared, in lower case: pairs of letters where a script
 * writes no spaces.
 */
function plainWords(text: string): string[] {
  const words: string[] = text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return isSpaced(text) ? words : words.flatMap((word) => (isSpaced(word) ? word : wordsOfIdentifier(word)));
}

// Only a string of code has a message for its own: a comment speaks of it.

/**
 * @param isMarkup true for lines that may have text between tags
 * @returns how much of what is quoted a string in these lines is, 0 to 1
 */
export function shareIn(lines: readonly string[], quoted: Quoted, isMarkup = false): number {
  return quoted.isRoute ? routeIn(lines, quoted) : messageIn(lines, quoted, isMarkup);
}

/** The value of a route where it is called, not handled. */
const CALLED = 0.4;
const LEAST_RUN = 3;
/** The least share of a message that a string has word for word, or around what it fills in. */
const LEAST_SHARE = 0.6;
/** A message may go on in the strings of the next lines. */
const LINES_OF_MESSAGE = 3;
/** Longer lines are data. */
const LONGEST_LINE = 400;
/** Not `#define TEXT "…"` of C, `#error "…"` and `#[error("…")]` of Rust. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\[|[ \t]*define\b|(?:error|warning)\b)|--|<!--)/;
const OPENS_COMMENT = /^\s*\{?(\/\*|<!--)/;

/** @returns the share of the message's words that a string has, 0 to 1; 0 for less than most */
function messageIn(lines: readonly string[], quoted: Quoted, isMarkup: boolean): number {
  const partsOf = (line: string): string[] => (isMarkup ? [...stringsIn(line), ...textsIn(line)] : stringsIn(line));
  return shareBeside(withoutComments(lines), quoted, partsOf) ** 2;
}

/** Empties lines of comments, also those between the marks of a comment that has several. */
function withoutComments(lines: readonly string[]): string[] {
  let end: string | null = null;
  return lines.map((line) => {
    const opens: string | undefined = end === null ? OPENS_COMMENT.exec(line)?.[1] : undefined;
    if (opens !== undefined) end = opens === '/*' ? '*/' : '-->';
    if (end === null) return COMMENT.test(line) ? '' : line;
    if (line.includes(end)) end = null;
    return '';
  });
}

/** True if a text has the message, in a string or not. */
export function hasMessage(text: string, quoted: Quoted): boolean {
  const isWhole = ` ${plainWords(text).join(' ')} `.includes(` ${quoted.words.join(' ')} `);
  return isWhole || shareBeside(text.split('\n'), quoted, (line) => [line]) > 0;
}

/**
 * @param partsOf the parts of a line, one of which must have some of the message word for word
 * @returns the share of the message's words that such a line has, with those below it
 */
function shareBeside(
  lines: readonly string[],
  { words, least, isFilled = false }: Quoted,
  partsOf: (line: string) => readonly string[],
): number {
  const length = least === 0 || isFilled ? Math.min(LEAST_RUN, words.length) : LEAST_RUN;
  const asked = new Set(runsOf(words, length));
  const hasRun = (part: string): boolean => runsOf(plainWords(part), length).some((run) => asked.has(run));
  let best = 0;
  for (const [at, line] of lines.entries()) {
    if (best === 1) break;
    if (line.length > LONGEST_LINE || !partsOf(line).some(hasRun)) continue;
    const around = lines.slice(at, at + LINES_OF_MESSAGE).filter(({ length }) => length <= LONGEST_LINE);
    best = Math.max(best, commonWords(words, plainWords(around.join(' '))) / words.length);
  }
  return best < LEAST_SHARE ? 0 : best;
}

/** Returns each so many words that follow each other. */
function runsOf(words: readonly string[], length: number): string[] {
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, at) =>
    words.slice(at, at + length).join(' '),
  );
}

/** Returns what stands behind an odd number of one kind of quotes. */
function stringsIn(line: string): string[] {
  return ['"', "'", '`'].flatMap((mark) => line.split(mark).filter((_, at) => at % 2 === 1));
}

/** Matches tags, expressions and what is left of a tag that goes on in another line. */
const TAGS = /<[^<>]*>|\{[^{}]*\}|[<>{}]/;
const ENTITY = /&#?\w{1,8};/g;
/** Matches what code has and text has not. */
const IN_CODE = /[=;|`]|&&|\w[(.[]\w/;

/** Returns text that stands for itself: `<h1>Danger zone</h1>`, or alone in a line. */
function textsIn(line: string): string[] {
  return line
    .replace(ENTITY, "'")
    .split(TAGS)
    .filter((text) => !IN_CODE.test(text));
}

/** `router.get(`, `@app.route(`, `Route::put(`, `@GetMapping(`, `r.HandleFunc(`, `get '/' do` */
const HANDLES =
  /(?:^|[\s@.:>])(?:get|post|put|patch|delete|head|options|all|any|match|route|re_path|path|Handle\w*|Map[A-Z]\w*|\w+Mapping|Http[A-Z]\w*)\s*(?:\(|\s['"])/;
const CALLS = /\b(?:axios|fetch|https?|client|requests?|\$http|got|ky|api|this)\.?\w*\(/i;

/** @returns how much of the route a string is, 0 to 1, more where the route is handled */
function routeIn(lines: readonly string[], { words }: Quoted): number {
  let best = 0;
  for (const line of lines) {
    if (line.length > LONGEST_LINE || COMMENT.test(line) || !line.toLowerCase().includes(words.at(-1)!)) continue;
    const isHandled = HANDLES.test(line) && !CALLS.test(line);
    for (const text of stringsIn(line)) {
      const own = text
        .split('/')
        .filter((part) => part !== '' && !/^[:*$<{[]/.test(part))
        .flatMap(plainWords);
      if (own.at(-1) !== words.at(-1) || (own.length < 2 && !isHandled)) continue;
      const share = (2 * commonWords(words, own)) / (words.length + own.length);
      best = Math.max(best, isHandled ? CALLED + (1 - CALLED) * share : CALLED * share);
    }
  }
  return best;
}

/** @returns the length of the longest common subsequence */
function commonWords(asked: readonly string[], own: readonly string[]): number {
  const known = new Set(asked);
  const others = own.filter((word) => known.has(word));
  const lengths = new Uint16Array(others.length + 1);
  for (const word of asked) {
    let diagonal = 0;
    for (let at = 1; at < lengths.length; at++) {
      const above = lengths[at]!;
      lengths[at] = others[at - 1] === word ? diagonal + 1 : Math.max(above, lengths[at - 1]!);
      diagonal = above;
    }
  }
  return lengths.at(-1)!;
}
