/**
 * A test for each animal of a table: nothing that it aims at does what allowed.ts does not allow. With CORA_ZOO=all (`npm run
 * zoo`) everything visits everyone, and each animal leaves its figures in the folder that CORA_ZOO_FIGURES names.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Animal } from './cage.ts';
import { canTrace } from './trace.ts';
import { visitAnimal } from './visitAnimal.ts';

const isWhole = process.env['CORA_ZOO'] === 'all';
const figures = process.env['CORA_ZOO_FIGURES'];

/** In CI a machine without strace is an error, which zoo.test.ts reports; elsewhere its tests are left out. */
const isKept = canTrace() || process.env['CI'] === 'true';

export function keepAnimals(kind: string, animals: readonly Animal[]): void {
  describe.skipIf(!isKept)(`hostile ${kind}`, () => {
    it.each(animals.map((animal) => [animal.name, animal] as const))(
      '%s',
      { timeout: 3_600_000 },
      async (name, animal) => {
        const started = Date.now();
        const outcome = await visitAnimal(animal, isWhole ? undefined : animal.aims);
        if (figures !== undefined) {
          const row = { kind, name, tries: animal.tries, ...outcome, ms: Date.now() - started };
          writeFileSync(join(figures, `${kind} ${name}.json`.replaceAll(/[^\w. -]/g, '-')), JSON.stringify(row));
        }
        expect(outcome.faults, animal.tries).toEqual([]);
        expect(outcome.events).toBeGreaterThan(0);
      },
    );
  });
}
