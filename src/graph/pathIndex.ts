/**
 * Indexes the paths of a view, so that modules can be looked up. It includes the names that
 * manifests in the index (go.mod, package.json, Cargo.toml) give to folders. It also finds the
 * files that can see a definition.
 */

import { parseUserJson } from '../base/boundedJson.ts';
import { madeOnce } from '../base/concurrency.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo, getOrMake, groupBy, lazy } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/patterns.ts';
import type { BlobKey } from '../base/types.ts';
import { joinedName, REFERS, splitIdentifier, stem } from '../base/words.ts';
import { HEADER } from '../languages/c.ts';
import { tomlText } from '../languages/data.ts';
import { familyOf, languageNamed, languageRules } from '../languages/languages.ts';
import { joinPath, type PathIndex } from '../languages/referenceRules.ts';
import { readCargo } from '../languages/rust.ts';
import type { CallerView } from '../view/callerView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { wordsAt } from './locateMentions.ts';
import { rowsOfName, type SourceFile, type SymbolContext } from './readFiles.ts';
import { isTopLevel, type SymbolHit } from './referenceModel.ts';

const indexes = new WeakMap<CallerView, Promise<PathIndex>>();

/** Returns the index of the view's paths, made once. */
export function pathIndexOf(context: SymbolContext): Promise<PathIndex> {
  const { view } = context;
  return madeOnce(indexes, view, async () => {
    return indexPaths(
      view.files.map(({ path }) => path),
      await readManifests(context),
    );
  });
}

/** Each table is made when a language first asks for it: a view may have 100,000 paths. */
export function indexPaths(
  paths: Iterable<string>,
  { packages, aliases, editions }: Manifests = { packages: new Map(), aliases: new Map(), editions: new Map() },
): PathIndex {
  const all = new Set(paths);
  const filesIn = lazy(() => groupBy(all, folderOf));
  const foldersNamed = lazy(() => groupBy(filesIn().keys(), fileNameOf));
  const byName = lazy(() => groupBy(all, fileNameOf));
  return {
    paths: all,
    filesIn: (folder) => filesIn().get(folder) ?? [],
    foldersNamed: (name) => foldersNamed().get(name) ?? [],
    byName: (name) => byName().get(name) ?? [],
    packages: new Map([...packages].map(([name, { folder }]) => [name, folder])),
    targets(name, rest) {
      const { entries } = packages.get(name) ?? {};
      return entries === undefined ? [] : entryTargets(entries, rest);
    },
    *aliased(module, from) {
      if (aliases.size === 0) return;
      for (let folder = folderOf(from); ; folder = folderOf(folder)) {
        const names = aliases.get(folder);
        if (names !== undefined) for (const target of entryTargets(names, module)) yield joinPath(folder, target);
        if (folder === '') return;
      }
    },
    editionOf(path) {
      if (editions.size === 0) return undefined;
      for (let folder = folderOf(path); ; folder = folderOf(folder)) {
        const edition = editions.get(folder);
        if (edition !== undefined || folder === '') return edition;
      }
    },
  };
}

/**
 * Returns the files of the view that a module means. A module that is not found counts as a
 * library; similar names are not tried.
 */
export function resolveModule(module: string, language: string, from: string, index: PathIndex): string[] {
  return languageNamed(language).modules?.paths(module, from, index) ?? [];
}

/** A repository with more manifests is a collection of projects that don't refer to each other. */
const MOST_MANIFESTS = 2000;

/** The packages of a view by name. If two have the same name, the one nearer to the root counts. */
export type Packages = ReadonlyMap<string, { folder: string } & Pick<Manifest, 'entries'>>;

/** The manifests of a view say this. */
interface Manifests {
  packages: Packages;
  /** Maps a folder to names, such as `.~/*`, and what they mean in its files, relative to it. */
  aliases: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Maps the folder of a Cargo.toml to the edition of Rust in it. */
  editions: ReadonlyMap<string, string>;
}

