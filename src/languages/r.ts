import type { Language } from './language.ts';
import { CLOSER, type LineRules } from './lineRules.ts';
import { HASH_MASK } from './masks.ts';

const LINES: LineRules = {
  comments: ['#'],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^\s*[`"']?([\w.%<>+*/!=|&-]+?)[`"']?\s*(?:<<?-|=)\s*function\b/, kind: 'function' },
    { pattern: /^\s*[`"']?([\w.]+)[`"']?\s*(?:<-|=)\s*\\\(/, kind: 'function' },
    { pattern: /^([\w.]+)\s*(?:<-|=)\s*(?:R6::)?(?:R6Class|setRefClass|setClass|ggproto)\b/, kind: 'class' },
    { pattern: /^set(?:Class|RefClass)\s*\(\s*["']([^"']+)/, kind: 'class' },
    { pattern: /^set(?:Generic|Method|Validity|ReplaceMethod)\s*\(\s*["']([^"']+)/, kind: 'function' },
  ],
  references: [
    { pattern: /\b(?:library|require|requireNamespace|source)\s*\(\s*["']?([\w./-]+)/g, kind: 'import' },
    { pattern: /\b(?<from>[\w.]+):::?(?<name>[\w.]+)/g, kind: 'call' },
    { pattern: /\b([A-Za-z_.][\w.]*)\(/g, kind: 'call' },
  ],
};

export const r: Language = {
  name: 'r',
  extensions: 'r rmd',
  fileNames: '.rprofile',
  interpreters: 'Rscript',
  lines: LINES,
  mask: HASH_MASK,
};
