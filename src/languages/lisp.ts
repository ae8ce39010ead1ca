import { type BoundImport, CLOSER, type Language, type LineRules, type ModuleFiles, STRING } from './language.ts';
import clojureQuery from './queries/clojure.scm';
import { NO_RULES, suffixPaths } from './referenceRules.ts';

/** Definitions of all Lisps: forms that begin in the first column. */
const LISP_LINES: LineRules = {
  comments: [';'],
  block: [/^#\|/, /\|#/],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    {
      pattern: /^\((?:ns|in-ns|defpackage|define-module)\s+(?:\^\S+\s+)*['#:]*([^\s()[\]{}"]+)/,
      kind: 'module',
      opensScope: true,
    },
    {
      pattern: /^\((?:[\w.]+\/)?(?:defprotocol|definterface|defgeneric|defsignature)\s+([^\s()[\]{}"]+)/,
      kind: 'interface',
    },
    {
      pattern:
        /^\((?:[\w.]+\/)?(?:defrecord|deftype|defclass|defstruct|cl-defstruct|struct|define-record-type)\s+\(?([^\s()[\]{}"]+)/,
      kind: 'class',
    },
    {
      pattern:
        /^\((?:[\w.]+\/)?(?:def|defonce|defvar|defconst|defcustom|defparameter|defconstant|defgroup|defface|define(?=\s+[^\s(]+\s+[^(]))\s+(?:\^\S+\s+)*([^\s()[\]{}"]+)/,
      kind: 'constant',
    },
    { pattern: /^\((?:[\w.]+\/)?(?:cl-)?def[\w*-]*\s+(?:\^\S+\s+)*['(]*([^\s()[\]{}"]+)/, kind: 'function' },
  ],
  references: [
    { pattern: /[[(]([a-z][\w.-]*[\w-])\s+:(?:as|refer|only|rename)\b/g, kind: 'import' },
    { pattern: /^\((?:require|use|load|use-package)\s+['":]*([\w./-]+)/g, kind: 'import' },
    { pattern: /\((?:(?<from>[a-z][\w.-]*)\/)?(?<name>[A-Za-z*][\w*+!?<>=-]*)(?=[\s)])/g, kind: 'call' },
  ],
};

export const lisp: Language = { name: 'lisp', extensions: 'lisp lsp el', lines: LISP_LINES };

export const scheme: Language = { name: 'scheme', extensions: 'scm ss', lines: LISP_LINES };

export const racket: Language = { name: 'racket', extensions: 'rkt', lines: LISP_LINES };

export const clojure: Language = {
  name: 'clojure',
  extensions: 'clj cljs cljc edn',
  syntax: { grammar: 'clojure', isCursorless: true, query: clojureQuery, separator: '/' },
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
