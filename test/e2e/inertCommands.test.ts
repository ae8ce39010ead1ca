/**
 * Contract 8 for every command: nothing that a repository's configuration, attributes, hooks, submodules or address names is started,
 * and nothing that variables of Git point to. See offline.test.ts for the network, integration/git/inert.test.ts for what reads git.
 */

import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/settings/commands.ts';
import { eventually } from '../helpers/eventually.ts';
import { serveModel } from '../helpers/modelServer.ts';
import { hostileRepository } from '../helpers/programsRepo.ts';
import { runCli, startCli } from '../helpers/runCli.ts';
import { tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { startServer } from './httpClient.ts';
import { connect } from './mcpClient.ts';

function setUp() {
  const base = tempDir();
  const marks = join(base, 'marks');
  mkdirSync(marks);
  const { temp: repo } = hostileRepository(marks);
  const program = join(base, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch '${join(marks, 'other')}'\ncat\n`, { mode: 0o755 });
  // What is included counts like the rest; a submodule may bring a command, a promisor an address that is one.
  writeFileSync(join(base, 'included'), `[core]\n\tfsmonitor = ${program}\n[diff]\n\texternal = ${program}\n`);
  appendFileSync(
    repo.path('.git/config'),
    `[include]\n\tpath = ${join(base, 'included')}\n[submodule "s"]\n\turl = ext::${program}\n\tupdate = !${program}\n\tactive = true\n` +
      `[remote "lazy"]\n\turl = ext::${program}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n[extensions]\n\tpartialClone = lazy\n[protocol "ext"]\n\tallow = always\n`,
  );
  repo.file('.gitmodules', `[submodule "s"]\n\tpath = s\n\turl = ext::${program}\n\tupdate = !${program}\n`);
  const env = {
    ...repo.env,
    CORA_EMBEDDER: 'hash',
    CORA_HOME: join(base, 'home'),
    GIT_EXTERNAL_DIFF: program,
    GIT_PAGER: program,
    GIT_EDITOR: program,
    GIT_ASKPASS: program,
    GIT_PROXY_COMMAND: program,
    GIT_DIR: '/nowhere',
    GIT_WORK_TREE: '/nowhere',
    GIT_INDEX_FILE: '/nowhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: program,
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${program}'`,
  };
  return { repo, env, ran: () => readdirSync(marks), packed: join(base, 'index.tar'), base, program };
}

/** They have tests of their own below. */
const ENDLESS = ['watch', 'serve'];
/** They change the hooks or the clients' files, which is what they are for. */
const INSTALLING = ['hooks', 'init'];

describe('a repository and an environment that name programs', () => {
  it('have none of them run by any command', async () => {
    const { repo, env, ran, packed, base } = setUp();
    const runs: Partial<Record<keyof typeof COMMANDS, string[][]>> = {
      index: [[], ['--full'], ['--rev', 'HEAD~1'], ['--dry-run']],
      query: [
        ['a'],
        ['a', '--committed'],
        ['a', '--submodules'],
        ['why was it changed in the latest commit'],
        ['--commits'],
        ['--commits', '--since', '2 weeks'],
      ],
      ask: [['what is a']],
      grep: [['a']],
      symbols: [['a']],
      refs: [['a'], ['a', '--callers'], ['a', '--submodules']],
      related: [['a.c:1']],
      files: [[], ['--rev', 'HEAD~1'], ['--since', 'HEAD~1']],
      show: [['a.c'], ['--rev', 'HEAD~1', 'a.c:1']],
      chunks: [['a.c'], ['--rev', 'HEAD~1', 'a.c']],
      status: [[]],
      doctor: [[], ['--fix']],
      gc: [[]],
      pack: [['-o', packed], ['--report']],
      verify: [[packed]],
      unpack: [[packed, '-o', join(base, 'unpacked')]],
      pages: [
        ['-o', join(base, 'page')],
        [packed, '-o', join(base, 'page-of-packed')],
        ['--rev', 'HEAD~1', '-o', join(base, 'page-of-rev')],
      ],
      pull: [[packed], []],
      push: [['a/b']],
      merge: [[packed]],
      clean: [['--dry-run'], ['--yes']],
      hooks: [['status'], ['install', '--dry-run'], ['uninstall', '--dry-run'], ['offer']],
      init: [['--dry-run'], ['--mcp', '--dry-run'], ['--agents', '--hook', '--dry-run']],
      repos: [
        ['list'],
        ['add', '.'],
        ['add', `ext::sh -c touch`],
        ['add', '--', '--upload-pack=touch x'],
        ['add', 'ssh://-oProxyCommand=touch/x'],
      ],
      sync: [[]],
      mcp: [[]],
      completion: [['bash']],
    };
    expect(Object.keys(COMMANDS).filter((name) => !(name in runs) && !ENDLESS.includes(name))).toEqual([]);
    expect(INSTALLING.every((name) => name in runs)).toBe(true);
    for (const [command, all] of Object.entries(runs)) {
      for (const args of all) {
        const { code, stderr } = await runCli([command, ...args], { cwd: repo.dir, env });
        expect(ran(), `${command} ${args}`).toEqual([]);
        expect([0, 1, 2, 3, 4], `${command} ${args}: ${stderr}`).toContain(code);
      }
    }
  });

  it('have none of them run by the MCP server', async () => {
    const { repo, env, ran } = setUp();
    await runCli(['index'], { cwd: repo.dir, env });
    const { call, client } = await connect({ ...repo, env });
    const { tools } = await client.listTools();
    for (const { name } of tools) {
      const args = { query: 'a', pattern: 'a', name: 'a', path: 'a.c:1' };
      await client.callTool({ name, arguments: args }).catch(() => undefined);
    }
    await call('search', { query: 'a' });
    await call('read', { path: 'a.c' });
    expect(ran()).toEqual([]);
  });

  it('have none of them run by the HTTP server, its jobs, or a question to a model', async () => {
    const { repo, env, ran } = setUp();
    await runCli(['index'], { cwd: repo.dir, env });
    const model = await serveModel(() => ({ pieces: ['It is a.'] }));
    const server = await startServer({ cwd: repo.dir, env: { ...env, ...model.env }, args: ['--model', 'ollama:a'] });
    try {
      const { body: repositories } = await server.call<{ id: string }[]>('GET', '/repos');
      const id = repositories[0]!.id;
      for (const [method, path, body] of [
        ['POST', '/search', { query: 'a' }],
        ['POST', '/search', { query: 'why was it changed in the latest commit' }],
        ['POST', '/query', { query: 'what is a' }],
        ['GET', '/files'],
        ['GET', '/files/content?file_path=a.c'],
        ['GET', '/symbols?name=a'],
        ['GET', `/repos/${id}`],
        ['GET', '/map'],
        ['GET', '/graph?file_path=a.c&line=1'],
        ['GET', `/repos/${id}/stats`],
      ] as const) {
        const { status, body: answer } = await server.call(method, path, body);
        expect(status, `${path} ${JSON.stringify(answer)}`).toBe(200);
      }
      const asked = await runCli(['ask', 'what is a', '--model', 'ollama:a'], {
        cwd: repo.dir,
        env: { ...env, ...model.env },
      });
      expect(asked.code, asked.stderr).toBe(0);
      expect(model.asked.length).toBe(2);
      repo.file('a.c', 'a3\n');
      const { status, body: done } = await server.call('POST', `/repos/${id}/index?wait=true`, { force_reindex: true });
      expect(status, JSON.stringify(done)).toBe(200);
    } finally {
      await server.stop();
      await model.close();
    }
    expect(ran()).toEqual([]);
  });

  it('have none of them run by the watcher, when files and HEAD change', async () => {
    const { repo, env, ran } = setUp();
    const { child, ended } = startCli(['watch', '--json'], { cwd: repo.dir, env });
    let told = '';
    child.stdout!.on('data', (text: string) => {
      told += text;
    });
    await eventually(() => expect(told).toContain('"ready"'));
    repo.file('watched.c', 'int watched;\n').file('b.evil', 'changed\n');
    await eventually(() => expect(told).toContain('"refresh"'));
    // Git itself would run the hooks.
    const commit = repo.git('rev-parse', 'HEAD~1');
    writeFileSync(repo.path('.git/refs/heads/main'), `${commit}\n`);
    await eventually(() => expect(told).toContain(commit));
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
    expect(ran()).toEqual([]);
  });
});

describe('a repository that is cloned', () => {
  it('runs nothing of its own here: hooks, attributes, submodules, alternates', async () => {
    const { repo, env, ran, base, program } = setUp();
    const bare = tempRepo({ bare: true });
    repo.git('push', '-q', '--no-verify', bare.dir, 'HEAD:refs/heads/main');
    for (const hook of ['post-checkout', 'post-update', 'reference-transaction', 'upload-pack', 'pre-receive'])
      writeFileSync(join(bare.dir, 'hooks', hook), `#!/bin/sh\ntouch '${join(base, 'marks', hook)}'\n`, {
        mode: 0o755,
      });
    bare.git('config', 'core.fsmonitor', program);
    const known = { ...env, CORA_HOME: join(base, 'fleet') };
    const before = ran().length;
    for (const args of [
      ['repos', 'add', `file://${bare.dir}`, '--name', 'x'],
      ['sync'],
      ['sync', '--force'],
      ['query', '--repo', 'x', 'a'],
    ]) {
      const { code, stderr } = await runCli(args, { cwd: base, env: known });
      expect(code, `${args}: ${stderr}`).toBeLessThan(2);
    }
    expect(ran().slice(before)).toEqual([]);
  });
});
