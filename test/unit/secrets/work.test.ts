/** Text that was written to keep the rules busy costs no more than its length allows. */

import { expect, it } from 'vitest';
import { redactText } from '../../../src/secrets/redact.ts';
import { quick, shareOf } from '../../helpers/slow.ts';

/** Of processor time, so that a busy machine changes nothing; without its limit each of these takes twenty seconds and more. */
const MOST_MS = 12_000;

const TEXTS: [string, string][] = [
  ['lines that are each a list and an item of the one before', '- tokens:\n'.repeat(30_000)],
  ['lines that each say that they are a Secret of Kubernetes', 'a kind: secret\n'.repeat(150_000)],
  [
    'long examples of a token, each of which begins in another one',
    `${'-ZXlKaaaabbbbcc'.repeat(790)}dummy\n`.repeat(120),
  ],
  [
    'a table of many columns of secrets, with many rows',
    `${'token token token token|'.repeat(39)}token\n${`x${'|x'.repeat(39)}\n`.repeat(6_000)}`,
  ],
  [
    'lines that differ from a long secret at their ends only',
    `-----BEGIN ${'PRIVATE'} KEY-----${'a'.repeat(39_000)}-----END ${'PRIVATE'} KEY-----\n${`${'a'.repeat(38_990)}b\n`.repeat(6)}`,
  ],
];

it.each(shareOf(TEXTS, 3))('%s', { timeout: 300_000 }, (_, text) => {
  const started = process.cpuUsage();
  expect(redactText(text)).toHaveLength(text.length);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(MOST_MS);
});

quick.it('finds the values of lists within lists', () => {
  const values = ['q7Zp0Vd2Lk9Xw3Rt', 'h4Bn8Ms1Yc6Ug5Je', 'a9Fk2Wd7Qx4Zr1Tv'];
  const [first, second, third] = values;
  const safe = redactText(`tokens:\n- ${first}\n- tokens:\n  - ${second}\n- secrets:\n  - ${third}\n`);
  expect(values.filter((value) => safe.includes(value))).toEqual([]);
  expect(safe).toContain('- tokens:\n');
});
