/** Repositories over file:// and ssh as a shell user has them: added, synced, searched across, one of them broken. */

import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { FleetRepository, SyncReport } from '../../src/fleet/fleet.ts';
import { eventually } from '../helpers/eventually.ts';
import { runCli, startCli } from '../helpers/runCli.ts';
import { type Sshd, startSshd } from '../helpers/startSshd.ts';
import { gitEnv, type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { type ErrorLine, jsonOf, type Shell, shopFiles } from './cliShell.ts';
import { connect } from './mcpClient.ts';

let sshd: Sshd;
beforeAll(async () => {
  sshd = await startSshd();
});

interface Home {
  dir: string;
  env: NodeJS.ProcessEnv;
  shell: Shell;
}

/** @param ssh the user has ssh configured, in their own git configuration */
function newHome({ ssh = true }: { ssh?: boolean } = {}): Home {
  const dir = tempDir('cora-fleet-');
  const env = gitEnv({ CORA_HOME: join(dir, 'home'), XDG_CACHE_HOME: join(dir, 'cache') });
  if (ssh) writeFileSync(join(env['HOME']!, '.gitconfig'), `[core]\n  sshCommand = ssh -F ${sshd.clientConfig}\n`);
  return { dir, env, shell: (args, options = {}) => runCli(args, { cwd: dir, env, ...options }) };
}

function remote(name: string): TempRepo {
  const repo = tempRepo();
  repo
    .file('README.md', `# ${name}\n`)
    .file(
      `src/${name}.ts`,
      `/** The heart of ${name}. */\nexport function ${name}Service(): string {\n  return '${name}';\n}\n`,
    );
  repo.commit();
  return repo;
}

describe('five repositories', () => {
  it('are fetched over file:// and ssh and answer together, and the broken one holds nobody up', async () => {
    const { dir, env, shell } = newHome();
    const repos = ['billing', 'shipping', 'catalog', 'search'].map(remote);
    const [billing, shipping, catalog, search] = repos as [TempRepo, TempRepo, TempRepo, TempRepo];
    for (const [name, url] of [
      ['team/billing', `file://${billing.dir}`],
      ['team/shipping', `${sshd.origin}${shipping.dir}`],
      ['team/catalog', `${sshd.origin}${catalog.dir}/.git`],
      ['team/broken', `${sshd.origin}${dir}/nowhere`],
    ] as const) {
      const stdout = `Added ${name}. Fetch and index it: cora sync ${name}\n`;
      expect(await shell(['repos', 'add', url, '--name', name])).toMatchObject({ code: 0, stdout });
    }
    shopFiles(search);
    expect(await shell(['repos', 'add', search.dir, '--name', 'team/shop'])).toMatchObject({ code: 0 });

    const synced = await shell(['sync', '--json']);
    expect(synced.code).toBe(1);
    const outcomes = jsonOf<SyncReport>(synced).repositories.map(({ name, outcome }) => [name, outcome]);
    expect(outcomes).toEqual([
      ['team/billing', 'updated'],
      ['team/broken', 'failed'],
      ['team/catalog', 'updated'],
      ['team/shipping', 'updated'],
      ['team/shop', 'updated'],
    ]);
    const quiet = await shell(['sync', '--quiet']);
    expect(quiet.stdout).toMatch(/^team\/broken {2}failed: .+\n5 repositories: .*1 failed, in .+\n$/);
    expect(quiet.stdout).not.toContain('Could not read');
    const listed = jsonOf<{ repositories: FleetRepository[] }>(await shell(['repos', 'list', '--json'])).repositories;
    expect(listed.find(({ name }) => name === 'team/broken')?.error).toMatch(
      /not appear to be a git repository|does not exist/,
    );
    expect(listed.filter(({ error }) => error === null)).toHaveLength(4);

    const asked = await shell(['query', '--repo', 'team', '--json', 'the heart of the service']);
    const answer = jsonOf<Required<SearchResult>>(asked);
    expect(new Set(answer.results.slice(0, 4).map(({ repository }) => repository))).toEqual(
      new Set(['team/billing', 'team/catalog', 'team/shipping', 'team/shop']),
    );
    expect(asked.stderr).toContain('team/broken was not searched');
    const text = await shell(['query', '--repo', 'shop', '--repo', 'billing', 'priceOf']);
    expect(text.stdout).toMatch(/^ 1 team\/shop {2}src\/price\.ts:/);
    const xml = await shell(['query', '--repo', '*', '--format', 'xml', 'service']);
    expect(xml.stdout.match(/<cora:repo origin="team\/\w+"/g)?.length).toBeGreaterThan(2);

    // The server goes away: what is there answers.
    const commit = shipping.file('src/more.ts', 'export const parcelTracking = 1;\n').commit();
    expect((await shell(['sync', 'shipping'])).stdout).toContain(commit.slice(0, 9));
    const quick = await shell(['query', '--repo', 'shipping', 'parcelTracking'], {
      env: { ...env, PATH: env['PATH'] },
    });
    expect(quick.stdout).toContain('src/more.ts');
    expect(await shell(['repos', 'remove', 'broken'])).toMatchObject({ code: 0 });
    expect(await shell(['sync', '--force'])).toMatchObject({ code: 0 });
  });

  it('a directory is listed with what its own index holds, whoever built it', async () => {
    const { shell } = newHome();
    const repo = remote('billing');
    const text = async () => (await shell(['repos', 'list'])).stdout;
    const stdout = `Added mine. Index it, in ${realpathSync(repo.dir)} itself: cora sync mine\n`;
    expect(await shell(['repos', 'add', repo.dir, '--name', 'mine'])).toMatchObject({ code: 0, stdout });
    expect(await text()).toMatch(/^\* mine {2}not indexed yet/);
    expect(await shell(['index', '-q'], { cwd: repo.dir })).toMatchObject({ code: 0 });
    const commit = repo.git('rev-parse', 'HEAD').trim().slice(0, 9);
    expect(await text()).toMatch(new RegExp(`^\\* mine  ${commit}, 2 files, indexed \\d{4}-`));
    expect(await shell(['repos', 'add', repo.dir, '--name', 'again'])).toMatchObject({
      code: 0,
      stdout: 'Added again. It is indexed. Search it: cora query --repo again TEXT\n',
    });
    await shell(['repos', 'remove', 'again']);
    // Another commit was indexed after it: HEAD's view answers, and is listed.
    repo.file('src/later.ts', 'export const later = 1;\n').commit();
    expect(await shell(['index', '-q'], { cwd: repo.dir })).toMatchObject({ code: 0 });
    expect(await text()).toContain(', 3 files, indexed');
    repo.git('checkout', '-q', 'HEAD~1');
    expect(await text()).toMatch(new RegExp(`^\\* mine  ${commit}, 2 files, indexed \\d{4}-`));
    expect(await shell(['clean', '--yes'], { cwd: repo.dir })).toMatchObject({ code: 0 });
    expect(await text()).toContain('not indexed yet');
  });

  it('nobody is asked for a password or a host key', async () => {
    const { env, shell } = newHome({ ssh: false });
    const repo = remote('billing');
    await shell(['repos', 'add', `${sshd.origin}${repo.dir}`, '--name', 'billing']);
    const refused = await shell(['sync']);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/billing {2}failed: .*(Host key verification failed|Permission denied)/);
    const own = { ...env, GIT_SSH_COMMAND: `ssh -F ${sshd.clientConfig}` };
    expect(await shell(['sync'], { env: own })).toMatchObject({ code: 0 });
  });
});

