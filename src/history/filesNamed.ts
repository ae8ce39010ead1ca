/** Files and folders that a question names by their base names alone: `termui` for src/click/termui.py. */

import { listTree } from '../git/listTree.ts';
import type { Repository } from '../git/repository.ts';
import { selectFiles, type ViewSettings } from '../git/selectFiles.ts';
import { rulesAround } from '../git/workingTreeRules.ts';

/**
 * @param words together one name: `config parser` is configParser.ts and config_parser/
 * @returns whether a path is such a file, or below such a folder; null where the index has neither
 */
export async function filesNamed(
  repository: Repository,
  settings: ViewSettings,
  words: readonly string[],
): Promise<((path: string) => boolean) | null> {
  const tree = repository.head?.tree ?? null;
  const name = plainOf(words.join(''));
  if (tree === null || name === '') return null;
  const places = new Map<string, string>();
  const files = (await listTree(repository, tree)).filter(({ path }) => {
    const place = placeNamed(path, name);
    if (place !== null) places.set(path, place);
    return place !== null;
  });
  if (files.length === 0) return null;
  const changed = rulesAround(repository, files);
  const view = await selectFiles(repository, tree, files, settings, { changed });
  const found = new Set(view.files.map(({ path }) => places.get(path)!));
  const folders = [...found].filter((place) => place.endsWith('/'));
  if (found.size === 0) return null;
  return (path) => found.has(path) || folders.some((folder) => path.startsWith(folder));
}

/** @returns the path itself, or a folder that it is in, with a slash at the end */
function placeNamed(path: string, name: string): string | null {
  const parts = path.split('/');
  const file = parts.pop()!;
  const at = parts.findIndex((part) => plainOf(part) === name);
  if (at >= 0) return `${parts.slice(0, at + 1).join('/')}/`;
  return plainOf(file) === name || plainOf(file.replace(/(?<=.)\.\w+$/, '')) === name ? path : null;
}

/** `configParser`, `config_parser` and `Config-Parser` are one name. */
function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}
