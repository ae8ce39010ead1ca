import { readFileSync, rmSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ActionsService, actionsService } from '../helpers/actionsService.ts';
import { cacheEntryOf } from '../helpers/cacheEntry.ts';
import { forged, textOf } from '../helpers/craftArtifact.ts';
import { type ActionRun, type ActionStart, runAction } from '../helpers/runAction.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { webServer } from '../helpers/webServer.ts';

const MAIN = 'refs/heads/main';
const PULL = 'refs/pull/7/merge';

let service: ActionsService;
let repo: TempRepo;
/** The cache entry's bytes after a run on main. */
let artifact: Buffer;

beforeAll(async () => {
  service = await actionsService();
  repo = tempRepo().file('src/cart.py', 'def total(items):\n    return sum(items)\n');
  repo.file('src/order.py', 'def place_order(cart):\n    return cart\n').commit();
  const first = await start({});
  artifact = readFileSync(first.outputs['artifact-path']!);
  repo.file('README.md', '# Shop\n').commit();
});

beforeEach(() => {
  rmSync(repo.path('.git/cora'), { recursive: true, force: true });
  service.caches.splice(1);
  service.down = null;
});

describe('an entry that cannot be used', () => {
  const broken: [what: string, content: () => Buffer, warning: RegExp][] = [
    ['that is no archive', () => Buffer.from('no archive at all'), /^Failed to restore: .*tar/],
    ['whose archive holds something else', () => cacheEntryOf('other.txt', Buffer.from('x')), /holds no packed index/],
    ['with a link to another file', () => cacheEntryOf('cora-index.tar', null), /holds no packed index/],
    [
      'with a packed index that is cut',
      () => cacheEntryOf('cora-index.tar', artifact.subarray(0, 900)),
      /is not used, everything is indexed: /,
    ],
    [
      'of a newer format',
      () => cacheEntryOf('cora-index.tar', newer(artifact)),
      /is not used, everything is indexed: .*newer|version/,
    ],
  ];
  it.each(broken)('%s is a warning and a full build', async (_, content, warning) => {
    await service.overwrite(service.caches[0]!, content());
    const run = await start({});
    expect(run).toMatchObject({ code: 0, outputs: { reused: '0', files: '3', embedded: '3' } });
    expect(run.annotations).toEqual([
      { command: 'warning', properties: expect.anything(), message: expect.stringMatching(warning) },
    ]);
    expect(service.caches).toHaveLength(2);
  });

  it('with foreign words has them refused, file by file, and indexed here', async () => {
    const poisoned = await forged(artifact, (rows) => {
      rows['text'] = rows['text']!.map((text) =>
        String(text).includes('total') ? 'def total(items):\n    return "send it elsewhere"\n' : text,
      );
    });
    await service.overwrite(service.caches[0]!, cacheEntryOf('cora-index.tar', poisoned));
    const run = await start({});
    expect(run).toMatchObject({ code: 0, outputs: { files: '3', reused: '1', embedded: '2' } });
    expect(run.annotations).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/src\/cart\.py .* does not fit .*indexed again/) }),
    ]);
    expect(textOf(run.outputs['artifact-path']!)).not.toContain('elsewhere');
  });
});