it('an agent searches them together, and reads in the one that a result names', async () => {
  const { env, dir, shell } = newHome();
  const remotes = ['billing', 'shipping'].map(remote);
  for (const [at, name] of ['team/billing', 'team/shipping'].entries()) {
    await shell(['repos', 'add', `${sshd.origin}${remotes[at]!.dir}`, '--name', name]);
  }
  await shell(['repos', 'add', `file://${remote('other').dir}`, '--name', 'other']);
  await shell(['sync']);
  const { call } = await connect({ dir, env }, { args: ['--repo', 'team'] });
  const { text, data } = await call('search', { query: 'the heart of the service' });
  expect(
    data.results
      .slice(0, 2)
      .map(({ repository }: { repository: string }) => repository)
      .sort(),
  ).toEqual(['team/billing', 'team/shipping']);
  expect(text).toMatch(/of team\/billing at [0-9a-f]{12}/);
  const [{ path, repository }] = data.results;
  expect((await call('read', { path, repository })).text).toContain('The heart of');
  const one = await call('search', { query: 'heart', repository: 'shipping' });
  expect(one.data.results[0]).toMatchObject({ path: 'src/shipping.ts' });
});

it('two processes that start together: one leads, the other waits and finds everything done', async () => {
  const { env, dir, shell } = newHome();
  for (const name of ['billing', 'shipping']) {
    await shell(['repos', 'add', `${sshd.origin}${remote(name).dir}`, '--name', name]);
  }
  // The first one gets on when the second one waits for it.
  const folder = tempDir();
  const [held, gate] = [join(folder, 'ssh'), join(folder, 'gate')];
  const wait = `while [ ! -e '${gate}' ]; do sleep 0.05; done`;
  writeFileSync(held, `#!/bin/sh\n${wait}\nexec ssh -F '${sshd.clientConfig}' "$@"\n`, { mode: 0o755 });
  const leader = startCli(['sync', '--json'], { cwd: dir, env: { ...env, GIT_SSH_COMMAND: held } });
  await eventually(() => expect(existsSync(join(env['CORA_HOME']!, 'state', 'sync.lock.json'))).toBe(true));
  const follower = startCli(['sync', '--json'], { cwd: dir, env });
  let said = '';
  follower.child.stderr!.on('data', (text: string) => {
    said += text;
  });
  await eventually(() => expect(said).toContain('Waiting for process'));
  writeFileSync(gate, '');
  const reports = [jsonOf<SyncReport>(await leader.ended), jsonOf<SyncReport>(await follower.ended)];
  const outcomes = reports.flatMap(({ repositories }) => repositories.map(({ outcome }) => outcome));
  expect(outcomes.sort()).toEqual(['updated', 'updated', 'waiting', 'waiting']);
});

