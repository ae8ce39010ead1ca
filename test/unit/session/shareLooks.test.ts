/** Who shares a look at the working tree with whom: never one that began before the request came. */

import { describe, expect, it } from 'vitest';
import { shareLooks } from '../../../src/session/openSessions.ts';
import type { Searcher, Session } from '../../../src/session/session.ts';

/** A session whose looks the test ends; a searcher knows the number of its look, from 0. */
function sessionOf(gather?: () => Promise<void>) {
  const looks: { end: () => void; fail: (error: Error) => void }[] = [];
  const closed: number[] = [];
  const session: Session = {
    now: () =>
      new Promise((resolve, reject) => {
        const number = looks.length;
        const searcher = { number, view: Promise.resolve(), close: () => closed.push(number) } as unknown as Searcher;
        looks.push({ end: () => resolve(searcher), fail: reject });
      }),
    close: () => undefined,
  };
  return { session: shareLooks(session, gather), looks, closed };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const numberOf = (searcher: Searcher) => (searcher as unknown as { number: number }).number;

describe('shareLooks', () => {
  it('begins one for the first, and the next one for all who come meanwhile', async () => {
    const { session, looks, closed } = sessionOf();
    const asked = [session.now(), session.now(), session.now()];
    await settled();
    expect(looks).toHaveLength(1);
    looks[0]!.end();
    await settled();
    expect(looks).toHaveLength(2);
    const late = session.now();
    looks[1]!.end();
    await settled();
    looks[2]!.end();
    const searchers = await Promise.all([...asked, late]);
    expect(searchers.map(numberOf)).toEqual([0, 1, 1, 2]);
    searchers[1]!.close();
    searchers[1]!.close();
    await settled();
    expect(closed).toEqual([]);
    for (const searcher of searchers) searcher.close();
    await settled();
    expect(closed.sort()).toEqual([0, 1, 2]);
  });

  it('lets more requests gather before the next one, where it is told to wait', async () => {
    let go = (): void => undefined;
    const { session, looks } = sessionOf(() => new Promise((resolve) => (go = resolve)));
    const asked = [session.now(), session.now()];
    await settled();
    looks[0]!.end();
    await settled();
    expect(looks).toHaveLength(1);
    asked.push(session.now());
    go();
    await settled();
    looks[1]!.end();
    expect((await Promise.all(asked)).map(numberOf)).toEqual([0, 1, 1]);
  });

  it('looks again after a failure, and tells only those who waited for it', async () => {
    const { session, looks } = sessionOf();
    const first = session.now();
    const second = session.now();
    await settled();
    looks[0]!.fail(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await settled();
    looks[1]!.end();
    expect(numberOf(await second)).toBe(1);
  });

  it('lets one of them go away, and closes what nobody waits for any more', async () => {
    const { session, looks, closed } = sessionOf();
    const stop = new AbortController();
    const gone = session.now(stop.signal);
    const waiting = session.now(stop.signal);
    const stays = session.now();
    stop.abort(new Error('client is gone'));
    await expect(gone).rejects.toThrow('client is gone');
    await expect(waiting).rejects.toThrow('client is gone');
    looks[0]!.end();
    await settled();
    expect(closed).toContain(0);
    looks[1]!.end();
    expect(numberOf(await stays)).toBe(1);
    expect(closed).not.toContain(1);
  });
});
