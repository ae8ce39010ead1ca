import { expect, it } from 'vitest';
import { SessionMember } from '../../../src/session/openSessions.ts';
import type { Searcher, Session } from '../../../src/session/session.ts';

/** A session of which each look says when it is closed. */
function sessionOf(closed: number[]): Session {
  let looks = 0;
  return {
    now: async () => {
      const look = looks++;
      return {
        parts: async () => ({ context: {}, view: { look } }),
        close: () => closed.push(look),
      } as unknown as Searcher;
    },
    close: () => undefined,
  };
}

it('a look that one search reads from stays open while another search looks again', async () => {
  const closed: number[] = [];
  const member = new SessionMember('shop', sessionOf(closed));
  await member.view();
  const others: number[][] = [];
  await member.use(true, async () => {
    await member.view();
    others.push([...closed]);
  });
  expect(others).toEqual([[]]);
  expect(closed).toEqual([0]);
  member.close();
  member.close();
  expect(closed).toEqual([0, 1]);
});

it('a search that outlives its member leaves no look open', async () => {
  const closed: number[] = [];
  const member = new SessionMember('shop', sessionOf(closed));
  await member.view();
  await member.use(true, async () => member.close());
  expect(closed).toEqual([0]);
  await member.use(true, async () => expect(closed).toEqual([0]));
  await member.view();
  expect(closed).toEqual([0, 1, 2]);
});
