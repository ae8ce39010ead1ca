/**
 * Resolves mentions that are still open where the type of their receiver, or what a module exports,
 * is told by other files. Only languages whose types are read so have this: Go and Python.
 */

import { blobKeyOf } from '../base/identity.ts';
import { getOrMake } from '../base/lists.ts';
import { folderOf } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, MentionKind, Reference, ReferenceKind } from '../base/types.ts';
import { DEFINES } from '../base/words.ts';
import { languageNamed } from '../languages/languages.ts';
import type { PathIndex } from '../languages/referenceRules.ts';
import type { CallerView } from '../view/callerView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { type GoDefinition, type GoFile, type GoHolder, GoTypes, type Named } from './goTypes.ts';
import { type HolderPlace, pythonHolders } from './pythonTypes.ts';
import { type FileDefinition, readFiles, rowsOfName, type SourceFile, type SymbolContext } from './readFiles.ts';
import {
  holderKey,
  isMember,
  isTopLevel,
  only,
  type PassedOn,
  packageKey,
  pathKey,
  type ReferenceCertainty,
  type Site,
  type SymbolHit,
  type TargetSets,
  type TypeName,
} from './referenceModel.ts';
import { fittingOf } from './resolveReference.ts';
import { factsOf, goFile } from './siteOf.ts';
import { typeWritten } from './variables.ts';
import type { ReadModules } from './visibleTargets.ts';

export interface LinkedMention<K extends MentionKind = ReferenceKind> {
  reference: Reference<K>;
  path: string;
  language: string;
  status: FileStatus;
  line: number;
  /** 0-based, in UTF-16 code units. */
  column: number;
  around: readonly FileDefinition[];
  file: SourceFile;
  site: Site;
  target: SymbolHit | null;
  by: ReferenceCertainty | null;
  /** True if it certainly means something outside of the view. */
  elsewhere: boolean;
}

/** Adds the targets of mentions that are still open, with the help of more files. */
export async function resolveTyped(
  context: SymbolContext,
  index: PathIndex,
  links: readonly LinkedMention<MentionKind>[],
  named: TargetSets<SymbolHit>,
): Promise<void> {
  const open = links.filter(({ target, elsewhere }) => target === null && !elsewhere);
  const ofPython = open.filter(({ language, reference }) => language === 'python' && !named(reference.name).isEmpty);
  if (ofPython.length > 0) {
    const holders = await pythonHolders(context, index, ofPython);
    for (const [at, link] of ofPython.entries()) resolveHeld(link, holders[at]!, named);
  }
  const ofGo = open.filter(
    ({ language, reference }) =>
      language === 'go' && IN_VALUES.has(reference.kind) && !named(reference.name).where(isMember).isEmpty,
  );
  if (ofGo.length > 0) {
    const holders = await goHolders(context, index, ofGo);
    for (const [at, link] of ofGo.entries()) resolveInPackage(link, holders[at]!, named);
  }
}

/** Kinds of mentions whose receiver is a value. */
const IN_VALUES: ReadonlySet<MentionKind> = new Set(['call', 'use']);

/** @param holders nearest first */
function resolveHeld(
  link: LinkedMention<MentionKind>,
  holders: readonly HolderPlace[],
  named: TargetSets<SymbolHit>,
): void {
  const fitting = fittingOf(link.reference, named(link.reference.name), link.site);
  for (const { path, name } of holders) {
    const here = fitting.part(pathKey, path);
    const target = (name === null ? here.where(isTopLevel) : here.part(holderKey, name)).only();
    if (target !== null) return void Object.assign(link, { target, by: name === null ? 'import' : 'receiver' });
  }
}

/** @param holders nearest first */
function resolveInPackage(
  link: LinkedMention<MentionKind>,
  holders: readonly GoHolder[],
  named: TargetSets<SymbolHit>,
): void {
  const methods = named(link.reference.name).where(isMember);
  for (const { folder, name, path, startLine, endLine } of holders) {
    const own = methods.part(holderKey, name).part(packageKey(folderOf), folder);
    // The row of a long interface's part does not say whose it is.
    const isInside = (one: SymbolHit): boolean => one.startLine >= startLine && one.endLine <= endLine;
    const target = own.isEmpty ? only(methods.part(pathKey, path).all.filter(isInside)) : own.only();
    if (target !== null) return void Object.assign(link, { target, by: 'receiver' });
    if (!own.isEmpty) return;
  }
}

