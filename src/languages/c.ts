import { getOrMake } from '../base/lists.ts';
import { branchesOf, type Edit, edited } from './conditionals.ts';
import { blank, CHARACTER_MASK, type Language, TYPE_FIRST } from './language.ts';
import cQuery from './queries/c.scm';
import cppQuery from './queries/cpp.scm';
import objcQuery from './queries/objc.scm';
import { filePaths, GLOBAL_RULES, type LanguageRules, type PathIndex } from './referenceRules.ts';

const LIBC = new Set(
  (
    'abort access atoi atol atoll bsearch calloc close connect exit fclose fflush fgets fopen fprintf fread free fseek fsync ftruncate ' +
    'fwrite getenv getpid gettimeofday gmtime inet_ntop inet_pton ioctl isatty isnan isinf listen localtime localtime_r log2 lseek malloc ' +
    'memchr memcmp memcpy memmem memmove memset mkdir mmap munmap nanosleep open perror poll posix_memalign printf puts qsort raise rand ' +
    'random read readlink realloc recv rename round select send setenv signal sleep snprintf socket sprintf srand sscanf stat strcasecmp ' +
    'strcat strchr strcmp strcpy strdup strerror strerror_r strlcat strlcpy strlen strncasecmp strncmp strncpy strndup strnlen strpbrk strrchr strsep strspn ' +
    'strstr strtod strtof strtok strtol strtoll strtoul strtoull time unlink usleep vfprintf vprintf vsnprintf vsprintf wait waitpid write ' +
    'ssize_t size_t pid_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t intptr_t bool inline'
  ).split(' '),
);

/** Matches files that others include. Their definitions are visible wherever they are included. */
export const HEADER = /\.(h|hh|hpp|hxx|inc|inl|ipp|tcc)$/;

/** C has the rules of C++: a header `x.h` may be either, and C has no methods or namespaces. */
const C_RULES: LanguageRules = {
  ...GLOBAL_RULES,
  redefines: true,
  isKeyword: (name) => /^(?:decltype|sizeof|alignof|typeof|noexcept|static_assert|defined)$/.test(name),
  isSystem: (name) => LIBC.has(name),
  isPrivate: ({ signature, path }) => /\bstatic\b/.test(signature) && !HEADER.test(path),
  needsInclude: ({ kind, signature, path }) =>
    kind !== 'function' || /^\s*#/.test(signature) || /\bstatic\b/.test(signature) || HEADER.test(path),
};

