/**
 * Rules that find definitions line by line, for languages that no grammar reads, and what such
 * rules share.
 */

import type { ChunkKind, ReferenceKind } from '../base/types.ts';

/** Patterns see at most this much of a line, so that none of them is slow on any input. */
export const MAX_LINE = 400;

export interface StartRule {
  /** Groups name the thing, joined by dots; `name` alone where it is a named group. */
  pattern: RegExp;
  /** 'text' ends what came before and begins nothing. */
  kind: ChunkKind;
  /** Only after a line like this (or at the start of the file). */
  after?: RegExp;
  /**
   * Only where no definition is open but one in the first column (the root): what it holds is not
   * named by itself.
   */
  outermost?: boolean;
  /** `package Foo;`: what follows is inside, though no indentation says so. */
  opensScope?: boolean;
}

export interface ReferenceRule {
  /**
   * With the g flag. Group 1 holds the name or several of them; named groups `name` and `from`
   * where both are there.
   */
  pattern: RegExp;
  kind: ReferenceKind;
}

export interface LineRules {
  /** The marks that start a comment which takes the whole line. */
  comments: readonly string[];
  /**
   * The patterns that open a comment of several lines (at the start of the trimmed line) and close
   * it (anywhere).
   */
  block?: readonly [open: RegExp, close: RegExp];
  /** Lines that belong to what follows, like annotations. */
  attached?: RegExp;
  /** Tells where a definition ends: with its indentation, or where the next one starts. */
  extent: 'indentation' | 'next';
  /** Lines that end a block at the indentation of its first line. */
  closer?: RegExp;
  /** With the g flag: text between two of these is data, nothing starts there. */
  quote?: RegExp;
  /** Neighbours of one name are one definition: the clauses of a function. */
  clauses?: boolean;
  starts: readonly StartRule[];
  references: readonly ReferenceRule[];
}

/** Brackets and the many words that begin with "end". */
export const CLOSER = /^(?:[)\]}]|end)/i;
export const SLASHES = { comments: ['//', '*'], block: [/^\/\*/, /\*\//] } as const;
export const CALLS: ReferenceRule = { pattern: /\b([A-Za-z_]\w*[!?]?)\(/g, kind: 'call' };

/** The words with which most languages begin a definition. */
export const GENERIC: LineRules = {
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
