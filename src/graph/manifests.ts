/**
 * Reads what manifests say of the packages of a repository: their names, and the files that other
 * code reaches by them. Members of a workspace (npm, pnpm, go.work, Cargo, uv, Maven) have
 * manifests of their own, so each is a package here. Pure.
 */

import { parseUserJson } from '../base/boundedJson.ts';

/** A package, as its manifest tells. */
export interface Manifest {
  /** The names by which it is imported; none for one that only lists members. */
  names: readonly string[];
  /**
   * The targets of its names, in a package.json: `.`, `./retry` or `./parts/*` to paths from its
   * folder.
   */
  entries?: ReadonlyMap<string, readonly string[]>;
}

const NONE: Manifest = { names: [] };

/** Manifests by whose names files of one repository import each other. */
export const MANIFESTS: Readonly<Record<string, (text: string) => Manifest>> = {
  'package.json': readPackageJson,
  'go.mod': readGoMod,
  'Cargo.toml': readCargoToml,
};

/** Those by which other repositories import what is in this one, too. */
export const SHARED_MANIFESTS: typeof MANIFESTS = {
  ...MANIFESTS,
  'pyproject.toml': readPyproject,
  'pom.xml': readPom,
};

// package.json

/** Its name follows the rules of npm, which take what can be a part of an address. */
const NPM_NAME = /^(?:@[^/\s]+\/)?[^@/\s][^/\s]*$/;
/** Fields that name the file of a package that has no `exports`, nearest to the source first. */
const MAIN_FIELDS = ['source', 'module', 'main', 'types', 'typings'];

function readPackageJson(text: string): Manifest {
  const json = objectIn(text);
  const { name } = json;
  if (typeof name !== 'string' || !NPM_NAME.test(name)) return NONE;
  return { names: [name], entries: entriesOf(json) };
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value = parseUserJson(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function entriesOf(json: Record<string, unknown>): Map<string, string[]> {
  const { exports } = json;
  const entries = new Map<string, string[]>();
  const isSubpaths =
    typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'));
  for (const [key, value] of isSubpaths ? Object.entries(exports) : [['.', exports] as const]) {
    const targets = targetsIn(value);
    if (targets.length > 0) entries.set(key, targets);
  }
  const main = MAIN_FIELDS.flatMap((field) => (typeof json[field] === 'string' ? [json[field]] : []));
  if (!entries.has('.') && main.length > 0) entries.set('.', main);
  return entries;
}

/** The files of a target: a path, conditions of it, or a list of either. */
function targetsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(targetsIn);
}

/**
 * @param rest the module behind the package's name: '' or `/retry`
 * @returns the paths that a package's entries give, from its folder, best first; none where there
 * is no such entry
 */
export function entryTargets(entries: ReadonlyMap<string, readonly string[]>, rest: string): readonly string[] {
  const asked = `.${rest}`;
  const exact = entries.get(asked);
  if (exact !== undefined) return exact;
  let best: { prefix: string; middle: string; targets: readonly string[] } | null = null;
  for (const [key, targets] of entries) {
    const [prefix, suffix, ...more] = key.split('*');
    if (suffix === undefined || more.length > 0 || asked.length < key.length) continue;
    if (!asked.startsWith(prefix!) || !asked.endsWith(suffix) || prefix!.length <= (best?.prefix.length ?? -1))
      continue;
    best = { prefix: prefix!, middle: asked.slice(prefix!.length, asked.length - suffix.length), targets };
  }
  return best?.targets.map((target) => target.replaceAll('*', () => best.middle)) ?? [];
}

// go.mod, Cargo.toml, pyproject.toml

/** `module example.com/net`, also in parentheses on a line of its own. */
function readGoMod(text: string): Manifest {
  const name = /^module[ \t]+(?:\([ \t]*\r?\n[ \t]*)?"?([^\s"()]+)/m.exec(text)?.[1];
  return name === undefined ? NONE : { names: [name] };
}

/** `[lib] name` is what `use` says where it differs from the package's name. */
function readCargoToml(text: string): Manifest {
  const name = tomlText(text, 'package', 'name');
  const lib = tomlText(text, 'lib', 'name');
  return name === undefined ? NONE : { names: lib === undefined ? [name] : [name, lib] };
}