export async function readManifests({ store, view }: SymbolContext, readers = MANIFESTS): Promise<Manifests> {
  const packages = new Map<string, { folder: string } & Pick<Manifest, 'entries'>>();
  const aliases = new Map<string, Map<string, readonly string[]>>();
  const editions = new Map<string, string>();
  const manifests = view.files
    .filter(({ path }) => Object.hasOwn(readers, nameOfManifest(path)))
    .sort((a, b) => a.path.length - b.path.length)
    .slice(0, MOST_MANIFESTS);
  if (manifests.length === 0) return { packages, aliases, editions };
  const texts = new Map<string, { startLine: number; text: string }[]>();
  const columns = ['blobSha', 'language', 'startLine', 'text'] as const;
  const keys = new Set(manifests.map(blobKeyOf));
  for (const row of [...(await store.rows({ blobs: [...keys] }, columns)), ...view.overlay]) {
    const key = rowKeyOf(row);
    if (keys.has(key)) addTo(texts, key, row);
  }
  for (const file of manifests) {
    const rows = (texts.get(blobKeyOf(file)) ?? []).sort((a, b) => a.startLine - b.startLine);
    const read = readers[nameOfManifest(file.path)]!;
    const { names, entries, aliases: own = [], edition } = read(rows.map(({ text }) => text).join('\n'));
    const folder = folderOf(file.path);
    if (edition !== undefined) editions.set(folder, edition);
    for (const name of names) if (!packages.has(name)) packages.set(name, { folder, entries });
    for (const [name, targets] of own) {
      const known = getOrMake(aliases, folder, () => new Map<string, readonly string[]>());
      if (!known.has(name)) known.set(name, targets);
    }
  }
  return { packages, aliases, editions };
}

/** `tsconfig.app.json` and `jsconfig.json` are read as `tsconfig.json` is. */
function nameOfManifest(path: string): string {
  return fileNameOf(path).replace(/^[jt]sconfig(?:\.[\w-]+)?\.json$/, 'tsconfig.json');
}

// Which headers include which. Only headers that are asked for are read, each once for a view.

/** Maps a path to the files that it includes, as far as they were read. */
export type IncludeGraph = ReadonlyMap<string, readonly string[]>;

const graphs = new WeakMap<CallerView, Map<string, readonly string[]>>();

/** Returns the view's single graph, which grows. */
export function includeGraphOf({ view }: SymbolContext): Map<string, readonly string[]> {
  return getOrMake(graphs, view, () => new Map());
}

const included = new WeakMap<PathIndex, WeakMap<SourceFile, Map<string, readonly string[]>>>();

/** @returns the files that a file of the C family includes itself; empty for other languages */
export function directIncludes(file: SourceFile, path: string, index: PathIndex): readonly string[] {
  const { imports, language } = file;
  if (familyOf(language) !== 'c') return [];
  const byFile = getOrMake(included, index, () => new WeakMap<SourceFile, Map<string, readonly string[]>>());
  const byPath = getOrMake(byFile, file, () => new Map<string, readonly string[]>());
  return getOrMake(byPath, path, () =>
    imports.flatMap(({ reference: { from } }) =>
      from === undefined ? [] : resolveModule(from, language, path, index).slice(0, 1),
    ),
  );
}

/** Adds to the view's graph everything that the files include, directly or not. */
export async function growIncludes(context: SymbolContext, index: PathIndex, from: Iterable<string>): Promise<void> {
  const graph = includeGraphOf(context);
  const seen = new Set<string>();
  for (let open = [...from]; open.length > 0; ) {
    const fresh = open.filter((path) => !seen.has(path) && seen.add(path));
    const unread = fresh.filter((path) => !graph.has(path));
    for (const [path, included] of await includesOf(context, index, unread)) graph.set(path, included);
    open = fresh.flatMap((path) => graph.get(path) ?? []);
  }
}

