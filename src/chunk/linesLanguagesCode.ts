/** Line rules of programming languages that no grammar reads. */

import { CLOSER, type LineRules, type ReferenceRule, SLASHES } from './linesModel.ts';

const CALLS: ReferenceRule = { pattern: /\b([A-Za-z_]\w*[!?]?)\(/g, kind: 'call' };

const perl: LineRules = {
  comments: ['#'],
  block: [/^=[a-z]/, /^=cut/],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^\s*(?:package|class|role)\s+([A-Za-z_][\w:]*)/, kind: 'module', opensScope: true },
    { pattern: /^\s*(?:sub|method|fun)\s+([A-Za-z_][\w:']*)/, kind: 'function' },
    { pattern: /^use\s+constant\s+(\w+)/, kind: 'constant' },
  ],
  references: [
    { pattern: /^\s*(?:use|require|no)\s+([A-Z][\w:]*)/g, kind: 'import' },
    { pattern: /^\s*use\s+(?:parent|base)\s+(?:-norequire,?\s*)?(?:qw\s*[(/[]\s*|["'])([\w:]+)/g, kind: 'inherit' },
    { pattern: /(?:->|\b)([A-Za-z_]\w*)\(/g, kind: 'call' },
  ],
};

const groovy: LineRules = {
  ...SLASHES,
  attached: /^@\w/,
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    {
      pattern: /^\s*(?:(?:public|private|protected|static|final|abstract|sealed)\s+)*(?:class|record)\s+(\w+)/,
      kind: 'class',
    },
    { pattern: /^\s*(?:(?:public|private|protected|static)\s+)*(?:interface|trait)\s+(\w+)/, kind: 'interface' },
    { pattern: /^\s*(?:(?:public|private|protected|static)\s+)*enum\s+(\w+)/, kind: 'enum' },
    {
      pattern:
        /^\s*(?:(?:public|private|protected|static|final|synchronized|abstract)\s+)*(?:def|void|boolean|int|long|float|double|[A-Z]\w*(?:<[\w<>?, ]*>)?(?:\[\])?)\s+(\w+|"[^"]+"|'[^']+')\s*\(/,
      kind: 'function',
    },
    { pattern: /^\s*task\s+(\w+)/, kind: 'function' },
    { pattern: /^\s*tasks\.(?:register|named|create)\s*\(\s*(?:name:\s*)?["']?([\w-]+)/, kind: 'function' },
    { pattern: /^\s*stage\s*\(\s*["']([^"']+)/, kind: 'section' },
    {
      pattern:
        /^(?!(?:if|else|for|while|switch|try|catch|do)\b)([a-z]\w*)\s*(?:\(\s*(?:["']:?([^"'()]*)["'])?[^()]*\))?\s*\{/,
      kind: 'object',
    },
  ],
  references: [
    { pattern: /^\s*import\s+(?:static\s+)?([\w.]+)/g, kind: 'import' },
    { pattern: /\b(?:extends|implements)\s+([A-Z]\w*(?:\s*,\s*[A-Z]\w*)*)/g, kind: 'inherit' },
    CALLS,
  ],
};

const r: LineRules = {
  comments: ['#'],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^\s*[`"']?([\w.%<>+*/!=|&-]+?)[`"']?\s*(?:<<?-|=)\s*function\b/, kind: 'function' },
    { pattern: /^\s*[`"']?([\w.]+)[`"']?\s*(?:<-|=)\s*\\\(/, kind: 'function' },
    { pattern: /^([\w.]+)\s*(?:<-|=)\s*(?:R6::)?(?:R6Class|setRefClass|setClass|ggproto)\b/, kind: 'class' },
    { pattern: /^set(?:Class|RefClass)\s*\(\s*["']([^"']+)/, kind: 'class' },
    { pattern: /^set(?:Generic|Method|Validity|ReplaceMethod)\s*\(\s*["']([^"']+)/, kind: 'function' },
  ],
  references: [
    { pattern: /\b(?:library|require|requireNamespace|source)\s*\(\s*["']?([\w./-]+)/g, kind: 'import' },
    { pattern: /\b(?<from>[\w.]+):::?(?<name>[\w.]+)/g, kind: 'call' },
    { pattern: /\b([A-Za-z_.][\w.]*)\(/g, kind: 'call' },
  ],
};

const julia: LineRules = {
  comments: ['#'],
  block: [/^(?:#=|@?\w*"""|""")/, /=#|"""/],
  attached: /^@\w+$/,
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^\s*(?:bare)?module\s+(\w+)/, kind: 'module', opensScope: true },
    { pattern: /^\s*(?:@\w+\s+)*function\s+([^\s({]+)/, kind: 'function' },
    { pattern: /^(?:@\w+\s+)*([A-Za-z_][\w!.]*)(?:\{[^}]*\})?\([^()]*\)\s*=(?!=)/, kind: 'function' },
    { pattern: /^\s*macro\s+(\w+)/, kind: 'function' },
    { pattern: /^\s*(?:@\w+\s+)*(?:mutable\s+)?struct\s+(\w+)/, kind: 'class' },
    { pattern: /^\s*(?:abstract|primitive)\s+type\s+(\w+)/, kind: 'type' },
    { pattern: /^\s*(?:@enum)\s+(\w+)/, kind: 'enum' },
    { pattern: /^const\s+(\w+)/, kind: 'constant' },
  ],
  references: [
    { pattern: /^\s*(?:using|import)\s+([\w.]+)/g, kind: 'import' },
    { pattern: /\binclude\("([^"]+)"/g, kind: 'link' },
    { pattern: /<:\s*([A-Z]\w*)/g, kind: 'inherit' },
    CALLS,
  ],
};

const lisp: LineRules = {
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

const erlang: LineRules = {
  comments: ['%'],
  extent: 'indentation',
  clauses: true,
  closer: /^[)\]}]/,
  starts: [
    { pattern: /^-module\(\s*'?(\w+)/, kind: 'module', opensScope: true },
    { pattern: /^-spec\s+(?:\w+:)?'?(\w+)/, kind: 'function' },
    { pattern: /^(?:'([^']+)'|([a-z]\w*))\(/, kind: 'function' },
    { pattern: /^-record\(\s*'?(\w+)/, kind: 'class' },
    { pattern: /^-(?:type|opaque)\s+'?(\w+)/, kind: 'type' },
    { pattern: /^-callback\s+'?(\w+)/, kind: 'method' },
    { pattern: /^-define\(\s*'?(\w+)/, kind: 'constant' },
    { pattern: /^-\w+/, kind: 'text' },
  ],
  references: [
    { pattern: /^-include(?:_lib)?\(\s*"([^"]+)/g, kind: 'link' },
    { pattern: /^-import\(\s*(\w+)/g, kind: 'import' },
    { pattern: /^-behaviou?r\(\s*(\w+)/g, kind: 'inherit' },
    { pattern: /\b(?:(?<from>[a-z]\w*):)?(?<name>[a-z]\w*)\(/g, kind: 'call' },
  ],
};

const fsharp: LineRules = {
  comments: ['//'],
  block: [/^\(\*/, /\*\)/],
  attached: /^\[</,
  extent: 'indentation',
  closer: /^(?:[)\]}]|and\b|with\b)/,
  starts: [
    { pattern: /^(?:module|namespace)\s+(?:rec\s+|private\s+|internal\s+)?([\w.]+)/, kind: 'module', opensScope: true },
    { pattern: /^\s*(?:type|and)\s+(?:private\s+|internal\s+)?(\w+)/, kind: 'type' },
    {
      pattern: /^(?: {4})?(?:let|and)\s+(?:rec\s+|inline\s+|private\s+|internal\s+|mutable\s+)*(\w+)/,
      kind: 'function',
    },
    {
      pattern: /^\s*(?:static\s+)?(?:member|override|default|abstract)\s+(?:inline\s+|private\s+)*(?:\w+\.)?(\w+)/,
      kind: 'method',
    },
  ],
  references: [{ pattern: /^\s*open\s+([\w.]+)/g, kind: 'import' }, CALLS],
};

const tcl: LineRules = {
  comments: ['#'],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^\s*namespace\s+eval\s+([^\s{]+)/, kind: 'module' },
    { pattern: /^\s*(?:proc|method)\s+([^\s{]+)/, kind: 'function' },
    { pattern: /^\s*(?:test|start_server|start_cluster)\s+["{](?<name>[^"{}]+)/, kind: 'section' },
  ],
  references: [
    { pattern: /^\s*(?:source|package\s+require)\s+(\S+)/g, kind: 'import' },
    { pattern: /(?:^\s*|\[)([A-Za-z_][\w:]*_[\w:]*)/g, kind: 'call' },
  ],
};

const batch: LineRules = {
  comments: ['REM', 'rem', '::', '@REM', '@rem'],
  extent: 'next',
  starts: [{ pattern: /^\s*:([A-Za-z_]\w*)/, kind: 'function' }],
  references: [{ pattern: /\bcall\s+:?([\w.\\/-]+)/gi, kind: 'call' }],
};

const assembly: LineRules = {
  comments: [';', '#', '//', '*'],
  block: [/^\/\*/, /\*\//],
  extent: 'next',
  starts: [{ pattern: /^([A-Za-z_][\w$.]*):/, kind: 'function' }],
  references: [{ pattern: /\b(?:call|callq|bl|jal)\s+([A-Za-z_]\w*)/g, kind: 'call' }],
};

export const CODE_RULES: Readonly<Record<string, LineRules>> = {
  perl,
  groovy,
  r,
  julia,
  lisp,
  erlang,
  fsharp,
  tcl,
  batch,
  assembly,
};