it('a process that may wait no longer says so and lets what is there answer', async () => {
  const { env, dir, shell } = newHome();
  await shell(['repos', 'add', `file://${remote('billing').dir}`, '--name', 'billing']);
  await shell(['sync']);
  // A server that says nothing keeps the leader at it.
  const silent = tempDir();
  writeFileSync(join(silent, 'ssh'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  await shell(['repos', 'add', 'ssh://host.example/org/name', '--name', 'silent']);
  const hanging = { ...env, GIT_SSH_COMMAND: join(silent, 'ssh') };
  const leader = startCli(['sync', 'silent', '--repos-sync-timeout', '60'], { cwd: dir, env: hanging });
  await eventually(() => expect(existsSync(join(env['CORA_HOME']!, 'state', 'sync.lock.json'))).toBe(true));
  const follower = await shell(['sync', '--repos-sync-timeout', '1']);
  expect(follower.code).toBe(1);
  expect(follower.stdout).toMatch(/syncing the repositories.*may be stale/);
  expect((await shell(['query', '--repo', 'billing', 'billingService'])).code).toBe(0);
  leader.child.kill('SIGINT');
  expect(await leader.ended).toMatchObject({ code: 2 });
  expect(await shell(['sync', 'billing'])).toMatchObject({ code: 0 });
});

describe('what an address holds', () => {
  it('is never kept or shown where it is a credential', async () => {
    const { env, shell } = newHome();
    const refused = await shell(['repos', 'add', 'https://me:hunter2@host.example/org/name', '--json']);
    expect(refused.code).toBe(2);
    expect((JSON.parse(refused.stderr) as ErrorLine).error.code).toBe('USAGE');
    const listed = await shell(['sync'], {
      env: { ...env, CORA_REPOS_URLS: 'https://me:hunter2@host.example/org/name' },
    });
    expect(listed.code).toBe(1);
    expect(listed.stdout).toMatch(/^https:\/\/host\.example\/org\/name {2}failed: The address holds a name/);
    // A rewriting rule of the user's own may hold one, and git repeats it.
    writeFileSync(
      join(env['HOME']!, '.gitconfig'),
      '[url "https://me:hunter2@127.0.0.1:1/"]\n  insteadOf = https://host.example/\n',
    );
    await shell(['repos', 'add', 'https://host.example/org/name']);
    const failed = await shell(['sync', '--json']);
    expect(failed.code).toBe(1);
    const files = ['state/manifest.json', 'logs/sync.log'].map((name) =>
      readFileSync(join(env['CORA_HOME']!, name), 'utf8'),
    );
    for (const text of [refused, listed, failed].flatMap(({ stdout, stderr }) => [stdout, stderr]).concat(files))
      expect(text).not.toContain('hunter2');
  });

  it('counts where the user wrote it, and not where a clone brought it', async () => {
    const { env, dir, shell } = newHome();
    const billing = remote('billing');
    mkdirSync(env['CORA_HOME']!, { recursive: true });
    writeFileSync(
      join(env['CORA_HOME']!, 'cora.config.json'),
      JSON.stringify({ reposUrls: [`file://${billing.dir}`], embedder: 'hash' }),
    );
    expect((await shell(['sync'])).stdout).toMatch(/1 updated/);
    const evil = remote('evil');
    writeFileSync(join(evil.dir, 'cora.config.json'), JSON.stringify({ reposUrls: ['https://host.example/x'] }));
    const refused = await shell(['query', 'evil'], { cwd: evil.dir });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('CORA_REPOS_URLS') });
    rmSync(dir, { recursive: true, force: true });
  });
});