async function includesOf(
  { store, view }: SymbolContext,
  index: PathIndex,
  paths: readonly string[],
): Promise<Map<string, string[]>> {
  const includes = new Map(paths.map((path): [string, string[]] => [path, []]));
  const keys = new Set(
    paths.flatMap((path) => {
      const file = HEADER.test(path) ? fileAt(view, path) : undefined;
      return file !== undefined && familyOf(file.language) === 'c' ? [blobKeyOf(file)] : [];
    }),
  );
  if (keys.size === 0) return includes;
  const stored = await store.rows({ blobs: [...keys] }, ['blobSha', 'language', 'references']);
  for (const row of [...stored, ...view.overlay]) {
    const key = rowKeyOf(row);
    if (!keys.has(key)) continue;
    for (const { path } of view.byBlob.get(key) ?? []) {
      if (!includes.has(path)) continue;
      const named = row.references.flatMap(({ kind, from }) =>
        kind === 'import' && from !== undefined ? resolveModule(from, row.language, path, index).slice(0, 1) : [],
      );
      for (const included of named) addTo(includes, path, included);
    }
  }
  return includes;
}

/** Tells of a file if it is included: directly, or by what is. It looks only as far as it must. */
export function includedBy(graph: IncludeGraph, direct: Iterable<string>): (path: string) => boolean {
  const seen = new Set(direct);
  const walk = seen.values();
  return (path) => {
    while (!seen.has(path)) {
      const next = walk.next();
      if (next.done === true) return false;
      for (const included of graph.get(next.value) ?? []) seen.add(included);
    }
    return true;
  };
}

/**
 * Returns included files whose own includes must be read: a mention there may mean a definition
 * that is only seen where its file is included, and its file is not included directly.
 */
export function includesToFollow(
  open: readonly { mention: { reference: { name: string } }; alias: string | null; file: SourceFile; path: string }[],
  targets: readonly SymbolHit[],
  index: PathIndex,
): Set<string> {
  const hidden = new Map<string, Set<string>>();
  for (const target of targets)
    if (languageRules(target.language).needsInclude(target))
      getOrMake(hidden, target.name, () => new Set<string>()).add(target.path);
  const direct = new Map<string, ReadonlySet<string>>();
  const asked = new Map<string, Set<string>>();
  const from = new Set<string>();
  for (const { mention, alias, file, path } of open) {
    const names = getOrMake(asked, path, () => new Set<string>());
    for (const name of [mention.reference.name, alias ?? '']) {
      const paths = hidden.get(name);
      if (paths === undefined || names.has(name)) continue;
      names.add(name);
      const included = getOrMake(direct, path, () => new Set(directIncludes(file, path, index)));
      const isUnseen = [...paths].some((defining) => defining !== path && !included.has(defining));
      if (isUnseen) for (const one of included) from.add(one);
    }
  }
  return from;
}

// Files that may mention a name, although no row of theirs tells it.

/**
 * Returns the files whose rows mention a name, and those that may have it where no row tells: files
 * that define it, and for names of two words or more all files with that word.
 * @param isRead chooses the languages of the latter
 */
export async function filesNaming(
  context: SymbolContext,
  names: ReadonlySet<string>,
  targets: readonly SymbolHit[],
  isRead: (language: string) => boolean,
): Promise<Set<BlobKey>> {
  const { keys } = await rowsOfName(context, REFERS, names);
  const defining = targets.filter(({ language }) => isRead(language));
  if (defining.length === 0) return keys;
  for (const { path } of defining) keys.add(blobKeyOf(fileAt(context.view, path)!));
  const long = [...names].filter((name) => splitIdentifier(name).length > 1);
  const { keys: worded } = await rowsOfName(context, '', long);
  for (const key of worded)
    if (context.view.byBlob.get(key)?.some(({ language }) => isRead(language)) === true) keys.add(key);
  return keys;
}

/** A name of one word with more definitions is read only where rows tell of it. */
const MOST_DEFINITIONS = 100;

