/** Recipes of builds and images. */

import type { Language } from './language.ts';
import { CLOSER } from './lineRules.ts';
import { HASH_MASK } from './masks.ts';

export const buildLanguages: readonly Language[] = [
  { name: 'bazel', extensions: 'bzl bazel star', fileNames: 'BUILD WORKSPACE' },
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
];
