/** The table of line rules: one row per language that no grammar reads. Here: build files, schemas, settings. */

import { CODE_RULES } from './linesLanguagesCode.ts';
import { CLOSER, type LineRules, SLASHES } from './linesModel.ts';

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

const xml: LineRules = {
  comments: [],
  block: [/^<!--/, /-->/],
  extent: 'indentation',
  closer: /^(?:<\/|\/?>)/,
  starts: [
    { pattern: /^\s*<[A-Za-z][^<>]*?\s(?:id|name|key)\s*=\s*["'](?<name>[^"'<>]+)/, kind: 'object', outermost: true },
  ],
  references: [{ pattern: /\bclass\s*=\s*["'](?:\w+\.)+(\w+)["']/g, kind: 'type' }],
};

const scss: LineRules = {
  ...SLASHES,
  attached: /^[^{};@$]*,\s*$/,
  extent: 'indentation',
  closer: /^[)\]}]/,
  starts: [
    { pattern: /^\s*@(?:mixin|function)\s+([\w-]+)/, kind: 'function' },
    { pattern: /^(?<name>[.#&%:[*a-zA-Z][^{};]*)\{\s*$/, kind: 'object' },
  ],
  references: [
    { pattern: /^\s*@(?:use|import|forward)\s+["']([^"']+)/g, kind: 'import' },
    { pattern: /@include\s+([\w.-]+)/g, kind: 'call' },
    { pattern: /@extend\s+([\w.%-]+)/g, kind: 'inherit' },
  ],
};

export const LANGUAGE_RULES: Readonly<Record<string, LineRules>> = {
  ...CODE_RULES,
  dockerfile,
  makefile,
  sql,
  graphql,
  protobuf,
  terraform,
  cmake,
  ini,
  prisma,
  scss,
  xml,
};
