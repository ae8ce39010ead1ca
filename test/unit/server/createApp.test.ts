/** What every answer of the API has, whatever its route does: an id, one form for errors, a time limit, a line in the log. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import type { AddRoutes, ApiServices } from '../../../src/server/apiServices.ts';
import { createApp } from '../../../src/server/createApp.ts';
import { LiveRequests } from '../../../src/server/liveRequests.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** An app of one route at /do. */
function appOf(run: (signal: AbortSignal) => Promise<unknown>) {
  const log: Record<string, unknown>[] = [];
  const live = new LiveRequests();
  const stop = new AbortController();
  const route: AddRoutes = (added) => {
    added.get('/do', async (c) => c.json((await run(c.get('life').signal)) as object, 200));
  };
  const app = createApp({
    services: { stopping: stop.signal } as ApiServices,
    access: { host: '127.0.0.1', token: null, isOpen: () => false },
    live,
    log: (level, entry) => log.push({ level, ...entry }),
    routes: [route],
  });
  const call = async () => {
    const response = await app.request('http://localhost/do', {
      headers: { host: 'localhost', 'x-request-id': 'id-1' },
    });
    return { response, body: (await response.json()) as Record<string, unknown> };
  };
  return { call, log, live, stop };
}

describe('createApp', () => {
  it('keeps what nobody foresaw for the log', async () => {
    const { call, log, live } = appOf(() => Promise.reject(new TypeError('secret of the inside')));
    const { response, body } = await call();
    expect(response.status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(body).toMatchObject({ error: { code: 'UNEXPECTED', request_id: 'id-1' } });
    expect(log).toMatchObject([{ level: 'error', request_id: 'id-1', method: 'GET', route: '/do', status: 500 }]);
    expect(String(log[0]!['error'])).toContain('secret of the inside');
    expect(live.size).toBe(0);
  });

  it('gives what is known a status, and hints that somebody at a distance can follow', async () => {
    const { call, log } = appOf(() =>
      Promise.reject(new CoraError('NO_INDEX', 'There is none.', { hint: 'cora index' })),
    );
    const { response, body } = await call();
    expect(response.status).toBe(409);
    expect(body).toMatchObject({
      error: { code: 'NO_INDEX', hint: expect.stringContaining('POST /repos/{id}/index') },
    });
    expect(log[0]!['error']).toBeUndefined();
  });

  it('ends what takes too long, and says so', async () => {
    vi.useFakeTimers();
    const { call } = appOf(
      (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new CoraError('ABORTED', 'Interrupted.'))),
        ),
    );
    const asked = call();
    await vi.advanceTimersByTimeAsync(30_000);
    const { response, body } = await asked;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toMatchObject({ error: { code: 'TIMEOUT' } });
  });

  it('takes nothing new when it is being stopped, and ends what runs when it must', async () => {
    const { call, live, stop } = appOf(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const running = call();
    await vi.waitUntil(() => live.size === 1, { timeout: 60_000 });
    stop.abort();
    const late = await call();
    expect([late.response.status, late.response.headers.get('connection')]).toEqual([503, 'close']);
    live.abortAll();
    expect((await running).body).toMatchObject({ error: { code: 'STOPPING' } });
  });
});
