/** ranks.json, read and written. One line for each query, as the formatter leaves it, so that a change of rank is a change of one line. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Golden, Ranks } from './judge.ts';

const FILE = join(import.meta.dirname, 'ranks.json');
const LINE_WIDTH = 120;

export function readGolden(): Golden {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Golden;
}

export function writeGolden({ queries, ...head }: Golden): void {
  const kinds = Object.entries(queries).map(([kind, entries]) => {
    const lines = Object.entries(entries).map(([query, ranks]) => `      ${lineOf(query, ranks)}`);
    return `    ${JSON.stringify(kind)}: {\n${lines.join(',\n')}\n    }`;
  });
  const top = JSON.stringify(head, null, 2).replace(/\n}$/, '');
  writeFileSync(FILE, `${top},\n  "queries": {\n${kinds.join(',\n')}\n  }\n}\n`);
}

function lineOf(query: string, ranks: Ranks): string {
  const targets = Object.entries(ranks).map(([target, rank]) => `${JSON.stringify(target)}: ${rank}`);
  const line = `${JSON.stringify(query)}: { ${targets.join(', ')} }`;
  // Six for the indentation, one for the comma.
  if (line.length + 7 <= LINE_WIDTH) return line;
  return `${JSON.stringify(query)}: {\n        ${targets.join(',\n        ')}\n      }`;
}
