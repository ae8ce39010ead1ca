/** What resolveReference must know of a language: how its files see each other's names. One row per language. */

import { folderOf } from '../base/paths.ts';
import type { ChunkKind } from '../base/types.ts';

/** The part of a definition that the rules look at. */
interface Declared {
  name: string;
  kind: ChunkKind;
  path: string;
  signature: string;
}

export interface LanguageRules {
  /** A bare name may be a member of the class around. */
  implicitReceiver: boolean;
  /** A variable may be called like a function, and hides one of its name. */
  variablesAreCalled: boolean;
  /** Names reach other files without an import that tells which (linkage, autoloading). */
  globalNames: boolean;
  /** Only types do. */
  globalTypes: boolean;
  /** How many enclosing scopes may be namespaces, whose members are seen outside. */
  namespaces: number;
  /** Classes and modules are constants: seen inside of the scopes that hold them, and one that is opened in several files is defined in none. */
  lexicalConstants: boolean;
  /** A file is called like its class, which tells a nested type from one in a namespace. */
  classFiles: boolean;
  /** A bare name may be a member of a class further out. */
  outerMembers: boolean;
  /** What is defined in a module is a member of it. */
  functionsAreMembers: boolean;
  /** Members of one class may stand in several files. */
  splitClasses: boolean;
  /** What a file shares all its names with; null where nothing is shared. */
  packageOf: ((path: string) => string) | null;
  /** Not seen outside of its file. */
  isPrivate(target: Declared): boolean;
  /** Seen only where its file is included: types, macros and what a header defines. */
  needsInclude(target: Declared): boolean;
  /** The platform's own: functions that a compatibility header defines again, methods that any value may have. */
  isSystem(name: string): boolean;
  /** Looks like a call and is none. */
  isKeyword(name: string): boolean;
  /**
   * Names that are nobody else's, so that on a receiver of unknown type the only method of that name is meant. Null where
   * the platform's own names look alike (`getPropertyValue`).
   */
  distinctName: RegExp | null;
  /** One file may define a name several times, each until the next. */
  redefines: boolean;
  /** Receivers that are paths of modules and types rather than values. */
  paths: RegExp;
}

const NOTHING: LanguageRules = {
  implicitReceiver: false,
  variablesAreCalled: true,
  globalNames: false,
  globalTypes: false,
  namespaces: 0,
  lexicalConstants: false,
  classFiles: false,
  outerMembers: false,
  functionsAreMembers: false,
  splitClasses: false,
  packageOf: null,
  isPrivate: () => false,
  needsInclude: () => false,
  isSystem: () => false,
  isKeyword: () => false,
  distinctName: null,
  redefines: false,
  paths: /::|\\/,
};

const SOURCE_ROOT = /(^|\/)src\/(?:[\w-]*[mM]ain|[\w-]*[tT]est(?:Fixtures)?|jmh)\/(?:java|kotlin|scala|groovy)\//;
/** src/main/java/a/b and src/test/java/a/b are one package. */
const jvmPackage = (path: string): string => folderOf(path.replace(SOURCE_ROOT, '$1'));
const jvm: LanguageRules = {
  ...NOTHING,
  implicitReceiver: true,
  outerMembers: true,
  packageOf: jvmPackage,
  isPrivate: ({ signature }) => /^\s*private\b/.test(signature),
};
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

const HEADER = /\.(h|hh|hpp|hxx|inc|inl|ipp|tcc)$/;

const c: LanguageRules = {
  ...NOTHING,
  redefines: true,
  isKeyword: (name) => /^(?:decltype|sizeof|alignof|typeof|noexcept|static_assert|defined)$/.test(name),
  isSystem: (name) => LIBC.has(name),
  globalNames: true,
  isPrivate: ({ signature, path }) => /\bstatic\b/.test(signature) && !HEADER.test(path),
  needsInclude: ({ kind, signature, path }) =>
    kind !== 'function' || /^\s*#/.test(signature) || /\bstatic\b/.test(signature) || HEADER.test(path),
};
/** Methods of the standard library that look as distinct as a repository's own. */
const GO_METHODS = new Set(
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
const PYTHON_METHODS = new Set(
  (
    'add_argument_group add_done_callback add_mutually_exclusive_group add_signal_handler assert_any_call assert_called_once ' +
    'assert_called_once_with assert_called_with assert_has_calls assert_not_called assert_awaited_once_with call_soon_threadsafe ' +
    'get_default_verify_paths get_extra_info load_cert_chain load_default_certs load_verify_locations parse_known_args ' +
    'remove_done_callback remove_signal_handler run_in_executor run_until_complete set_alpn_protocols set_exception_handler ' +
    'set_running_or_notify_cancel set_tunnel_headers shutdown_default_executor'
  ).split(' '),
);

const globals: LanguageRules = {
  ...NOTHING,
  implicitReceiver: true,
  globalNames: true,
  namespaces: Number.POSITIVE_INFINITY,
  splitClasses: true,
};

const RULES: Readonly<Record<string, LanguageRules>> = {
  python: {
    ...NOTHING,
    distinctName: /^(?:_[a-z\d]+|[a-z\d]+_[a-z\d]+)_[a-z\d_]+$/,
    isSystem: (name) => PYTHON_METHODS.has(name),
  },
  go: {
    ...NOTHING,
    distinctName: /^\w[a-z\d]+[A-Z][a-z\d]*[A-Z][A-Za-z\d]*$/,
    isSystem: (name) => GO_METHODS.has(name),
    splitClasses: true,
    packageOf: folderOf,
  },
  java: { ...jvm, variablesAreCalled: false },
  kotlin: jvm,
  scala: jvm,
  groovy: jvm,
  c,
  objc: c,
  cpp: { ...c, implicitReceiver: true, namespaces: Number.POSITIVE_INFINITY, splitClasses: true },
  csharp: { ...globals, namespaces: 1, classFiles: true, outerMembers: true },
  ruby: { ...globals, functionsAreMembers: true, lexicalConstants: true },
  swift: { ...globals, namespaces: 0 },
  dart: { ...NOTHING, implicitReceiver: true },
  solidity: { ...NOTHING, implicitReceiver: true },
  php: { ...NOTHING, variablesAreCalled: false, packageOf: folderOf },
  rust: { ...NOTHING, splitClasses: true },
  elixir: { ...NOTHING, globalTypes: true, namespaces: Number.POSITIVE_INFINITY },
  lua: NOTHING,
  bash: { ...NOTHING, packageOf: folderOf },
};

export function languageRules(language: string): LanguageRules {
  return Object.hasOwn(RULES, language) ? RULES[language]! : NOTHING;
}

/** Languages whose files refer to each other. */
const FAMILIES: readonly (readonly string[])[] = [
  ['javascript', 'typescript', 'tsx', 'jsx', 'vue', 'svelte'],
  ['c', 'cpp', 'objc'],
  ['java', 'kotlin', 'scala', 'groovy'],
];

const familyNames = new Map(FAMILIES.flatMap((family) => family.map((language) => [language, family[0]!] as const)));

/** The first language of its family: the same for all whose files refer to each other. */
export function familyOf(language: string): string {
  return familyNames.get(language) ?? language;
}

export function sameFamily(a: string, b: string): boolean {
  return familyOf(a) === familyOf(b);
}
