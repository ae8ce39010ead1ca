/**
 * docs/faults.md: one table for each test file of faults, made of what its run saw. A run checks its table; with
 * CORA_FAULTS_UPDATE=1 it writes it.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { IS_FULL, SEED } from './seed.ts';

const FILE = fileURLToPath(new URL('../../../docs/faults.md', import.meta.url));

export interface FaultRow {
  fault: string;
  /** What the commands said. */
  happens: string;
  mends: string;
}

export interface FaultTable {
  add(row: FaultRow): void;
  /** To be called last. @param isWhole false where not all faults were made: what was seen must be in the table */
  check(isWhole?: boolean): void;
  /** Of the full form: `200 processes killed`, for the table of what its last run did. */
  did(what: string): void;
}

/** @param section its title in docs/faults.md */
export function faultTable(section: string): FaultTable {
  const rows: FaultRow[] = [];
  const started = Date.now();
  return {
    add: (row) => rows.push(row),
    check(isWhole = true) {
      const { before, table, after } = split(readFileSync(FILE, 'utf8'), section);
      if (process.env['CORA_FAULTS_UPDATE'] === '1') {
        expect(isWhole, 'the full form writes the table: npm run faults -- --full --update').toBe(true);
        writeFileSync(FILE, before + merged(rows).map(lineOf).join('\n') + after);
      } else if (isWhole) expect(merged(rows).map(lineOf).sort()).toEqual(table.split('\n').sort());
      else expect(table.split('\n').flatMap(faultsIn)).toEqual(expect.arrayContaining(rows));
    },
    did(what) {
      if (!IS_FULL || process.env['CORA_FAULTS_UPDATE'] !== '1') return;
      const { before, table, after } = split(readFileSync(FILE, 'utf8'), 'The full form', FULL_HEAD);
      const others = table.split('\n').filter((line) => !line.startsWith(`| ${section} |`));
      const row = `| ${section} | ${what} | ${SEED} | ${Math.round((Date.now() - started) / 1000)} |`;
      writeFileSync(FILE, before + [...others, row].join('\n') + after);
    },
  };
}

/** Faults of one thing that end alike share a row, and so do things whose faults all end alike. */
function merged(rows: readonly FaultRow[]): FaultRow[] {
  const byThing = new Map<string, FaultRow>();
  for (const row of rows) {
    const [what, how] = row.fault.split(': ') as [string, string?];
    const key = [what, row.happens, row.mends].join('|');
    const known = byThing.get(key);
    if (known === undefined) byThing.set(key, { ...row });
    else if (how !== undefined && !known.fault.includes(how)) known.fault += `, ${how}`;
  }
  const byEnd = new Map<string, FaultRow & { things: string[] }>();
  for (const { fault, happens, mends } of byThing.values()) {
    const [what, how] = fault.split(': ') as [string, string?];
    const key = [how, happens, mends].join('|');
    const things = [...(byEnd.get(key)?.things ?? []), what].sort();
    byEnd.set(key, { things, fault: things.join(AND) + (how === undefined ? '' : `: ${how}`), happens, mends });
  }
  return [...byEnd.values()];
}

function lineOf({ fault, happens, mends }: FaultRow): string {
  return `| ${fault} | ${happens} | ${mends} |`;
}

/** The faults that share a row. */
function faultsIn(line: string): FaultRow[] {
  const [fault = '', happens = '', mends = ''] = line.slice(2, -2).split(' | ');
  const [things = '', how] = fault.split(': ') as [string, string?];
  return things
    .split(AND)
    .flatMap((what) => (how === undefined ? [what] : how.split(', ').map((one) => `${what}: ${one}`)))
    .map((one) => ({ fault: one, happens, mends }));
}

const AND = ' · ';
const FULL_HEAD = '| tests | what was done | seed | seconds |\n|---|---|---:|---:|\n';
const HEAD = '| fault | what happens | what mends it |\n|---|---|---|\n';

function split(text: string, section: string, head = HEAD): { before: string; table: string; after: string } {
  const start = text.indexOf(head, text.indexOf(`\n## ${section}\n`)) + head.length;
  expect(text.includes(`\n## ${section}\n`), `docs/faults.md has no section ${section}`).toBe(true);
  const end = text.indexOf('\n\n', start) === -1 ? text.length - 1 : text.indexOf('\n\n', start);
  return { before: text.slice(0, start), table: text.slice(start, end), after: text.slice(end) };
}
