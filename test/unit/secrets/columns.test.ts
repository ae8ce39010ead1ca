/** Tables with more columns of secrets than the text is looked through. */

import { expect, it } from 'vitest';
import { redactText } from '../../../src/secrets/redact.ts';
import { randomOf } from '../../helpers/madeUpSecrets.ts';

const ALNUM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

it.each([',', '|', ';', '\t'])('hides the cells of twenty columns between %j', (separator) => {
  const random = randomOf(7);
  const cell = (): string => Array.from({ length: 24 }, () => ALNUM[random(ALNUM.length)]).join('');
  const heads = Array.from({ length: 20 }, (_, at) => `stage${at}_token`);
  const rows = Array.from({ length: 4 }, () => heads.map(cell));
  const lines = [['name', ...heads], ...rows.map((row, at) => [`row${at}`, ...row])];
  const safe = redactText(`${lines.map((line) => line.join(separator)).join('\n')}\n`);
  expect(rows.flat().filter((value) => safe.includes(value))).toEqual([]);
  expect(safe.split('\n').map((line) => line.split(separator)[0])).toEqual([
    'name',
    'row0',
    'row1',
    'row2',
    'row3',
    '',
  ]);
});
