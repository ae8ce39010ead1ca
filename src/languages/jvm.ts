/**
 * The languages of the Java virtual machine, which import each other's classes by package and name.
 */

import { escapeRegExp, folderOf } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import { beginsWithCapital } from '../base/words.ts';
import {
  AT_MARKS,
  type BoundImport,
  blank,
  CALLS,
  CHARACTER_MASK,
  CLOSER,
  type Language,
  type LineRules,
  type ModuleFiles,
  SLASHES,
  TYPE_FIRST,
  TYPE_LAST,
} from './language.ts';
import javaQuery from './queries/java.scm';
import kotlinQuery from './queries/kotlin.scm';
import scalaQuery from './queries/scala.scm';
import { type ChainForms, type LanguageRules, NO_RULES, type PathIndex, projectAbove } from './referenceRules.ts';

const JVM_RULES: LanguageRules = {
  ...NO_RULES,
  implicitReceiver: true,
  outerMembers: true,
  packageOf: jvmPackage,
  isPrivate: ({ signature }) => /^\s*private\b/.test(signature),
};

/** Holds what all these languages have in common. */
const JVM = {
  family: 'java',
  imports: { begins: /^import\s/ },
  rules: JVM_RULES,
  modules: { paths: (module, _, index) => jvmPaths(module, index), bind: jvmBindings, byFolder: sharedPackage },
} satisfies Partial<Language>;

const SOURCE_ROOT = /(^|\/)src\/(?:[\w-]*[mM]ain|[\w-]*[tT]est(?:Fixtures)?|jmh)\/(?:java|groovy|kotlin|scala)\//;

/** Returns the folder of a package: src/main/java/a/b and src/test/java/a/b are one package. */
function jvmPackage(path: string): string {
  return folderOf(path.replace(SOURCE_ROOT, '$1'));
}

const PROJECTS: ReadonlySet<string> = new Set([
  ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'build.sbt'],
]);

/** `src/main/java/com/acme/net/Retry.java` → com.acme.net */
function sharedPackage(path: string, paths: ReadonlySet<string>): string[] {
  const own = /(?:^|\/)src\/(?:main|commonMain|jvmMain)\/(?:java|kotlin|scala|groovy)\/(.+)\/[^/]+$/.exec(path);
  return own === null || projectAbove(path, PROJECTS, paths) === null ? [] : [own[1]!.replaceAll('/', '.')];
}

const ENDS = ['.java', '.kt', '.scala', '.groovy'];

/**
 * Finds the files of a module. `a.b.C` is a file C in a folder that ends with a/b, or something in
 * any file of that folder; `a.b` means all files of the folder.
 */
function jvmPaths(module: string, { byName, filesIn, foldersNamed }: PathIndex): string[] {
  const parts = module.replace(/\.[*_]$/, '').split('.');
  for (let length = parts.length; length > 0; length--) {
    if (length < parts.length - 2 && !beginsWithCapital(parts[length]!)) break;
    const path = parts.slice(0, length).join('/');
    const files = ENDS.flatMap((end) => byName(`${parts[length - 1]}${end}`)).filter((file) =>
      endsWith(file.replace(/\.\w+$/, ''), path),
    );
    if (files.length > 0 && (length > 1 || parts.length === 1)) return files;
  }
  for (const length of [parts.length, parts.length - 1]) {
    if (length < 2) continue;
    const package_ = parts.slice(0, length).join('/');
    const folders = foldersNamed(parts[length - 1]!).filter((folder) => endsWith(folder, package_));
    const files = folders.flatMap(filesIn);
    if (files.length > 0) return files.filter((path) => ENDS.some((end) => path.endsWith(end)));
  }
  return [];
}

