import type { Language } from './language.ts';
import { CLOSER, type LineRules } from './lineRules.ts';

/** Definitions of all Lisps: forms that begin in the first column. */
export const LISP_LINES: LineRules = {
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
