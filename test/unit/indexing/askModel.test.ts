/** The rate of questions and the tokens of a run, with a clock of the test's own. */

import { describe, expect, it } from 'vitest';
import type { CompletionEnd } from '../../../src/base/answerTypes.ts';
import { CoraError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { askModel, type ModelRequest } from '../../../src/indexing/commentary.ts';
import type { Answered } from '../../../src/store/sideTables.ts';

const END: CompletionEnd = { promptTokens: 400, answerTokens: 50, cut: false };

/** @param say what is said about the chunk of that number; an error is thrown */
function run(
  say: (at: number) => string | CoraError,
  more: Partial<ModelRequest> = {},
): { request: ModelRequest; kept: Answered[]; starts: number[]; order: string[] } {
  let time = 0;
  let at = 0;
  const kept: Answered[] = [];
  const starts: number[] = [];
  const order: string[] = [];
  const context = { language: 'c', kind: 'function', name: 'f', text: 'f()', doc: '', outline: [], mentions: [] };
  const request: ModelRequest = {
    model: {
      id: 'test:model',
      place: 'a test',
      isRemote: false,
      async *complete() {
        starts.push(time);
        order.push('ask');
        time += 300;
        const said = say(at++);
        if (said instanceof CoraError) throw said;
        yield said;
        return END;
      },
    },
    chunks: (async function* () {
      for (let number = 0; number < 10; number++) {
        yield { contentHash: `hash${number}`, path: `${number}.c`, context: { ...context, path: `${number}.c` } };
      }
    })(),
    intervalMs: 0,
    mostTokens: 1_000_000,
    keep: async (answer) => {
      kept.push(answer);
      order.push('keep');
    },
    onProgress: () => undefined,
    wait: async (ms) => {
      time += ms;
    },
    now: () => time,
    log: silentLog,
    signal: undefined,
    ...more,
  };
  return { request, kept, starts, order };
}

describe('askModel', () => {
  it('keeps each answer before it asks again', async () => {
    const { request, kept, order } = run((at) => `About ${at}.`);
    expect(await askModel(request)).toEqual({
      ...{ answered: 10, empty: 0, failed: 0, usedTokens: 4500 },
      ...{ stopped: null, problem: null },
    });
    expect(order).toEqual(Array.from({ length: 10 }, () => ['ask', 'keep']).flat());
    expect(kept[3]).toEqual({ contentHash: 'hash3', model: 'test:model', prompt: 1, text: 'About 3.' });
  });

  it('asks not faster than the rate, and does not wait where the answers are slower', async () => {
    const slow = run(() => 'x', { intervalMs: 1000 });
    await askModel(slow.request);
    expect(slow.starts).toEqual(Array.from({ length: 10 }, (_, at) => 1000 * at));
    const fast = run(() => 'x', { intervalMs: 200 });
    await askModel(fast.request);
    expect(fast.starts).toEqual(Array.from({ length: 10 }, (_, at) => 300 * at));
  });

  it('does not begin a question that the tokens may not suffice for', async () => {
    const { request, starts } = run(() => 'x', { mostTokens: 2000 });
    const asked = await askModel(request);
    expect(asked.stopped).toBe('tokens');
    expect(asked.usedTokens).toBeLessThanOrEqual(2000);
    expect(starts.length).toBe(asked.answered);
    expect(asked.answered).toBeGreaterThan(2);
  });

  it('goes on behind one that fails, and ends behind three in a row', async () => {
    const odd = run((at) => (at % 2 === 0 ? new CoraError('MODEL', 'busy') : 'x'));
    expect(await askModel(odd.request)).toMatchObject({ answered: 5, failed: 5, stopped: null, problem: 'busy' });
    const down = run((at) => (at > 1 ? new CoraError('MODEL', 'down', { hint: 'start it' }) : 'x'));
    expect(await askModel(down.request)).toMatchObject({
      ...{ answered: 2, failed: 3, stopped: 'failures' },
      problem: 'down (start it)',
    });
  });

  it('ends at once where asking again cannot help', async () => {
    const { request, starts } = run(() => new CoraError('MODEL_AUTH', 'no key'));
    expect(await askModel(request)).toMatchObject({ failed: 1, stopped: 'failures' });
    expect(starts).toHaveLength(1);
  });

  it('lets an interruption and what is wrong with the store through', async () => {
    await expect(askModel(run(() => new CoraError('ABORTED', 'Interrupted.')).request)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    const full = run(() => 'x', { keep: () => Promise.reject(new Error('ENOSPC')) });
    await expect(askModel(full.request)).rejects.toThrow('ENOSPC');
  });
});