function endsWith(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

/** `import a.b.C`, `import static a.b.C.m`, `import a.b.*`, `import a.b.C.*`, `… as D` */
function jvmBindings({ name, from }: Reference, module: string, text: string, files: ModuleFiles): BoundImport[] {
  const whole = from === undefined || module.split('.').at(-1) === name ? module : `${module}.${name}`;
  const bound: BoundImport[] = [];
  if (new RegExp(`${escapeRegExp(module)}\\s*\\.\\s*[*_]`).test(text) || module.endsWith('.*')) {
    const all = module.replace(/\.\*$/, '');
    bound.push({ local: '*', name: null, paths: files(all), ...withinClass(all) });
    // Both are one reference.
    if (!new RegExp(`\\bimport\\s+${escapeRegExp(module)}\\s*(?:;|\\n)`).test(text)) return bound;
  }
  const alias = new RegExp(`${escapeRegExp(whole)}\\s+as\\s+(\\w+)`).exec(text)?.[1];
  const outer = whole.slice(0, -name.length - 1).replace(/\.Companion$/, '');
  return [...bound, { local: alias ?? name, name, paths: files(whole), ...withinClass(outer) }];
}

/** `a.b.C` is a class, `a.b` a package. */
function withinClass(outer: string): { within?: string } {
  const last = outer.split('.').at(-1)!;
  return beginsWithCapital(last) ? { within: last } : {};
}

const JAVA_CHAINS: ChainForms = {
  separator: '\\.|::',
  closers: ')',
  statement: /^(?:if|while|for|switch|catch|return|synchronized|throw|case)$/,
  result: (before) => /(?<![\w.])[\w.]+(?:<[^;{}()]{0,300}>)?\s+$/.exec(before)?.[0] ?? '',
  assigned: (word) => new RegExp(`\\bvar\\s+${word}\\s*=(?!=)`, 'g'),
  isOpen: null,
  inComments: false,
  hasOverloads: true,
};

export const java: Language = {
  ...JVM,
  name: 'java',
  extensions: 'java',
  syntax: { grammar: 'java', query: javaQuery },
  mask: CHARACTER_MASK,
  rules: { ...JVM_RULES, variablesAreCalled: false, constantsAreCalled: false, chains: JAVA_CHAINS },
  bindings: { style: 'type-first', keyword: 'var', hasThinArrow: true, arrow: /^\s*->/ },
  variables: TYPE_FIRST,
  testFiles: /Tests?\.java$/,
};

/** Patterns for dependencies in a Gradle build, in Groovy or Kotlin. */
const GRADLE = [
  /\b(?:\w*[iI]mplementation|api|compileOnly|runtimeOnly|\w*[cC]ompile|classpath|annotationProcessor|kapt|ksp)\s*\(?\s*["']([\w.-]+:[\w.-]+)/,
  /\bproject\(\s*(?:path:\s*)?["']:?([\w:.-]+)["']\s*\)/,
  /^\s*apply\s+from:\s*["']([^"']+)["']/,
];

const LINES: LineRules = {
  ...SLASHES,
  attached: /^@\w/,
  marks: AT_MARKS,
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    {
      pattern: /^\s*(?:(?:public|private|protected|static|final|abstract|sealed)\s+)*(?:class|record)\s+(\w+)/,
      kind: 'class',
    },
    { pattern: /^\s*(?:(?:public|private|protected|static)\s+)*(?:interface|trait)\s+(\w+)/, kind: 'interface' },
    { pattern: /^\s*(?:(?:public|private|protected|static)\s+)*enum\s+(\w+)/, kind: 'enum' },
    {
      pattern:
        /^\s*(?:(?:public|private|protected|static|final|synchronized|abstract)\s+)*(?:def|void|boolean|int|long|float|double|[A-Z]\w*(?:<[\w<>?, ]*>)?(?:\[\])?)\s+(\w+|"[^"]+"|'[^']+')\s*\(/,
      kind: 'function',
    },
    { pattern: /^\s*task\s+(\w+)/, kind: 'function' },
    { pattern: /^\s*tasks\.(?:register|named|create)\s*\(\s*(?:name:\s*)?["']?([\w-]+)/, kind: 'function' },
    { pattern: /^\s*stage\s*\(\s*["']([^"']+)/, kind: 'section' },
    {
      pattern:
        /^(?!(?:if|else|for|while|switch|try|catch|do)\b)([a-z]\w*)\s*(?:\(\s*(?:["']:?([^"'()]*)["'])?[^()]*\))?\s*\{/,
      kind: 'object',
    },
  ],
  references: [
    { pattern: /^\s*import\s+(?:static\s+)?([\w.]+)/g, kind: 'import' },
    { pattern: /\b(?:extends|implements)\s+([A-Z]\w*(?:\s*,\s*[A-Z]\w*)*)/g, kind: 'inherit' },
    CALLS,
  ],
};

export const groovy: Language = {
  ...JVM,
  name: 'groovy',
  extensions: 'groovy gradle gvy',
  fileNames: 'jenkinsfile',
  interpreters: 'groovy',
  lines: LINES,
  dependencies: GRADLE,
  bindings: {
    style: 'type-first',
    keyword: 'def|var|final',
    hasThinArrow: true,
    arrow: /^\s*->/,
    closures: /^([\s\w,:<>?.()*]*?)->/,
  },
  variables: TYPE_FIRST,
  highlight: 'java',
};

const KOTLIN_CHAINS: ChainForms = {
  separator: '(?:\\?|!!)?\\.|(?<!:)::',
  closers: ')',
  statement: /^(?:if|while|for|when|catch|return|throw|else|in|is|as|assert)$/,
  result: (_, after) => /^\s*:\s*([\w.]+(?:<[^{}()=]{0,300}>)?\??)/.exec(after)?.[1] ?? '',
  assigned: (word) => new RegExp(`\\b(?:val|var)\\s+${word}\\s*=(?!=)`, 'g'),
  // `{ a -> … }`, `for (a in all)`
  isOpen: (word) =>
    new RegExp(
      `[{,(]\\s*${word}\\s*[^{}\\n=]{0,200}->|\\bfor\\s*\\([^{}\\n=]{0,100}\\b${word}\\b[^{}\\n=]{0,100}\\sin\\s`,
    ),
  endsAtLine: true,
  inComments: false,
  hasOverloads: true,
  namespaces: {
    own: /^[ \t]*package[ \t]+([\w.]+)/m,
    used: /^[ \t]*import[ \t]+([\w.]+)(?![\w.]|[ \t]+as\b)/gm,
    areNested: false,
    isInterface: (_, isCalled) => !isCalled,
    callsTakeBlocks: true,
    extends: (type, { scope }) => scope.at(-1) === type,
  },
};

export const kotlin: Language = {
  ...JVM,
  name: 'kotlin',
  extensions: 'kt kts',
  interpreters: 'kotlin',
  syntax: { grammar: 'kotlin', query: kotlinQuery, prepare: prepareKotlin },
  dependencies: GRADLE,
  mask: CHARACTER_MASK,
  rules: { ...JVM_RULES, chains: KOTLIN_CHAINS },
  bindings: {
    style: 'braced',
    keyword: 'val|var|for',
    hasThinArrow: true,
    closures: /^([\s\w,:<>?.()*]*?)->/,
  },
  variables: TYPE_LAST,
  members: { receiverOf: kotlinReceiver },
  testFiles: /Tests?\.kt$/,
};

/** `fun <T> List<T>.load()` → List */
function kotlinReceiver(line: string, name: string): string[] | null {
  const head = /\bfun\s+([^(=]*)/.exec(line.slice(0, MOST_OF_HEAD))?.[1] ?? '';
  const names = head
    .replace(/<[^<>]*>/g, '')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('?', '')
    .trim()
    .split('.');
  return names.pop()?.trim() !== name ? null : names.slice(-1);
}

const MOST_OF_HEAD = 500;

/**
 * Rewrites what the grammar cannot read: `fun interface`, receivers that may be null
 * (`A?.() -> B`), `T & Any`, guards (`is A if b -> c`), `class A : B by c {`, whose body it would
 * take for a lambda, arguments of annotations, a branch with a call (`a -> b()`) before one whose
 * condition begins with a bracket, and infix functions whose name begins like `else` (`a eq b`).
 */
function prepareKotlin(text: string): string {
  return text
    .replace(/\bfun(?=\s+interface\b)/g, blank)
    .replace(
      /^(@[\w.]+)(\((?:[^()]|\([^()]{0,500}\)){0,2000}\))/gm,
      (_, name: string, args: string) => name + blank(args),
    )
    .replace(/\?(?=\.\()/g, blank)
    .replace(/&\s*Any\b/g, blank)
    .replace(
      /^([ \t]*(?:!?(?:is|in)[ \t][^\n\r{}]{0,200}?|else|[\w.]+)[ \t])(if[ \t][^\n\r{}]{0,300}?)(?=->)/gm,
      (_, head: string, guard: string) => head + blank(guard),
    )
    .replace(
      /^(?=.*\b(?:class|object)\b|(?!.*\b(?:val|var)\b))(.{0,300}[\w>)][ \t])(by[ \t]+[\w.]+)(?=[ \t]*\{)/gm,
      (_, head: string, by: string) => head + blank(by),
    )
    .replace(/\)\n(?=[ \t]*\(.{0,300}->)/g, ');')
    .replace(/(?<=[\w)\]}"] )e(?!lse\b|num\b|xternal\b|xpect\b)(?=\w+ )/g, 'x');
}

export const scala: Language = {
  ...JVM,
  name: 'scala',
  extensions: 'scala sc sbt',
  interpreters: 'scala',
  // The grammar in tree-sitter-wasms is years older than the language.
  syntax: { grammar: 'scala', from: '@cursorless/tree-sitter-wasms', query: scalaQuery },
  mask: CHARACTER_MASK,
  bindings: {
    style: 'braced',
    keyword: 'val|var|case',
    blockImport: { word: 'import', isOneLine: true },
    hasGenerators: true,
    caseFollows: /^\s*(?:\(|\.)/,
    arrow: /^\s*=>/,
    closures: /^([\s\w,:[\].()]*?)=>/,
  },
  variables: TYPE_LAST,
  highlight: 'kotlin',
  testFiles: /Tests?\.scala$/,
};
