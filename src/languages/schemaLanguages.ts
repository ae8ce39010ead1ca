/**
 * Schemas, queries and interfaces between programs: SQL, GraphQL, Protocol Buffers, Thrift, Prisma.
 */

import type { Language } from './language.ts';
import { CLOSER, type LineRules, SLASHES } from './lineRules.ts';
import { DASH_MASK } from './masks.ts';
import { FILE_MODULES } from './modulePaths.ts';

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

export const schemaLanguages: readonly Language[] = [
  {
    name: 'graphql',
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
];
