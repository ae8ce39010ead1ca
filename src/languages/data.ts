/** Data and settings: what has keys, tags or columns. */

import { HASH_MASK, type Language } from './language.ts';
import type { LineRules } from './lineRules.ts';

const SECTIONS: LineRules = {
  comments: ['#', ';'],
  extent: 'next',
  starts: [{ pattern: /^\s*\[{1,2}([^\]]+)\]/, kind: 'object' }],
  references: [],
};

/** Top-level keys, where a document could not be parsed: templates, broken files. */
const KEYS: LineRules = {
  comments: ['#'],
  extent: 'next',
  starts: [{ pattern: /^["']?([\w./$-]+)["']?\s*:(?:\s|$)/, kind: 'object' }],
  references: [],
};

export const data: readonly Language[] = [
  { name: 'csv', extensions: 'csv tsv', lines: null, isProse: true },
  {
    name: 'ini',
    extensions: 'ini cfg conf properties service desktop',
    fileNames: '.editorconfig .gitconfig .gitmodules .flake8 .pylintrc .coveragerc',
    lines: SECTIONS,
    isProse: true,
  },
  {
    name: 'json',
    extensions: 'json jsonl ndjson geojson webmanifest har ipynb',
    fileNames: '.babelrc .eslintrc .prettierrc .watchmanconfig',
    reader: 'json',
    lines: null,
    mask: null,
    isProse: true,
  },
  {
    name: 'jsonc',
    extensions: 'jsonc json5 code-workspace',
    fileNames: 'tsconfig.json jsconfig.json .jshintrc .swcrc',
    reader: 'json',
    lines: null,
    isProse: true,
  },
  {
    name: 'toml',
    extensions: 'toml',
    fileNames: 'pipfile',
    reader: 'toml',
    lines: SECTIONS,
    mask: HASH_MASK,
    isProse: true,
  },
  {
    name: 'xml',
    extensions: 'xml xsd xsl xslt wsdl plist svg csproj fsproj vbproj vcxproj props targets resx xaml pom iml rss atom',
    mask: null,
    isProse: true,
    lines: {
      comments: [],
      block: [/^<!--/, /-->/],
      extent: 'indentation',
      closer: /^(?:<\/|\/?>)/,
      starts: [
        {
          pattern: /^\s*<[A-Za-z][^<>]*?\s(?:id|name|key)\s*=\s*["'](?<name>[^"'<>]+)/,
          kind: 'object',
          outermost: true,
        },
      ],
      references: [{ pattern: /\bclass\s*=\s*["'](?:\w+\.)+(\w+)["']/g, kind: 'type' }],
    },
  },
  {
    name: 'yaml',
    extensions: 'yaml yml',
    fileNames: '.clang-format .clang-tidy .yamllint citation.cff',
    reader: 'yaml',
    lines: KEYS,
    mask: HASH_MASK,
    isProse: true,
  },
];
