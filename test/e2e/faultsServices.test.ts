/**
 * A line that drops, goes dead or is slow in the middle of a conversation with an object store, a release, a Git server and a
 * runner's cache: a clear end in good time, what was there before answers, and when the line is back the same command works.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionsService } from '../helpers/actionsService.ts';
import { cora } from '../helpers/cora.ts';
import { codeRepo, functionOf } from '../helpers/describedRepo.ts';
import { type FakeGithub, fakeGithub } from '../helpers/fakeGithub.ts';
import { failureOf } from '../helpers/faults/failureOf.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { runAction } from '../helpers/runAction.ts';
import { runCli } from '../helpers/runCli.ts';
import { startAzurite } from '../helpers/startAzurite.ts';
import { startSshd } from '../helpers/startSshd.ts';
import { gitEnv, type TempRepo, tempDir } from '../helpers/tempRepo.ts';

// A line between a client and a server that is well: it drops, goes dead or is slow after so many
// bytes, until it is mended. TCP, loopback.

type LineTrouble = 'the line drops' | 'the line goes dead' | 'the line is slow';
const LINE_TROUBLES: readonly LineTrouble[] = ['the line drops', 'the line goes dead', 'the line is slow'];

interface BadLine {
  port: number;
  /** @returns bytes that have gone through, both ways, since the last call */
  count(): number;
  /** @param after so many more bytes */
  trouble(kind: LineTrouble, after: number): void;
  mend(): void;
}

const SLOW_PIECE = { bytes: 2048, ms: 4 };

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing.splice(0)) close();
});

/** @param portOf where the server listens; asked when somebody connects */
async function badLine(portOf: () => number): Promise<BadLine> {
  const open = new Set<Socket>();
  let [kind, left, counted]: [LineTrouble | null, number, number] = [null, 0, 0];
  const isBad = (): boolean => kind !== null && left <= 0;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };

  async function forward(from: Socket, to: Socket): Promise<void> {
    for await (const piece of from as AsyncIterable<Buffer>) {
      counted += piece.length;
      left -= piece.length;
      if (isBad() && kind === 'the line drops') cut();
      else if (isBad() && kind === 'the line goes dead') return;
      else {
        for (let at = 0; at < piece.length; at += SLOW_PIECE.bytes) {
          if (isBad()) await sleep(SLOW_PIECE.ms);
          to.write(piece.subarray(at, at + SLOW_PIECE.bytes));
        }
      }
    }
    to.end();
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: portOf(), host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('close', () => open.delete(from));
      // Who is cut off cuts off the other.
      from.on('error', () => to.destroy());
      forward(from, to).catch(() => to.destroy());
    }
    if (isBad() && kind === 'the line drops') cut();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    count() {
      const all = counted;
      counted = 0;
      return all;
    },
    trouble(next, after) {
      [kind, left] = [next, after];
    },
    mend() {
      kind = null;
      cut();
    },
  };
}

/** Where a dead line is noticed after a minute, by limits of other people's clients. */
const QUICK: readonly LineTrouble[] = IS_FULL
  ? LINE_TROUBLES
  : LINE_TROUBLES.filter((one) => one !== 'the line goes dead');
const LATEST_MS = 300_000;

const table = faultTable('A line that breaks');
const random = randomOf('when the line breaks');

let broken = 0;

afterAll(() => {
  table.check(IS_FULL);
  table.did(`${broken} conversations, each broken at another moment`);
});

/** Somewhere in a conversation of so many bytes, but not in its last part, after which nothing is missed. */
const moment = (bytes: number): number => Math.floor(bytes * 0.7 * random());

let changes = 0;
async function change(repo: TempRepo): Promise<string> {
  changes += 1;
  repo.file(`lib/f${changes}.ts`, functionOf(`later${changes}`, 'given')).commit();
  await cora(repo).index();
  return `later${changes}`;
}

interface Asked {
  what: string;
  line: BadLine;
  trouble: LineTrouble;
  /** Of a conversation in which nothing happens. */
  bytes: number;
  /** @throws what the command would say */
  run(): Promise<unknown>;
  /** While the line is well, after the failure and before the command is repeated. */
  between(): Promise<unknown>;
  after(): Promise<unknown>;
  happens: string;
}

