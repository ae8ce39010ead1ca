/**
 * What each import of a file binds: the name that the file uses, the name in the module, the module's files. A row tells
 * module and name; aliases, stars and namespaces are read from the statement itself.
 */

import { escapeRegExp } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import type { PathIndex } from './pathIndex.ts';
import { definitionsAround, type FileRow, type SourceFile } from './readFiles.ts';
import { resolveModule, SCRIPT } from './resolveModule.ts';
import type { Imported } from './resolveReference.ts';

export function readImports(file: SourceFile, path: string, index: PathIndex): Imported[] {
  return file.imports.flatMap(
    ({ reference, row }) =>
      (file.language === 'rust' ? inlineBinding(file, path, reference, row) : null) ??
      bindingsOf(reference, file.language, path, row.text, index),
  );
}

/** `use super::name` in an inline module, where `super` is the file; `use super::other::name` of another one of the file. */
function inlineBinding(file: SourceFile, path: string, { name, from }: Reference, row: FileRow): Imported[] | null {
  const parts = (from ?? '').split('::').filter((part) => part !== name || part === 'super');
  const [first = '', ...rest] = parts;
  if (!/^(?:super|self|crate)$/.test(first) || rest.length > 1) return null;
  const text = row.text;
  const statement = new RegExp(
    `\\buse\\s+${escapeRegExp(parts.join('::'))}::[^;]*\\b${escapeRegExp(name)}\\b(?:\\s+as\\s+(\\w+))?`,
  ).exec(text);
  if (statement === null || /::\*/.test(statement[0])) return null;
  const line = row.startLine + text.slice(0, statement.index).split('\n').length - 1;
  const modules = definitionsAround(file, line).filter(({ kind }) => kind === 'module');
  const isInline = modules.length === 1;
  const lines = modules.at(-1);
  const local = statement[1] ?? name;
  const [module] = rest;
  const paths = new Set([path]);
  if (module === undefined) return first === 'super' && isInline ? [{ local, name, paths, lines: modules[0]! }] : null;
  const isHere = file.definitions.some(
    (one) => one.kind === 'module' && one.name === module && one.scope.length === 0 && one.endLine > one.startLine,
  );
  return isHere && (first === 'super') === isInline
    ? [{ local, name, paths, within: module, ...(lines === undefined ? {} : { lines }) }]
    : null;
}

/** @param text of the chunk that holds the statement */
function bindingsOf(reference: Reference, language: string, path: string, text: string, index: PathIndex): Imported[] {
  const module = reference.from ?? reference.name;
  const files = (name: string): ReadonlySet<string> => new Set(resolveModule(name, language, path, index));
  if (language === 'python') return pythonBindings(reference, module, text, files);
  if (SCRIPT.test(language)) return scriptBindings(reference, module, text, files);
  if (language === 'go') return [goBinding(module, text, files)];
  if (/^(java|kotlin|scala|groovy)$/.test(language)) return jvmBindings(reference, module, text, files);
  if (language === 'rust') return rustBindings(reference, module, text, files);
  if (language === 'php') return phpBindings(reference, module, text, files);
  if (/^(lua|elixir|zig)$/.test(language)) return [{ local: reference.name, name: null, paths: files(module) }];
  const paths = files(module);
  return paths.size === 0 ? [] : [{ local: '*', name: null, paths }];
}

type Files = (module: string) => ReadonlySet<string>;

/** `import a.b`, `import a.b as c`, `from a import b`, `from a import b as c`, `from a import *` */
function pythonBindings({ name }: Reference, module: string, text: string, files: Files): Imported[] {
  const path = escapeRegExp(module);
  if (
    new RegExp(`from\\s+${path}\\s+import\\s*(?:\\(\\s*)?\\*`).test(text) &&
    module.replace(/^\.+/, '').split('.').at(-1) === name
  )
    return [{ local: '*', name: null, paths: files(module) }];
  const imported = new RegExp(
    `^[^\\S\\n\\r\\u2028\\u2029]*import\\b[^\\n]*\\b${path}(?:\\s+as\\s+(\\w+))?\\s*(?:[,;#\\n]|$)`,
    'm',
  ).exec(text);
  if (imported !== null && module.split('.').at(-1) === name)
    return [{ local: imported[1] ?? module, name: null, paths: files(module) }];
  const alias = aliasAfter(name, text, new RegExp(`from\\s+${path}\\s+import\\b`)) ?? name;
  const inside = files(/\.$/.test(module) ? module + name : `${module}.${name}`);
  const member: Imported = { local: alias, name, paths: files(module) };
  return inside.size === 0 ? [member] : [{ local: alias, name: null, paths: inside }, member];
}

