/** Who searches: the caller's thread, one beside it, and what becomes of questions whose thread dies, or that nobody waits for. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import type { SearchRequest } from '../../../src/search/searchRequest.ts';
import { SearchThreads } from '../../../src/session/searchThreads.ts';
import type { Searcher } from '../../../src/session/session.ts';

/** Answers as a thread does; what it is asked says how. */
const FAKE = `
import { parentPort } from 'node:worker_threads';
const places = new Map();
parentPort.on('message', (task) => {
  if ('forget' in task) return places.delete(task.forget);
  if ('stop' in task) return parentPort.postMessage({ log: 'info', message: 'stopped', hint: undefined });
  const { id, key, request, opening } = task;
  if (opening !== null) places.set(key, opening.look.working[0].path);
  if (request === 'exit') process.exit(3);
  if (request === 'throw') throw new Error('no such luck');
  if (request === 'refuse') {
    const details = { name: 'CoraError', code: 'BROKEN_INDEX', hint: 'cora doctor' };
    return parentPort.postMessage({ id, failure: { message: 'It is damaged.', stack: 'a stack', isKnown: true, details } });
  }
  if (request !== 'wait') parentPort.postMessage({ id, result: places.get(key) + (opening === null ? ' again' : '') });
});
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cora-threads-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let open: SearchThreads | null = null;
afterEach(() => open?.close());

function threadsOf(code: string | null, most = 1, idle?: number) {
  const file = join(folder, code === null ? 'missing.mjs' : `worker${code.length}.mjs`);
  if (code !== null) writeFileSync(file, code);
  const said: string[] = [];
  const say = (message: string): void => void said.push(message);
  open = new SearchThreads({ info: say, warn: say, debug: say }, most, pathToFileURL(file), idle);
  return { threads: open, said };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

interface Asking {
  ask(request: string, signal?: AbortSignal): Promise<SearchResult>;
  /** Answers the questions that the caller's thread has. */
  free(): void;
}

const CHEAP = { embedder: 'builtin', reranker: null as string | null };

/** A searcher of files that are told by one path. */
function askingIn(
  threads: SearchThreads,
  path: string,
  { key = 'shop', readersInMemory = 9, settings = CHEAP } = {},
): Asking {
  const waiting: (() => void)[] = [];
  const searcher = {
    view: Promise.resolve({ look: { repository: { launch: () => null }, working: [{ path }] } }),
    store: Promise.resolve({ readersInMemory }),
    search: (request: unknown) => new Promise((resolve) => waiting.push(() => resolve(`own ${String(request)}`))),
  } as unknown as Searcher;
  const surroundings = { dir: '/', env: {}, cacheDir: '/', log: { info: () => undefined } };
  const { search } = threads.helping(searcher, { key, settings, surroundings } as unknown as Parameters<
    typeof threads.helping
  >[1]);
  return {
    ask: (request, signal) => search(request as unknown as SearchRequest, signal),
    free: () => {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** Answers what the caller's thread has, and what comes to it, until the answer is there. */
async function freed<T>({ free }: Asking, answer: Promise<T>): Promise<T> {
  const timer = setInterval(free, 5);
  return answer.finally(() => clearInterval(timer));
}

/** Keeps the caller's thread busy, and waits until another one has answered. */
async function warmed({ ask, free }: Asking): Promise<void> {
  void ask('busy');
  await expect
    .poll(() => {
      const answer = ask('first');
      return Promise.race([answer, turn()]);
    })
    .toBe('a.py again');
  free();
  void ask('busy');
}

describe('SearchThreads', () => {
  it('leave a single question to the caller', async () => {
    const asking = askingIn(threadsOf(FAKE).threads, 'a.py');
    for (const text of ['one', 'two']) {
      expect(await freed(asking, asking.ask(text))).toBe(`own ${text}`);
    }
  });

  it('leave a turn of the event loop between searches that begin in the caller thread', async () => {
    const begun: string[] = [];
    const steps = (name: string): Searcher['search'] =>
      (async () => {
        begun.push(name);
        for (let step = 0; step < 50; step++) await Promise.resolve();
        begun.push(`end of ${name}`);
      }) as unknown as Searcher['search'];
    const { threads } = threadsOf(FAKE, 0);
    const place = { key: 'shop', settings: CHEAP, surroundings: {} } as unknown as Parameters<
      typeof threads.helping
    >[1];
    const parts = { view: Promise.resolve({}), store: Promise.resolve(null) };
    await Promise.all(
      ['one', 'two'].map((name) =>
        threads.helping({ ...parts, search: steps(name) } as unknown as Searcher, place).search({} as SearchRequest),
      ),
    );
    expect(begun).toEqual(['one', 'end of one', 'two', 'end of two']);
  });

  it('get a place once, once more when its files have changed, and anew when it was forgotten', async () => {
    const { threads } = threadsOf(FAKE);
    const first = askingIn(threads, 'a.py');
    await warmed(first);
    expect(await first.ask('more')).toBe('a.py again');
    const next = askingIn(threads, 'b.py');
    expect(await next.ask('more')).toBe('b.py');
    expect(await next.ask('more')).toBe('b.py again');
    expect(await askingIn(threads, 'c.py', { key: 'other' }).ask('more')).toBe('c.py');
    threads.forget('shop');
    expect(await next.ask('more')).toBe('b.py');
  });

  it.each([
    { embedder: 'transformers:some/model', reranker: null },
    { embedder: 'builtin', reranker: 'transformers:some/model' },
  ])('leave all questions to the caller where a model would be loaded in each: %j', async (settings) => {
    const asking = askingIn(threadsOf(FAKE).threads, 'a.py', { settings });
    const answers = ['one', 'two', 'three'].map((text) => asking.ask(text));
    expect(await freed(asking, Promise.all(answers))).toEqual(['own one', 'own two', 'own three']);
  });

  it('tell an error as it was', async () => {
    const asking = askingIn(threadsOf(FAKE).threads, 'a.py');
    await warmed(asking);
    const refused = await asking.ask('refuse').catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...{ name: 'CoraError', code: 'BROKEN_INDEX', message: 'It is damaged.' },
      ...{ hint: 'cora doctor', stack: 'a stack' },
    });
  });

  it.each([
    ['exit', 'it ended by itself'],
    ['throw', 'no such luck'],
  ])('that die by "%s" fail their own questions, and another one is started', async (death, why) => {
    const { threads, said } = threadsOf(FAKE);
    const asking = askingIn(threads, 'a.py');
    await warmed(asking);
    const failure = await asking.ask(death).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'STORE', message: expect.stringContaining(why) });
    expect(said).toEqual([expect.stringContaining(why)]);
    asking.free();
    await warmed(asking);
  });

  it('count once they have answered, which bounds how many questions are asked at a time', async () => {
    const { threads } = threadsOf(FAKE);
    expect(threads.ready).toBe(0);
    await warmed(askingIn(threads, 'a.py'));
    expect(threads.ready).toBe(1);
    threads.close();
    expect(threads.ready).toBe(0);
  });

  it('leave a question that cannot be sent to the caller, before and after they have started', async () => {
    const { threads } = threadsOf(FAKE);
    const asking = askingIn(threads, 'a.py');
    const unsent = (() => 1) as unknown as string;
    const owned = async (): Promise<void> => {
      expect(await freed(asking, asking.ask(unsent))).toBe(`own ${unsent}`);
    };
    void asking.ask('busy');
    await owned();
    await warmed(asking);
    await owned();
    void asking.ask('busy');
    expect(await asking.ask('more')).toBe('a.py again');
  });

  it('stop what nobody waits for any more', async () => {
    const { threads, said } = threadsOf(FAKE);
    const asking = askingIn(threads, 'a.py');
    await warmed(asking);
    const stop = new AbortController();
    const answer = asking.ask('wait', stop.signal).catch((error: unknown) => error);
    await turn();
    stop.abort();
    expect(await answer).toMatchObject({ code: 'ABORTED' });
    await expect.poll(() => said).toEqual(['stopped']);
    await expect(asking.ask('more', stop.signal)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('reject what they have in work when they are closed', async () => {
    const { threads } = threadsOf(FAKE);
    const asking = askingIn(threads, 'a.py');
    await warmed(asking);
    const answer = asking.ask('wait').catch((error: unknown) => error);
    await turn();
    threads.close();
    expect(await answer).toMatchObject({ code: 'STORE', message: expect.stringContaining('the server ends') });
  });

  it('end when nobody asks them for long', async () => {
    const { threads, said } = threadsOf(FAKE, 1, 200);
    const asking = askingIn(threads, 'a.py');
    await warmed(asking);
    await expect.poll(() => said).toContainEqual(expect.stringContaining('nobody asked it'));
    asking.free();
    await warmed(asking);
  });

  it.each([
    ['there is no bundle', null, 1, 9],
    ['the bundle cannot run', 'throw new Error("bad dist")', 1, 9],
    ['there is one core', `${FAKE}\n`, 0, 9],
    ['the rows fit in memory but once', `${FAKE}\n\n`, 1, 1],
    ['the rows do not fit in memory', `${FAKE}\n\n\n`, 1, 0],
  ])('are done without where %s', async (_, code, most, readersInMemory) => {
    const asking = askingIn(threadsOf(code, most).threads, 'a.py', { readersInMemory });
    for (let round = 0; round < 3; round++) {
      const all = ['one', 'two', 'three'].map((text) => asking.ask(text));
      await turn();
      asking.free();
      expect(await Promise.all(all)).toEqual(['own one', 'own two', 'own three']);
    }
  });
});
