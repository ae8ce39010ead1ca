import { describe, expect, it } from 'vitest';
import { identifiersOfQuestion } from '../../../src/base/words.ts';
import { impliedWords } from '../../../src/search/assumeNames.ts';

const implied = (text: string) => impliedWords(identifiersOfQuestion(text));

describe('impliedWords', () => {
  it('names what an idiom asks for, in the words of code', () => {
    expect(implied('How long does a message stay on screen?')).toContain('timeout');
    expect(implied('how often is the disk looked at')).toEqual(['interval', 'frequency', 'period', 'schedule']);
    expect(implied('where can I turn off the sound')).toEqual(['disable']);
  });

  it('leaves out what the question says itself', () => {
    expect(implied('how often does the Schedule run')).toEqual(['interval', 'frequency', 'period']);
  });

  it('reads whole words in their order', () => {
    expect(implied('show longer lines')).toEqual([]);
    expect(implied('long how')).toEqual([]);
    expect(implied('escape the percent sign in a string')).toEqual([]);
    expect(implied('parseHeader')).toEqual([]);
    // Asks for a form, not for colours.
    expect(implied('what does a config file look like')).toEqual([]);
    expect(implied('')).toEqual([]);
  });
});
