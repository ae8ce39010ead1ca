import { expect, it } from 'vitest';
import { nothingCommitted } from '../../../src/git/repository.ts';
import { errorResult } from '../../../src/mcp/answer.ts';

it('says what works before the first commit, and not that an index can be built', () => {
  const [said] = errorResult(nothingCommitted('NO_INDEX')).content;
  expect(said).toEqual({
    type: 'text',
    text: [
      'This branch has no commits yet, and Cora indexes commits.',
      'grep and read work meanwhile. An index can be built after the first commit.',
    ].join('\n'),
  });
});
