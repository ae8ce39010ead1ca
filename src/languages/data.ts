/**
 * Languages of data and settings, which have keys, tags or columns, and of prose, which has
 * headings and links.
 */

import { HASH_MASK, type Language, type LineRules } from './language.ts';

const SECTIONS: LineRules = {
  comments: ['#', ';'],
  extent: 'next',
  starts: [{ pattern: /^\s*\[{1,2}([^\]]+)\]/, kind: 'object' }],
  references: [],
};

/** Finds top-level keys if the document cannot be parsed: templates, broken files. */
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

// Prose with headings and links.

/** Links of Markdown, and of HTML inside of it. Group 1 is the target. */
export const INLINE_LINKS: readonly RegExp[] = [
  /\]\(\s*<?([^)\s>]+)/g,
  /^\s{0,3}\[[^\]]*\]:\s*<?([^\s>]+)/g,
  /\b(?:href|src)=["']([^"']+)["']/g,
  /\brel?ref\s+"([^"]+)"/g,
];

export const documents: readonly Language[] = [
  {
    name: 'asciidoc',
    extensions: 'adoc asciidoc',
    reader: 'asciidoc',
    lines: null,
    links: [/\b(?:include|image|xref|link):{1,2}([^\s[\]]{1,300})\[/g, /<<([^\s,<>#]+\.adoc)/g],
    isProse: true,
  },
  {
    name: 'markdown',
    extensions: 'md markdown mdx mdown mkd',
    reader: 'markdown',
    lines: null,
    links: INLINE_LINKS,
    mask: null,
    isProse: true,
  },
  {
    name: 'org',
    extensions: 'org',
    reader: 'org',
    lines: null,
    links: [/\[\[(?:file:)?([^\][]+)\]/g],
    isProse: true,
  },
  {
    name: 'rst',
    extensions: 'rst rest',
    reader: 'rst',
    lines: null,
    links: [
      /:(?:doc|download|ref|mod):`(?:[^`<]*<)?~?([^`<>]+)>?`/g,
      /^\s*\.\. (?:include|literalinclude|image|figure|csv-table|automodule)::\s*(\S+)/g,
      /<([^<>`\s]+)>`_/g,
    ],
    // Matches the object in a role: ``:class:`~scrapy.http.Request` `` → 'Request'.
    roles: /:(?:class|func|meth|attr|exc|data|obj|const):`(?:[^`<]*<)?[~!.]?([\w.]+)(?:\(\))?>?`/g,
    mask: null,
    isProse: true,
  },
  { name: 'tex', extensions: 'tex sty cls bib', lines: null },
  { name: 'text', lines: null, mask: null, isProse: true },
];

/**
 * Yields the keys of a TOML file with their tables, and the text behind them, in any of these
 * forms:
 *
 *     [package]            package.name = "x"            package = { version = "1", name = "x" }
 *     name = "x"
 *
 * The last one is yielded as `package`.
 */
export function* tomlValues(text: string): Generator<[key: string, right: string]> {
  let current = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined || /^\s*\[\[/.test(line)) {
      current = `${(header ?? '[]').replace(/[\s"']/g, '')}.`;
      continue;
    }
    const equals = line.indexOf('=');
    if (equals !== -1) yield [current + line.slice(0, equals).replace(/[\s"']/g, ''), line.slice(equals + 1)];
  }
}

/** Returns the text of a key in a table of a TOML file. */
export function tomlText(text: string, table: string, key: string): string | undefined {
  for (const [name, right] of tomlValues(text)) {
    const value = name === `${table}.${key}` ? right : name === table ? insideToml(right, key) : undefined;
    const found = value === undefined ? undefined : quotedToml(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns what stands behind a key in braces. */
export function insideToml(right: string, key: string): string | undefined {
  return new RegExp(`[{,]\\s*${key}\\s*=\\s*(.*)`).exec(right)?.[1];
}

export function quotedToml(right: string): string | undefined {
  const found = /^\s*(?:"([^"\\]+)"|'([^']+)')/.exec(right);
  return found?.[1] ?? found?.[2];
}
