import type { Language } from './language.ts';
import { CLOSER, type LineRules } from './lineRules.ts';

const LINES: LineRules = {
  comments: ['#', '//', '*'],
  block: [/^\/\*/, /\*\//],
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    { pattern: /^resource\s+"([^"]+)"\s+"([^"]+)"/, kind: 'object' },
    { pattern: /^(data)\s+"([^"]+)"\s+"([^"]+)"/, kind: 'object' },
    { pattern: /^(?:variable|output)\s+"([^"]+)"/, kind: 'constant' },
    { pattern: /^(?:module|provider|check)\s+"([^"]+)"/, kind: 'object' },
    { pattern: /^([A-Za-z_][\w-]*)(?:\s+"([^"]+)")?(?:\s+"([^"]+)")?\s*\{/, kind: 'object' },
  ],
  references: [
    { pattern: /^\s*source\s*=\s*"([^"]+)"/g, kind: 'link' },
    { pattern: /\b(?<from>var|local|module)\.(?<name>[\w-]+)/g, kind: 'call' },
  ],
};

export const hcl: Language = { name: 'hcl', extensions: 'hcl nomad', lines: LINES, highlight: 'ini' };

export const terraform: Language = { name: 'terraform', extensions: 'tf tfvars', lines: LINES, highlight: 'ini' };
