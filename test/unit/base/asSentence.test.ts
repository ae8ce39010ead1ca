import { expect, it } from 'vitest';
import { asSentence } from '../../../src/base/errors.ts';

it.each([
  ['there is no index in /work', 'there is no index in /work.'],
  ['It was killed.', 'It was killed.'],
  ['Is it there?', 'Is it there?'],
])('%s can be followed by another sentence', (message, sentence) => {
  expect(asSentence(message)).toBe(sentence);
});
