/** Prose with headings and links. */

import type { Language } from './language.ts';

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
    // The object that a role names: ``:class:`~scrapy.http.Request` `` → 'Request'.
    roles: /:(?:class|func|meth|attr|exc|data|obj|const):`(?:[^`<]*<)?[~!.]?([\w.]+)(?:\(\))?>?`/g,
    mask: null,
    isProse: true,
  },
  { name: 'tex', extensions: 'tex sty cls bib', lines: null },
  { name: 'text', lines: null, mask: null, isProse: true },
];
