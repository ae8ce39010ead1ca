/**
 * Reads from a path how likely a file is an answer, whatever the query: tests, examples, old
 * versions and prose explain code but are not the code. Each feature has a weight in weights.ts,
 * and is switched off if the query asks for its kind. Pure.
 */

import { getOrMake } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/patterns.ts';
import { stem } from '../base/words.ts';
import { LANGUAGES, languageNamed } from './languages.ts';

interface FileFeatures {
  test: boolean;
  example: boolean;
  /** Code that is kept for compatibility: legacy, deprecated, polyfills. */
  legacy: boolean;
  /** A document or data. */
  prose: boolean;
  /** Generated, or copied from another project: errors in it have to be fixed elsewhere. */
  foreign: boolean;
  /** A component such as `Login.vue` shows what other code does. */
  component: boolean;
}

export type Penalised = keyof FileFeatures;

const TEST_FOLDER = new RegExp(
  [
    /(^|\/)([tT]ests|test|specs?|testing|fixtures?|mocks?|e2e|regress|__(specs|mocks|fixtures)__)(\/|$)/,
    // `integration-test`, `typing_tests`, `UnitTests`, `__tests__`, `__tests_dts__`
    /(^|\/)((integration|type|unit)[-_]test|\w[\w.-]*[-_]tests|\w+Tests|\w*([uU]nit|[iI]ntegration)Test|__(\w+_)?tests(_\w+)?__)(\/|$)/,
    // `testdata`, `test-files`, `__testUtils__`, `acme-test-support`, `acmeTestCases`
    /(^|\/)((__|[\w.-]+[-_])?test|\w*[a-z]Test)[-_]?([cC]ases?|[dD]ata|files?|[fF]ixtures?|goldens?|helpers?|mocks?|projects?|[sS]upport|suites?|[uU]tils?)(__)?(\/|$)/,
    // `src/jvmTest/kotlin`, `src/testFixtures/java`; `App.Tests.Unit` of .NET
    /(^|\/)src\/(\w+Test|testFixtures)\/|(^|\/)[\w.]+\.\w*Tests?(\.\w+)*\//,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Matches names of test files; `testFiles` of languages adds more. */
const TEST_FILE = new RegExp(
  [
    /^test_|[._-](test|spec|tests|test-d|bench|benchmark|e2e)\.|_test\.|(^|[._-])test[-_]?(util|helper)s?\./,
    ...LANGUAGES.flatMap(({ testFiles }) => testFiles ?? []),
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Code that a library ships for other people's tests: `lib/bats-core/test_functions.bash`. */
const SHIPPED = /(^|\/)lib\/(.*\/)?test_[^/]*$/;
const EXAMPLE = /(^|\/)_?(examples?|samples?|demos?|docs?|docs_src|tutorials?|bench(es|marks?)?|playground)(\/|$)/i;
const LEGACY = /(^|\/)(compat|_compat|legacy|deprecated|v1|old|polyfills?|shims?|versioned_(docs|sidebars))(\/|\.|$)/i;

const FOREIGN =
  /^dependencies\/|(^|\/)(_?vendor(ed)?|third[_-]?party|deps|externals?|extern|bundled|single[_-]?(include|header)s?|generated|dist)\/|amalgamated/i;

/** Folders of translations: `lang/de/errors.php`, `locales/pt-BR.ts`, `translations/acme_de.ts`. */
const TRANSLATIONS = /^(?:_?locales?|i18n|l10n|langs?|translations?)$/i;
/** Translated documents need no such folder: `docs/de/index.md`. */
const DOCUMENT = /\.(?:mdx?|rst|adoc|txt)$/;
/** A code of ISO 639-1, perhaps with a script or a region. Other short names are left out. */
const LOCALE = /^(?!(?:db|fs|go|io|js|os|py|rb|rs|ui|vm)$)[a-z]{2}(?:[-_](?:[A-Z][a-z]{3}|[A-Za-z]{2}|informal))?$/;
/** `de.json`, `messages_de.properties`, `app.zh-Hant.xlf` */
const LOCALE_FILE = /(^|[._-])([a-z]{2}(?:[-_](?:[A-Z][a-z]{3}|[A-Za-z]{2}|informal))?)(?=\.[A-Za-z]{1,10}$)/;
/** `res/values` and `res/values-de` of Android, `de.lproj` of Apple. */
const TRANSLATED = /(?<=(?:^|\/)res\/)values(?:-[a-z]{2,3}(?:-r[A-Z]{2})?)?(?=\/)|(?<=^|\/)[\w-]{2,10}\.lproj(?=\/)/;

/**
 * @returns the path with `*` for the language into which the file is translated: the same for all
 * translations of a text; null for other files
 */
function translationOf(path: string): string | null {
  const parts = path.split('/');
  const name = parts.pop()!;
  const around = parts.findIndex((part) => TRANSLATIONS.test(part) || (part === 'docs' && DOCUMENT.test(name)));
  const folders = parts.map((part, at) => (around !== -1 && around < at && LOCALE.test(part) ? '*' : part));
  const stem = LOCALE_FILE.exec(name)?.[2] ?? '';
  const isNamed = around !== -1 && parts[around] !== 'docs' && LOCALE.test(stem);
  const general = [...folders, isNamed ? name.replace(LOCALE_FILE, '$1*') : name].join('/').replace(TRANSLATED, '*');
  return general === path ? null : general;
}

interface KnownFile extends FileFeatures {
  language: string;
  /** See translationOf. */
  translation: string | null;
}

export function fileFeaturesOf(path: string, language: string): KnownFile {
  if (cache.size >= CACHE_LIMIT) cache.clear();
  // In another repository the path may have another language.
  const known = cache.get(path);
  if (known?.language === language) return known;
  const { isProse, isComponent } = languageNamed(language);
  const translation = translationOf(path);
  const features = {
    language,
    test: TEST_FOLDER.test(path) || (TEST_FILE.test(fileNameOf(path)) && !SHIPPED.test(path)),
    example: EXAMPLE.test(path),
    legacy: LEGACY.test(path),
    foreign: FOREIGN.test(path),
    prose: isProse === true || translation !== null,
    component: isComponent === true,
    translation,
  };
  cache.set(path, features);
  return features;
}

const cache = new Map<string, KnownFile>();
const CACHE_LIMIT = 100_000;

const DECLARATIONS = LANGUAGES.flatMap(({ declarations }) => (declarations === undefined ? [] : [declarations]));

/** @param isThere tells if a path exists among those to choose from */
export function isDeclarationBeside(path: string, isThere: (path: string) => boolean): boolean {
  const rule = DECLARATIONS.find(([ending]) => ending.test(path));
  if (rule === undefined) return false;
  const stem = path.replace(rule[0], '');
  return rule[1].some((ending) => isThere(stem + ending));
}

/** True for `a/Mapper.Async.cs` if there is an `a/Mapper.cs`. */
export function isPartBeside(path: string, isThere: (path: string) => boolean): boolean {
  const parts = /^(.*\/)?([^/.]+)\.[^/]+(\.[^./]+)$/.exec(path);
  return parts !== null && isThere((parts[1] ?? '') + parts[2]! + parts[3]!);
}

/** Documents may be in a folder of examples or in `docs`. */
const DOCUMENTS =
  'docs documentation readme changelog guide markdown manual tutorial faq troubleshooting proposal'.split(' ');
/** Words with which a query asks for a kind of file. */
const ASKS: Record<Penalised, readonly string[]> = {
  test: ['test', 'tests', 'testing', 'spec', 'fixture', 'mock'],
  example: [...DOCUMENTS, 'example', 'sample', 'demo', 'benchmark', 'playground'],
  legacy: ['legacy', 'deprecated', 'compat', 'compatibility', 'polyfill', 'shim', 'old'],
  prose: [...DOCUMENTS, 'config', 'configuration', 'workflow', 'settings'],
  foreign: ['vendor', 'vendored', 'amalgamated', 'amalgamation', 'generated', 'bundled'],
  component: 'component page view screen dialog modal form button menu widget layout frontend ui shown displayed'.split(
    ' ',
  ),
};

/** The most words of a query that is a list of keywords, not a sentence. */
const KEYWORDS = 3;
const TESTS = '(?:tests|test (?:cases?|files?|suites?)|specs?|fixtures?|mocks?)';
/** "Tests of the lock", "which test covers the lock", "where is a test for the lock". */
const COVERING = `\\b(?:test|${TESTS}) (?:of|for|about|cover(?:s|ing)?|exercis(?:es?|ing)|check(?:s|ing)?|verif(?:y|ies|ying))\\b`;
const TESTS_OF = new RegExp(COVERING, 'i');
const TESTED = /\btested[?.!]*$/i;
/**
 * Ways to ask for tests. In a test framework, "a strict xfail test that passes is reported as
 * failed" mentions tests but asks for the code that runs them.
 */
const ASKS_FOR_TESTS = new RegExp(
  [
    COVERING,
    // "Where are the tests", "how do our tests start a server".
    `^(?:(?:where|which|what|find|show|list|are|is|do|how do|there|the|our|all|any|me) )*${TESTS}\\b`,
    '\\b(?:unit|integration|regression|snapshot|e2e|end-to-end|acceptance|smoke) tests?\\b',
    // "Where is the lock tested", "lock tests"; not "what runs after each test".
    `(?<!\\b(?:an?|the|each|every) )\\b(?:tested|test|${TESTS})[?.!]*$`,
  ].join('|'),
  'i',
);

/**
 * True for a question for the tests of one of the names: "which tests cover Router", "where is
 * Router tested". "How does Jest find the tests of a file" names what runs them.
 */
export function asksForTestsOf(text: string, names: readonly string[]): boolean {
  const found = TESTS_OF.exec(text);
  const about = found !== null ? text.slice(found.index + found[0].length) : TESTED.test(text.trim()) ? text : '';
  return names.some((name) => about.includes(name));
}

/** Returns the kinds that a query asks for; they lose nothing. */
export function askedKinds(terms: ReadonlySet<string>, text: string): ReadonlySet<Penalised> {
  const words = text.trim().split(/\s+/);
  const asksForTests = words.length <= KEYWORDS || ASKS_FOR_TESTS.test(words.join(' '));
  const isAsked = (kind: Penalised): boolean =>
    (kind !== 'test' || asksForTests) && ASKS[kind].some((word) => terms.has(stem(word)));
  return new Set((Object.keys(ASKS) as Penalised[]).filter(isAsked));
}

// Counts the folders between a file and the root of its package. Folders that lead to a package,
// and those that a language requires (`packages/core/src`, `src/main/java`), say nothing about the
// file. Pure.

/** Files that make their folder a package. */
const MANIFEST =
  /^(?:package\.json|Cargo\.toml|go\.mod|pom\.xml|pyproject\.toml|setup\.py|build\.gradle(?:\.kts)?|composer\.json|Gemfile|mix\.exs|CMakeLists\.txt|Package\.swift|.+\.(?:gemspec|csproj|cabal))$/;
/**
 * Matches a package's folder of sources, with the subfolders that build tools of the JVM require.
 */
const SOURCES = /^(?:src|lib|source|Sources)(?:\/main\/(?:java|kotlin|scala))?(?:\/|$)/;

const known = new WeakMap<readonly { path: string }[], ReadonlySet<string>>();

/**
 * Returns the folders of these files that hold a manifest, '' for the root. The result is
 * remembered for as long as the list exists.
 */
export function packageFolders(files: readonly { path: string }[]): ReadonlySet<string> {
  return getOrMake(
    known,
    files,
    () => new Set(files.flatMap(({ path }) => (MANIFEST.test(fileNameOf(path)) ? folderOf(path) : []))),
  );
}

/** @returns the number of folders between a file and its package's sources */
export function packageDepth(path: string, packages: ReadonlySet<string>): number {
  const folder = folderOf(path);
  let around = folder;
  while (around !== '' && !packages.has(around)) around = folderOf(around);
  const below = (around === '' ? folder : folder.slice(around.length + 1)).replace(SOURCES, '');
  return below === '' ? 0 : below.split('/').length;
}
