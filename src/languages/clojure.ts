import { type BoundImport, type Language, type ModuleFiles, STRING } from './language.ts';
import { LISP_LINES } from './lisp.ts';
import { suffixPaths } from './modulePaths.ts';
import query from './queries/clojure.scm';
import { NO_RULES } from './referenceRules.ts';

export const clojure: Language = {
  name: 'clojure',
  extensions: 'clj cljs cljc edn',
  syntax: { grammar: 'clojure', isCursorless: true, query, separator: '/' },
  lines: LISP_LINES,
  mask: [';[^\\n]*', STRING],
  rules: { ...NO_RULES, paths: /[./]/ },
  modules: {
    paths: (module, _, index) =>
      suffixPaths(module.replace(/\./g, '/').replace(/-/g, '_'), ['.clj', '.cljs', '.cljc'], index),
    bind: clojureBindings,
  },
  testFiles: /_test\.clj[sc]?$/,
};

/** `[my.log :as log]`, `[my.log :refer [info]]` */
function clojureBindings({ name }: { name: string }, module: string, text: string, files: ModuleFiles): BoundImport[] {
  const paths = files(module);
  if (paths.size === 0) return [];
  const isModule = module === name || module.endsWith(`.${name}`);
  if (!isModule) return [{ local: name, name, paths }];
  const at = text.indexOf(`[${module} `);
  const alias =
    at === -1
      ? undefined
      : /^(?:[^[\]]|\[[^[\]]{0,300}\]){0,300}?:as(?:-alias)?\s+([^\s\]]+)/.exec(text.slice(at + 1))?.[1];
  return [{ local: alias ?? module, name: null, paths }];
}
