import { DASH_MASK, type Language } from './language.ts';

/**
 * It is read by its layout: its grammar finds little more and takes seconds for broken texts
 * (docs/decisions.md).
 */
export const haskell: Language = {
  name: 'haskell',
  extensions: 'hs lhs hsc',
  interpreters: 'runghc',
  reader: 'haskell',
  imports: { begins: /^import\s/ },
  mask: DASH_MASK,
  variables: {
    moreBindings: (word) =>
      `\\\\[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->|\\n[^\\S\\n]+${word}\\b[^=\\n]{0,300}=(?!=)|\\b${word}\\s*<-|(?:^|\\n)\\w+\\s[^=\\n]{0,300}\\b${word}\\b[^=\\n]{0,300}=(?!=)`,
  },
};

export const elm: Language = { name: 'elm', extensions: 'elm', reader: 'haskell', mask: DASH_MASK };

export const purescript: Language = { name: 'purescript', extensions: 'purs', reader: 'haskell' };
