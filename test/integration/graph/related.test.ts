/** What is listed beside results and from one place: of the caller's view, uncommitted edits with it, the same after a rebuild. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { RelatedHit } from '../../../src/base/searchTypes.ts';
import type { NamedPlace } from '../../../src/graph/findPlace.ts';
import { neighbourhood, related } from '../../../src/graph/related.ts';
import type { Flags } from '../../../src/settings/options.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const SOURCES: Record<string, string> = {
  'py/pool.py': `from py.socket_options import SocketOptions


class ConnectionPool:
    """Keeps idle connections."""

    def acquire_connection(self, options: SocketOptions):
        return open_socket(options)


def open_socket(options):
    return options
`,
  'py/socket_options.py': `class SocketOptions:
    timeout = 3
    retries = 2
    linger = None
    backlog = 5
`,
  'py/session.py': `from py.pool import ConnectionPool


class Session:
    def send(self, request):
        pool = ConnectionPool()
        return pool.acquire_connection(request.options)
`,
  'tests/test_pool.py': `from py.pool import ConnectionPool


def test_idle_connections_are_reused():
    assert ConnectionPool().acquire_connection(None) is None
`,
  'web/pool.ts': `export function acquireConnection(): number {
  return renderChart();
}

function renderChart(): number {
  return 1;
}
`,
  'go/main.go': `package main

func main() {
	println("nothing to do with any of it")
}
`,
};

function fill(repo: TempRepo): TempRepo {
  for (const [path, text] of Object.entries(SOURCES)) repo.file(path, text);
  repo.commit();
  return repo;
}

const QUESTION = 'acquire_connection of the ConnectionPool';
const told = (hits: readonly RelatedHit[]) => hits.map(({ path, reason }) => `${path}: ${reason}`);

async function relatedTo(repo: TempRepo, place: NamedPlace, flags: Flags = {}): Promise<RelatedHit[]> {
  const searcher = await cora(repo).searcher(flags);
  try {
    const { path = [], lang = [], kind = [] } = flags;
    const asked = { place, limit: 8, paths: path, languages: lang, kinds: kind };
    return (await related(await searcher.symbols(), asked)).related;
  } finally {
    searcher.close();
  }
}

describe('beside results', () => {
  const repo = fill(tempRepo());
  beforeAll(async () => {
    await cora(repo).index();
  });

  const ask = (flags: Flags = {}) => cora(repo).query(QUESTION, { limit: 1, ...flags });

  test('tests, callers and types of the result, and of its language only', async () => {
    const { results, related: found } = await ask();
    expect(results[0]!.path).toBe('py/pool.py');
    expect(told(found)).toEqual([
      'tests/test_pool.py: test of ConnectionPool',
      'py/session.py: calls ConnectionPool',
      'py/socket_options.py: used as a type by ConnectionPool.acquire_connection',
    ]);
    expect(found[1]).toMatchObject({ startLine: 5, endLine: 7, kind: 'method', symbol: 'send', status: 'committed' });
  });

  test('the same after a rebuild, and none where none are asked for', async () => {
    const { related: before } = await ask();
    await cora(repo).index({ full: true });
    expect((await ask()).related).toEqual(before);
    expect((await ask({ related: 0 })).related).toEqual([]);
    expect((await ask({ related: 1 })).related).toEqual(before.slice(0, 1));
  });

  test('filters hold for them too', async () => {
    expect(told((await ask({ path: ['py/**'] })).related)).toEqual([
      'py/session.py: calls ConnectionPool',
      'py/socket_options.py: used as a type by ConnectionPool.acquire_connection',
    ]);
  });

  test('with a weight the graph brings what the words do not, and says why', async () => {
    const lines = { lines: 0, limit: 10 };
    const find = async (flags: Flags) =>
      (await ask({ ...lines, ...flags })).results.find(({ path }) => path === 'py/socket_options.py');
    expect(await find({})).toBeUndefined();
    const found = await find({ weight: ['graph=0.3'], explain: true });
    expect(found).toMatchObject({ reason: 'used as a type by ConnectionPool.acquire_connection' });
    expect(found!.why.references).toBeGreaterThan(0);
    expect(found!.explain!['graph']!.score).toBeCloseTo(0.3 * found!.why.references, 3);
  });
});

describe('from one place', () => {
  const repo = fill(tempRepo());
  beforeAll(async () => {
    await cora(repo).index();
  });

  test('a line leads to its definition, a chunk id to the same', async () => {
    const byLine = await relatedTo(repo, { path: 'py/session.py', line: 4 });
    expect(told(byLine)[0]).toBe('py/pool.py: called by Session.send');
    const [hit] = (await cora(repo).query('Session send', { limit: 1 })).results;
    expect(hit!.path).toBe('py/session.py');
    expect(await relatedTo(repo, { chunkId: hit!.chunkId })).toEqual(byLine);
  });

  test('a file leads to what uses its definitions and what they use', async () => {
    const found = told(await relatedTo(repo, { path: 'py/pool.py', line: null }));
    expect(found.slice(0, 3)).toEqual([
      'tests/test_pool.py: test of ConnectionPool',
      'py/socket_options.py: used as a type by ConnectionPool.acquire_connection',
      'py/session.py: calls ConnectionPool',
    ]);
    expect(found.some((one) => one.startsWith('py/pool.py'))).toBe(false);
    const searcher = await cora(repo).searcher({});
    const { center, nodes } = await neighbourhood(await searcher.symbols(), { path: 'py/pool.py', line: null }, 5);
    searcher.close();
    expect(nodes.find(({ id }) => id === center)).toMatchObject({ symbol: 'pool.py', startLine: 1, endLine: 12 });
    await expect(relatedTo(repo, { path: 'py/none.py', line: null })).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('an uncommitted caller is found, a deleted one is not, other branches never', async () => {
    repo.git('checkout', '-q', '-b', 'other');
    repo.file('py/other.py', 'from py.pool import ConnectionPool\n\n\ndef other():\n    return ConnectionPool()\n');
    repo.commit();
    await cora(repo).index();
    const at = { path: 'py/pool.py', line: 4 };
    expect(told(await relatedTo(repo, at))).toContain('py/other.py: calls ConnectionPool');
    repo.git('checkout', '-q', 'main');
    repo.remove('py/session.py');
    repo.file('py/fresh.py', 'from py.pool import ConnectionPool\n\n\ndef fresh():\n    return ConnectionPool()\n');
    const found = await relatedTo(repo, at);
    expect(told(found)).toContain('py/fresh.py: calls ConnectionPool');
    expect(found.find(({ path }) => path === 'py/fresh.py')!.status).toBe('untracked');
    expect(found.map(({ path }) => path)).not.toContain('py/other.py');
    expect(found.map(({ path }) => path)).not.toContain('py/session.py');
    const committed = await relatedTo(repo, at, { committed: true });
    expect(told(committed)).toContain('py/session.py: calls ConnectionPool');
    repo.git('checkout', '-q', '--', 'py/session.py');
    repo.remove('py/fresh.py');
    expect(await relatedTo(repo, at)).toEqual(committed);
  });

  test('a place that is not there is an error that says what is', async () => {
    await expect(relatedTo(repo, { path: 'py/pol.py', line: 1 })).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'Did you mean py/pool.py?',
    });
    await expect(relatedTo(repo, { path: 'py/pool.py', line: 999 })).rejects.toThrow('py/pool.py ends at line 12.');
    await expect(relatedTo(repo, { chunkId: '0123456789abcdef' })).rejects.toThrow('No chunk of this view');
  });
});
