/** Which line rules a language has: its own row, the generic words, or none for prose and data. */

import { LANGUAGE_RULES } from './linesLanguages.ts';
import type { LineRules } from './linesModel.ts';

/** Other names of rows, and languages alike enough to share one. */
const SAME: Readonly<Record<string, string>> = {
  thrift: 'protobuf',
  hcl: 'terraform',
  clojure: 'lisp',
  scheme: 'lisp',
  racket: 'lisp',
  toml: 'ini',
  less: 'scss',
  sass: 'scss',
};

/** The words with which most languages begin a definition. */
const GENERIC: LineRules = {
  comments: ['//', '#', '--', ';', '%', '*', "'", 'REM ', '!'],
  block: [/^\/\*/, /\*\//],
  attached: /^(?:@\w|\[<?[A-Z]\w*.*\]$)/,
  extent: 'indentation',
  closer: /^(?:[)\]}]|end|done\b|esac\b|fi\b)/i,
  starts: [
    {
      pattern:
        /^\s*(?:(?:export|default|public|private|protected|internal|static|async|pub|override|final|inline|local)\s+)*(?:function|def|fn|func|fun|sub|proc|procedure|subroutine|macro)[!*]?\s+([A-Za-z_$:][\w$.:!?~-]*)/i,
      kind: 'function',
    },
    {
      pattern:
        /^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|pub|partial|data)\s+)*(?:class|struct|trait|object|contract|record)\s+([A-Za-z_$][\w$.]*)/,
      kind: 'class',
    },
    {
      pattern: /^\s*(?:(?:export|public|private|protected|internal|pub)\s+)*interface\s+([A-Za-z_$][\w$.]*)/,
      kind: 'interface',
    },
    { pattern: /^\s*(?:(?:export|public|private|protected|internal|pub)\s+)*enum\s+([A-Za-z_$][\w$.]*)/, kind: 'enum' },
    { pattern: /^\s*(?:namespace|module|package)\s+([A-Za-z_$][\w$.:\\]*)/, kind: 'module', opensScope: true },
  ],
  references: [
    { pattern: /^\s*(?:import|use|using|require|include|open|source|load)\s+["'<(]{0,2}([\w./:@-]+)/g, kind: 'import' },
    { pattern: /^\s*#\s*(?:include|import)\s+["<]([^">]+)/g, kind: 'import' },
    { pattern: /^\s*from\s+["']?([\w./@-]+)["']?\s+import\b/g, kind: 'import' },
  ],
};

/** Top-level keys, where a document could not be parsed: templates, broken files. */
const KEYS: LineRules = {
  comments: ['#'],
  extent: 'next',
  starts: [{ pattern: /^["']?([\w./$-]+)["']?\s*:(?:\s|$)/, kind: 'object' }],
  references: [],
};

/** Prose, data and markup: paragraphs are all there is. */
const PROSE: ReadonlySet<string> = new Set(
  'text csv diff html json jsonc tex markdown rst asciidoc org css template gomod'.split(' '),
);

/** @returns null where nothing but paragraphs is to be found */
export function rulesOf(language: string): LineRules | null {
  const name = Object.hasOwn(SAME, language) ? SAME[language]! : language;
  if (name === 'yaml') return KEYS;
  if (PROSE.has(name)) return null;
  return Object.hasOwn(LANGUAGE_RULES, name) ? LANGUAGE_RULES[name]! : GENERIC;
}
