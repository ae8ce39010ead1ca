/** What was found by its name is gone wherever else it stands, however many values begin alike. */

import { expect, it } from 'vitest';
import { redactText } from '../../../src/secrets/redact.ts';
import fc from '../../helpers/fastCheck.ts';
import { randomOf } from '../../helpers/madeUpSecrets.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ';
const LEAST = 12;

/** Strong passwords that begin alike, and are longer ones of each other. */
function familyOf(seed: number, head: string, size: number): string[] {
  const random = randomOf(seed);
  const of = (letters: string, length: number): string =>
    Array.from({ length }, () => letters[random(letters.length)]).join('');
  return Array.from(
    { length: size },
    () => `${head}${of(LETTERS, 2)}${of('0123456789', 2)}!${of(LETTERS, 6)}7Q`,
  ).flatMap((value) => [value, `${value}w${of('0123456789', 1)}K`]);
}

it('is gone of two passwords that begin alike', () => {
  const [first, second] = ['Shop-Kq9!vT2#mZ', 'Shop-Xb4@nR8$pL'];
  const text = `prod_password = "${first}"\nstage_password = "${second}"\n# old ${first}\n# stage ${second}\n`;
  const safe = redactText(text);
  expect(safe).not.toContain(first);
  expect(safe).not.toContain(second);
});

it('is gone of each value of twelve characters and more, and of no other text', () => {
  fc.assert(
    fc.property(
      fc.nat(1e6),
      fc.constantFrom('Sho-', 'Shop-', 'Shop-Prod-Mail-', ''),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(' ', '\n', '', '|'),
      (seed, head, size, between) => {
        const values = familyOf(seed, head, size);
        const named = values.map((value, at) => `password_${at} = "${value}"\n`).join('');
        const others = [...values].reverse().join(between);
        const safe = redactText(`${named}see ${others} of ${head}Vx81!abcdefg7Q\n`);
        expect(values.every((value) => value.length >= LEAST)).toBe(true);
        expect(values.filter((value) => safe.includes(value))).toEqual([]);
        expect(safe.endsWith(` of ${head}Vx81!abcdefg7Q\n`)).toBe(true);
        expect(redactText(safe)).toBe(safe);
      },
    ),
    { numRuns: 60 },
  );
});

it('is gone of the cells of a table, too', () => {
  const [first, second] = familyOf(3, 'Shop-', 2).filter((_, at) => at % 2 === 0) as [string, string];
  const safe = redactText(`user,password\na,${first}\nb,${second}\n\nsee ${first} and ${second}\n`);
  expect(safe).not.toContain(first);
  expect(safe).not.toContain(second);
});

it('is gone of more than a thousand values in one text', () => {
  const values = familyOf(9, 'Shop-', 700);
  const safe = redactText(`${values.map((value) => `password = "${value}"\n`).join('')}${values.join('\n')}\n`);
  expect(values.filter((value) => safe.includes(value))).toEqual([]);
});

it('stays of the lines of a private key, which a public key has too', () => {
  const line = (at: number): string =>
    Buffer.from(familyOf(at, '', 2).join(''))
      .toString('base64')
      .slice(0, 44);
  const armour = (kind: string): string =>
    [`-----BEGIN ${kind} ${'KEY'}-----`, line(1), line(2), `-----END ${kind} ${'KEY'}-----`, ''].join('\n');
  const safe = redactText(armour('PRIVATE') + armour('PUBLIC'));
  expect(safe.endsWith(armour('PUBLIC'))).toBe(true);
  expect(safe.indexOf(line(1))).toBe(safe.lastIndexOf(line(1)));
  expect(safe).toContain('REDACTED');
});
