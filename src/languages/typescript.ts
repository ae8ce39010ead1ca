import { SCRIPT } from './javascript.ts';
import type { Language } from './language.ts';
import tsxQuery from './queries/tsx.scm';
import query from './queries/typescript.scm';

export const typescript: Language = {
  ...SCRIPT,
  name: 'typescript',
  extensions: 'ts mts cts',
  interpreters: 'bun deno ts-node tsx',
  syntax: { grammar: 'typescript', query },
  declarations: [/\.d\.[cm]?ts$/, ['.ts', '.js', '.mjs', '.cjs']],
};

export const tsx: Language = {
  ...SCRIPT,
  name: 'tsx',
  extensions: 'tsx',
  syntax: { grammar: 'tsx', query: query + tsxQuery },
  highlight: 'typescript',
};
