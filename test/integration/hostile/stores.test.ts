/**
 * Stores that a repository or somebody else brings: LanceDB follows what their manifests name, so they are read first. Queries read
 * segments, which name nothing.
 */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { CoraError } from '../../../src/base/errors.ts';
import { refuseTracked } from '../../../src/git/tracking.ts';
import { withStore } from '../../../src/store/openStore.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { bytesField, editManifest, numberField } from '../../helpers/lanceManifest.ts';
import { quick, shareOf } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

function repository(): TempRepo {
  const repo = tempRepo();
  repo.file('a.ts', 'export function first() { return "needle"; }\n').commit();
  return repo;
}

function newestManifest(table: string): string {
  const names = readdirSync(join(table, '_versions')).filter((name) => name.endsWith('.manifest'));
  return join(table, '_versions', names.sort()[0]!);
}

/** Of the index of words, of each version. */
function headsOf(table: string): string[] {
  const names = readdirSync(join(table, '_indices'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('metadata.lance')).map((name) => join(table, '_indices', name));
}

/** @param edit keeps the length */
function editHeads(table: string, edit: (text: string) => string): void {
  for (const path of headsOf(table)) {
    const before = readFileSync(path, 'latin1');
    const after = edit(before);
    expect([after === before, after.length]).toEqual([false, before.length]);
    writeFileSync(path, after, 'latin1');
  }
}

/** A place that LanceDB must not go to: it counts who comes. */
async function trap(): Promise<{ url: string; visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits: () => visits };
}

/** The rows lie at `place`, as base path number 1. */
function moveRows(table: string, place: string): void {
  const base = [...numberField(1, 1), ...numberField(3, 1), ...bytesField(4, Buffer.from(place))];
  const path = newestManifest(table);
  editManifest(path, {
    added: [...bytesField(18, Buffer.from(base)), ...numberField(9, 16), ...numberField(10, 16)],
    dataFile: numberField(7, 1),
  });
}

