import { CHARACTER_MASK, type Language } from './language.ts';
import query from './queries/ocaml.scm';

export const ocaml: Language = {
  name: 'ocaml',
  extensions: 'ml mli',
  interpreters: 'ocaml',
  syntax: { grammar: 'ocaml', query, prepare: prepareOCaml },
  imports: { begins: /^open\s/ },
  mask: CHARACTER_MASK,
  variables: {
    moreBindings: (word) =>
      `\\b(?:let|and)\\s+(?:rec\\s+)?\\w+[^=\\n]{0,300}\\s${word}\\b[^=\\n]{0,300}=|\\bfun\\b[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->|\\|[^|\\n>]{0,300}\\b${word}\\b[^|\\n>]{0,300}->`,
  },
  declarations: [/\.mli$/, ['.ml']],
};

/**
 * An interface (.mli) is what may stand between `sig` and `end`, which the grammar of
 * implementations reads; the first comment makes room:
 *   (** Keeps users. *)   →   module type I__=sig(*)
 */
function prepareOCaml(text: string): string {
  const value = /^val\s/m.exec(text);
  if (value === null || /^let\s/m.test(text)) return text;
  for (const { index } of text.slice(0, value.index).matchAll(/^\(\*/gm)) {
    const end = index + SIGNATURE.length;
    const close = text.indexOf('*)', index + 2);
    if (close === -1) break;
    if (close >= end) return `${text.slice(0, index)}${SIGNATURE}${text.slice(end)}\nend`;
  }
  return text;
}

const SIGNATURE = 'module type I__=sig(*';