/** Holds what C, C++ and Objective-C have in common. */
const C_FAMILY = {
  family: 'c',
  imports: { begins: /^\s*#\s*(include|import)\b|^@import\b/ },
  mask: CHARACTER_MASK,
  modules: { paths: includePaths },
  bindings: { style: 'type-first', keyword: 'auto[\\s&*]' },
  variables: { ...TYPE_FIRST, declarations },
  members: { areOutside: true, receiverOf },
} satisfies Partial<Language>;

/** Pointers with the members of what they point to. */
const POINTERS = '(?:unique_ptr|shared_ptr|Q(?:Shared|Scoped)?Pointer)';

/** `Type name`, `space::Type<A> *name(…)`, `std::unique_ptr<Type> name` */
function declarations(word: string): RegExp[] {
  const behind = `(?:[*&\\s]|\\bconst\\b)+${word}\\s*(?=[=;,)({[]|:(?!:)|[A-Z_]{3,100}\\(|$)`;
  const type = '(?:\\w{1,80}::){0,4}?(?:(?<from>\\w{1,80})(?:<[^;=()]{0,300}>)?::)?(?<name>[A-Za-z_]\\w*)';
  const keyword = `(?:return|delete|else|new|case|goto|throw|typename|const|${POINTERS})\\b`;
  return [
    new RegExp(`(?<![.\\w:])(?!${keyword})${type}(?<!::${POINTERS})(?:<[^;=()]{0,300}>)?${behind}`, 'g'),
    new RegExp(`\\b${POINTERS}<\\s*(?:const\\s+)?${type}\\s*>${behind}`, 'g'),
  ];
}

export const c: Language = {
  ...C_FAMILY,
  name: 'c',
  extensions: 'c h',
  syntax: {
    grammar: 'c',
    query: cQuery,
    branches: branchesOf,
    prepare: (text) => withoutMacros(text, ''),
    instead: headerLanguage,
  },
  rules: C_RULES,
  // C++ is not listed, because its headers are often the implementation.
  declarations: [/\.h$/, ['.c']],
};

const OBJECTIVE_C = /^[ \t]*(@(interface|protocol|property|class|end)\b|#import\b)/m;
const CPLUSPLUS =
  /^[ \t]*((inline[ \t]+)?namespace\b[^\n\r;]*\{|template[ \t]*<|(public|private|protected)[ \t]*:|class[ \t]+\w+([ \t]+\w+)?[ \t]*[:;{]|using[ \t]+(namespace[ \t]|\w+[ \t]*=|\w+::))|\bstd::/m;

/** Returns the language of a header that has a sign of Objective-C or C++; null for C. */
function headerLanguage(text: string): string | null {
  if (OBJECTIVE_C.test(text)) return 'objc';
  return CPLUSPLUS.test(text) ? 'cpp' : null;
}

/**
 * Looks for the file beside the including one, from the root, and from folders of headers;
 * otherwise takes the only file whose path ends with the name.
 */
function includePaths(module: string, from: string, index: PathIndex): string[] {
  const known = getOrMake(withSources, index, () => new Map<string, string[]>());
  return filePaths(module, from, index).flatMap((path) => getOrMake(known, path, () => withSource(path, index)));
}

/** Remembered, because many files include the same headers. */
const withSources = new WeakMap<PathIndex, Map<string, string[]>>();

function withSource(header: string, { paths }: PathIndex): string[] {
  const stem = header.replace(/\.\w+$/, '');
  return [
    header,
    ...['.c', '.cc', '.cpp', '.cxx', '.m', '.mm'].map((end) => stem + end).filter((file) => paths.has(file)),
  ];
}

export const cpp: Language = {
  ...C_FAMILY,
  name: 'cpp',
  extensions: 'cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp cppm ixx',
  syntax: {
    grammar: 'cpp',
    query: cppQuery,
    branches: branchesOf,
    prepare: (text) => withoutMacros(text, '::'),
    separator: '::',
  },
  rules: C_RULES,
};

/** The patterns take quadratic time at worst, so they get only this many characters of a line. */
const MOST_OF_LINE = 500;

/** `void Server::start()` */
function receiverOf(line: string, name: string): string[] | null {
  const at = line.indexOf(`::${name}`);
  const path =
    at === -1
      ? null
      : /((?:\w+(?:<[^<>]*>)?::)*\w+(?:<[^<>]*>)?)$/.exec(line.slice(Math.max(0, at - MOST_OF_LINE), at))?.[1];
  return path === null || path === undefined ? null : path.replace(/<[^<>]*>/g, '').split('::');
}

export const objc: Language = {
  ...C_FAMILY,
  name: 'objc',
  extensions: 'm mm',
  syntax: { grammar: 'objc', query: objcQuery, branches: branchesOf, prepare: prepareObjectiveC, atDeclares: true },
  rules: { ...C_RULES, implicitReceiver: false, splitClasses: false },
  members: { areOutside: true, block: /^(\s*)@(?:implementation|interface|protocol)\s+(\w+)/, isFlat: true },
};

/**
 * Hides macros, which the headers of Objective-C are full of, and rewrites their enums:
 *   typedef NS_ENUM(NSUInteger, Level) {   →           enum                Level  {
 */
function prepareObjectiveC(text: string): string {
  return withoutMacros(text, '')
    .replace(
      /\b(typedef[ \t]+)((?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)[ \t]*\()([^,()\n]*,)([^()\n]*)\)/g,
      (_, typedef: string, macro: string, base: string, name: string) =>
        `${blank(typedef)}enum${blank(macro.slice(4))}${blank(base)}${name} `,
    )
    .replace(MACRO, blank);
}

/**
 * `NS_ASSUME_NONNULL_BEGIN`, `API_AVAILABLE(ios(10))`, `FOUNDATION_EXPORT`,
 * `NS_DESIGNATED_INITIALIZER`
 */
const MACRO =
  /\b(?=[A-Z0-9_]{3,200}\b)[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:AVAILABLE|UNAVAILABLE|DEPRECATED|INITIALIZER|BEGIN|END|SUPER|NAME|EXPORT|EXTERN|ATTRIBUTE|FUNCTION|TERMINATION|RESULT|SWIFT|PRIVATE|SENDABLE|ACTOR)(?:_[A-Z0-9_]+)?\b(?:\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))?/g;

// Hides macros that a grammar takes for types and names. Offsets and lines stay.
//
//     class EXPORT Cache : public Base {     →   class        Cache : public Base {
//     EXPORT char *NOTHROW name(int a) {     →   const  char *        name(int a) {
//     int PRIV(name)(int a) {                →   int      name (int a) {
//     UNUSED(static int name(int a)) {       →          static int name(int a)  {
//     TEST_F(Suite, name) {                  →   void  (Suite::name) {
//     FIELD(a, b)                            →   FIELD(a, );

/**
 * Matches a macro before the name of a type. After `enum E` a colon may also begin a field's width,
 * so `enum class` is needed there.
 */
const TYPE_MACROS =
  /\b((?:class|struct|union|enum[ \t]+class)[ \t]+)((?:[A-Z_][A-Z\d_]{2,}(?:\([^()\n]{0,200}\))?[ \t]+){1,4})(?=[A-Za-z_][\w:]*(?:[ \t]+final)?\s*(?::(?!:)|\{))/g;
/** Matches an annotation between the parameters and the body. */
const BODY_MACROS = /(\)\s{0,100}(?:const\s{1,100})?)([A-Z][A-Z\d]*_[A-Z\d_]+\([^()\n]{0,200}\))(?=\s{0,100}\{)/g;

/** Matches macros on lines of their own that stand for fields or statements. */
const FIELD_MACROS =
  /((?:[;}]|\b(?:struct|union)[ \t][^;{}()=]{0,200}\{)[ \t]{0,100}\r?)((?:\n[ \t]{1,100}[A-Z_][A-Z\d_]{2,}[ \t]{0,100}\r?){1,9})(?=\n)/g;

const CAPITALS = /^_*[A-Z][A-Z\d_]{2,}$/;
const TAG = /^(?:struct|union|class|enum)$/;
/** Matches words that are neither a type nor the name of a function. */
const QUALIFIER =
  /^(?:static|inline|extern|const|volatile|register|constexpr|virtual|explicit|friend|__\w+|alignas|noexcept|throw|decltype)$/;
const STATEMENT =
  /^(?:if|for|while|switch|return|else|do|case|default|goto|typedef|using|namespace|template|operator|enum)$/;
const HEAD_TOKEN = /\s+|\/\*.*?(?:\*\/|$)|\/\/[^\n]*|[A-Za-z_~][\w~]*(?:::[\w~]+)*|"[^"\\\n]*"|[*&({;#]/sy;
const GROUP_TOKEN = /[(){};]|"(?:\\.|[^"\\\n])*"?|'(?:\\.[^'\n]{0,8}|[^'\\\n])'|\/\*.*?(?:\*\/|$)|\/\/[^\n]*/gs;

/** A word and the brackets behind it, if there are any. `word` is empty if brackets stand alone. */
interface Item {
  word: string;
  start: number;
  /** Where the word ends. */
  end: number;
  /** Offsets of the brackets; -1 without any. */
  open: number;
  close: number;
}

function withoutMacros(text: string, separator: string): string {
  const edits: Edit[] = [];
  let next = 0;
  for (const { index } of text.matchAll(/^[A-Za-z_]/gm)) {
    if (index < next) continue;
    const { items, end } = headAt(text, index);
    next = Math.max(end, index + 1);
    if (items.some(({ open }) => open >= 0)) editHead(text, items, text[end] ?? '', separator, edits);
  }
  return edited(text, edits)
    .replace(FIELD_MACROS, hideMacros)
    .replace(TYPE_MACROS, hideMacros)
    .replace(BODY_MACROS, hideMacros);
}

function hideMacros(_: string, before: string, macros: string): string {
  return before + blank(macros);
}

/** @returns the items up to `{`, `;`, `#` or anything that cannot be in the head of a function */
function headAt(text: string, start: number): { items: Item[]; end: number } {
  const items: Item[] = [];
  let at = start;
  for (;;) {
    HEAD_TOKEN.lastIndex = at;
    const token = HEAD_TOKEN.exec(text)?.[0];
    if (token === undefined || STATEMENT.test(token)) return { items: [], end: at };
    if (token === '{' || token === ';' || token === '#') return { items, end: at };
    const end = at + token.length;
    if (token === '(') {
      const { close, isClosed } = closeOf(text, at);
      if (!isClosed) return { items: [], end: close };
      const last = items.at(-1);
      if (last !== undefined && last.open === -1) Object.assign(last, { open: at, close });
      else items.push({ word: '', start: at, end: at, open: at, close });
      at = close + 1;
      continue;
    }
    if (/^[\w~]/.test(token)) items.push({ word: token, start: at, end, open: -1, close: -1 });
    at = end;
  }
}

/** @returns where the bracket is closed, or where the statement ends before */
function closeOf(text: string, open: number): { close: number; isClosed: boolean } {
  let depth = 0;
  GROUP_TOKEN.lastIndex = open;
  for (let found = GROUP_TOKEN.exec(text); found !== null; found = GROUP_TOKEN.exec(text)) {
    const { 0: token, index: close } = found;
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === '{' || token === '}' || token === ';') return { close, isClosed: false };
    if (depth === 0) return { close, isClosed: true };
  }
  return { close: text.length, isClosed: false };
}

