import type { Language } from './language.ts';
import { CLOSER, type LineRules } from './lineRules.ts';
import { HASH_MASK } from './masks.ts';

const LINES: LineRules = {
  comments: ['#'],
  block: [/^=[a-z]/, /^=cut/],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^\s*(?:package|class|role)\s+([A-Za-z_][\w:]*)/, kind: 'module', opensScope: true },
    { pattern: /^\s*(?:sub|method|fun)\s+([A-Za-z_][\w:']*)/, kind: 'function' },
    { pattern: /^use\s+constant\s+(\w+)/, kind: 'constant' },
  ],
  references: [
    { pattern: /^\s*(?:use|require|no)\s+([A-Z][\w:]*)/g, kind: 'import' },
    { pattern: /^\s*use\s+(?:parent|base)\s+(?:-norequire,?\s*)?(?:qw\s*[(/[]\s*|["'])([\w:]+)/g, kind: 'inherit' },
    { pattern: /(?:->|\b)([A-Za-z_]\w*)\(/g, kind: 'call' },
  ],
};

export const perl: Language = {
  name: 'perl',
  extensions: 'pl pm t pod',
  fileNames: 'cpanfile',
  interpreters: 'perl',
  lines: LINES,
  mask: HASH_MASK,
};
