/** Programming languages that no grammar reads: definitions begin as their lines say. */

import type { Language } from './language.ts';
import { CALLS, CLOSER } from './lineRules.ts';
import { HASH_MASK } from './masks.ts';

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
];
