/** Targets of links, images and includes in markup: Markdown, MDX, reStructuredText, AsciiDoc, HTML inside of them. */

import { normalised } from './linksPaths.ts';

const LANGUAGES: ReadonlySet<string> = new Set(['markdown', 'rst', 'asciidoc', 'org', 'html']);

const INLINE = [
  /\]\(\s*<?([^)\s>]+)/g,
  /^\s{0,3}\[[^\]]*\]:\s*<?([^\s>]+)/g,
  /\b(?:href|src)=["']([^"']+)["']/g,
  /\brel?ref\s+"([^"]+)"/g,
];
/** The object that a role names: ``:class:`~scrapy.http.Request` `` → 'Request'. */
const ROLE = /:(?:class|func|meth|attr|exc|data|obj|const):`(?:[^`<]*<)?[~!.]?([\w.]+)(?:\(\))?>?`/g;
const RST = [
  /:(?:doc|download|ref|mod):`(?:[^`<]*<)?~?([^`<>]+)>?`/g,
  /^\s*\.\. (?:include|literalinclude|image|figure|csv-table|automodule)::\s*(\S+)/g,
  /<([^<>`\s]+)>`_/g,
];
const ASCIIDOC = [/\b(?:include|image|xref|link):{1,2}([^\s[\]]{1,300})\[/g, /<<([^\s,<>#]+\.adoc)/g];
const ORG = [/\[\[(?:file:)?([^\][]+)\]/g];
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  rst: RST,
  asciidoc: ASCIIDOC,
  org: ORG,
};

const MAX_TARGET = 300;

export function isMarkup(language: string): boolean {
  return LANGUAGES.has(language);
}

/** @returns targets inside the repository, without fragment and query */
export function markupLinks(line: string, language: string): string[] {
  if (!/[[:<=]/.test(line)) return [];
  const out: string[] = [];
  for (const pattern of PATTERNS[language] ?? INLINE) {
    for (const [, target] of line.matchAll(pattern)) {
      const name = targetOf(target!);
      if (name !== '') out.push(name);
    }
  }
  if (language === 'rst') for (const [, path] of line.matchAll(ROLE)) out.push(path!.slice(path!.lastIndexOf('.') + 1));
  return out;
}

function targetOf(written: string): string {
  if (written.length > MAX_TARGET || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\{|<|data:)/i.test(written)) return '';
  const path = written.split(/[#?]/, 1)[0]!;
  return normalised(path.includes('%') ? decoded(path) : path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a % that encodes nothing
  }
}
