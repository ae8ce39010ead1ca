/**
 * How well a definition of the right name fits a reference, by what stands in rows: the receiver, the file's imports, the
 * folder. It only chooses among definitions of one name, so a module's path is compared, not looked up. Pure.
 */

import { folderOf } from '../base/pathParts.ts';
import type { Reference } from '../base/types.ts';

/** Where a definition of the name stands. */
interface Candidate {
  path: string;
  row: { scope: readonly string[] };
}

/** The imports that are known of a file. */
export type ImportsOf = (path: string) => readonly Reference[];

/** How a definition fits, from not at all on. */
const ELSEWHERE = 0;
/** `x.get()` where nothing is known of x. */
const BY_MEMBER_NAME = 1;
const BY_NAME = 2;
const SAME_FOLDER = 3;
const BY_IMPORT = 4;
const BY_RECEIVER = 5;
const SAME_FILE = 6;

export type Fit = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** How much of an edge each is believed. */
export const CONFIDENCE: Readonly<Record<Fit, number>> = { 0: 0, 1: 0.15, 2: 0.4, 3: 0.7, 4: 1, 5: 1, 6: 1 };

/** @returns 0 where the file says that something else is meant; else the larger the better */
export function fitReference(reference: Reference, path: string, target: Candidate, importsOf: ImportsOf): Fit {
  const { name, kind, from } = reference;
  if (kind === 'import') return from === undefined || fitsModule(from, name, path, target.path) ? BY_IMPORT : ELSEWHERE;
  const isOwn = from === undefined || /^(self|this|cls|super|@?\$?this|Self)$/.test(from);
  if (isOwn && target.path === path) return SAME_FILE;
  if (!isOwn && fitsReceiver(from, target)) return BY_RECEIVER;
  const imports = importsOf(path).filter((one) => one.name === name || one.name === from);
  if (imports.length > 0) {
    if (imports.some((one) => fitsModule(one.from ?? one.name, one.name, path, target.path))) return BY_IMPORT;
    if (target.path !== path) return ELSEWHERE;
  }
  if (!isOwn) return BY_MEMBER_NAME;
  return target.path === path || folderOf(target.path) === folderOf(path) ? SAME_FOLDER : BY_NAME;
}

/** `client.get()` fits Client.get, client.ts and client/…, whatever the case. */
function fitsReceiver(receiver: string, { path, row }: Candidate): boolean {
  const last = plain(receiver.split(/::|->|[.\\]/).at(-1) ?? '');
  if (last === '') return false;
  return row.scope.some((outer) => plain(outer) === last) || segmentsOf(path).slice(-2).includes(last);
}

/** The last part of a module's path stands in the path of the file; `a.b.Name` may be a Name in b. */
function fitsModule(module: string, name: string, path: string, target: string): boolean {
  const parts = module
    .replace(/\.(?:[cm]?[jt]sx?|hh?|hpp|py|rb|php|lua|vue)$/, '')
    .split(/::|[./\\]/)
    .map(plain)
    .filter((part) => part !== '' && !SELF.has(part));
  const last = parts.at(-1);
  if (last === undefined) {
    const folder = /^\.\.(?!\w)/.test(module) ? folderOf(folderOf(path)) : folderOf(path);
    return folder === '' || target.startsWith(`${folder}/`);
  }
  const segments = segmentsOf(target);
  if (segments.includes(last)) return true;
  const outer = parts.at(-2);
  return last === plain(name) && (outer === undefined || segments.includes(outer));
}

/** They say where from, not what. */
const SELF = new Set(['crate', 'self', 'super', 'index', 'mod', 'init', '@', '~']);

function segmentsOf(path: string): string[] {
  const dot = path.indexOf('.', path.lastIndexOf('/') + 1);
  const stem = dot === -1 ? path : path.slice(0, dot);
  return stem.split('/').map(plain);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