/** `import d, { a as b } from 'm'`, `import * as n from 'm'`, `export { a } from 'm'`, `const { a } = require('m')` */
function scriptBindings({ name }: Reference, module: string, text: string, files: Files): Imported[] {
  const paths = files(module);
  const quoted = `['"\`]${escapeRegExp(module)}['"\`]`;
  const word = `(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`;
  if (new RegExp(`\\*\\s+as\\s+${word}\\s+from\\s*${quoted}`).test(text)) return [{ local: name, name: null, paths }];
  const statement = statementFrom(quoted, new RegExp(word), text);
  if (statement.startsWith('export')) return [];
  if (new RegExp(`^import\\s+(?:type\\s+)?${word}\\s*(?:,|from)`).test(statement))
    return [
      { local: name, name: 'default', paths },
      { local: name, name, paths },
    ];
  if (statement === '' && new RegExp(`(?:const|let|var)\\s+${word}\\s*=\\s*require\\(`).test(text))
    return [
      { local: name, name: null, paths },
      { local: name, name, paths },
    ];
  const alias = new RegExp(`${word}\\s+as\\s+([\\w$]+)`).exec(statement)?.[1];
  return [{ local: alias ?? name, name, paths }];
}

/** `import … from 'm'` or `export … from 'm'`, with the name in it; '' where there is none. */
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

/** `alias "path"`; the package is called by the last part of its path that is no version. */
function goBinding(module: string, text: string, files: Files): Imported {
  const alias = new RegExp(`(?:^|\\s)([\\w.]+)\\s+"${escapeRegExp(module)}"`).exec(text)?.[1];
  const parts = module.split('/').filter((part) => !/^v\d+$/.test(part));
  const local =
    alias !== undefined && alias !== 'import' ? alias : (parts.at(-1) ?? module).replace(/^go-|\.v\d+$|-go$/g, '');
  return { local: local === '.' ? '*' : local, name: null, paths: files(module) };
}

/** `import a.b.C`, `import static a.b.C.m`, `import a.b.*`, `import a.b.C as D` */
function jvmBindings({ name, from }: Reference, module: string, text: string, files: Files): Imported[] {
  const whole = from === undefined || module.split('.').at(-1) === name ? module : `${module}.${name}`;
  if (new RegExp(`${escapeRegExp(module)}\\s*\\.\\s*[*_]`).test(text) || module.endsWith('.*'))
    return [{ local: '*', name: null, paths: files(module.replace(/\.\*$/, '')) }];
  const alias = new RegExp(`${escapeRegExp(whole)}\\s+as\\s+(\\w+)`).exec(text)?.[1];
  return [{ local: alias ?? name, name, paths: files(whole) }];
}

function rustBindings({ name, from }: Reference, module: string, text: string, files: Files): Imported[] {
  // Below another line's indent `super` is what the inline module stands in: the file.
  if (module === 'super' && /[^\S\n]use super::\*/.test(text)) return [];
  if (
    new RegExp(`${escapeRegExp(module)}::\\*`).test(text) &&
    (from === undefined || module.split('::').at(-1) === name)
  )
    return [{ local: '*', name: null, paths: files(module) }];
  const alias = new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(text)?.[1] ?? name;
  const parent =
    module.split('::').at(-1) === name ? module.split('::').slice(0, -1).join('::') : withTree(module, name, text);
  const inside = files(`${parent}::${name}`);
  const outside = files(parent === '' ? 'self' : parent);
  const isModule = [...inside].some((path) => new RegExp(`(^|/)${escapeRegExp(name)}(\\.rs|/mod\\.rs)$`).test(path));
  return [{ local: alias, name: isModule ? null : name, paths: isModule ? inside : outside }];
}

/** `use crate::{http::{Method, Uri}, web}` has Method of crate::http. */
function withTree(module: string, name: string, text: string): string {
  const tree = new RegExp(`\\buse\\s+${escapeRegExp(module)}::\\{([^;]*)`).exec(text)?.[1];
  if (tree === undefined) return module;
  const outer: string[][] = [];
  let path: string[] = [];
  for (const [token] of tree.matchAll(/\w+|[{},]/g)) {
    if (token === '{') outer.push([...path]);
    else if (token === '}') path = outer.pop() ?? [];
    else if (token === ',') path = [...(outer.at(-1) ?? [])];
    else if (token === name) return [module, ...path].join('::');
    else path.push(token);
  }
  return module;
}

function phpBindings({ name, from }: Reference, module: string, text: string, files: Files): Imported[] {
  const whole = from === undefined || module.split('\\').at(-1) === name ? module : `${module}\\${name}`;
  const alias = new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(text)?.[1];
  return [{ local: alias ?? name, name, paths: files(whole) }];
}

/** The alias of a name in the list that follows a statement's head. */
function aliasAfter(name: string, text: string, head: RegExp): string | undefined {
  for (let found = head.exec(text), from = 0; found !== null; found = head.exec(text.slice(from))) {
    from += found.index + found[0].length;
    const rest = text.slice(from);
    const list = /^\s*\(/.test(rest)
      ? (/^\s*\([^)]*/.exec(rest)?.[0] ?? '')
      : (/^(?:[^\n\\]|\\\n)*/.exec(rest)?.[0] ?? '');
    const alias = new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(list)?.[1];
    if (alias !== undefined) return alias;
    if (new RegExp(`\\b${escapeRegExp(name)}\\b`).test(list)) return undefined;
  }
  return undefined;
}
