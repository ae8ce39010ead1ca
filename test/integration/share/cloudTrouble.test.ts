/** `db://` when the service refuses, fails, hangs, cuts short, or is not there: said in one line, without the key, and nothing is lost. */

import { describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { API_KEY, startLanceCloud, type Trouble } from '../../helpers/lanceCloud.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const TO = 'db://team-x1/shop';

async function published() {
  const cloud = await startLanceCloud();
  const repo = tempRepo();
  for (let at = 0; at < 4; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  repo.commit();
  await cora(repo).index();
  const to = (env: Record<string, string> = {}, dir = repo.dir) =>
    cora({ dir, env: { ...repo.env, ...cloud.env, ...env } });
  await to().publish(TO);
  return { cloud, repo, to };
}

/** Whatever is thrown, all of it. */
async function failureOf(action: Promise<unknown>): Promise<{ code: string; message: string; all: string }> {
  const error = await action.then(
    () => new Error('it succeeded'),
    (thrown: Error) => thrown,
  );
  if (!isCoraError(error)) throw error;
  const { code, message, hint, stack, cause } = error;
  return { code, message, all: [message, hint, stack, String(cause)].join('\n') };
}

describe('a service that', () => {
  const troubles: [string, Trouble, string, RegExp][] = [
    ['refuses the key', () => 401, 'NETWORK', /refuses these credentials.*401/],
    ['forbids it', () => 403, 'NETWORK', /refuses these credentials.*403/],
    ['knows no such database', () => 404, 'NO_INDEX', /no index in db:\/\/team-x1\/shop/],
    ['fails', () => 500, 'NETWORK', /in trouble \(500\)/],
    ['has no time', () => 429, 'NETWORK', /no time.*\(429\)/],
    ['fails at a query', (asked) => (asked.startsWith('query') ? 503 : undefined), 'NETWORK', /in trouble \(503\)/],
    ['loses a table', (asked) => (asked.includes('chunks') ? 404 : undefined), 'BROKEN_INDEX', /gone/],
    ['hangs', () => 'hang', 'NETWORK', /cannot be reached/],
    [
      'hangs at the rows',
      (asked) => (/query.*chunks/.test(asked) ? 'hang' : undefined),
      'NETWORK',
      /cannot be reached/,
    ],
  ];
  it.each(shareOf(troubles, 8))('%s', async (name, trouble, code, message) => {
    const { cloud, repo, to } = await published();
    cloud.set({ trouble });
    const clone = repo.clone();
    // Who waits for nothing need not wait long; the others are not hurried on a slow machine.
    const env = name.startsWith('hangs') ? { LANCE_CLIENT_READ_TIMEOUT: '1' } : undefined;
    const failure = await failureOf(to(env, clone.dir).pull(TO));
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(failure.all).not.toContain(API_KEY);
    cloud.set({});
    expect(await to({}, clone.dir).pull(TO)).toMatchObject({ blobs: { added: 4 }, index: { computed: 0 } });
  });

  slow.it('fails now and then is asked again', async () => {
    const { cloud, repo, to } = await published();
    cloud.set({ trouble: (_, nth) => (nth === 1 ? 503 : undefined) });
    expect(await to({}, repo.clone().dir).pull(TO)).toMatchObject({ blobs: { added: 4 }, index: { computed: 0 } });
  });

  slow.it('gives fewer rows than it counts is not believed', async () => {
    const { cloud, repo, to } = await published();
    cloud.set({ mostRows: 3 });
    const query = () => to().query('x', { index: TO });
    for (const action of [() => to({}, repo.clone().dir).pull(TO), () => to().publish(TO), query])
      expect(await failureOf(action())).toMatchObject({
        code: 'NETWORK',
        message: expect.stringMatching(/gave 3 of \d+ rows/),
      });
  });

  slow.it('fails in the middle of a push has published nothing, and the next push goes on', async () => {
    const { cloud, repo, to } = await published();
    repo.file('src/new.py', sourceOf('py', 501)).commit();
    await cora(repo).index();
    cloud.set({ trouble: (asked) => (asked === 'insert shop-published' ? 500 : undefined) });
    expect(await failureOf(to().publish(TO))).toMatchObject({ code: 'NETWORK' });
    cloud.set({});
    expect(await to({}, repo.clone().dir).pull(TO)).toMatchObject({ commitsBehind: 1 });
    expect(await to().publish(TO)).toMatchObject({ blobs: { added: 0, known: 5 }, rows: 0 });
  });

  slow.it('is not there', async () => {
    const { to } = await published();
    const failure = await failureOf(to({ LANCEDB_HOST_OVERRIDE: 'http://127.0.0.1:9' }).pull(TO));
    expect(failure).toMatchObject({ code: 'NETWORK', message: expect.stringMatching(/cannot be reached/) });
  });
});

describe('the key', () => {
  quick.it('is asked for by name where it is missing', async () => {
    const { to } = await published();
    const failure = await failureOf(to({ LANCEDB_API_KEY: '' }).pull(TO));
    expect(failure).toMatchObject({ code: 'USAGE', all: expect.stringMatching(/set LANCEDB_API_KEY/) });
  });

  slow.it('is in no file that Cora writes', async () => {
    const { repo, to } = await published();
    const clone = repo.clone();
    await to({}, clone.dir).pull(TO);
    const { execFileSync } = await import('node:child_process');
    const found = () => execFileSync('grep', ['-rlF', API_KEY, storeDir(clone), clone.dir]);
    expect(found).toThrow(expect.objectContaining({ status: 1 }));
  });
});
