/** Rows of the table of languages, continued: see languages.ts. */

import { partsOfComponent, partsOfPage } from './languages-embedded.ts';
import { prepareKotlin, prepareObjectiveC, prepareOCaml } from './languages-prepare.ts';
import type { Language } from './languages-row.ts';
import css from './queries/css.scm';
import elixir from './queries/elixir.scm';
import html from './queries/html.scm';
import kotlin from './queries/kotlin.scm';
import objc from './queries/objc.scm';
import ocaml from './queries/ocaml.scm';
import solidity from './queries/solidity.scm';
import swift from './queries/swift.scm';
import vue from './queries/vue.scm';
import zig from './queries/zig.scm';

export const MORE_LANGUAGES: Record<string, Language> = {
  kotlin: { grammar: 'kotlin', query: kotlin, prepare: prepareKotlin },
  swift: { grammar: 'swift', query: swift },
  elixir: { grammar: 'elixir', query: elixir, separator: '.' },
  zig: { grammar: 'zig', query: zig },
  solidity: { grammar: 'solidity', query: solidity },
  objc: { grammar: 'objc', query: objc, prepare: prepareObjectiveC },
  ocaml: { grammar: 'ocaml', query: ocaml, prepare: prepareOCaml },
  html: { grammar: 'html', query: html, embedded: partsOfPage },
  css: { grammar: 'css', query: css },
  vue: { grammar: 'vue', query: vue, embedded: partsOfComponent },
};
