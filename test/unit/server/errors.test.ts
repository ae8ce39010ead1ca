import { expect, it } from 'vitest';
import { nothingCommitted } from '../../../src/git/repository.ts';
import { faultOf } from '../../../src/server/errors.ts';

it('sends nobody to build an index of a branch without commits', () => {
  const { status, code, message, hint } = faultOf(nothingCommitted('NO_INDEX'));
  expect({ status, code, message }).toEqual({
    status: 409,
    code: 'NO_INDEX',
    message: 'This branch has no commits yet, and Cora indexes commits.',
  });
  expect(hint).toMatch(/^Commit something there first\. POST /);
});
