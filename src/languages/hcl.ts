import { folderOf } from '../base/paths.ts';
import { BLOCK, HASH, type Language, STRING } from './language.ts';
import { joinPath, type PathIndex } from './modulePaths.ts';
import query from './queries/hcl.scm';
import { NO_RULES } from './referenceRules.ts';

/** Holds what HCL and Terraform have in common: files of one folder are one module. */
const HCL = {
  syntax: { grammar: 'hcl', isCursorless: true, query },
  mask: [BLOCK, '\\/\\/[^\\n]*', HASH, STRING],
  family: 'hcl',
  rules: { ...NO_RULES, packageOf: folderOf },
  modules: { paths: modulePaths },
  highlight: 'ini',
} satisfies Partial<Language>;

export const hcl: Language = { ...HCL, name: 'hcl', extensions: 'hcl nomad' };

export const terraform: Language = { ...HCL, name: 'terraform', extensions: 'tf tfvars' };

/** `./modules/vpc` is a folder. */
function modulePaths(module: string, from: string, { filesIn }: PathIndex): string[] {
  if (!/^\.{1,2}\//.test(module)) return [];
  return (filesIn.get(joinPath(folderOf(from), module)) ?? []).filter((path) => /\.(?:tf|hcl)$/.test(path));
}
