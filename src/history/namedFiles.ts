/**
 * Files and folders that a question names by their base names alone: `termui` for
 * src/click/termui.py.
 */

import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { DEFAULT_LANGUAGE } from '../languages/languages.ts';
import type { CommitSource } from './commitSource.ts';

export interface NamedFiles {
  /** Paths of files, and of folders with a slash at their ends. */
  places: readonly string[];
  /** True for such a file, and below such a folder. */
  has(path: string): boolean;
}

/**
 * Finds the files and folders that words of a question name.
 * @param words together one name: `config parser` is `configParser.ts` and `config_parser/`. Or,
 * where no file has it, one path: `fog storage` and `storage/fog` are `lib/storage/fog.rb`. Or,
 * where only tests and examples have it, folders that end with it: `mysql` is `sqlx-mysql/`
 * @param isFolder no file is meant
 * @returns null where the index has neither such a file nor such a folder
 */
export async function filesNamed(
  source: CommitSource,
  words: readonly string[],
  isFolder = false,
): Promise<NamedFiles | null> {
  const name = plainOf(words.join(''));
  const parts = words
    .flatMap((word) => word.split('/'))
    .map(plainOf)
    .filter((part) => part !== '');
  if (name === '') return null;
  const isWanted = (path: string): boolean => placeNamed(path, name) !== null || isMadeOf(path, parts);
  const isLike = (path: string): boolean => isMadeOf(path, parts, true) || folderEndingWith(path, name) !== null;
  const paths = await source.files((path) => isWanted(path) || isLike(path));
  const same = paths.filter(isWanted);
  const exact = same.length > 0 ? same : paths.filter((path) => isMadeOf(path, parts, true));
  const places = exact.flatMap((path) => placeNamed(path, name) ?? []);
  // Words that several paths are made of name none of them.
  const named = places.length === 0 && exact.length === 1 ? exact : places;
  const isOther = (place: string): boolean => isBeside(place) || (isFolder && !place.endsWith('/'));
  const longer = named.every(isOther) ? paths.flatMap((path) => folderEndingWith(path, name) ?? []) : [];
  const found = new Set(longer.length > 0 ? longer : named);
  const folders = [...found].filter((place) => place.endsWith('/'));
  if (found.size === 0) return null;
  return {
    places: [...found].sort(),
    has: (path) => found.has(path) || folders.some((folder) => path.startsWith(folder)),
  };
}

/**
 * True if the file and its folders have these names, in any order; `plugin` is `plugins/`.
 * @param isLoose also `robots.txt` for robotstxt.py, and `middleware` for downloadermiddlewares/
 */
function isMadeOf(path: string, names: readonly string[], isLoose = false): boolean {
  const folders = path.split('/').map(plainOf);
  const file = folders.pop()!;
  const isFile = (name: string): boolean =>
    name === file || (isLoose ? name.replaceAll('.', '') : name) === withoutExtension(file);
  const kinds = folders.map(singular);
  const isFolder = (name: string): boolean =>
    kinds.includes(singular(name)) ||
    (isLoose && singular(name).length > 3 && kinds.some((kind) => kind.endsWith(singular(name))));
  return names.length > 1 && names.some(isFile) && names.every((name) => isFile(name) || isFolder(name));
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}

/** @returns the outermost folder whose name ends with this one, `sqlx-mysql/`, outside of tests */
function folderEndingWith(path: string, name: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex((folder) => /[-_]/.test(folder) && folder.toLowerCase().split(/[-_]/).at(-1) === name);
  const place = `${folders.slice(0, at + 1).join('/')}/`;
  return at < 0 || isBeside(place) ? null : place;
}

/** True for tests and examples. */
export function isBeside(place: string): boolean {
  const { test, example } = fileFeaturesOf(place, DEFAULT_LANGUAGE);
  return test || example;
}

/** @returns the path itself, or a folder that it is in, with a slash at the end */
function placeNamed(path: string, name: string): string | null {
  const parts = path.split('/');
  const file = plainOf(parts.pop()!);
  const at = parts.findIndex((part) => plainOf(part) === name);
  if (at >= 0) return `${parts.slice(0, at + 1).join('/')}/`;
  return file === name || withoutExtension(file) === name ? path : null;
}

function withoutExtension(file: string): string {
  return file.replace(/(?<=.)\.\w+$/, '');
}

/** `configParser`, `config_parser` and `Config-Parser` are one name. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}
