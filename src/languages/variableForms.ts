/** Patterns of variables and of their types that several languages share. */

import type { VariableForms } from './language.ts';

/** A type's name, as the group `name`. */
export const TYPE_NAME = '(?<name>[A-Za-z_]\\w*)';

/** Matches `name: Type`, with and without what may stand around them. */
export function annotated(word: string): RegExp {
  return new RegExp(
    `\\b${word}\\s*(?:[?!]\\s*)?:\\s*(?:&\\s*)?(?:'\\w+\\s+)?(?:mut\\s+)?(?:(?<from>\\w+)(?:\\.|::))?${TYPE_NAME}\\s*(?=[<,)=;{\\n?!]|$)`,
    'g',
  );
}

/** Matches `name = new Type`. */
export function constructed(word: string): RegExp {
  return new RegExp(`\\b${word}\\s*(?::[^=\\n;]{0,300})?=\\s*new\\s+(?:(?<from>\\w+)\\.)?${TYPE_NAME}`, 'g');
}

/** Matches `Type name`, with what may stand between them. */
export function typed(word: string): RegExp {
  return new RegExp(
    `(?<![.\\w])(?:(?<from>\\w+)::)?${TYPE_NAME}(?:<[^;=()]{0,300}>)?(?:\\s*[*&]+\\s*|\\s+)\\$?${word}\\s*(?=[=;,):]|$)`,
    'g',
  );
}

/** `Type name` */
export const TYPE_FIRST: VariableForms = {
  parameter: (word) => `[\\w>\\]][\\s*&]+\\$?${word}\\s*(?:[,)=[]|$)`,
  moreBindings: (word) =>
    `\\b(?!return\\b|else\\b|goto\\b|new\\b|case\\b|throw\\b|await\\b)[\\w>\\]]{1,100}[\\s*&]+${word}\\s*(?:[=;,]|\\[)|\\(\\s*\\*\\s*${word}\\s*\\)`,
  declarations: (word) => [typed(word)],
};

/** `val name: Type`, `val name = Type(…)` */
export const TYPE_LAST: VariableForms = {
  declarations: (word) => [
    annotated(word),
    new RegExp(`\\b(?:val|var|let)\\s+${word}\\s*=\\s*(?<name>[A-Z]\\w*)\\(`, 'g'),
  ],
};