/**
 * Returns the files that have a name of one word and can see a definition of it without naming it
 * in an import: files of the same package, those that import its module, and all files where names
 * are global.
 */
export async function filesSeeing(
  context: SymbolContext,
  names: ReadonlySet<string>,
  targets: readonly SymbolHit[],
): Promise<BlobKey[]> {
  const words = [...names].filter((name) => splitIdentifier(name).length === 1).map((name) => stem(joinedName(name)));
  if (words.length === 0 || targets.length === 0 || targets.length > MOST_DEFINITIONS) return [];
  const modules = targets.flatMap(({ path }) => [
    fileNameOf(folderOf(path)),
    /[^.]+/.exec(fileNameOf(path))?.[0] ?? '',
  ]);
  const { keys: importing } = await rowsOfName(context, REFERS, modules);
  const packages = new Set(targets.map((target) => packageIn(target)));
  const families = new Set(targets.map(({ language }) => familyOf(language)));
  const isSeeing = (row: { blobSha: string; language: string }): boolean => {
    const key = rowKeyOf(row);
    const { globalNames } = languageRules(row.language);
    if (!families.has(familyOf(row.language))) return false;
    const paths = context.view.byBlob.get(key) ?? [];
    return paths.some((file) => globalNames || importing.has(key) || packages.has(packageIn(file)));
  };
  const { stored: worded, keys: seeing } = await rowsOfName(context, '', words, isSeeing);
  if (seeing.size === 0) return [];
  // A row may have the word in another form only.
  const chunkIds = [...worded.keys()];
  const stored = await context.store.rows({ chunkIds }, ['blobSha', 'language', 'text']);
  const rows = [...stored, ...context.view.overlay].filter((row) => seeing.has(rowKeyOf(row)));
  // A member of a class that is not in the file is only used behind a receiver.
  const areMembers = targets.every((one) => !isTopLevel(one) && !languageRules(one.language).implicitReceiver);
  const holds = ({ text }: { text: string }): boolean => {
    for (const name of names)
      for (const at of wordsAt(text, name))
        if (!areMembers || BEHIND_RECEIVER.test(text.slice(Math.max(0, at - 100), at))) return true;
    return false;
  };
  return rows.filter(holds).map(rowKeyOf);
}

/** Matches the text before a member, which may begin a row. */
const BEHIND_RECEIVER = /(?:^|[.>:\\])\s*$/;

/** Returns the package of a file; the file itself where a language has none. */
function packageIn({ path, language }: { path: string; language: string }): string {
  return languageRules(language).packageOf?.(path) ?? path;
}

// Reads the manifests of packages. Members of a workspace have manifests of their own, so each is a
// package. Pure.

/** A package in the words of its manifest. */
interface Manifest {
  /** The names by which it is imported; empty for a manifest that only lists members. */
  names: readonly string[];
  /**
   * From a package.json: the targets `.`, `./retry` or `./parts/*`, each with paths relative to its
   * folder.
   */
  entries?: ReadonlyMap<string, readonly string[]>;
  /**
   * Names of modules in the files of its folder, such as `.~/*`, with paths relative to it.
   */
  aliases?: ReadonlyMap<string, readonly string[]>;
  /** From a Cargo.toml. */
  edition?: string;
}

const NONE: Manifest = { names: [] };

/** Manifests whose names are used in imports within one repository. */
const MANIFESTS: Readonly<Record<string, (text: string) => Manifest>> = {
  'package.json': readPackageJson,
  'tsconfig.json': readTsconfig,
  'go.mod': readGoMod,
  'Cargo.toml': readCargo,
  'composer.json': readComposer,
};

/** Includes manifests whose names other repositories import. */
export const SHARED_MANIFESTS: typeof MANIFESTS = {
  ...MANIFESTS,
  'pyproject.toml': readPyproject,
  'pom.xml': readPom,
};

