/** Rows of the table of languages, continued: see languages.ts. */

import { partsOfComponent, partsOfPage } from './languagesEmbedded.ts';
import { prepareBash, prepareKotlin, prepareObjectiveC, prepareOCaml } from './languagesPrepare.ts';
import type { Language } from './languagesRow.ts';
import bash from './queries/bash.scm';
import css from './queries/css.scm';
import dart from './queries/dart.scm';
import elixir from './queries/elixir.scm';
import html from './queries/html.scm';
import kotlin from './queries/kotlin.scm';
import lua from './queries/lua.scm';
import objc from './queries/objc.scm';
import ocaml from './queries/ocaml.scm';
import scala from './queries/scala.scm';
import solidity from './queries/solidity.scm';
import swift from './queries/swift.scm';
import vue from './queries/vue.scm';
import zig from './queries/zig.scm';

export const MORE_LANGUAGES: Record<string, Language> = {
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
