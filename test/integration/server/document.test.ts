/** The document of the API, which anybody may ask for. */

import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { ApiServices } from '../../../src/server/apiServices.ts';
import { addHealth, createApp, ROUTES } from '../../../src/server/createApp.ts';
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

interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: { 'application/json': { schema: { $ref?: string; properties?: object } } } };
}

it('names nothing that docs/http.md leaves out: no route, no parameter, no field of a request', async () => {
  const app = createApp({
    services: { stopping: new AbortController().signal } as ApiServices,
    access: { host: '127.0.0.1', token: null, isOpen: () => true },
    live: new LiveRequests(),
    log: () => undefined,
    routes: ROUTES,
  });
  const answer = await app.request('/openapi.json', { headers: { host: '127.0.0.1' } });
  const { paths, components } = (await answer.json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { properties?: object }> };
  };
  const page = readFileSync(new URL('../../../docs/http.md', import.meta.url), 'utf8');
  const names = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const schema = requestBody?.content['application/json'].schema;
      const body = schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!];
      const fields = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
      return [`${method.toUpperCase()} ${path}`, ...fields.map((field) => `${path}: ${field}`)];
    }),
  );
  const isSaid = (name: string): boolean => {
    const said = name.includes(': ') ? name.split(': ')[1]! : name;
    return new RegExp(`[\`"?&]${said.replace(/[{}]/g, '\\$&')}(?![\\w/])`).test(page);
  };
  expect(names.length).toBeGreaterThan(60);
  expect([...new Set(names)].filter((name) => !isSaid(name))).toEqual([]);
});