describe('a store whose manifest names another place', () => {
  quick.it('opens no connection, whoever asks', async () => {
    const repo = repository();
    await cora(repo).index();
    const { url, visits } = await trap();
    const env = {
      ...repo.env,
      AWS_ENDPOINT_URL: url,
      AWS_ENDPOINT: url,
      AWS_ALLOW_HTTP: 'true',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_REGION: 'us-east-1',
    };
    const before = { ...process.env };
    Object.assign(process.env, env);
    try {
      moveRows(join(storeDir(repo), 'chunks.lance'), 's3://bucket/x');
      rmSync(join(storeDir(repo), 'chunks.lance/data'), { recursive: true });
      repo.file('c.ts', 'export function third() {}\n').commit();
      await expect(cora(repo).index()).rejects.toMatchObject({
        code: 'BROKEN_INDEX',
        message: expect.stringContaining('files that lie elsewhere'),
      });
      expect((await cora(repo).query('needle')).results[0]).toMatchObject({ path: 'a.ts' });
      for (const run of [
        () => cora(repo).query('needle', { index: storeRoot(repo) }),
        () => cora(repo).pack(),
        () => cora(repo).gc(),
        () => cora(repo).doctor(false),
      ])
        await run().catch((error: unknown) => expect(error).toMatchObject({ code: expect.any(String) }));
      expect(visits()).toBe(0);
    } finally {
      for (const name of Object.keys(env)) if (before[name] === undefined) delete process.env[name];
    }
  });

  quick.it('is not answered from a folder outside; doctor and a full run put it right', async () => {
    const repo = repository();
    const other = tempRepo().file('b.ts', 'export function second() { return "outside"; }\n');
    other.commit();
    await cora(repo).index();
    await cora(other).index();
    const table = join(storeDir(repo), 'chunks.lance');
    const outside = join(storeDir(other), 'chunks.lance');
    cpSync(newestManifest(outside), newestManifest(table));
    moveRows(table, outside);
    expect((await cora(repo).query('outside')).results.map(({ path }) => path)).not.toContain('b.ts');
    repo.file('c.ts', 'export function third() {}\n').commit();
    await expect(cora(repo).index()).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    expect((await cora(repo).doctor(false)).length).toBeGreaterThan(0);
    await cora(repo).index({ full: true });
    expect((await cora(repo).query('needle')).results[0]).toMatchObject({ path: 'a.ts' });
  });

  it.each(
    shareOf<[string, (table: string) => void]>(
      [
        [
          'an older version',
          (table) => {
            const names = readdirSync(join(table, '_versions'))
              .filter((name) => name.endsWith('.manifest'))
              .sort();
            editManifest(join(table, '_versions', names.at(-1)!), { added: bytesField(18, Buffer.from('\x1a\x00')) });
          },
        ],
        [
          'a detached version',
          (table) => cpSync(newestManifest(table), join(table, '_versions/d9223372036854775809.manifest')),
        ],
        ['the first naming', (table) => cpSync(newestManifest(table), join(table, '_versions/99.manifest'))],
        ['unknown features', (table) => editManifest(newestManifest(table), { added: numberField(9, 1024) })],
        ['overlays', (table) => editManifest(newestManifest(table), { added: numberField(9, 64) })],
        ['a branch', (table) => editManifest(newestManifest(table), { added: bytesField(20, Buffer.from('x')) })],
        ['a data file above', (table) => editManifest(newestManifest(table), { fileName: '../../../../x.lance' })],
        ['an absolute data file', (table) => editManifest(newestManifest(table), { fileName: '/etc/passwd' })],
        ['a data file at an address', (table) => editManifest(newestManifest(table), { fileName: 's3://bucket/x' })],
        [
          'a field of a later format',
          (table) => editManifest(newestManifest(table), { added: bytesField(77, Buffer.from('x')) }),
        ],
        ...['lance-encoding:blob', 'lance-encoding:compression'].map((key): [string, (table: string) => void] => [
          `a column with ${key}`,
          (table) => {
            const entry = [...bytesField(1, Buffer.from(key)), ...bytesField(2, Buffer.from('lz4'))];
            const column = Uint8Array.from(bytesField(10, Uint8Array.from(entry)));
            editManifest(newestManifest(table), { added: bytesField(1, column) });
          },
        ]),
        ['a folder of branches', (table) => mkdirSync(join(table, 'tree'))],
        ['tags', (table) => mkdirSync(join(table, '_refs/tags'), { recursive: true })],
        [
          'a link to rows',
          (table) => {
            const name = readdirSync(join(table, 'data'))[0]!;
            cpSync(join(table, 'data', name), join(tempDir(), 'row'));
            rmSync(join(table, 'data', name));
            symlinkSync('/etc/passwd', join(table, 'data', name));
          },
        ],
        [
          'a tokenizer elsewhere, by the manifest',
          (table) => {
            const path = newestManifest(table);
            const text = readFileSync(path, 'latin1');
            const edited = text.replaceAll('\n\nwhitespace', '\n\njieba/x...');
            expect(edited).not.toBe(text);
            writeFileSync(path, edited, 'latin1');
          },
        ],
        ['a tokenizer elsewhere', (table) => editHeads(table, (text) => text.replace('"whitespace"', '"jieba/x..."'))],
        [
          'a tokenizer under another spelling',
          (table) =>
            editHeads(table, (text) =>
              text.replace('"base_tokenizer":"whitespace","language"', '"base\\u005ftokenizer":"jieba/.","langua"'),
            ),
        ],
        [
          'a head of the first format',
          (table) => editHeads(table, (text) => text.replace(/\x03\0LANC$/, '\x02\0LANC')),
        ],
        [
          'an index as it was made once',
          (table) => {
            const [head] = headsOf(table);
            renameSync(head!, join(head!, '../tokens.lance'));
          },
        ],
        ['an end that is none', (table) => writeFileSync(newestManifest(table), 'LANC')],
      ],
      4,
    ),
  )('is refused in any other form: %s', async (_, change) => {
    const repo = repository();
    await cora(repo).index();
    repo.file('c.ts', 'export function third() {}\n').commit();
    await cora(repo).index();
    // As an older version of Cora left it: with LanceDB's own index of words.
    await withStore(storeDir(repo), 256, 'write', (store) => store.optimize(3_600_000, true));
    change(join(storeDir(repo), 'chunks.lance'));
    repo.file('d.ts', 'export function fourth() {}\n').commit();
    const { gc, index } = cora(repo);
    for (const run of [gc, index])
      await expect(run()).rejects.toMatchObject({
        code: expect.stringMatching(/^(BROKEN_INDEX|STORE)$/),
        message: expect.stringMatching(/is not opened|is a link/),
      });
  });

  quick.it('is refused beside the rows: commits are read from git instead', async () => {
    const repo = repository();
    await cora(repo).index();
    expect((await cora(repo).commits('anything')).freshness).toMatchObject({ searched: 1, readNow: 0 });
    const file = join(storeRoot(repo), 'commits.rows');
    renameSync(file, join(tempDir(), 'commits.rows'));
    symlinkSync('/etc/passwd', file);
    expect((await cora(repo).commits('anything')).freshness).toMatchObject({ searched: 1, readNow: 1 });
  });

  quick.it('is refused where machines share it', async () => {
    const repo = repository();
    await cora(repo).index();
    const place = tempDir();
    await cora(repo).publish(pathToFileURL(place).href);
    const table = readdirSync(place).find((name) => name.startsWith('chunks-'))!;
    moveRows(join(place, table), '/etc');
    await expect(cora(repo).query('needle', { index: pathToFileURL(place).href })).rejects.toMatchObject({
      message: expect.stringContaining('files that lie elsewhere'),
    });
  });
});

