/**
 * Reads what each import of a file binds: the name that the file uses, the name in the module, the
 * module's files. A row tells module and name; aliases, stars and namespaces are read from the
 * statement itself.
 */

import { escapeRegExp } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import { languageNamed } from '../languages/languages.ts';
import type { PathIndex } from '../languages/modulePaths.ts';
import { definitionsAround, type FileRow, type SourceFile } from './readFiles.ts';
import type { Imported } from './resolveReference.ts';

export function readImports(file: SourceFile, path: string, index: PathIndex): Imported[] {
  return file.imports.flatMap(
    ({ reference, row }) =>
      (languageNamed(file.language).modules?.areInline === true ? inlineBinding(file, path, reference, row) : null) ??
      bindingsOf(reference, file.language, path, row.text, index),
  );
}

/**
 * `use super::name` in an inline module, where `super` is the file; `use super::other::name` of
 * another one of the file.
 */
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
  const { modules } = languageNamed(language);
  const module = reference.from ?? reference.name;
  const files = (name: string): ReadonlySet<string> => new Set(modules?.paths(name, path, index));
  if (modules?.bind !== undefined) return modules.bind(reference, module, text, files);
  const paths = files(module);
  return paths.size === 0 ? [] : [{ local: '*', name: null, paths }];
}