async function inTrouble({ what, line, trouble, bytes, run, between, after, happens }: Asked): Promise<void> {
  line.trouble(trouble, moment(bytes));
  broken += 1;
  const started = Date.now();
  const isSlow = trouble === 'the line is slow';
  if (isSlow) await run();
  else {
    const failure = await failureOf(run());
    expect(failure.code).toBe('NETWORK');
    expect(Date.now() - started).toBeLessThan(LATEST_MS);
  }
  line.mend();
  await between();
  if (!isSlow) await run();
  await after();
  table.add({
    fault: `${what}: ${trouble}`,
    happens: isSlow ? 'works, later' : happens,
    mends: isSlow ? 'nothing needs to' : 'the same command',
  });
}

describe('an object store', () => {
  let repo: TempRepo;
  let line: BadLine;
  let bytes: { push: number; pull: number };
  const TO = 'az://idx/shop';
  let env: NodeJS.ProcessEnv;
  const publish = () => cora(repo).publish(TO, {}, { env });
  const ask = (name: string) =>
    cora({ dir: repo.dir, env: { ...repo.env, ...env } })
      .query(name, { index: TO })
      .then(({ results }) => results);

  beforeAll(async () => {
    const azurite = await startAzurite();
    await azurite.createContainer('idx');
    line = await badLine(() => Number(new URL(azurite.origin).port));
    env = {
      AZURE_STORAGE_ACCOUNT_NAME: azurite.account,
      AZURE_STORAGE_ACCOUNT_KEY: azurite.key,
      AZURE_STORAGE_ENDPOINT: `http://127.0.0.1:${line.port}/${azurite.account}`,
    };
    repo = codeRepo();
    await cora(repo).index();
    await publish();
    await change(repo);
    line.count();
    await publish();
    const push = line.count();
    await cora(repo.clone()).pull(TO, {}, { env });
    bytes = { push, pull: line.count() };
  });

  it.each(QUICK)('under a push: %s', async (trouble) => {
    const name = await change(repo);
    await inTrouble({
      ...{ what: '`cora push` to an object store', line, trouble, bytes: bytes.push, run: publish },
      between: async () => expect((await ask('checkPassword'))[0]?.path).toBe('src/login.ts'),
      after: async () => {
        expect((await ask(name))[0]?.path).toMatch(/^lib\//);
        await isUsable(repo, trouble);
      },
      happens: '`NETWORK`, and what to check; what was published before still answers',
    });
  });

  it.each(QUICK)('under a pull: %s', async (trouble) => {
    const clone = repo.clone();
    await inTrouble({
      ...{ what: '`cora pull` from an object store', line, trouble, bytes: bytes.pull },
      run: () => cora(clone).pull(TO, {}, { env }),
      between: async () => undefined,
      after: async () => {
        expect((await cora(clone).query('checkPassword')).results[0]?.path).toBe('src/login.ts');
        await isUsable(clone, trouble);
      },
      happens: '`NETWORK`, and what to check',
    });
  });
});

describe('a release', () => {
  it.each(LINE_TROUBLES)('under a push: %s', async (trouble) => {
    const repo = codeRepo();
    await cora(repo).index();
    let github: FakeGithub | null = null;
    const line = await badLine(() => Number(new URL(github!.api.url).port));
    const url = `http://127.0.0.1:${line.port}`;
    github = await fakeGithub(null, { token: 'ghp_1', uploadsAt: url });
    const push = () =>
      cora(repo).push('acme/shop', { GITHUB_API_URL: url, GITHUB_TOKEN: 'ghp_1' }, {}, { stallMs: 500 });
    await push();
    const bytes = line.count();
    await change(repo);
    const pull = () =>
      cora(repo.clone()).pull('acme/shop', {}, { env: { GITHUB_API_URL: url, GITHUB_TOKEN: 'ghp_1' } });
    await inTrouble({
      ...{ what: '`cora push` to a release', line, trouble, bytes, run: push },
      between: pull,
      after: async () => {
        expect((await pull()).commit).toBe(repo.git('rev-parse', 'HEAD'));
        await isUsable(repo, trouble);
      },
      happens: '`NETWORK`, and what to check; what was published before still answers',
    });
  });
});

describe('a Git server', () => {
  it.each(IS_FULL ? LINE_TROUBLES : LINE_TROUBLES.slice(0, 2))('under a sync: %s', async (trouble) => {
    const sshd = await startSshd();
    const line = await badLine(() => Number(new URL(sshd.origin).port));
    const repo = codeRepo();
    const home = tempDir();
    const env = gitEnv({
      CORA_HOME: home,
      XDG_CACHE_HOME: tempDir(),
      CORA_EMBEDDER: 'hash',
      CORA_REPOS_SYNC_TIMEOUT: '2',
    });
    // The line has another port than the server whose key is known.
    const ssh = `ssh -F ${sshd.clientConfig} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null`;
    writeFileSync(join(env['HOME']!, '.gitconfig'), `[core]\n  sshCommand = ${ssh}\n`);
    const run = (...args: string[]) => runCli(args, { cwd: home, env });
    const address = `${sshd.origin.replace(/\d+$/, String(line.port))}${repo.dir}`;
    expect((await run('repos', 'add', address, '--name', 'shop')).code).toBe(0);
    expect((await run('sync', '--quiet', '--force')).code).toBe(0);
    const bytes = line.count();
    repo.file('lib/more.ts', functionOf('muchLater', 'given')).commit();
    const isSlow = trouble === 'the line is slow';
    line.trouble(trouble, moment(bytes));
    broken += 1;
    const result = await run('sync', '--force');
    expect(result.code, result.stdout + result.stderr).toBe(isSlow ? 0 : 1);
    if (!isSlow) expect(result.stdout + result.stderr).toMatch(/shop.*failed|failed.*shop/s);
    const answer = await run('query', '--repo', 'shop', 'checkPassword');
    expect([answer.code, answer.stdout]).toEqual([0, expect.stringContaining('src/login.ts')]);
    line.mend();
    expect((await run('sync', '--force')).code).toBe(0);
    expect((await run('query', '--repo', 'shop', 'muchLater')).stdout).toContain('lib/more.ts');
    for (const id of readdirSync(join(home, 'repos'))) await isUsable({ dir: join(home, 'repos', id), env }, id);
    table.add({
      fault: `\`cora sync\`: ${trouble}`,
      happens: isSlow ? 'works, later' : 'says which repository failed and why (exit 1); its last index answers',
      mends: isSlow ? 'nothing needs to' : 'the same command',
    });
    await sshd.stop();
  });
});

/** The client of the cache is GitHub's own: it tries for half a minute, and waits a quarter of an hour for a line that is dead. In the full form only. */
function ofTheRunner(): void {
  it.each(LINE_TROUBLES.filter((one) => one !== 'the line goes dead'))('%s', async (trouble) => {
    const service = await actionsService();
    const line = await badLine(() => Number(new URL(service.url).port));
    const repo = codeRepo();
    const start = (name: string) => {
      rmSync(join(repo.dir, '.git', 'cora'), { recursive: true, force: true });
      const env = {
        ACTIONS_RESULTS_URL: `http://127.0.0.1:${line.port}/`,
        ACTIONS_RUNTIME_TOKEN: service.token(['refs/heads/main']),
      };
      return runAction({ workspace: repo.dir, inputs: { 'artifact-name': name }, env: { ...repo.env, ...env } });
    };
    expect((await start('first')).code).toBe(0);
    const bytes = line.count();
    repo.file('lib/more.ts', functionOf('muchLater', 'given')).commit();
    line.trouble(trouble, moment(bytes));
    broken += 1;
    const started = Date.now();
    const run = await start('second');
    process.stdout.write(
      `the Action, ${trouble}: exit ${run.code} after ${Math.round((Date.now() - started) / 1000)} s\n`,
    );
    expect(readFileSync(run.outputs['artifact-path']!).length).toBeGreaterThan(0);
    if (run.code !== 0)
      expect(run.annotations.at(-1)!.message).toMatch(/workflow artifact second could not be uploaded/);
    line.mend();
    expect((await start('third')).code).toBe(0);
    table.add({
      fault: `the Action's cache and artifacts: ${trouble}`,
      happens:
        trouble === 'the line is slow'
          ? 'works, later'
          : 'a warning, and a full build; an artifact that was asked for and cannot be uploaded fails the step',
      mends: 'the next run',
    });
  });
}

if (IS_FULL) describe('the cache and the artifacts of a runner', ofTheRunner);