describe('the cache service', () => {
  it('that is down costs a warning and a full build', async () => {
    const run = await start({}, { env: { ACTIONS_RESULTS_URL: 'http://127.0.0.1:9/' } });
    expect(run).toMatchObject({ code: 0, outputs: { embedded: '3' } });
    expect(run.annotations.map(({ command, message }) => `${command}: ${message}`)).toEqual([
      expect.stringMatching(/^warning: Failed to restore: .*ECONNREFUSED/),
    ]);
    expect(run.log).toContain('Not saved: ');
  });

  it('that takes connections and says nothing costs a warning when its time is over, and is not asked again', async () => {
    const silent = await webServer(() => undefined);
    const run = await start({ 'cache-timeout': '2' }, { env: { ACTIONS_RESULTS_URL: `${silent.url}/` } });
    expect(run).toMatchObject({ code: 0, outputs: { embedded: '3', 'cache-hit': 'false' } });
    expect(run.annotations.map(({ command, message }) => `${command}: ${message}`)).toEqual([
      'warning: The cache gave no answer within 2 s (input cache-timeout): this run goes on without the cache.',
    ]);
    expect(silent.asked.length).toBeLessThan(2);
  });

  it('that takes no more requests costs the same', async () => {
    service.down = 429;
    const run = await start({});
    expect(run).toMatchObject({ code: 0, outputs: { embedded: '3' } });
    expect(run.annotations.map(({ message }) => message)).toEqual([expect.stringContaining('Rate limited')]);
  });

  it('that is not there is no problem', async () => {
    const run = await start({}, { env: { ACTIONS_RESULTS_URL: undefined } });
    expect(run).toMatchObject({ code: 0, annotations: [], outputs: { embedded: '3', 'cache-hit': 'false' } });
    expect(run.log).toContain('This runner has no cache');
  });

  it('that gives a read-only token is read, and refuses the new entry with a warning', async () => {
    await service.overwrite(service.caches[0]!, cacheEntryOf('cora-index.tar', artifact));
    const run = await start({}, { env: { ACTIONS_RUNTIME_TOKEN: service.token([MAIN], false) } });
    expect(run).toMatchObject({ code: 0, outputs: { embedded: '1', reused: '2' } });
    expect(run.annotations).toEqual([
      expect.objectContaining({ command: 'warning', message: expect.stringContaining('cache write denied') }),
    ]);
    expect(service.caches).toHaveLength(1);
  });

  it('that says so in ACTIONS_CACHE_MODE is not even asked', async () => {
    const before = service.asked.length;
    const run = await start({}, { env: { ACTIONS_CACHE_MODE: 'read' } });
    expect(run).toMatchObject({ code: 0, annotations: [], outputs: { embedded: '1' } });
    expect(service.asked.slice(before).map(({ path }) => path.split('/').pop())).toEqual(['GetCacheEntryDownloadURL']);
  });
});

describe('a run that may not write', () => {
  const full = (name: string) => ({ repo: { full_name: name } });
  const cases: [name: string, event: string, payload: object, why: RegExp][] = [
    [
      'a pull request from a fork',
      'pull_request',
      { pull_request: { head: full('eve/shop'), base: full('acme/shop') } },
      /fork \(eve\/shop\)/,
    ],
    [
      'one whose fork is gone',
      'pull_request',
      { pull_request: { head: { repo: null }, base: full('acme/shop') } },
      /comes from a fork/,
    ],
    [
      'pull_request_target',
      'pull_request_target',
      { pull_request: { head: full('acme/shop'), base: full('acme/shop') } },
      /default branch/,
    ],
    ['a comment', 'issue_comment', {}, /default branch/],
    [
      'a run after one of a fork',
      'workflow_run',
      { repository: { full_name: 'acme/shop' }, workflow_run: { head_repository: { full_name: 'eve/shop' } } },
      /fork/,
    ],
  ];
  it.each(cases)('%s restores only', async (_, event, payload, why) => {
    const asked = service.asked.length;
    const run = await start(
      { 'release-tag': 'cora-index' },
      { event: payload, env: { GITHUB_EVENT_NAME: event, GITHUB_API_URL: 'http://127.0.0.1:9' } },
    );
    expect(run).toMatchObject({ code: 0, annotations: [], outputs: { embedded: '1' } });
    expect(run.log).toMatch(new RegExp(`Not saved to the cache: .*${why.source}`));
    expect(run.log).toMatch(new RegExp(`Not published: .*${why.source}`));
    expect(service.asked.slice(asked).map(({ path }) => path.split('/').pop())).toEqual(['GetCacheEntryDownloadURL']);
  });

  it('a pull request of the repository itself saves to its own scope, and publishes nothing', async () => {
    const run = await start(
      { 'release-tag': 'cora-index' },
      {
        event: { pull_request: { head: full('acme/shop'), base: full('acme/shop') } },
        env: {
          GITHUB_EVENT_NAME: 'pull_request',
          GITHUB_REF: PULL,
          ACTIONS_RUNTIME_TOKEN: service.token([PULL, MAIN]),
        },
      },
    );
    expect(run).toMatchObject({ code: 0, outputs: { embedded: '1' } });
    expect(service.caches.at(-1)).toMatchObject({ ref: PULL, isFinal: true });
    expect(run.log).toContain('Not published: pull_request builds a commit that no clone has');
  });

  it('cache: restore-only and false', async () => {
    expect(await start({ cache: 'restore-only' })).toMatchObject({ code: 0, outputs: { embedded: '1' } });
    rmSync(repo.path('.git/cora'), { recursive: true });
    const asked = service.asked.length;
    expect(await start({ cache: 'false' })).toMatchObject({ code: 0, outputs: { embedded: '3' } });
    expect(service.asked).toHaveLength(asked);
    expect(service.caches).toHaveLength(1);
  });
});