/** @param last the character that ends the head */
function editHead(text: string, all: readonly Item[], last: string, separator: string, edits: Edit[]): void {
  const items = withOwnNames(text, withoutLoose(text, all, last, edits), edits);
  if (items.some(({ word }) => word === '')) return;
  const at = items.findLastIndex(({ word, open }) => open >= 0 && !CAPITALS.test(word) && !QUALIFIER.test(word));
  if (at === -1) {
    if (last === '{') editMacroHead(text, items, separator, edits);
    return;
  }
  const before = items.slice(0, at);
  const isMacro = (item: Item, index: number): boolean =>
    CAPITALS.test(item.word) && !TAG.test(items[index - 1]?.word ?? '');
  const hasType = before.some((item, index) => !isMacro(item, index) && !QUALIFIER.test(item.word));
  const kept = hasType ? null : before.findLast(isMacro);
  for (const [index, item] of items.entries()) {
    const { start, end, open, close } = item;
    if (index === at || item === kept || !isMacro(item, index)) continue;
    const text = index === 0 && end - start >= CONST.length ? CONST : '';
    edits.push({ start, end: open === -1 ? end : close + 1, text });
  }
}

/** Replaces a macro at the beginning of a definition, so that the definition still begins there. */
const CONST = 'const';

/** Turns calls of macros on lines of their own before the head into statements. */
function withoutLoose(text: string, items: readonly Item[], last: string, edits: Edit[]): readonly Item[] {
  let first = 0;
  for (; first < items.length; first++) {
    const { word, open, close } = items[first]!;
    const next = items[first + 1];
    const isMacro = CAPITALS.test(word) || (last === '{' && next !== undefined && next.open === -1);
    if (open === -1 || !isMacro || QUALIFIER.test(word)) break;
    if (next === undefined ? last === '{' : text[next.start - 1] !== '\n') break;
    if (next !== undefined && next.open >= 0 && !CAPITALS.test(next.word) && first + 2 === items.length) break;
    const isStatement = next === undefined && last === ';';
    if (!isStatement && close > open + 1) edits.push({ start: open + 1, end: close + 1, text: ');' });
    else if (isStatement && TYPES.test(text.slice(open, close))) edits.push({ start: open + 1, end: close });
  }
  return items.slice(first);
}

