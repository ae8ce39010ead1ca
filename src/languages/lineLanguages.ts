/**
 * Languages without a grammar: definitions are found by rules for their lines, or by the words of
 * most languages. Haskell and similar languages are read by their layout.
 */

import {
  type BoundImport,
  CALLS,
  CLOSER,
  DASH_MASK,
  HASH_MASK,
  type Language,
  type LineRules,
  type ModuleFiles,
  SINGLE,
  SLASHES,
  STRING,
  TRIPLE,
} from './language.ts';
import clojureQuery from './queries/clojure.scm';
import { FILE_MODULES, NO_RULES, suffixPaths } from './referenceRules.ts';

const PYTHON_LIKE_MASK: readonly string[] = [TRIPLE, ...HASH_MASK];
const PERCENT_MASK: readonly string[] = ['%[^\\n]*', STRING, SINGLE];
/** For Lisps, in which a single quote begins no string. */
const LISP_MASK: readonly string[] = [';[^\\n]*', STRING];

/**
 * Read by its layout: the grammar finds little more, and takes seconds for broken text
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

export const purescript: Language = { name: 'purescript', extensions: 'purs', reader: 'haskell', mask: DASH_MASK };

const protobuf: LineRules = {
  ...SLASHES,
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^\s*(?:message|extend|struct|exception)\s+([\w.]+)/, kind: 'class' },
    { pattern: /^\s*enum\s+(\w+)/, kind: 'enum' },
    { pattern: /^\s*service\s+(\w+)/, kind: 'interface' },
    { pattern: /^\s*rpc\s+(\w+)/, kind: 'method' },
    { pattern: /^\s*typedef\s+\S+\s+(\w+)/, kind: 'type' },
    { pattern: /^(?:syntax|edition|package|import|option|include|namespace)\b/, kind: 'text' },
  ],
  references: [
    { pattern: /^\s*(?:import|include)\s+(?:public\s+|weak\s+)?"([^"]+)"/g, kind: 'import' },
    { pattern: /\(\s*(?:stream\s+)?([A-Za-z][\w.]*)\s*\)/g, kind: 'type' },
    { pattern: /^\s*(?:repeated\s+|optional\s+|required\s+)?((?:[a-z]\w*\.)*[A-Z]\w*)\s+\w+\s*=/g, kind: 'type' },
    { pattern: /\bmap\s*<\s*\w+\s*,\s*([\w.]*[A-Z]\w*)/g, kind: 'type' },
  ],
};

export const lineLanguages: readonly Language[] = [
  {
    name: 'assembly',
    extensions: 'asm s nasm',
    lines: {
      comments: [';', '#', '//', '*'],
      block: [/^\/\*/, /\*\//],
      extent: 'next',
      starts: [{ pattern: /^([A-Za-z_][\w$.]*):/, kind: 'function' }],
      references: [{ pattern: /\b(?:call|callq|bl|jal)\s+([A-Za-z_]\w*)/g, kind: 'call' }],
    },
  },
  {
    name: 'batch',
    extensions: 'bat cmd',
    lines: {
      comments: ['REM', 'rem', '::', '@REM', '@rem'],
      extent: 'next',
      starts: [{ pattern: /^\s*:([A-Za-z_]\w*)/, kind: 'function' }],
      references: [{ pattern: /\bcall\s+:?([\w.\\/-]+)/gi, kind: 'call' }],
    },
  },
  {
    name: 'erlang',
    mask: PERCENT_MASK,
    extensions: 'erl hrl escript',
    fileNames: 'rebar.config',
    interpreters: 'escript',
    lines: {
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
    },
  },
  {
    name: 'fsharp',
    extensions: 'fs fsi fsx',
    lines: {
      comments: ['//'],
      block: [/^\(\*/, /\*\)/],
      attached: /^\[</,
      marks: /^(\s*)(?:\[<(?:[^>]|>(?!\]))*>\]\s*)+(?=\S)/,
      extent: 'indentation',
      closer: /^(?:[)\]}]|and\b|with\b)/,
      starts: [
        {
          pattern: /^(?:module|namespace)\s+(?:rec\s+|private\s+|internal\s+)?([\w.]+)/,
          kind: 'module',
          opensScope: true,
        },
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
    },
  },
  {
    name: 'julia',
    extensions: 'jl',
    interpreters: 'julia',
    mask: HASH_MASK,
    highlight: 'python',
    lines: {
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
    },
  },
  {
    name: 'tcl',
    extensions: 'tcl',
    interpreters: 'tclsh',
    mask: HASH_MASK,
    lines: {
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
    },
  },

  // Recipes of builds and images.
  { name: 'bazel', extensions: 'bzl bazel star', fileNames: 'BUILD WORKSPACE', mask: PYTHON_LIKE_MASK },
  {
    name: 'cmake',
    extensions: 'cmake',
    fileNames: 'cmakelists.txt',
    mask: HASH_MASK,
    isProse: true,
    lines: {
      comments: ['#'],
      block: [/^#\[=*\[/, /\]=*\]/],
      extent: 'indentation',
      closer: CLOSER,
      starts: [
        { pattern: /^\s*(?:function|macro)\s*\(\s*([^\s)]+)/i, kind: 'function' },
        {
          pattern: /^\s*(?:add_executable|add_library|add_custom_target|add_test)\s*\(\s*(?:NAME\s+)?([^\s)]+)/i,
          kind: 'object',
        },
        { pattern: /^project\s*\(\s*([^\s)]+)/i, kind: 'module' },
      ],
      references: [
        { pattern: /\b(?:include|add_subdirectory|configure_file)\s*\(\s*([^\s)]+)/gi, kind: 'link' },
        { pattern: /\bfind_package\s*\(\s*([^\s)]+)/gi, kind: 'import' },
        { pattern: /^\s*([A-Za-z_]\w*)\s*\(/g, kind: 'call' },
      ],
    },
  },
  {
    name: 'dockerfile',
    extensions: 'dockerfile',
    fileNames: 'dockerfile containerfile',
    namePrefix: 'dockerfile.',
    mask: HASH_MASK,
    highlight: 'bash',
    isProse: true,
    lines: {
      comments: ['#'],
      extent: 'next',
      starts: [{ pattern: /^FROM\s+(?:--\S+\s+)*(?:\S+\s+AS\s+)?(?<name>[^\s@]+)/i, kind: 'section' }],
      references: [
        { pattern: /^FROM\s+(?:--\S+\s+)*(\S+)/gi, kind: 'link' },
        { pattern: /--from=(\S+)/g, kind: 'link' },
      ],
    },
  },
  {
    name: 'gomod',
    fileNames: 'go.mod go.work',
    lines: null,
    dependencies: [/^\s*(?:require\s+)?([\w-]+(?:\.[\w-]+)+\/[\w./~-]+)\s+v\d/],
    highlight: 'go',
    isProse: true,
  },
  {
    name: 'makefile',
    extensions: 'mk mak make',
    fileNames: 'makefile gnumakefile bsdmakefile kbuild justfile',
    interpreters: 'make',
    mask: HASH_MASK,
    isProse: true,
    lines: {
      comments: ['#'],
      attached: /^\.PHONY\s*:/,
      extent: 'indentation',
      closer: /^endef\b/,
      starts: [
        { pattern: /^([^\s:#=?+!][^:#=?+!]*):(?![=:]?=)/, kind: 'function' },
        { pattern: /^define\s+(\S+)/, kind: 'function' },
      ],
      references: [
        { pattern: /^[-s]?include\s+(\S+)/g, kind: 'link' },
        { pattern: /^[^\s:#=][^:#=]*::?\s+([\w .-]+)$/g, kind: 'call' },
      ],
    },
  },

  // Schemas, queries and interfaces between programs.
  {
    name: 'graphql',
    // `# import "a.graphql"` is no comment.
    mask: [TRIPLE, '#(?!\\s*import\\b)[^\\n]*', STRING],
    extensions: 'graphql gql graphqls',
    lines: {
      comments: ['#', '"'],
      block: [/^"""/, /"""/],
      extent: 'indentation',
      closer: CLOSER,
      starts: [
        { pattern: /^(?:extend\s+)?(?:type|input|union|scalar|schema|directive)\s+@?(\w+)/, kind: 'type' },
        { pattern: /^(?:extend\s+)?interface\s+(\w+)/, kind: 'interface' },
        { pattern: /^(?:extend\s+)?enum\s+(\w+)/, kind: 'enum' },
        { pattern: /^(?:query|mutation|subscription|fragment)\s+(\w+)/, kind: 'function' },
        { pattern: /^(?:query|mutation|subscription|schema)?\s*\{/, kind: 'text' },
      ],
      references: [
        { pattern: /:\s*\[{0,3}([A-Z]\w*)/g, kind: 'type' },
        { pattern: /\bimplements\s+([\w &,]+)/g, kind: 'inherit' },
        { pattern: /\.\.\.\s*(?:on\s+)?(\w+)/g, kind: 'type' },
        { pattern: /^#\s*import\s+"?([^"\s]+)/g, kind: 'import' },
      ],
    },
  },
  {
    name: 'prisma',
    extensions: 'prisma',
    lines: {
      comments: ['//'],
      extent: 'indentation',
      closer: CLOSER,
      starts: [
        { pattern: /^(?:model|type|view)\s+(\w+)/, kind: 'class' },
        { pattern: /^enum\s+(\w+)/, kind: 'enum' },
        { pattern: /^(?:datasource|generator)\s+(\w+)/, kind: 'object' },
      ],
      references: [{ pattern: /^\s+\w+\s+([A-Z]\w+)/g, kind: 'type' }],
    },
  },
  { name: 'protobuf', extensions: 'proto', lines: protobuf, modules: FILE_MODULES, highlight: 'go' },
  {
    name: 'sql',
    extensions: 'sql ddl dml pgsql plsql',
    mask: DASH_MASK,
    lines: {
      comments: ['--', '#'],
      block: [/^\/\*/, /\*\//],
      extent: 'next',
      quote: /\$\w*\$/g,
      starts: [
        {
          pattern:
            /^\s*CREATE\s+(?:(?:OR|REPLACE|ALTER|AGGREGATE|CONSTRAINT|EDITIONABLE)\s+)*(?:FUNCTION|PROCEDURE|PROC|TRIGGER|MACRO|PACKAGE(?:\s+BODY)?)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[^\s(.]+\.)*([^\s(.]+)/i,
          kind: 'function',
        },
        {
          pattern:
            /^\s*CREATE\s+(?:(?:OR|REPLACE|GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|UNIQUE|MATERIALIZED|EXTERNAL|FOREIGN|VIRTUAL|RECURSIVE|CLUSTERED|NONCLUSTERED)\s+)*(?:TABLE|VIEW|INDEX|TYPE|SCHEMA|SEQUENCE|DATABASE|DOMAIN|EXTENSION|ROLE|USER|POLICY|EVENT|KEYSPACE)\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?:[^\s(;.]+\.)*([^\s(;.]+)/i,
          kind: 'type',
        },
        {
          pattern: /^ALTER\s+TABLE\s+(?:ONLY\s+)?(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\S[^\s(;]*)/i,
          kind: 'text',
          after: /;\s*$/,
        },
        {
          pattern:
            /^(?:ALTER|DROP|INSERT|UPDATE|DELETE|GRANT|REVOKE|COMMENT|SELECT|WITH|SET|USE|TRUNCATE|CALL|EXEC|MERGE|COPY|BEGIN|COMMIT|DO|CREATE|EXPLAIN|ANALYZE|VACUUM|PRAGMA|REPLACE|LOCK|UNLOCK)\b/i,
          kind: 'text',
          after: /;\s*$/,
        },
      ],
      references: [
        { pattern: /\b(?:FROM|JOIN|INTO|REFERENCES|UPDATE|ALTER TABLE)\s+["`[]?([A-Za-z_][\w.]*)/gi, kind: 'type' },
        { pattern: /^\s*(?:\\ir?|SOURCE|@@)\s*(\S+)/gi, kind: 'import' },
      ],
    },
  },
  { name: 'thrift', extensions: 'thrift', lines: protobuf },

  // Only names, comments and colours are known of these; definitions are found by the words of most
  // languages.
  { name: 'ada', extensions: 'adb ads', mask: DASH_MASK },
  { name: 'astro', extensions: 'astro', highlight: 'xml', isComponent: true, isMarkup: true },
  { name: 'awk', extensions: 'awk', interpreters: 'awk gawk', mask: HASH_MASK },
  { name: 'cobol', extensions: 'cob cbl cpy' },
  { name: 'coffeescript', extensions: 'coffee', mask: PYTHON_LIKE_MASK },
  { name: 'crystal', extensions: 'cr', mask: HASH_MASK, highlight: 'ruby' },
  { name: 'cuda', extensions: 'cu cuh', highlight: 'cpp' },
  { name: 'cython', extensions: 'pyx pxd pxi', mask: PYTHON_LIKE_MASK, highlight: 'python' },
  { name: 'd', extensions: 'd' },
  { name: 'diff', extensions: 'diff patch', lines: null },
  { name: 'fish', extensions: 'fish', interpreters: 'fish', mask: HASH_MASK, highlight: 'bash' },
  { name: 'fortran', extensions: 'f f77 f90 f95 f03 f08 for' },
  { name: 'glsl', extensions: 'glsl vert frag geom comp', highlight: 'c' },
  { name: 'haxe', extensions: 'hx' },
  { name: 'nim', extensions: 'nim nims nimble', mask: PYTHON_LIKE_MASK, highlight: 'python' },
  { name: 'pascal', extensions: 'pas dpr lpr' },
  { name: 'powershell', extensions: 'ps1 psm1 psd1', interpreters: 'pwsh', mask: HASH_MASK },
  { name: 'prolog', extensions: 'prolog', mask: PERCENT_MASK },
  { name: 'puppet', extensions: 'pp', mask: HASH_MASK },
  { name: 'smalltalk', extensions: 'st' },
  {
    name: 'template',
    extensions:
      'hbs handlebars mustache ejs erb haml pug jade j2 jinja jinja2 liquid twig tmpl gohtml njk heex leex eex cshtml razor jsp ftl slim',
    lines: null,
    isMarkup: true,
  },
  { name: 'vb', extensions: 'vb vbs bas' },
  { name: 'verilog', extensions: 'v sv svh vh' },
  { name: 'vhdl', extensions: 'vhd vhdl', mask: DASH_MASK },
  { name: 'vim', extensions: 'vim', fileNames: '.vimrc vimrc' },
  { name: 'wgsl', extensions: 'wgsl' },
];

/** Definitions of all Lisps: forms in the first column. */
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

export const lisp: Language = { name: 'lisp', extensions: 'lisp lsp el', lines: LISP_LINES, mask: LISP_MASK };

export const scheme: Language = { name: 'scheme', extensions: 'scm ss', lines: LISP_LINES, mask: LISP_MASK };

export const racket: Language = { name: 'racket', extensions: 'rkt', lines: LISP_LINES, mask: LISP_MASK };

export const clojure: Language = {
  name: 'clojure',
  extensions: 'clj cljs cljc edn',
  syntax: { grammar: 'clojure', from: '@cursorless/tree-sitter-wasms', query: clojureQuery, separator: '/' },
  lines: LISP_LINES,
  mask: LISP_MASK,
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
