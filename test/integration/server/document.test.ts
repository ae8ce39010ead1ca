/** The document of the API, which anybody may ask for. */

import { expect, it, vi } from 'vitest';
import type { ApiServices } from '../../../src/server/apiServices.ts';
import { addHealth, createApp } from '../../../src/server/createApp.ts';
import { LiveRequests } from '../../../src/server/liveRequests.ts';

it('is made once, however often it is asked for', async () => {
  const app = createApp({
    services: { stopping: new AbortController().signal } as ApiServices,
    access: { host: '127.0.0.1', token: 'secret', isOpen: (path) => path === '/openapi.json' },
    live: new LiveRequests(),
    log: () => undefined,
    routes: [addHealth],
  });
  const make = vi.spyOn(app, 'getOpenAPI31Document');
  const ask = () => app.request('/openapi.json', { headers: { host: '127.0.0.1' } });
  const answers = await Promise.all([ask(), ask(), ask()]);
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.text()));
  expect(others).toEqual([first, first]);
  expect(JSON.parse(first!)).toMatchObject({ openapi: '3.1.0', paths: { '/health': {} } });
  expect(answers[0]!.headers.get('content-type')).toBe('application/json');
  expect(make).toHaveBeenCalledOnce();
});
