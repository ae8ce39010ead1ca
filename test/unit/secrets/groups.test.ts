/** Each group of forms that an audit brought past the redaction is found, whatever its characters are. */

import { expect, test } from 'vitest';
import { redactBytes } from '../../../src/secrets/redact.ts';
import { secretGroups } from '../../helpers/secretGroups.ts';
import { shareOf } from '../../helpers/slow.ts';

const SEEDS = shareOf(
  Array.from({ length: 40 }, (_, at) => at + 1),
  5,
);

test.each(secretGroups(1).map(({ group }) => group))('%s', (group) => {
  const left = SEEDS.map((seed) => secretGroups(seed).find((one) => one.group === group)!).filter(({ text, secret }) =>
    Buffer.from(redactBytes(Buffer.from(text)).bytes)
      .toString()
      .includes(secret),
  );
  expect(left.map(({ text }) => text)).toEqual([]);
});

test('there are more than fifty groups', () => {
  expect(secretGroups(1).length).toBeGreaterThan(50);
});
