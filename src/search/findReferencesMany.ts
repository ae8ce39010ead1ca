/**
 * References of a name in several repositories: `cora refs --repo`. Within a repository they are
 * those of findReferences. If a file mentions a name that its own repository does not define,
 * another repository's definition is meant, provided that the file imports the package of that
 * repository. Packages are named by manifests (package.json, go.mod, Cargo.toml, pyproject.toml,
 * pom.xml), or by folders in projects of Python and the JVM.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import type { Freshness } from '../base/searchTypes.ts';
import { type Packages, readManifests, SHARED_MANIFESTS } from '../graph/pathIndex.ts';
import type { SymbolContext } from '../graph/readFiles.ts';
import type { ReferenceHit, SymbolHit } from '../graph/referenceModel.ts';
import { findReferences, findSymbols } from '../graph/symbols.ts';
import { languageNamed } from '../languages/languages.ts';
import { byName, freshnessOfAll, fromEach, type SearchMember } from './members.ts';

export interface ManyReference extends ReferenceHit {
  repository: string;
  /** The repository of `target`, if it is another one. */
  targetRepository?: string;
  /** The package by whose import the target was found. */
  package?: string;
}

export interface ManyReferences {
  /** Sorted by repository, path, line. */
  references: ManyReference[];
  /** The sums over all repositories; commits are in `repositories`. */
  freshness: Freshness;
  /** The repositories that were searched, by name. */
  repositories: { name: string; freshness: Freshness }[];
  /** Repositories that could not be searched. */
  failed: { name: string; error: string }[];
}

/** @param name as in findSymbols. @throws CoraError ABORTED */
export async function findReferencesMany(
  members: readonly SearchMember[],
  name: string,
  signal?: AbortSignal,
): Promise<ManyReferences> {
  const { found, failed } = await fromEach(members, signal, async (member) => {
    const view = await member.view(signal);
    return member.use(true, async ({ store }) => lookAt({ store: await store, view }, member.name, name), signal);
  });
  const providers = found.flatMap((one) => one.providers);
  const references = found.flatMap(({ repository, hits, modules }) =>
    hits.map((hit): ManyReference => {
      if (hit.target !== null) return { ...hit, repository };
      const provider = providerOf(modules.get(hit.path) ?? [], providers, repository);
      if (provider === null) return { ...hit, repository };
      const { symbol: target, repository: targetRepository, package: from } = provider;
      return { ...hit, repository, target, by: 'import', targetRepository, package: from };
    }),
  );
  references.sort(byPlace);
  const repositories = found.map(({ repository, freshness }) => ({ name: repository, freshness })).sort(byName);
  return {
    references,
    freshness: freshnessOfAll(repositories),
    repositories,
    failed: failed.map((one) => ({ name: one.name, error: one.error.message })),
  };
}

interface Looked {
  repository: string;
  freshness: Freshness;
  hits: ReferenceHit[];
  /** The modules that a file imports, by path; only for files with an unresolved mention. */
  modules: ReadonlyMap<string, readonly string[]>;
  providers: Provider[];
}

async function lookAt(context: SymbolContext, repository: string, name: string): Promise<Looked> {
  const [symbols, hits] = [await findSymbols(context, name), await findReferences(context, name)];
  const packages: Packages =
    symbols.length === 0 ? new Map() : (await readManifests(context, SHARED_MANIFESTS)).packages;
  const paths = new Set(symbols.length === 0 ? [] : context.view.files.map(({ path }) => path));
  const unexplained = new Set(hits.filter(({ target }) => target === null).map(({ path }) => path));
  return {
    repository,
    freshness: context.view.freshness,
    hits,
    modules: await modulesOf(context, unexplained),
    providers: symbols.flatMap((symbol) => providersOf(symbol, packages, paths, repository)),
  };
}

/**
 * Returns the packages of a definition: the innermost one around its file, and the modules that its
 * folders name.
 */
function providersOf(
  symbol: SymbolHit,
  packages: Packages,
  paths: ReadonlySet<string>,
  repository: string,
): Provider[] {
  const around = [...packages].filter(([, { folder }]) => folder === '' || symbol.path.startsWith(`${folder}/`));
  const depth = Math.max(...around.map(([, { folder }]) => folder.length));
  const names = around.filter(([, { folder }]) => folder.length === depth).map(([name]) => name);
  const modules = languageNamed(symbol.language).modules?.byFolder?.(symbol.path, paths) ?? [];
  return [
    ...names.map((name) => ({ repository, package: name, isDeclared: true, symbol })),
    ...modules.map((name) => ({ repository, package: name, isDeclared: false, symbol })),
  ];
}

async function modulesOf({ store, view }: SymbolContext, paths: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const files = view.files.filter(({ path }) => paths.has(path));
  const modules = new Map<string, string[]>();
  if (files.length === 0) return modules;
  const keys = new Set(files.map(blobKeyOf));
  const stored = await store.rows({ blobs: [...keys] }, ['blobSha', 'language', 'references']);
  for (const row of [...stored, ...view.overlay]) {
    const key = rowKeyOf(row);
    if (!keys.has(key)) continue;
    const imported = row.references.flatMap(({ kind, name, from }) => (kind === 'import' ? [from ?? name] : []));
    for (const { path } of view.byBlob.get(key) ?? []) for (const module of imported) addTo(modules, path, module);
  }
  return modules;
}

function byPlace(a: ManyReference, b: ManyReference): number {
  if (a.repository !== b.repository) return a.repository < b.repository ? -1 : 1;
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

/** A definition in a package that other repositories can import. */
interface Provider {
  repository: string;
  package: string;
  /** True if a manifest gives the name. */
  isDeclared: boolean;
  symbol: SymbolHit;
}

/**
 * @param modules that the file imports
 * @param own the file's repository; its own definitions are not looked for elsewhere
 * @returns the definition whose package name is the longest beginning of a module; a name from a
 * manifest wins. Null if there is none, or several repositories have one
 */
function providerOf(modules: readonly string[], providers: readonly Provider[], own: string): Provider | null {
  let best: Provider[] = [];
  const fitting = providers.filter(
    (one) => one.repository !== own && modules.some((module) => isOfPackage(module, one.package)),
  );
  for (const provider of fitting) {
    const length = best[0]?.package.length ?? 0;
    if (provider.package.length > length) best = [provider];
    else if (provider.package.length === length) best.push(provider);
  }
  const [first] = best;
  if (first === undefined || best.some(({ repository }) => repository !== first.repository)) return null;
  return fitting.find(({ isDeclared, symbol }) => isDeclared && symbol === first.symbol) ?? first;
}

/**
 *     @acme/net/retry   of @acme/net      github.com/acme/net/v2/retry   of github.com/acme/net/v2
 *     acme_net::retry   of acme-net       acme_net.retry                 of Acme-Net
 */
function isOfPackage(module: string, name: string): boolean {
  return [name, name.replace(/-/g, '_'), name.toLowerCase().replace(/[-.]/g, '_')].some(
    (spelling) => module === spelling || ['/', '.', '::'].some((separator) => module.startsWith(spelling + separator)),
  );
}
