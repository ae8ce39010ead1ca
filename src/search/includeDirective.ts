/**
 * Reads directives such as `file:README.md` and `decl:src/foo.ts#Foo`, which add files and
 * declarations to an answer, whatever their rank.
 */

import { posix } from 'node:path';
import { CoraError } from '../base/errors.ts';

export interface IncludeDirective {
  /** The directive as it was given. */
  text: string;
  /** The paths that may be meant, likeliest first; empty for a declaration in any file. */
  paths: readonly string[];
  /** The declaration, such as `Outer.inner`; null for the whole file. */
  name: string | null;
}

const DIRECTIVE = /^(file|decl):/;

/** Separates directives from the globs that `--include` also takes. */
export function splitIncludes(values: readonly string[]): { directives: string[]; globs: string[] } {
  const isDirective = (value: string): boolean => DIRECTIVE.test(value);
  return { directives: values.filter(isDirective), globs: values.filter((value) => !isDirective(value)) };
}

/**
 * Reads directives whose paths are relative to the repository.
 * @throws CoraError USAGE for text that is no directive
 */
export function readDirectives(texts: readonly string[]): IncludeDirective[] {
  return texts.map((text) => {
    if (DIRECTIVE.test(text)) return readDirective(text, '');
    const hint = '"file:README.md", "decl:src/cart.ts#Cart" or "decl:#Cart"';
    throw new CoraError('USAGE', `"${text}" cannot be included.`, { hint });
  });
}

/**
 * @param prefix the caller's directory in the repository with a `/` at its end, '' for the top.
 * Paths may be relative to it, or to the top
 */
export function readDirective(text: string, prefix: string): IncludeDirective {
  const value = text.replace(DIRECTIVE, '');
  const isFile = text.startsWith('file:');
  const hash = isFile ? value.length : value.indexOf('#');
  if (!isFile && hash < 1) return { text, paths: [], name: value.slice(hash + 1) };
  const path = value.slice(0, hash).replaceAll('\\', '/');
  const paths = [posix.join(prefix, path), posix.normalize(path)];
  return { text, paths: [...new Set(paths)], name: hash === value.length ? null : value.slice(hash + 1) };
}