/** A definition leads to others, such as a variable to a function, and that to its result. */
const MOST_ROUNDS = 10;

/**
 * Returns for each call of Go on a receiver the types of which its member may be, the receiver's
 * own first. It reads the files that define what leads there.
 */
async function goHolders(
  context: SymbolContext,
  index: PathIndex,
  asked: readonly { file: SourceFile; path: string; line: number; column: number }[],
): Promise<GoHolder[][]> {
  const files = new Map<string, GoFile>();
  const fileAt = (file: SourceFile, path: string): GoFile => getOrMake(files, path, () => goFile(file, path, index));
  const known = new Map<string, GoDefinition[]>();
  const missing = new Map<string, Named>();
  const types = new GoTypes((folder, name) => {
    const key = `${folder}\0${name}`;
    const found = known.get(key);
    if (found === undefined) missing.set(key, { folder, name });
    return found ?? null;
  });
  const holders = asked.map((): GoHolder[] | null => null);
  for (let round = 1; ; round++) {
    missing.clear();
    for (const [at, { file, path, line, column }] of asked.entries())
      holders[at] ??= types.holdersOf(fileAt(file, path), file.starts[line - 1]! + column);
    if (missing.size === 0 || round === MOST_ROUNDS) return holders.map((found) => found ?? []);
    for (const key of missing.keys()) known.set(key, []);
    const folders = new Set([...missing.values()].map(({ folder }) => folder));
    const inPackage = (path: string): boolean => path.endsWith('.go') && folders.has(folderOf(path));
    const { keys } = await rowsOfName(context, DEFINES, new Set([...missing.values()].map(({ name }) => name)));
    const wanted = [...keys].filter((key) => context.view.byBlob.get(key)?.some(({ path }) => inPackage(path)));
    for (const [key, file] of await readFiles(context, wanted))
      for (const { path } of context.view.byBlob.get(key) ?? [])
        for (const definition of inPackage(path) ? file.definitions : []) {
          const named = `${folderOf(path)}\0${definition.name}`;
          if (missing.has(named)) known.get(named)!.push({ at: fileAt(file, path), definition });
        }
  }
}

// Modules import names and export them again. Only files that are asked for are read, each once.

const modulesOf = new WeakMap<CallerView, ReadModules>();

/** Returns what is known of the modules of a view. */
export function modulesRead(view: CallerView): ReadModules {
  return getOrMake(modulesOf, view, () => ({ known: new Map(), wanted: new Set<string>() }));
}

/** Reads the files that were asked for; false if there were none. */
export async function readWanted(
  context: SymbolContext,
  index: PathIndex,
  { known, wanted }: ReadModules,
): Promise<boolean> {
  if (wanted.size === 0) return false;
  const paths = [...wanted];
  wanted.clear();
  const keyOf = (path: string): BlobKey[] => {
    const file = fileAt(context.view, path);
    return file === undefined ? [] : [blobKeyOf(file)];
  };
  const files = await readFiles(context, new Set(paths.flatMap(keyOf)));
  for (const path of paths) {
    const [file] = keyOf(path).map((key) => files.get(key));
    known.set(path, file === undefined ? NOTHING : passedOnBy(file, path, index));
  }
  return true;
}

const NOTHING: PassedOn = { imports: [], typeOf: () => null };

/** @param path the file's path in the view, from which it imports */
function passedOnBy(file: SourceFile, path: string, index: PathIndex): PassedOn {
  const types = new Map<string, TypeName | null>();
  const typeIn = (name: string): TypeName | null => {
    const written = file.definitions
      .filter((one) => one.name === name && one.kind === 'constant' && one.scope.length === 0)
      .map(({ signature }) => typeWritten(file.language, name, signature));
    const type = written.findLast((one) => one !== null) ?? null;
    return type?.from === null ? type : null;
  };
  const { imports } = factsOf(file, path, index);
  return {
    imports: languageNamed(file.language).modules?.passOn === true ? imports : [],
    typeOf: (name) => getOrMake(types, name, () => typeIn(name)),
  };
}