/** Matches words of types, which the arguments of a call cannot have. */
const TYPES = /\b(?:void|bool|char|short|int|long|float|double|signed|unsigned|const|static|struct|enum)\b/;

/** `int PRIV(name)(int a)`, `int (name)(int a)` */
function withOwnNames(text: string, items: readonly Item[], edits: Edit[]): Item[] {
  const own: Item[] = [];
  for (const item of items) {
    const before = own.at(-1);
    const found =
      item.word === '' && before !== undefined && before.open >= 0
        ? /^\s*(\w+)\s*$/.exec(text.slice(before.open + 1, before.close))
        : null;
    if (found === null) {
      own.push(item);
      continue;
    }
    const { open, close } = before!;
    const word = found[1]!;
    const start = open + 1 + found[0].indexOf(word);
    edits.push({ start: open, end: open + 1 }, { start: close, end: close + 1 });
    own[own.length - 1] = { ...before!, open: -1, close: -1 };
    own.push({ ...item, word, start, end: start + word.length });
  }
  return own;
}

const TEST = /^(?:TYPED_)?TEST(?:_[A-Z]+)?$/;
const PRIMITIVE =
  /^(?:void|bool|char|short|int|long|float|double|signed|unsigned|const|static|struct|true|false|this)$/;

/**
 * Reads a macro with a body. Its argument is the name; for `TEST(suite, name)` it is the second
 * one.
 */
