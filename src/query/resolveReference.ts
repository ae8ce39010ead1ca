/**
 * Which definition a reference means: by the rules a reader uses (same class, same file, what is imported, same folder,
 * the only one there is), most certain first. Pure. What stays ambiguous stays unresolved: a wrong edge costs more than none.
 */

import type { ChunkKind, Reference } from '../types.ts';

/** A definition that a reference may mean. */
export interface Target {
  name: string;
  kind: ChunkKind;
  path: string;
  language: string;
  scope: readonly string[];
}

/** Where a reference stands. */
export interface Site {
  path: string;
  language: string;
  /** Enclosing definitions of the reference, outermost first, with the definition that holds it. */
  scope: readonly string[];
  /** The imports of the whole file. */
  imports: readonly Reference[];
}

export type Certainty = 'scope' | 'file' | 'import' | 'receiver' | 'folder' | 'only';

export interface Resolved<T extends Target> {
  target: T;
  by: Certainty;
}

/** Languages whose files refer to each other. */
const FAMILIES: readonly (readonly string[])[] = [
  ['javascript', 'typescript', 'tsx', 'vue', 'svelte'],
  ['c', 'cpp', 'objc'],
  ['java', 'kotlin', 'scala', 'groovy'],
];

/** Receivers that mean the enclosing class. */
const OWN = new Set(['this', 'self', 'cls', 'super', 'Self', '@', 'static', 'parent', '__MODULE__', '$this']);

/** @returns the definition, or null where none fits or several fit equally well */
export function resolveReference<T extends Target>(
  reference: Reference,
  site: Site,
  targets: readonly T[],
): Resolved<T> | null {
  const fitting = targets.filter(
    (target) => target.name === reference.name && sameFamily(target.language, site.language),
  );
  if (fitting.length === 0) return null;
  const receiver = reference.from ?? '';
  const inFile = fitting.filter(({ path }) => path === site.path);
  const member = (target: Target): boolean => target.kind === 'method';
  if (OWN.has(receiver)) {
    const own = only(inFile.filter(({ scope }) => scope.length > 0 && scope.some((name) => site.scope.includes(name))));
    if (own !== null) return { target: own, by: 'scope' };
  }
  if (receiver === '' || OWN.has(receiver)) {
    const here = only(
      inFile.filter(
        (target) => OWN.has(receiver) || !member(target) || target.scope.some((name) => site.scope.includes(name)),
      ),
    );
    if (here !== null) return { target: here, by: 'file' };
  }
  const imported = only(
    fitting.filter((target) => site.imports.some((entry) => importBrings(entry, reference, site, target))),
  );
  if (imported !== null) return { target: imported, by: 'import' };
  if (receiver !== '' && !OWN.has(receiver)) {
    const last =
      receiver
        .split(/::|[.>-]/)
        .filter((part) => part !== '')
        .at(-1) ?? receiver;
    const owner = only(fitting.filter(({ scope, path }) => scope.at(-1) === last || stemOf(path) === last));
    if (owner !== null) return { target: owner, by: 'receiver' };
    const inSame = only(inFile);
    if (inSame !== null && fitting.length === 1) return { target: inSame, by: 'file' };
  }
  if (receiver === '') {
    const folder = only(fitting.filter((target) => folderOf(target.path) === folderOf(site.path) && !member(target)));
    if (folder !== null) return { target: folder, by: 'folder' };
  }
  return fitting.length === 1 && !isCommonMember(reference, fitting[0]!) ? { target: fitting[0]!, by: 'only' } : null;
}

/** `x.get()` on an unknown x is as likely the standard library's. */
const COMMON = new Set(
  'add all append apply call clear close contains copy count create delete each emit end equals error execute exists exit fail filter find first flush format get has index init insert is items iter join keys last len length list load lock log map match max min name new next on open parse pop post print push put read remove render replace request reset resolve return run save send set size skip sleep sort split start stop string sub sum test then to trim type union update use valid value values wait write'.split(
    ' ',
  ),
);

