/**
 * Whatever a cora.config.json holds, it gives settings of the declared types or a known error. CORA_FUZZ_RUNS=10000 takes longer:
 *
 *   CORA_FUZZ_RUNS=10000 npx vitest run --project shared test/unit/settings/configFuzz.test.ts --testTimeout 3600000
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { configKeyOf, type OptionType } from '../../../src/settings/optionSpec.ts';
import { settingNames, specOf } from '../../../src/settings/options.ts';
import { settle } from '../../../src/settings/resolveOptions.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzz } from '../../helpers/fuzz.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const IS: Readonly<Record<OptionType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isSafeInteger,
  share: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  list: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
};

const odd = fc.constantFrom(
  '',
  '\u0000',
  'a\u0000b',
  '..',
  'a'.repeat(5000),
  'cora.config.json/x',
  '.git',
  '~',
  '-1',
  '1e9',
);
const value = fc.oneof(
  odd,
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 7, 1e308, 2 ** 53, [], {}, [null], { a: 1 }),
  fc.array(odd, { maxLength: 3 }),
  fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
);
const NAMES = settingNames();
const GOOD: Readonly<Record<OptionType, unknown>> = { string: 'a', boolean: true, number: 7, share: 0.5, list: ['a'] };
/** A setting, as it may be or not. */
const setting = fc
  .constantFrom(...NAMES)
  .chain((name) => fc.tuple(fc.constant(configKeyOf(name)), fc.oneof(value, fc.constant(GOOD[specOf(name).type]))));
const stranger = fc.tuple(fc.constantFrom('$schema', '__proto__', 'toString', 'limt', ''), value);
const entry = fc.oneof({ arbitrary: setting, weight: 9 }, { arbitrary: stranger, weight: 1 });
const text = fc.oneof(
  { arbitrary: fc.array(entry, { minLength: 1, maxLength: 3 }).map(objectOf), weight: 6 },
  { arbitrary: value.map((one) => JSON.stringify(one)), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
);

/** A key may come twice, and be one that no literal can have. */
function objectOf(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(',')}}`;
}

it('gives settings of their types, or a known error', () => {
  const dir = tempDir();
  mkdirSync(join(dir, '.git'));
  let settled = 0;
  const property = fc.property(text, (content) => {
    writeFileSync(join(dir, 'cora.config.json'), content);
    try {
      const options: Readonly<Record<string, unknown>> = { ...settle({}, {}, dir) };
      const wrong = NAMES.filter((name) => options[name] !== undefined && !IS[specOf(name).type](options[name]));
      expect(wrong).toEqual([]);
      settled++;
    } catch (error) {
      if (!isCoraError(error)) throw error;
      expect([error.code, error.message.length > 10]).toEqual(['CONFIG', true]);
    }
  });
  for (const store of ['\u0000', `.git/cora-${'a'.repeat(5000)}`]) {
    writeFileSync(join(dir, 'cora.config.json'), JSON.stringify({ store }));
    expect(() => settle({}, {}, dir)).toThrow('in the Git directory');
  }
  fuzz(property, 300);
  expect(settled).toBeGreaterThan(10);
});
