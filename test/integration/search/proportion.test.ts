/** The work for a quoted message has a bound, whatever the lines are that it is compared with. */

import { expect, test } from 'vitest';
import { stepCounter } from '../../helpers/stepCounter.ts';

const countSteps = await stepCounter('/src/search/question/');
const { quotedParts, shareIn } = await import('../../../src/search/question/readNames.ts');

const stepsFor = (words: readonly string[], text: string, count: number): Promise<number> => {
  const [message] = quotedParts(words.join(' '));
  const lines = Array.from({ length: count }, () => `say("${text.slice(0, 390)}")`);
  return countSteps(async () => shareIn(lines, message!));
};

test('a line is compared with the beginning of a long message', async () => {
  const message = (count: number) => ['The', ...Array.from({ length: count }, (_, at) => 'abc'[at % 3]!)];
  const [few, many] = [
    await stepsFor(message(80), 'b c a d '.repeat(60), 50),
    await stepsFor(message(400), 'b c a d '.repeat(60), 50),
  ];
  expect(few).toBeGreaterThan(50 * 60 * 60);
  expect(many / few).toBeLessThan(1.1);
});

test('a line without a run of the message is read once', async () => {
  const message = ['The', ...'abcabcabcabcabcabcabcabcabcabc'];
  expect(await stepsFor(message, 'a c b '.repeat(80), 200)).toBeLessThan(200 * 390 * 4);
});
