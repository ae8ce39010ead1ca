/** The table of line rules: one row per language that no grammar reads. */

import type { LineRules, ReferenceRule } from './lines-model.ts';

const CLOSER = /^(?:[)\]}]|end)/i;
const CALLS: ReferenceRule = { pattern: /\b([A-Za-z_]\w*[!?]?)\(/g, kind: 'call' };
const SLASHES = { comments: ['//', '*'], block: [/^\/\*/, /\*\//] as const };

const dockerfile: LineRules = {
  comments: ['#'],
  extent: 'next',
  starts: [{ pattern: /^FROM\s+(?:--\S+\s+)*(?:\S+\s+AS\s+)?(?<name>[^\s@]+)/i, kind: 'section' }],
  references: [
    { pattern: /^FROM\s+(?:--\S+\s+)*(\S+)/gi, kind: 'link' },
    { pattern: /--from=(\S+)/g, kind: 'link' },
  ],
};

const makefile: LineRules = {
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
};

const sql: LineRules = {
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
};

const graphql: LineRules = {
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
};

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

const terraform: LineRules = {
  comments: ['#', '//', '*'],
  block: [/^\/\*/, /\*\//],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^resource\s+"([^"]+)"\s+"([^"]+)"/, kind: 'object' },
    { pattern: /^(data)\s+"([^"]+)"\s+"([^"]+)"/, kind: 'object' },
    { pattern: /^(?:variable|output)\s+"([^"]+)"/, kind: 'constant' },
    { pattern: /^(?:module|provider|check)\s+"([^"]+)"/, kind: 'object' },
    { pattern: /^([A-Za-z_][\w-]*)(?:\s+"([^"]+)")?(?:\s+"([^"]+)")?\s*\{/, kind: 'object' },
  ],
  references: [
    { pattern: /^\s*source\s*=\s*"([^"]+)"/g, kind: 'link' },
    { pattern: /\b(?<from>var|local|module)\.(?<name>[\w-]+)/g, kind: 'call' },
  ],
};

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

const cmake: LineRules = {
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

const ini: LineRules = {
  comments: ['#', ';'],
  extent: 'next',
  starts: [{ pattern: /^\s*\[{1,2}([^\]]+)\]/, kind: 'object' }],
  references: [],
};

const prisma: LineRules = {
  comments: ['//'],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^(?:model|type|view)\s+(\w+)/, kind: 'class' },
    { pattern: /^enum\s+(\w+)/, kind: 'enum' },
    { pattern: /^(?:datasource|generator)\s+(\w+)/, kind: 'object' },
  ],
  references: [{ pattern: /^\s+\w+\s+([A-Z]\w+)/g, kind: 'type' }],
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

export const LANGUAGE_RULES: Readonly<Record<string, LineRules>> = {
  assembly,
  batch,
  dockerfile,
  fsharp,
  prisma,
  tcl,
  makefile,
  sql,
  graphql,
  protobuf,
  terraform,
  perl,
  groovy,
  cmake,
  r,
  julia,
  lisp,
  erlang,
  ini,
};
