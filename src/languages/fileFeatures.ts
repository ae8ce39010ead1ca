/**
 * Reads from a path what it says about the worth of a file as an answer, whatever the query: tests,
 * examples, old versions and prose explain code, they are not it. Each feature has a weight in
 * weights.ts and is switched off when the query asks for its kind. Pure.
 */

import { fileNameOf, folderOf } from '../base/patterns.ts';
import { stem } from '../base/words.ts';
import { LANGUAGES, languageNamed } from './languages.ts';

interface FileFeatures {
  test: boolean;
  example: boolean;
  /** Kept for compatibility: legacy, deprecated, polyfills. */
  legacy: boolean;
  /** Documents and data. */
  prose: boolean;
  /** Made from other files, or another project's: what is wrong in it is mended elsewhere. */
  foreign: boolean;
}

export type Penalised = keyof FileFeatures;

const TEST_FOLDER = new RegExp(
  [
    /(^|\/)([tT]ests|test|specs?|testing|fixtures?|mocks?|e2e|regress|__(specs|mocks|fixtures)__)(\/|$)/,
    // `integration-test`, `typing_tests`, `__tests__`, `__performance_tests__`
    /(^|\/)((integration|type|unit)[-_]test|\w[\w.-]*[-_]tests|__(\w+_)?tests__)(\/|$)/,
    // `testdata`, `test-files`, `__testUtils__`
    /(^|\/)(__)?test[-_]?(cases?|[dD]ata|files?|fixtures?|goldens?|helpers?|mocks?|projects?|suites?|[uU]tils?)(__)?(\/|$)/,
    // `src/jvmTest/kotlin`, `src/testFixtures/java`; `App.Tests.Unit` of .NET
    /(^|\/)src\/(\w+Test|testFixtures)\/|(^|\/)[\w.]+\.\w*Tests?(\.\w+)*\//,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Names of files of tests in all languages; each may have more. */
const TEST_FILE = new RegExp(
  [
    /^test_|[._-](test|spec|tests|test-d|bench|benchmark|e2e)\.|_test\.|(^|[._-])test[-_]?(util|helper)s?\./,
    ...LANGUAGES.flatMap(({ testFiles }) => testFiles ?? []),
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** A library may ship code for the tests of others: `lib/bats-core/test_functions.bash`. */
const SHIPPED = /(^|\/)lib\/(.*\/)?test_[^/]*$/;
const EXAMPLE = /(^|\/)_?(examples?|samples?|demos?|docs?|docs_src|tutorials?|bench(es|marks?)?|playground)(\/|$)/i;
const LEGACY = /(^|\/)(compat|_compat|legacy|deprecated|v1|old|polyfills?|shims?|versioned_(docs|sidebars))(\/|\.|$)/i;

const FOREIGN =
  /(^|\/)(_?vendor(ed)?|third[_-]?party|dependencies|deps|externals?|extern|single[_-]?(include|header)s?|generated|dist)\/|amalgamated/i;

export function fileFeaturesOf(path: string, language: string): FileFeatures {
  return { ...pathFeaturesOf(path), prose: languageNamed(language).isProse === true };
}

type PathFeatures = Omit<FileFeatures, 'prose'>;

/**
 * Returns the features of the path alone: in another repository the same path may be in another
 * language.
 */
function pathFeaturesOf(path: string): PathFeatures {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const features: PathFeatures = {
    test: TEST_FOLDER.test(path) || (TEST_FILE.test(fileNameOf(path)) && !SHIPPED.test(path)),
    example: EXAMPLE.test(path),
    legacy: LEGACY.test(path),
    foreign: FOREIGN.test(path),
  };
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(path, features);
  return features;
}

const cache = new Map<string, PathFeatures>();
const CACHE_LIMIT = 100_000;

const DECLARATIONS = LANGUAGES.flatMap(({ declarations }) => (declarations === undefined ? [] : [declarations]));

/** @param isThere whether a path is among those to choose from */
export function isDeclarationBeside(path: string, isThere: (path: string) => boolean): boolean {
  const rule = DECLARATIONS.find(([ending]) => ending.test(path));
  if (rule === undefined) return false;
  const stem = path.replace(rule[0], '');
  return rule[1].some((ending) => isThere(stem + ending));
}

/** `a/Mapper.Async.cs` where there is `a/Mapper.cs`. */
export function isPartBeside(path: string, isThere: (path: string) => boolean): boolean {
  const parts = /^(.*\/)?([^/.]+)\.[^/]+(\.[^./]+)$/.exec(path);
  return parts !== null && isThere((parts[1] ?? '') + parts[2]! + parts[3]!);
}

/** Words that ask for a kind of file. */
const ASKS: Record<Penalised, readonly string[]> = {
  test: ['test', 'tests', 'testing', 'spec', 'fixture', 'mock'],
  example: ['example', 'sample', 'demo', 'tutorial', 'benchmark', 'playground', 'docs', 'documentation'],
  legacy: ['legacy', 'deprecated', 'compat', 'compatibility', 'polyfill', 'shim', 'old'],
  prose: 'docs documentation readme changelog guide config configuration workflow markdown manual settings'.split(' '),
  foreign: ['vendor', 'vendored', 'amalgamated', 'amalgamation', 'generated', 'bundled'],
};

/** The most words of a question that is a list of keywords and no sentence. */
const KEYWORDS = 3;
const TESTS = '(?:tests|test (?:cases?|files?|suites?)|specs?|fixtures?|mocks?)';
/**
 * Ways to ask for tests. In a test framework, "a strict xfail test that passes is reported as
 * failed" speaks of tests and asks for the code that runs them.
 */
const ASKS_FOR_TESTS = new RegExp(
  [
    // "Tests of the lock", "which test covers the lock", "where is a test for the lock".
    `\\b(?:test|${TESTS}) (?:of|for|about|cover(?:s|ing)?|exercis(?:es?|ing)|check(?:s|ing)?|verif(?:y|ies|ying))\\b`,
    // "Where are the tests", "how do our tests start a server".
    `^(?:(?:where|which|what|find|show|list|are|is|do|how do|there|the|our|all|any|me) )*${TESTS}\\b`,
    '\\b(?:unit|integration|regression|snapshot|e2e|end-to-end|acceptance|smoke) tests?\\b',
    // "Where is the lock tested", "lock tests"; not "what runs after each test".
    `(?<!\\b(?:an?|the|each|every) )\\b(?:tested|test|${TESTS})[?.!]*$`,
  ].join('|'),
  'i',
);

/** Returns which kinds a query asks for: they are not penalised. */
export function askedKinds(terms: ReadonlySet<string>, text: string): ReadonlySet<Penalised> {
  const words = text.trim().split(/\s+/);
  const asksForTests = words.length <= KEYWORDS || ASKS_FOR_TESTS.test(words.join(' '));
  const isAsked = (kind: Penalised): boolean =>
    (kind !== 'test' || asksForTests) && ASKS[kind].some((word) => terms.has(stem(word)));
  return new Set((Object.keys(ASKS) as Penalised[]).filter(isAsked));
}

// Counts the folders above a file in its own package. The folders that lead to a package, and
// those that a language asks for (`packages/core/src`, `src/main/java`), say nothing of the file.
// Pure.

/** A folder that holds one of these is a package. */
const MANIFEST =
  /^(?:package\.json|Cargo\.toml|go\.mod|pom\.xml|pyproject\.toml|setup\.py|build\.gradle(?:\.kts)?|composer\.json|Gemfile|mix\.exs|CMakeLists\.txt|Package\.swift|.+\.(?:gemspec|csproj|cabal))$/;
/** A package's folder of sources, with those that build tools for the JVM ask for. */
const SOURCES = /^(?:src|lib|source|Sources)(?:\/main\/(?:java|kotlin|scala))?(?:\/|$)/;

const known = new WeakMap<readonly { path: string }[], ReadonlySet<string>>();

/**
 * Returns the folders of these files that hold a manifest, '' for the root. The answer is
 * remembered for as long as the list is.
 */
export function packageFolders(files: readonly { path: string }[]): ReadonlySet<string> {
  const found =
    known.get(files) ?? new Set(files.flatMap(({ path }) => (MANIFEST.test(fileNameOf(path)) ? [folderOf(path)] : [])));
  known.set(files, found);
  return found;
}

/** @returns the number of folders between a file and the sources of its package */
export function packageDepth(path: string, packages: ReadonlySet<string>): number {
  const folder = folderOf(path);
  let around = folder;
  while (around !== '' && !packages.has(around)) around = folderOf(around);
  const below = (around === '' ? folder : folder.slice(around.length + 1)).replace(SOURCES, '');
  return below === '' ? 0 : below.split('/').length;
}
