/**
 * The table of languages. Finds the language of a file by its name, or for a script without an
 * ending by its first line.
 */

import { fileNameOf } from '../base/patterns.ts';
import { c, cpp, objc } from './c.ts';
import { data, documents } from './data.ts';
import { go } from './go.ts';
import { csharp, dart, elixir, hcl, lua, nix, ocaml, r, solidity, swift, terraform, zig } from './grammarLanguages.ts';
import { css, html, less, sass, scss, svelte, vue } from './html.ts';
import { javascript, tsx, typescript } from './javascript.ts';
import { groovy, java, kotlin, scala } from './jvm.ts';
import type { Language, Syntax } from './language.ts';
import { clojure, elm, haskell, lineLanguages, lisp, purescript, racket, scheme } from './lineLanguages.ts';
import { python } from './python.ts';
import { type LanguageRules, NO_RULES } from './referenceRules.ts';
import { rust } from './rust.ts';
import { bash, perl, php, ruby } from './scripts.ts';

/** All languages, a line for each file. */
export const LANGUAGES: readonly Language[] = [
  ...[c, cpp, objc],
  ...data,
  ...documents,
  go,
  ...[csharp, dart, elixir, hcl, lua, nix, ocaml, r, solidity, swift, terraform, zig],
  ...[css, html, less, sass, scss, svelte, vue],
  ...[javascript, tsx, typescript],
  ...[groovy, java, kotlin, scala],
  ...lineLanguages,
  ...[clojure, elm, haskell, lisp, purescript, racket, scheme],
  python,
  rust,
  ...[bash, perl, php, ruby],
];

const byName = new Map(LANGUAGES.map((language) => [language.name, language]));

/** The language of all other files. */
export const DEFAULT_LANGUAGE = 'text';

/** The number of bytes of a file that are read for its shebang line. */
export const SHEBANG_BYTES = 128;

const byExtension = index('extensions');
const byFileName = index('fileNames');
const byInterpreter = index('interpreters');

/**
 * Returns the record of a language. The name may come from somebody else's index; an unknown one
 * gets a record with nothing but its name.
 */
export function languageNamed(name: string): Language {
  return byName.get(name) ?? { name };
}

/** Returns the names of all languages that a file can be in, in order. */
export function languageNames(): string[] {
  return [...byName.keys()].sort();
}

/**
 * Returns the grammar of a language, null if it has none. With a text, returns that of the language
 * which reads it best.
 */
export function syntaxOf(name: string, text?: string): Syntax | null {
  const own = languageNamed(name).syntax ?? null;
  const instead = text === undefined ? null : (own?.instead?.(text) ?? null);
  return instead === null ? own : (languageNamed(instead).syntax ?? own);
}

/** Returns the rules for the visibility of names in a language. */
export function languageRules(name: string): LanguageRules {
  return byName.get(name)?.rules ?? NO_RULES;
}

/**
 * Returns the first language of its family, which is the same for all languages that refer to each
 * other.
 */
export function familyOf(name: string): string {
  return byName.get(name)?.family ?? name;
}

export function sameFamily(a: string, b: string): boolean {
  return familyOf(a) === familyOf(b);
}

/** Returns the names of a family's languages, given the name of its first one. */
export function familyMembers(family: string): string[] {
  return LANGUAGES.filter((language) => language.family === family).map(({ name }) => name);
}

/** Returns the language of a file. `firstBytes` are needed only if needsFirstBytes says so. */
export function languageOf(path: string, firstBytes?: Uint8Array): string {
  const name = fileNameOf(path);
  const known = languageOfName(name) ?? languageOfExtension(name.toLowerCase());
  if (known !== undefined) return known;
  return firstBytes !== undefined && needsFirstBytes(path) ? languageOfShebang(firstBytes) : DEFAULT_LANGUAGE;
}

/** True for a file whose name does not tell its language: no ending and no name in the table. */
export function needsFirstBytes(path: string): boolean {
  const name = fileNameOf(path);
  return !name.includes('.', 1) && languageOfName(name) === undefined;
}

const PREFIXES = LANGUAGES.flatMap(({ name, namePrefix }) => (namePrefix === undefined ? [] : [{ name, namePrefix }]));

function languageOfName(name: string): string | undefined {
  const lower = name.toLowerCase();
  return (
    byFileName.get(name) ??
    byFileName.get(lower) ??
    PREFIXES.find(({ namePrefix }) => lower.startsWith(namePrefix))?.name
  );
}

function languageOfExtension(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : byExtension.get(name.slice(dot + 1));
}

/** `#!/usr/bin/env -S lua5.4 -e` → lua */
function languageOfShebang(firstBytes: Uint8Array): string {
  const line = String.fromCharCode(...firstBytes.subarray(0, SHEBANG_BYTES)).split(/\r?\n/)[0]!;
  if (!line.startsWith('#!')) return DEFAULT_LANGUAGE;
  const words = line.slice(2).trim().split(/\s+/);
  const env = words[0]?.endsWith('/env') === true;
  const program = env ? words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) : words[0];
  const name = program?.slice(program.lastIndexOf('/') + 1).replace(/(?<![\d.])[\d.]+$/, '') ?? '';
  return byInterpreter.get(name) ?? DEFAULT_LANGUAGE;
}

function index(column: 'extensions' | 'fileNames' | 'interpreters'): Map<string, string> {
  const map = new Map<string, string>();
  for (const language of LANGUAGES) for (const key of language[column]?.split(' ') ?? []) map.set(key, language.name);
  return map;
}