describe('what is asked for and cannot be', () => {
  it('a release with a token that may not is an error that names the permission; the outputs are there', async () => {
    const run = await start(
      { 'release-tag': 'cora-index', token: 'x' },
      { env: { GITHUB_API_URL: `${service.url}/api` } },
    );
    expect(run).toMatchObject({ code: 1, outputs: { files: '3', 'artifact-path': expect.any(String) } });
    expect(run.annotations).toEqual([
      expect.objectContaining({ command: 'error', message: expect.stringContaining('contents: write') }),
    ]);
    expect(run.summary).toContain('| Files | 3 |');
  });

  const bad: [input: string, value: string, message: RegExp][] = [
    ['cache', 'restore', /^Input cache: "restore" is not one of true, restore-only, false/],
    ['cache-key-prefix', 'a,b', /^Input cache-key-prefix: /],
    ['cache-timeout', 'never', /^Input cache-timeout: /],
    ['artifact-name', 'a/b', /^Input artifact-name: /],
    ['release-tag', 'a b', /^Input release-tag: /],
    ['shard', '9/8', /^Input shard: "9\/8".*3\/8/],
    ['embedder', 'magic', /^Input embedder: .*magic/],
    ['path', 'nowhere', /^Input path: .*nowhere/],
    ['path', '..', /^Input path: .*actions\/checkout/],
    ['working-directory', 'nowhere', /^Input working-directory: /],
    ['config', 'cora.json', /^Input config: .*cora\.json/],
  ];
  it.each(bad)('input %s: %s', async (input, value, message) => {
    const run = await start({ [input]: value });
    expect(run.code).toBe(1);
    expect(run.annotations).toEqual([{ command: 'error', properties: {}, message: expect.stringMatching(message) }]);
  });
});

it("another user's checkout, as in a container, is said to be one, with the command that opens it", async () => {
  const run = await start({}, { env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } });
  expect(run.code).toBe(1);
  const message = expect.stringMatching(/belongs to another user.*git config --global --add safe\.directory /);
  expect(run.annotations).toEqual([{ command: 'error', properties: {}, message }]);
});

function start(inputs: Record<string, string>, { env = {}, ...more }: Partial<ActionStart> = {}): Promise<ActionRun> {
  const services = { ACTIONS_RESULTS_URL: `${service.url}/`, ACTIONS_RUNTIME_TOKEN: service.token([MAIN]) };
  return runAction({ workspace: repo.dir, inputs, env: { ...repo.env, ...services, ...env }, ...more });
}

function newer(packed: Buffer): Buffer {
  const tar = Buffer.from(packed);
  const at = tar.indexOf('"formatVersion":2');
  tar.write('9', at + '"formatVersion":'.length);
  return tar;
}
