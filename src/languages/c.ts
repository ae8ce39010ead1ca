import { getOrMake } from '../base/lists.ts';
import { branchesOf } from './conditionals.ts';
import { blank, CHARACTER_MASK, type Language, TYPE_FIRST } from './language.ts';
import cQuery from './queries/c.scm';
import cppQuery from './queries/cpp.scm';
import objcQuery from './queries/objc.scm';
import { filePaths, type LanguageRules, NO_RULES, type PathIndex } from './referenceRules.ts';

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

/** Matches files that others include: a definition of theirs is seen wherever they are included. */
export const HEADER = /\.(h|hh|hpp|hxx|inc|inl|ipp|tcc)$/;

const C_RULES: LanguageRules = {
  ...NO_RULES,
  redefines: true,
  isKeyword: (name) => /^(?:decltype|sizeof|alignof|typeof|noexcept|static_assert|defined)$/.test(name),
  isSystem: (name) => LIBC.has(name),
  globalNames: true,
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
  bindings: { style: 'type-first' },
  variables: TYPE_FIRST,
} satisfies Partial<Language>;

export const c: Language = {
  ...C_FAMILY,
  name: 'c',
  extensions: 'c h',
  syntax: { grammar: 'c', query: cQuery, branches: branchesOf, instead: headerLanguage },
  rules: C_RULES,
  members: { areOutside: true },
  // In C++ a header often is the implementation.
  declarations: [/\.h$/, ['.c']],
};

const OBJECTIVE_C = /^[ \t]*(@(interface|protocol|property|class|end)\b|#import\b)/m;
const CPLUSPLUS =
  /^[ \t]*((inline[ \t]+)?namespace\b[^\n\r;]*\{|template[ \t]*<|(public|private|protected)[ \t]*:|class[ \t]+\w+([ \t]+\w+)?[ \t]*[:;{]|using[ \t]+(namespace[ \t]|\w+[ \t]*=|\w+::))|\bstd::/m;

/** C, unless something stands there that C does not have. */
function headerLanguage(text: string): string | null {
  if (OBJECTIVE_C.test(text)) return 'objc';
  return CPLUSPLUS.test(text) ? 'cpp' : null;
}

/**
 * Beside the file, from the root or a folder of headers, else the only file whose path ends like
 * that.
 */
function includePaths(module: string, from: string, index: PathIndex): string[] {
  const known = getOrMake(withSources, index, () => new Map<string, string[]>());
  return filePaths(module, from, index).flatMap((path) => getOrMake(known, path, () => withSource(path, index)));
}

/** A header is included by many files. */
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
  syntax: { grammar: 'cpp', query: cppQuery, branches: branchesOf, separator: '::' },
  rules: { ...C_RULES, implicitReceiver: true, namespaces: Number.POSITIVE_INFINITY, splitClasses: true },
  bindings: { style: 'type-first', keyword: 'auto[\\s&*]' },
  members: { areOutside: true, receiverOf },
};

/** The patterns here may take the square of it. */
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
  rules: C_RULES,
  members: { areOutside: true, block: /^(\s*)@(?:implementation|interface|protocol)\s+(\w+)/, isFlat: true },
};

/**
 * Macros, which Objective-C's own headers are full of, and their enums:
 *   typedef NS_ENUM(NSUInteger, Level) {   →           enum                Level  {
 */
function prepareObjectiveC(text: string): string {
  return text
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