function editMacroHead(text: string, items: readonly Item[], separator: string, edits: Edit[]): void {
  const { word, start, open, close } = items.at(-1)!;
  const before = items.slice(0, -1);
  if (open === -1 || before.some(({ word, open }) => open >= 0 || !QUALIFIER.test(word))) return;
  const inner = text.slice(open + 1, close);
  if (/^\s*[A-Za-z_]\w*[\s*]+(?:\w+[\s*]+)*\w+\s*\(.*\)\s*$/s.test(inner)) {
    edits.push({ start, end: open + 1 }, { start: close, end: close + 1 });
    return;
  }
  const parts = argumentsIn(inner, open + 1);
  const isTest = TEST.test(word) && parts.length > 1;
  const name = isTest ? parts[1]! : parts.find(isName);
  if (name === undefined || !isName(name)) return;
  const suite = isTest && separator !== '' && isName(parts[0]!) ? parts[0]! : null;
  const isJoined =
    suite !== null && name.start - suite.end === separator.length && !/\n/.test(text.slice(suite.end, name.start));
  edits.push({ start, end: open, text: open - start >= 4 ? 'void' : 'int' });
  if (isJoined) edits.push({ start: suite!.end, end: name.start, text: separator });
  else edits.push({ start: open + 1, end: name.start });
  edits.push({ start: name.end, end: close });
}

function isName({ word }: Omit<Item, 'open' | 'close'>): boolean {
  return /^[A-Za-z_]\w*$/.test(word) && !PRIMITIVE.test(word);
}

function argumentsIn(inner: string, offset: number): Omit<Item, 'open' | 'close'>[] {
  let at = offset;
  return inner.split(',').map((part) => {
    const word = part.trim();
    const start = at + part.indexOf(word);
    at += part.length + 1;
    return { word, start, end: start + word.length };
  });
}
