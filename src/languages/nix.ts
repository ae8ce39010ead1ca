import { folderOf } from '../base/paths.ts';
import { BLOCK, HASH, type Language, STRING } from './language.ts';
import { joinPath, type PathIndex } from './modulePaths.ts';
import query from './queries/nix.scm';

export const nix: Language = {
  name: 'nix',
  extensions: 'nix',
  syntax: { grammar: 'nix', isCursorless: true, query },
  mask: [BLOCK, HASH, STRING],
  modules: { paths: nixPaths },
};

/** `./tests.nix`, `../lib`, whose file is default.nix. */
function nixPaths(module: string, from: string, { paths }: PathIndex): string[] {
  if (!/^\.{1,2}(?:\/|$)/.test(module)) return [];
  const path = joinPath(folderOf(from), module);
  return [path, joinPath(path, 'default.nix')].filter((file) => paths.has(file)).slice(0, 1);
}
