import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import type { IndexReport } from '../../src/base/types.ts';
import type { PagesFile } from '../../src/share/pagesFile.ts';
import { type ActionsService, actionsService, CONTAINER } from '../helpers/actionsService.ts';
import { cacheEntryOf, filesInEntry } from '../helpers/cacheEntry.ts';
import { type FakeGithub, fakeGithub } from '../helpers/fakeGithub.ts';
import { type ActionRun, runAction } from '../helpers/runAction.ts';
import { runCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';

// Reads a zip file of which every member is whole: enough of the format to look at what was
// uploaded.

const MEMBER = 0x02014b50;
const END = 0x06054b50;

/** @returns content by name */
function unzip(zip: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || zip.readUInt32LE(end) !== END) throw new Error('no zip file');
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === MEMBER; ) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(data, data + size);
    members.set(zip.toString('utf8', at + 46, at + 46 + name), method === 0 ? content : inflateRawSync(content));
    at += 46 + name + extra + comment;
  }
  return members;
}

const MAIN = 'refs/heads/main';
const TOKEN = 'ghs_secret';

let service: ActionsService;
let github: FakeGithub;
let repo: TempRepo;

beforeAll(async () => {
  service = await actionsService();
  github = await fakeGithub(null, { token: TOKEN });
  repo = shopRepo();
});

it('a first run finds nothing, indexes all and saves an entry whose bytes are the packed index', async () => {
  const run = await start({});
  expect(run).toMatchObject({ code: 0, annotations: [] });
  expect(run.masked).toContain(TOKEN);
  expect(run.outputs).toMatchObject({
    'cache-hit': 'false',
    commit: repo.git('rev-parse', 'HEAD'),
    files: '4',
    embedded: run.outputs['chunks'],
    reused: '0',
    'may-attest': 'false',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    'duration-ms': expect.stringMatching(/^\d+$/),
  });
  expect(Object.keys(run.outputs)).toHaveLength(12);
  expect(run.log).toContain('Not to be attested: the job has no `permissions: id-token: write`');
  expect(readdirSync(run.outputs['index-path']!)).toContain('repo_state.json');
  expect(repo.git('status', '--porcelain')).toBe('');

  expect(service.caches).toEqual([
    {
      id: 1,
      key: expect.stringContaining(run.outputs['commit']!),
      version: expect.any(String),
      ref: MAIN,
      blob: 'cache-1',
      isFinal: true,
    },
  ]);
  expect(filesInEntry(await service.azurite.read(CONTAINER, 'cache-1'))).toEqual(
    new Map([['cora-index.tar', readFileSync(run.outputs['artifact-path']!)]]),
  );
  expect(run.summary).toContain('| Secrets redacted | none found |');
  expect(run.summary).toMatch(
    /\| Files \| 4 \|[\s\S]*\| Reused \| 0 % \(0 files\) \|[\s\S]*\| Skipped \| 1 file: 1 media \|/,
  );
});

it('a later commit restores the newest entry by prefix, computes what is new, and packs what a full build packs', async () => {
  repo.file('src/cart.py', 'def total_price(items):\n    return sum(item.price for item in items)\n').commit();
  repo = repo.clone();
  const run = await start({});
  expect(run).toMatchObject({ code: 0, outputs: { 'cache-hit': 'false', embedded: '1', reused: '3', files: '4' } });
  expect(run.log).toContain(`Restored ${service.caches[0]!.key} (4 files of `);
  expect(service.caches.map(({ isFinal }) => isFinal)).toEqual([true, true]);
  const full = await start({ cache: 'false' }, { workspace: repo.clone().dir });
  expect(full.outputs).toMatchObject({ embedded: full.outputs['chunks'], digest: run.outputs['digest'] });
  expect(service.caches).toHaveLength(2);
});

it('the same commit again is a hit, computes nothing and saves nothing', async () => {
  const run = await start({}, { workspace: repo.clone('--depth=1').dir });
  expect(run).toMatchObject({ code: 0, outputs: { 'cache-hit': 'true', embedded: '0', reused: '4' } });
  expect(run.summary).toContain('| Reused | 100 % (4 files) |');
  expect(service.caches).toHaveLength(2);
});

it('an entry that another job is just saving is left to it, without a warning', async () => {
  repo.file('src/tax.py', 'def tax_of(price):\n    return price * 0.2\n').commit();
  const key = service.caches[1]!.key.replace(/[0-9a-f]{40}$/, repo.git('rev-parse', 'HEAD'));
  service.caches.push({ ...service.caches[1]!, id: 90, key, isFinal: false });
  const run = await start({});
  expect(run).toMatchObject({ code: 0, outputs: { embedded: '1' }, annotations: [] });
  expect(run.log).toContain('Not saved: ');
  expect(service.caches.pop()!.isFinal).toBe(false);
});