function readPyproject(text: string): Manifest {
  const name = tomlText(text, 'project', 'name') ?? tomlText(text, 'tool.poetry', 'name');
  return name === undefined ? NONE : { names: [name] };
}

/**
 * Reads a text of a TOML file.
 *
 *     [package]            package.name = "x"            package = { version = "1", name = "x" }
 *     name = "x"
 */
function tomlText(text: string, table: string, key: string): string | undefined {
  const inner = new RegExp(`[{,]\\s*${key}\\s*=\\s*(.*)`);
  let current = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined || /^\s*\[\[/.test(line)) {
      current = `${(header ?? '[]').replace(/[\s"']/g, '')}.`;
      continue;
    }
    const equals = line.indexOf('=');
    if (equals === -1) continue;
    const name = current + line.slice(0, equals).replace(/[\s"']/g, '');
    const right = line.slice(equals + 1);
    const value = name === `${table}.${key}` ? right : name === table ? inner.exec(right)?.[1] : undefined;
    const found = value === undefined ? null : /^\s*(?:"([^"\\]+)"|'([^']+)')/.exec(value);
    if (found !== null) return found[1] ?? found[2];
  }
  return undefined;
}

// pom.xml

/** Elements that hold groups of others. */
const POM_BLOCKS = ['dependencies', 'dependencyManagement', 'build', 'reporting', 'profiles', 'distributionManagement'];

/** Its own group, else the one that it has from its parent. */
function readPom(text: string): Manifest {
  const own = POM_BLOCKS.reduce(without, text.replace(/<!--[\s\S]*?(?:-->|$)/g, ''));
  const group = groupIn(without(own, 'parent')) ?? groupIn(own);
  return group === undefined ? NONE : { names: [group] };
}

function groupIn(text: string): string | undefined {
  return /<groupId>\s*([^<\s$]+)\s*<\/groupId>/.exec(text)?.[1];
}

/** Leaves out an element, with all that stands between its first begin and its last end. */
function without(text: string, element: string): string {
  const start = text.indexOf(`<${element}>`);
  const end = text.lastIndexOf(`</${element}>`);
  return start === -1 || end < start ? text : text.slice(0, start) + text.slice(end);
}

// Names that no manifest says: Python and the languages of the JVM import by folders.

const PYTHON_PROJECTS: ReadonlySet<string> = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);
const JVM_PROJECTS: ReadonlySet<string> = new Set([
  ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'build.sbt'],
]);
/** Folders at the top of a project that are not installed with it. */
const NOT_INSTALLED: ReadonlySet<string> = new Set(['test', 'tests', 'docs', 'doc', 'examples', 'benchmarks', 'setup']);

/**
 * @param paths of the repository
 * @returns the modules by which other repositories import a definition in this file, outermost
 * first; none where its language imports by the names of manifests, or no project is around
 *
 *     src/main/java/com/acme/net/Retry.java → com.acme.net
 *     src/acme/retry.py → acme, acme.retry
 */
export function modulesByFolder(path: string, language: string, paths: ReadonlySet<string>): string[] {
  if (language === 'python') {
    const project = projectAbove(path, PYTHON_PROJECTS, paths);
    return project === null ? [] : pythonModules(path.slice(project.length));
  }
  const jvm = /(?:^|\/)src\/(?:main|commonMain|jvmMain)\/(?:java|kotlin|scala|groovy)\/(.+)\/[^/]+$/.exec(path);
  return jvm === null || projectAbove(path, JVM_PROJECTS, paths) === null ? [] : [jvm[1]!.replaceAll('/', '.')];
}

/** @returns the nearest folder with such a file, with `/` at its end; '' for the top */
function projectAbove(path: string, names: ReadonlySet<string>, paths: ReadonlySet<string>): string | null {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    if ([...names].some((name) => paths.has(folder + name))) return folder;
    if (end <= 0) return null;
  }
}

/** @param path from the folder of its project, or from a folder `src` in it */
function pythonModules(path: string): string[] {
  const parts = path
    .replace(/(?:\/__init__)?\.pyi?$/, '')
    .replace(/^src\//, '')
    .split('/');
  return NOT_INSTALLED.has(parts[0]!) ? [] : parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