function isCommonMember(reference: Reference, target: Target): boolean {
  return (reference.from ?? '') !== '' && target.kind === 'method' && COMMON.has(reference.name.toLowerCase());
}

export function sameFamily(a: string, b: string): boolean {
  return a === b || FAMILIES.some((family) => family.includes(a) && family.includes(b));
}

/** Whether an import of the file brings in the target under the name that the reference uses. */
function importBrings(entry: Reference, reference: Reference, site: Site, target: Target): boolean {
  if (entry.kind !== 'import') return false;
  const module = entry.from ?? entry.name;
  const receiver = reference.from ?? '';
  const named = entry.name === reference.name;
  const viaModule = receiver !== '' && (entry.name === receiver || lastSegment(module) === receiver);
  const star = entry.name === '*' || entry.name === module;
  if (receiver === '' ? !(named || star) : !(viaModule || entry.name === receiver || named)) return false;
  return (
    moduleMatches(module, site.path, target.path) ||
    (entry.from !== undefined && moduleMatches(`${module}/${entry.name}`, site.path, target.path))
  );
}

const EXTENSION = /(\.d)?\.[A-Za-z0-9]+$/;
const NAMELESS = /(^|\/)(index|mod|__init__|init|main|lib)$/;

/** Whether a module name, as the language writes it, can mean the file: `./bar`, `a.b.c`, `crate::a::b`, `github.com/o/r/pkg`. */
export function moduleMatches(module: string, from: string, path: string): boolean {
  const file = path.replace(EXTENSION, '');
  const names = [file, file.replace(NAMELESS, ''), folderOf(path)].filter((name) => name !== '');
  if (/^\.\.?(\/|$)/.test(module)) {
    const wanted = normalise(`${folderOf(from)}/${module}`).replace(EXTENSION, '');
    return names.slice(0, 2).some((name) => name === wanted || name === normalise(`${folderOf(from)}/${module}`));
  }
  const leading = /^\.+/.exec(module)?.[0].length ?? 0;
  const parts = module
    .replace(/^["'<]|[">']$/g, '')
    .replace(EXTENSION_IF_HEADER, '')
    .split(/::|[./\\]/)
    .filter((part) => part !== '' && part !== 'crate' && part !== 'self' && part !== 'super');
  if (parts.length === 0) return false;
  if (leading > 0) {
    const base = folderOf(from)
      .split('/')
      .slice(0, folderOf(from).split('/').length - (leading - 1));
    return names.includes([...base, ...parts].filter((part) => part !== '').join('/'));
  }
  return names.some((name) => endsWithParts(name, parts));
}

const EXTENSION_IF_HEADER = /\.(h|hh|hpp|hxx|inc|js|ts|mjs|sol|dart|zig|rb|lua|php)$/;

/** The longest run of the module's last parts that the path ends with must be two parts, or all there are. */
function endsWithParts(path: string, parts: readonly string[]): boolean {
  const own = path.split('/');
  let same = 0;
  while (
    same < own.length &&
    same < parts.length &&
    own[own.length - 1 - same]!.toLowerCase() === parts[parts.length - 1 - same]!.toLowerCase()
  )
    same += 1;
  return same >= Math.min(2, parts.length);
}

function normalise(path: string): string {
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') out.pop();
    else if (part !== '.' && part !== '') out.push(part);
  }
  return out.join('/');
}

function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
}

function lastSegment(module: string): string {
  return (
    module
      .replace(/["'<>]/g, '')
      .split(/::|[./\\]/)
      .filter((part) => part !== '')
      .at(-1) ?? module
  );
}

/** The one element, or null for none or several different ones. Overloads of one name in one file are one. */
function only<T extends Target>(targets: readonly T[]): T | null {
  const [first] = targets;
  if (first === undefined) return null;
  return targets.every(({ path, scope }) => path === first.path && scope.join('\0') === first.scope.join('\0'))
    ? first
    : null;
}