it('uploads a workflow artifact and publishes to a release; a clone pulls it and embeds nothing', async () => {
  const run = await start({ 'artifact-name': 'index', 'release-tag': 'cora-index' });
  expect(run.code).toBe(0);
  const packed = readFileSync(run.outputs['artifact-path']!);
  const { blob, isFinal } = service.artifacts.get('index')!;
  const members = unzip(await service.azurite.read(CONTAINER, blob));
  expect(isFinal).toBe(true);
  expect([...members]).toEqual([[basename(run.outputs['artifact-path']!), packed]]);
  expect(github.releases.get('cora-index')!.assets).toEqual([expect.objectContaining({ content: packed })]);
  expect(run.summary).toContain('| Release | `acme/shop@cora-index`');

  const clone = repo.clone();
  const env = { ...clone.env, CORA_GITHUB_TOKEN: TOKEN, GITHUB_API_URL: github.api.url };
  const pulled = await runCli(['pull', 'acme/shop', '--json', '-q'], { cwd: clone.dir, env });
  expect((JSON.parse(pulled.stdout) as { index: IndexReport }).index).toMatchObject({ embedded: 0, files: 5 });
});

it('writes a page into the folder that the workflow names', async () => {
  const run = await start({ pages: '_site/code', cache: 'false' });
  expect(run.code, run.log).toBe(0);
  const folder = join(repo.dir, '_site/code');
  expect(run.outputs['pages-path']).toBe(folder);
  expect(run.log).toMatch(/^Wrote a page of [\d.]+ MB into /m);
  expect(run.summary).toContain('| Page |');
  const { indexes } = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as PagesFile;
  expect(indexes).toMatchObject([{ id: 'acme/shop', commit: repo.git('rev-parse', 'HEAD') }]);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  rmSync(join(repo.dir, '_site'), { recursive: true });
  const refused = await start({ pages: '_site/code', cache: 'false', shard: '1/2' });
  expect(refused.annotations.map(({ message }) => message).join()).toContain('Input pages: a shard');
});

it('shards have entries of their own, and merge into the index of one run', async () => {
  const whole = await start({ cache: 'false' }, { workspace: repo.clone().dir });
  const shards = tempDir();
  for (const shard of ['1/2', '2/2', '2/2']) {
    const run = await start({ shard, 'cache-key-prefix': 'parts' }, { workspace: repo.clone().dir });
    expect(run).toMatchObject({ code: 0, annotations: [] });
    expect(run.summary).toContain(`, shard ${shard.replace('/', ' of ')}`);
    cpSync(run.outputs['artifact-path']!, join(shards, basename(run.outputs['artifact-path']!)));
  }
  expect(service.caches.splice(3).map(({ key }) => key)).toEqual([
    expect.stringMatching(/^parts-s1of2-/),
    expect.stringMatching(/^parts-s2of2-/),
  ]);
  const merged = await runCli(['merge', shards, '-o', join(shards, 'index.tar'), '--json', '-q'], {
    cwd: shards,
    env: repo.env,
  });
  expect(JSON.parse(merged.stdout)).toMatchObject({ digest: whole.outputs['digest'] });
});

it('an entry of this very commit that is broken is a warning and a full build, and stays', async () => {
  const entry = service.caches.at(-1)!;
  await service.overwrite(entry, cacheEntryOf('cora-index.tar', Buffer.from('no index')));
  const run = await start({}, { workspace: repo.clone().dir });
  expect(run).toMatchObject({ code: 0, outputs: { 'cache-hit': 'false', reused: '0' } });
  expect(run.annotations).toEqual([expect.objectContaining({ message: expect.stringContaining('is not used') })]);
  expect(run.log).toContain('Not saved: ');
  expect(service.caches.at(-1)).toEqual(entry);
});

function start(
  inputs: Record<string, string>,
  { workspace = repo.dir }: { workspace?: string } = {},
): Promise<ActionRun> {
  const services = {
    ACTIONS_RESULTS_URL: `${service.url}/`,
    ACTIONS_RUNTIME_TOKEN: service.token([MAIN]),
    GITHUB_API_URL: github.api.url,
  };
  return runAction({ workspace, inputs: { token: TOKEN, ...inputs }, env: { ...repo.env, ...services } });
}

function shopRepo(): TempRepo {
  const shop = tempRepo()
    .file('src/cart.py', 'def total(items):\n    return sum(items)\n')
    .file('src/order.ts', 'export function placeOrder(cart: Cart): Order {\n  return { cart, placed: true };\n}\n')
    .file('README.md', '# Shop\n\nHow an order is placed.\n')
    .file('.github/workflows/index.yml', 'on: push\n')
    .file('logo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
  shop.commit('Shop');
  return shop;
}
