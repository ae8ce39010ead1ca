import { escapeRegExp, folderOf } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import {
  annotated,
  BLOCK,
  type BoundImport,
  constructed,
  type Language,
  LINE_COMMENT,
  type ModuleFiles,
  SINGLE,
  STRING,
  TEMPLATE,
} from './language.ts';
import javascriptQuery from './queries/javascript.scm';
import scriptQuery from './queries/script.scm';
import tsxQuery from './queries/tsx.scm';
import typescriptQuery from './queries/typescript.scm';
import { joinPath, type PathIndex } from './referenceRules.ts';

/** An expression of JavaScript, where no operand stands before the slash. */
const REGULAR = String.raw`\/(?<=(?:[=(,:;!&|?{[+]\s{0,20}|\breturn\s{1,5})\/)(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`;

/** Holds what JavaScript, TypeScript and their dialects have in common. */
export const SCRIPT = {
  family: 'javascript',
  mask: [BLOCK, LINE_COMMENT, REGULAR, STRING, SINGLE, TEMPLATE],
  imports: { begins: /^(import\b(?!\s*\()|(const|let|var)\s[^=]+=\s*require\s*\()/ },
  modules: { paths: scriptPaths, bind: scriptBindings, passOn: true },
  bindings: { style: 'script', parameters: 'script' },
  variables: { declarations: (word: string) => [annotated(word), constructed(word)] },
} satisfies Partial<Language>;

export const javascript: Language = {
  ...SCRIPT,
  name: 'javascript',
  extensions: 'js jsx mjs cjs es6',
  fileNames: 'jakefile',
  interpreters: 'node nodejs',
  modules: { ...SCRIPT.modules, bindInComments: documentedImports },
  variables: { ...SCRIPT.variables, inComments: true },
  syntax: { grammar: 'javascript', query: scriptQuery + javascriptQuery },
  testFiles: /^tests\.[cm]?[jt]sx?$/,
  isMarkup: true,
};

const SCRIPT_ENDS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.d.ts'];
const INDEX_ENDS = SCRIPT_ENDS.slice(1).map((end) => `/index${end}`);

function scriptPaths(module: string, from: string, index: PathIndex): string[] {
  if (/^\.\.?(\/|$)/.test(module)) return scriptFile(joinPath(folderOf(from), module), index);
  for (const path of index.aliased(module, from)) {
    const found = scriptFile(path, index);
    if (found.length > 0) return found;
  }
  for (const [name, folder] of index.packages) {
    if (module !== name && !module.startsWith(`${name}/`)) continue;
    for (const target of index.targets(name, module.slice(name.length))) {
      const entry = entryFile(folder, target, index);
      if (entry.length > 0) return entry;
    }
    const rest = module.slice(name.length + 1);
    const found = ['', 'src', 'lib'].flatMap((root) => scriptFile(joinPath(folder, root, rest), index));
    if (found.length > 0) return found.slice(0, 1);
  }
  if (/^[@~]\//.test(module)) {
    const rest = module.slice(2);
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      for (const root of ['src', '']) {
        const found = scriptFile(joinPath(folder, root, rest), index);
        if (found.length > 0) return found;
      }
      if (folder === '') return [];
    }
  }
  return [];
}

/**
 * Returns the source of a built file: `dist/esm/http/retry.js` is made from `src/http/retry.ts`.
 */
function entryFile(folder: string, target: string, index: PathIndex): string[] {
  const path = joinPath(target).replace(/\.d\.([cm]?)ts$/, '.$1ts');
  const parts = path.split('/');
  const sources = [1, 2].map((built) => joinPath('src', ...parts.slice(built)));
  for (const one of [path, ...(parts.length > 1 ? sources : [])]) {
    const found = scriptFile(joinPath(folder, one), index);
    if (found.length > 0) return found;
  }
  return [];
}

/** `./a` → `a.ts`, `a/index.ts`; `./a.js` may be written `a.ts`. */
function scriptFile(path: string, { paths }: PathIndex): string[] {
  const bases = /\.[cm]?jsx?$/.test(path)
    ? [path, path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'), path.replace(/\.js$/, '.tsx')]
    : [path];
  for (const base of bases) {
    for (const end of [...SCRIPT_ENDS, ...INDEX_ENDS]) {
      const candidate = joinPath(`${base}${end}`);
      if (paths.has(candidate)) return [candidate];
    }
  }
  return [];
}

/** Returns the name of a component that is a file: `StatusCard.vue`, `StatusCard/index.vue`. */
export function componentName(path: string): string | null {
  const ending = /\.(?:vue|svelte|astro)$/.exec(path);
  if (ending === null) return null;
  const [last = '', folder = last] = path.slice(0, ending.index).split('/').reverse();
  return last === 'index' ? folder : last;
}

/**
 * `import d, { a as b } from 'm'`, `import * as n from 'm'`, `export { a } from 'm'`,
 * `export * from 'm'`, `const { a: b } = require('m')`
 */
function scriptBindings({ name }: Reference, module: string, text: string, files: ModuleFiles): BoundImport[] {
  const paths = files(module);
  const quoted = `['"\`]${escapeRegExp(module)}['"\`]`;
  const word = `(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`;
  const isNamespace = text.includes(`as ${name}`) && new RegExp(`\\*\\s+as\\s+${word}\\s+from\\s*${quoted}`).test(text);
  if (isNamespace) return [{ local: name, name: null, paths }];
  const statement = statementFrom(quoted, new RegExp(word), text);
  if (statement === '') return unnamedBindings(name, word, quoted, text, paths);
  if (statement.startsWith('export')) return [{ local: '', name, paths }];
  if (new RegExp(`^import\\s+(?:type\\s+)?${word}\\s*(?:,|from)`).test(statement)) {
    const [path = ''] = paths;
    return [
      { local: name, name: 'default', paths },
      { local: name, name: componentName(path) ?? name, paths },
    ];
  }
  const alias = new RegExp(`${word}\\s+as\\s+([\\w$]+)`).exec(statement)?.[1];
  return [{ local: alias ?? name, name, paths }];
}

/** `const name = require('m')`, `const { name: alias } = require('m')` and `export * from 'm'` */
function unnamedBindings(
  name: string,
  word: string,
  quoted: string,
  text: string,
  paths: ReadonlySet<string>,
): BoundImport[] {
  if (text.includes('require')) {
    const call = `=\\s*require\\(\\s*${quoted}`;
    const found = new RegExp(`${word}\\s*(?:${call}|:\\s*([\\w$]+)(?=[^{}=;]{0,2000}\\}\\s*${call}))`).exec(text);
    if (found !== null && found[1] === undefined)
      return [
        { local: name, name: null, paths },
        { local: name, name, paths },
      ];
    return [{ local: found?.[1] ?? name, name, paths }];
  }
  if (text.includes('export') && new RegExp(`export\\s*\\*\\s*from\\s*${quoted}`).test(text))
    return [
      { local: '', name, paths },
      { local: '', name: '*', paths },
    ];
  return [{ local: name, name, paths }];
}

/**
 * `@typedef {import(…).Name} Local`, `@import Name from "m"` and
 * `@import { Name, Other as Local } from "m"`
 */
function documentedImports(text: string, files: ModuleFiles): BoundImport[] {
  const entries: BoundImport[] = [];
  for (const [, module = '', name, local = ''] of text.matchAll(DOCUMENTED_TYPE))
    entries.push({ local, name: name ?? local, paths: files(module) });
  for (const [, clause = '', module = ''] of text.matchAll(DOCUMENTED_IMPORT)) {
    const paths = files(module);
    const whole = /^\w+(?=\s*(?:,|from\b))/.exec(clause.trim())?.[0];
    const names = clause.slice(clause.indexOf('{') + 1, clause.indexOf('}') + 1);
    if (whole !== undefined) entries.push({ local: whole, name: whole, paths });
    for (const [, name = '', local = name] of names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g))
      entries.push({ local, name, paths });
  }
  return entries;
}

const DOCUMENTED_TYPE = /@typedef\s+\{\s*import\(["']([^"'\n]+)["']\)(?:\.(\w+))?[^{}\n]{0,200}\}\s+(\w+)/g;
const DOCUMENTED_IMPORT = /@import\s([^"'@]{0,2500})["']([^"'\n]+)["']/g;

/** Returns `import … from 'm'` or `export … from 'm'` with the name in it; '' if there is none. */
function statementFrom(quoted: string, name: RegExp, text: string): string {
  for (const found of text.matchAll(new RegExp(`from\\s*${quoted}`, 'g'))) {
    let start = found.index;
    while (start > 0 && !/[;'"`]/.test(text[start - 1]!)) start--;
    const before = text.slice(start, found.index);
    const head = /(?:import|export)\s/.exec(before);
    if (head !== null && name.test(before.slice(head.index + head[0].length))) {
      return before.slice(head.index) + found[0];
    }
  }
  return '';
}

export const typescript: Language = {
  ...SCRIPT,
  name: 'typescript',
  extensions: 'ts mts cts',
  interpreters: 'bun deno ts-node tsx',
  syntax: { grammar: 'typescript', query: scriptQuery + typescriptQuery },
  declarations: [/\.d\.[cm]?ts$/, ['.ts', '.js', '.mjs', '.cjs']],
};

export const tsx: Language = {
  ...SCRIPT,
  name: 'tsx',
  extensions: 'tsx',
  syntax: { grammar: 'tsx', query: scriptQuery + typescriptQuery + tsxQuery },
  highlight: 'typescript',
  isMarkup: true,
};
