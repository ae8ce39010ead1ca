/**
 * Which grammar and which query read a language. One row per language; how a query's captures become segments is in
 * code.ts, the same for all.
 *
 * Captures (the tags convention, with a few more). A match is one definition or one reference:
 *   @definition.function|method|class|interface|type|enum|constant|module   the whole node, decorators included
 *   @container.class|module|…   as above, but the name is not defined here: `impl Foo`, `namespace x`, `extension Foo`
 *   @name    of the definition; in a reference it may be left out: the reference's own node is the name then
 *   @body    where the signature ends (else it ends with the first line)
 *   @scope   a type that the definition belongs to without being inside of it: Go's receiver
 *   @reference.call|import|inherit|type, with @name and optional @from (receiver of a call, module of an import)
 * And, each in a pattern of its own:
 *   @comment     every comment; those directly above a definition belong to it and are its documentation
 *   @decorator   an attribute or decorator that is a sibling above the definition, not inside its node
 *   @doc         a docstring inside the definition
 * A function directly inside a class, interface, type or enum becomes a method. Where two patterns give the same @name
 * node, the wider node wins, and the first pattern among equals.
 */

import { partsOfComponent, partsOfPage } from './languagesEmbedded.ts';
import { prepareBash, prepareKotlin, prepareObjectiveC, prepareOCaml } from './languagesPrepare.ts';
import type { Language } from './languagesRow.ts';
import bash from './queries/bash.scm';
import c from './queries/c.scm';
import cpp from './queries/cpp.scm';
import csharp from './queries/csharp.scm';
import css from './queries/css.scm';
import dart from './queries/dart.scm';
import elixir from './queries/elixir.scm';
import go from './queries/go.scm';
import html from './queries/html.scm';
import java from './queries/java.scm';
import javascript from './queries/javascript.scm';
import kotlin from './queries/kotlin.scm';
import lua from './queries/lua.scm';
import objc from './queries/objc.scm';
import ocaml from './queries/ocaml.scm';
import php from './queries/php.scm';
import python from './queries/python.scm';
import ruby from './queries/ruby.scm';
import rust from './queries/rust.scm';
import scala from './queries/scala.scm';
import solidity from './queries/solidity.scm';
import swift from './queries/swift.scm';
import tsx from './queries/tsx.scm';
import typescript from './queries/typescript.scm';
import vue from './queries/vue.scm';
import zig from './queries/zig.scm';

const LANGUAGES: Record<string, Language> = {
  python: { grammar: 'python', query: python },
  javascript: { grammar: 'javascript', query: javascript },
  typescript: { grammar: 'typescript', query: typescript },
  tsx: { grammar: 'tsx', query: typescript + tsx },
  java: { grammar: 'java', query: java },
  go: { grammar: 'go', query: go },
  rust: { grammar: 'rust', query: rust, separator: '::' },
  c: { grammar: 'c', query: c, instead: headerLanguage },
  cpp: { grammar: 'cpp', query: cpp, separator: '::' },
  csharp: { grammar: 'c_sharp', query: csharp, separator: '.' },
  ruby: { grammar: 'ruby', query: ruby, separator: '::' },
  php: { grammar: 'php', query: php, separator: '\\' },
};

/** @returns null for a language that no grammar reads. With a text, the row that reads it best. */
export function grammarLanguageOf(name: string, text?: string): Language | null {
  const row = rowOf(name);
  const instead = text === undefined ? null : (row?.instead?.(text) ?? null);
  return instead === null ? row : (rowOf(instead) ?? row);
}

function rowOf(name: string): Language | null {
  if (Object.hasOwn(LANGUAGES, name)) return LANGUAGES[name]!;
  return Object.hasOwn(MORE_LANGUAGES, name) ? MORE_LANGUAGES[name]! : null;
}

const OBJECTIVE_C = /^[ \t]*(@(interface|protocol|property|class|end)\b|#import\b)/m;
const CPLUSPLUS =
  /^[ \t]*((inline[ \t]+)?namespace\b[^\n\r;]*\{|template[ \t]*<|(public|private|protected)[ \t]*:|class[ \t]+\w+([ \t]+\w+)?[ \t]*[:;{]|using[ \t]+(namespace[ \t]|\w+[ \t]*=|\w+::))|\bstd::/m;

/** C, unless something stands there that C does not have. */
function headerLanguage(text: string): string | null {
  if (OBJECTIVE_C.test(text)) return 'objc';
  return CPLUSPLUS.test(text) ? 'cpp' : null;
}

// Rows of the table of languages, continued: see languages.ts.

const MORE_LANGUAGES: Record<string, Language> = {
  kotlin: { grammar: 'kotlin', query: kotlin, prepare: prepareKotlin },
  swift: { grammar: 'swift', query: swift },
  scala: { grammar: 'scala', query: scala },
  lua: { grammar: 'lua', query: lua },
  bash: { grammar: 'bash', query: bash, prepare: prepareBash, atDeclares: true },
  elixir: { grammar: 'elixir', query: elixir, separator: '.', atDeclares: true },
  dart: { grammar: 'dart', query: dart },
  zig: { grammar: 'zig', query: zig },
  solidity: { grammar: 'solidity', query: solidity },
  objc: { grammar: 'objc', query: objc, prepare: prepareObjectiveC, atDeclares: true },
  ocaml: { grammar: 'ocaml', query: ocaml, prepare: prepareOCaml },
  html: { grammar: 'html', query: html, embedded: partsOfPage },
  css: { grammar: 'css', query: css, atDeclares: true },
  vue: { grammar: 'vue', query: vue, embedded: partsOfComponent },
};