quick.describe('a store that Git tracks', () => {
  quick.it('is not opened, written or cleaned, even where the user names it', async () => {
    const repo = repository();
    await cora(repo, { store: repo.path('idx') }).index();
    repo.commit();
    const clone = repo.clone();
    const before = readdirSync(clone.path('idx'), { recursive: true });
    const here = cora(clone, { store: clone.path('idx') });
    for (const run of [
      () => here.index(),
      () => here.query('needle'),
      () => here.clean(),
      () => here.gc(),
      () => here.doctor(true),
    ])
      await expect(run()).rejects.toMatchObject({
        code: 'STORE',
        message: expect.stringContaining('is tracked by Git'),
      });
    await expect(cora(clone).query('needle', { index: clone.path('idx') })).rejects.toMatchObject({ code: 'STORE' });
    expect(readdirSync(clone.path('idx'), { recursive: true })).toEqual(before);
  });

  quick.it('is not opened where it is the top of a clone', async () => {
    const store = tempRepo();
    await cora(repository(), { store: store.dir }).index();
    store.commit();
    const clone = store.clone();
    const refusal = { code: 'STORE', message: expect.stringContaining('is tracked by Git') };
    await expect(cora(repository(), { store: clone.dir }).query('needle')).rejects.toMatchObject(refusal);
    await expect(cora(repository()).query('needle', { index: clone.dir })).rejects.toMatchObject(refusal);
  });

  quick.it('is taken out of Git by the command that the error names, whatever the folder is called', async () => {
    const name = "it's $HOME; a folder";
    const repo = repository();
    await cora(repo, { store: repo.path(name) }).index();
    repo.commit();
    const error = await refuseTracked(repo.path(name), repo.env).catch((thrown: CoraError) => thrown);
    const [, command] = /or: (.*), then remove/.exec((error as CoraError).hint!)!;
    expect(spawnSync('sh', ['-c', command!], { cwd: repo.dir, env: repo.env }).status).toBe(0);
    expect(repo.git('ls-files')).toBe('a.ts');
  });

  quick.it('is not taken for one of the user’s own where git cannot say what it tracks', async () => {
    const repo = repository();
    await cora(repo, { store: repo.path('idx') }).index();
    repo.commit();
    writeFileSync(repo.path('.git/index'), 'no index');
    await expect(refuseTracked(repo.path('idx'), repo.env)).rejects.toMatchObject({ code: 'GIT' });
  });

  quick.it('is used below a folder .git in which there is no repository', async () => {
    const dir = tempDir();
    mkdirSync(join(dir, '.git'));
    mkdirSync(join(dir, 'idx'));
    await refuseTracked(join(dir, 'idx'), repository().env);
  });

  quick.it('is one again when Git does not track it', async () => {
    const repo = repository();
    await cora(repo, { store: repo.path('idx') }).index();
    expect((await cora(repo, { store: repo.path('idx') }).query('needle')).results[0]).toMatchObject({ path: 'a.ts' });
  });
});

quick.describe('a folder whose name LanceDB would read otherwise', () => {
  quick.it.each(['tab\tx', 'line\nx', 'a\x7fb'])('is refused, and nothing is written beside it: %j', async (name) => {
    const dir = join(tempDir(), name);
    const repo = repository();
    mkdirSync(dir);
    await expect(cora(repo, { store: dir }).index()).rejects.toMatchObject({ code: 'STORE' });
    expect(readdirSync(join(dir, '..'))).toEqual([name]);
  });

  quick.it.each(['a%20b', 'q?x', 'h#x', 'file:', 'a%09b'])('means itself: %j', async (name) => {
    const dir = join(tempDir(), name);
    const repo = repository();
    await cora(repo, { store: dir }).index();
    expect(readdirSync(dir)).toContain('commits.rows');
    expect(readdirSync(join(dir, '..'))).toEqual([name]);
    expect(readFileSync(join(dir, 'commits.rows'), 'latin1')).toMatch(/^CORAROWS/);
  });
});

quick.describe('cora clean --all', () => {
  quick.it('deletes what Cora made, and nothing else of a folder that the user named', async () => {
    const repo = repository();
    const own = ['log/log.go', 'log/hook.log', 'deadbeef/precious', '0123456789abcdef/precious', 'commits.txt'];
    for (const name of own) repo.file(`out/${name}`, 'mine');
    const here = cora(repo, { store: repo.path('out'), all: true });
    await here.index();
    const { paths } = await here.clean();
    expect(paths.length).toBeGreaterThan(2);
    const left = readdirSync(repo.path('out'), { recursive: true, withFileTypes: true });
    const files = left.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(files.sort()).toEqual(own.map((name) => repo.path('out', name)).sort());
  });

  quick.it('lists the logs of the hooks before it deletes them', async () => {
    const repo = repository();
    await cora(repo).index();
    for (const name of ['hook.log', 'last-run.json', 'notes.txt']) repo.file(`.git/cora/log/${name}`, 'x');
    const { paths } = await cora(repo, { all: true }).clean();
    expect(paths).toEqual(expect.arrayContaining([repo.path('.git/cora/log/hook.log')]));
    expect(readdirSync(repo.path('.git/cora'), { recursive: true }).sort()).toEqual(['log', 'log/notes.txt']);
  });
});
