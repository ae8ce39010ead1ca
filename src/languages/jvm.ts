/** The languages of the Java virtual machine import each other's classes by package and name. */

import { folderOf } from '../base/paths.ts';
import { escapeRegExp } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import type { BoundImport, Language, ModuleFiles } from './language.ts';
import type { PathIndex } from './modulePaths.ts';
import { type LanguageRules, NO_RULES } from './referenceRules.ts';

/** Build tools keep the sources of each in a folder of its name. */
const folders: string[] = [];

/** Adds what all of them have. */
export function jvmLanguage(language: Language): Language {
  folders.push(language.name);
  return {
    family: 'java',
    imports: { begins: /^import\s/ },
    rules: JVM_RULES,
    modules: { paths: (module, _, index) => jvmPaths(module, index), bind: jvmBindings },
    ...language,
  };
}

export const JVM_RULES: LanguageRules = {
  ...NO_RULES,
  implicitReceiver: true,
  outerMembers: true,
  packageOf: jvmPackage,
  isPrivate: ({ signature }) => /^\s*private\b/.test(signature),
};

let sourceRoot: RegExp | undefined;

/** src/main/java/a/b and src/test/java/a/b are one package. */
function jvmPackage(path: string): string {
  sourceRoot ??= new RegExp(
    `(^|\\/)src\\/(?:[\\w-]*[mM]ain|[\\w-]*[tT]est(?:Fixtures)?|jmh)\\/(?:${folders.join('|')})\\/`,
  );
  return folderOf(path.replace(sourceRoot, '$1'));
}

const ENDS = ['.java', '.kt', '.scala', '.groovy'];

/**
 * `a.b.C` is a file C in a folder that ends with a/b, or something in any file of that folder;
 * `a.b` all files of it.
 */
function jvmPaths(module: string, { byName, filesIn }: PathIndex): string[] {
  const parts = module.replace(/\.[*_]$/, '').split('.');
  for (let length = parts.length; length >= Math.max(1, parts.length - 2); length--) {
    const path = parts.slice(0, length).join('/');
    const files = ENDS.flatMap((end) => byName.get(`${parts[length - 1]}${end}`) ?? []).filter((file) =>
      endsWith(file.replace(/\.\w+$/, ''), path),
    );
    if (files.length > 0 && (length > 1 || parts.length === 1)) return files;
  }
  for (const length of [parts.length, parts.length - 1]) {
    if (length < 2) continue;
    const package_ = parts.slice(0, length).join('/');
    const files = [...filesIn].flatMap(([folder, inside]) => (endsWith(folder, package_) ? inside : []));
    if (files.length > 0) return files.filter((path) => ENDS.some((end) => path.endsWith(end)));
  }
  return [];
}

function endsWith(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

/** `import a.b.C`, `import static a.b.C.m`, `import a.b.*`, `import a.b.C as D` */
function jvmBindings({ name, from }: Reference, module: string, text: string, files: ModuleFiles): BoundImport[] {
  const whole = from === undefined || module.split('.').at(-1) === name ? module : `${module}.${name}`;
  if (new RegExp(`${escapeRegExp(module)}\\s*\\.\\s*[*_]`).test(text) || module.endsWith('.*'))
    return [{ local: '*', name: null, paths: files(module.replace(/\.\*$/, '')) }];
  const alias = new RegExp(`${escapeRegExp(whole)}\\s+as\\s+(\\w+)`).exec(text)?.[1];
  return [{ local: alias ?? name, name, paths: files(whole) }];
}