/** npm allows only names that can be part of a URL. */
const NPM_NAME = /^(?:@[^/\s]+\/)?[^@/\s][^/\s]*$/;
/**
 * Fields that name the file of a package without `exports`; those nearest to the source come first.
 */
const MAIN_FIELDS = ['source', 'module', 'main', 'types', 'typings'];

function readPackageJson(text: string): Manifest {
  const json = objectIn(text);
  const { name, imports } = json;
  const aliases = new Map(Object.entries(tableIn(imports)).map(([key, value]) => [`.${key}`, targetsIn(value)]));
  if (typeof name !== 'string' || !NPM_NAME.test(name)) return { names: [], aliases };
  return { names: [name], entries: entriesOf(json), aliases };
}

/** Comments, and commas behind the last element, may stand in a tsconfig.json. */
const NO_JSON = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*.*?(?:\*\/|$)|,(?=\s*[}\]])/gs;

function readTsconfig(text: string): Manifest {
  const json = objectIn(text.replace(NO_JSON, (found) => (found.startsWith('"') ? found : '')));
  const { baseUrl, paths } = tableIn(json.compilerOptions);
  const base = typeof baseUrl === 'string' ? baseUrl : '.';
  const aliases = new Map(
    Object.entries(tableIn(paths)).map(([key, value]) => [`.${key}`, targetsIn(value).map((to) => `${base}/${to}`)]),
  );
  if (typeof baseUrl === 'string' && !aliases.has('.*')) aliases.set('.*', [`${base}/*`]);
  return { names: [], aliases };
}

function tableIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
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

/** Returns the files of a target, which is a path, an object of conditions, or a list of both. */
function targetsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(targetsIn);
}

/**
 * @param rest the part of a module behind the package's name: '' or `/retry`
 * @returns the paths of the package's entries for it, relative to its folder, best first; empty if
 * there is no such entry
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

/** Each namespace of the autoloader is a name, and an entry with its folders: `Acme\\` → src/. */
function readComposer(text: string): Manifest {
  const json = objectIn(text);
  const entries = new Map<string, string[]>();
  for (const part of [json.autoload, json['autoload-dev']]) {
    for (const [prefix, folders] of Object.entries(tableIn(tableIn(part)['psr-4'])))
      entries.set(`.${prefix}`, targetsIn(folders));
  }
  return { names: [...entries.keys()].map((key) => key.slice(1)), entries };
}

/** Reads `module example.com/net`, or the same in parentheses on lines of its own. */
function readGoMod(text: string): Manifest {
  const name = /^module[ \t]+(?:\([ \t]*\r?\n[ \t]*)?"?([^\s"()]+)/m.exec(text)?.[1];
  return name === undefined ? NONE : { names: [name] };
}

function readPyproject(text: string): Manifest {
  const name = tomlText(text, 'project', 'name') ?? tomlText(text, 'tool.poetry', 'name');
  return name === undefined ? NONE : { names: [name] };
}

/** Elements whose content may hold other groups and names. */
const POM_BLOCKS = ['dependencies', 'dependencyManagement', 'build', 'reporting', 'profiles', 'distributionManagement'];

/** Uses the project's own group, or else that of its parent. */
function readPom(text: string): Manifest {
  const own = POM_BLOCKS.reduce(without, text.replace(/<!--[\s\S]*?(?:-->|$)/g, ''));
  const group = groupIn(without(own, 'parent')) ?? groupIn(own);
  return group === undefined ? NONE : { names: [group] };
}

function groupIn(text: string): string | undefined {
  return /<groupId>\s*([^<\s$]+)\s*<\/groupId>/.exec(text)?.[1];
}

/** Removes an element, from its first opening tag to its last closing tag. */
function without(text: string, element: string): string {
  const start = text.indexOf(`<${element}>`);
  const end = text.lastIndexOf(`</${element}>`);
  return start === -1 || end < start ? text : text.slice(0, start) + text.slice(end);
}
