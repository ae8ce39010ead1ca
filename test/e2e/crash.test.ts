/** Contracts 7 and 9: killed at any moment, written by two, read by ten: the index opens, answers, and is whole after the next run. */

import { chmodSync, readdirSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { IndexReport } from '../../src/base/types.ts';
import { cora } from '../helpers/cora.ts';
import { runCli, startCli } from '../helpers/runCli.ts';
import { EXTENSIONS, sourceOf } from '../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';

const FILES = 120;

function largerRepo(): TempRepo {
  const repo = tempRepo();
  for (let at = 0; at < FILES; at++) {
    const extension = EXTENSIONS[at % EXTENSIONS.length]!;
    repo.file(
      `src/file${at}.${extension}`,
      `${sourceOf(extension, at)}${extension === 'json' ? '' : sourceOf(extension, at + 500)}`,
    );
  }
  repo.commit();
  return repo;
}

async function digestOf(repo: TempRepo): Promise<string> {
  const { stdout } = await runCli(['status', '--json'], { cwd: repo.dir, env: repo.env });
  return (JSON.parse(stdout) as { digest: string }).digest;
}

describe('kill -9', () => {
  it('at many moments of a build leaves an index that answers, and the next run ends with the same one', async () => {
    const repo = largerRepo();
    const reference = largerRepo();
    const started = Date.now();
    expect((await runCli(['index', '--quiet'], { cwd: reference.dir, env: reference.env })).code).toBe(0);
    const whole = Date.now() - started;
    const moments = 14;
    let killed = 0;
    for (let at = 0; at < moments; at++) {
      const { child, ended } = startCli(['index', '--quiet', ...(at % 3 === 2 ? ['--full'] : [])], {
        cwd: repo.dir,
        env: repo.env,
      });
      await sleep((whole * (at + 1)) / (moments + 1));
      child.kill('SIGKILL');
      if ((await ended).signal === 'SIGKILL') killed += 1;
      const answer = await runCli(['query', '--json', 'append the account'], { cwd: repo.dir, env: repo.env });
      expect([0, 3], answer.stderr).toContain(answer.code);
    }
    expect(killed).toBeGreaterThan(0);
    const last = await runCli(['index', '--json', '--quiet'], { cwd: repo.dir, env: repo.env });
    expect(last.code, last.stderr).toBe(0);
    expect(JSON.parse(last.stdout) as IndexReport).toMatchObject({ failed: [] });
    expect(await digestOf(repo)).toBe(await digestOf(reference));
    const doctor = await runCli(['doctor', '--fix', '--json'], { cwd: repo.dir, env: repo.env });
    expect(doctor.code, doctor.stdout + doctor.stderr).toBe(0);
  });

  it('of a writer lets the next one in at once', async () => {
    const repo = largerRepo();
    const { child, ended } = startCli(['index', '--quiet'], { cwd: repo.dir, env: repo.env });
    await sleep(400);
    child.kill('SIGKILL');
    await ended;
    const next = await runCli(['index', '--quiet'], { cwd: repo.dir, env: repo.env });
    expect(next.code, next.stderr).toBe(0);
  });
});

describe('Ctrl-C', () => {
  it('ends in order, says how far it got, and the next run goes on', async () => {
    const repo = largerRepo();
    const { child, ended } = startCli(['index', '--jobs', '1'], { cwd: repo.dir, env: repo.env });
    await new Promise<void>((resolve) => {
      child.stderr!.on('data', (text: string) => {
        if (/ndexing/.test(text)) resolve();
      });
      child.on('close', () => resolve());
    });
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    if (code !== 0) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/Stopped after \d+ of \d+ new files/);
    }
    expect((await runCli(['index', '--quiet'], { cwd: repo.dir, env: repo.env })).code).toBe(0);
    const { stdout } = await runCli(['index', '--json', '--quiet'], { cwd: repo.dir, env: repo.env });
    expect(JSON.parse(stdout)).toMatchObject({ computed: 0, embedded: 0 });
  });
});

describe('several at once', () => {
  it('two writers take turns and neither duplicates a row', async () => {
    const repo = largerRepo();
    const both = await Promise.all(
      [0, 1].map(() => runCli(['index', '--json', '--quiet'], { cwd: repo.dir, env: repo.env })),
    );
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const reports = both.map(({ stdout }) => JSON.parse(stdout) as IndexReport);
    expect(reports.map(({ computed }) => computed).sort((a, b) => a - b)[0]).toBe(0);
    const status = JSON.parse((await runCli(['status', '--json'], { cwd: repo.dir, env: repo.env })).stdout) as {
      table: { rows: number };
      counts: { chunks: number };
    };
    expect(status.table.rows).toBe(status.counts.chunks);
  });

  it('ten readers go on while writers add, compact and collect', async () => {
    const repo = largerRepo();
    expect((await runCli(['index', '--quiet'], { cwd: repo.dir, env: repo.env })).code).toBe(0);
    let writing = true;
    const readers = Array.from({ length: 10 }, async (_, at) => {
      let answers = 0;
      while (writing || answers === 0) {
        const { results } = await cora(repo, { embedder: 'builtin' }).query(
          `gather the ${['event', 'lock', 'graph'][at % 3]}`,
        );
        expect(results.length).toBeGreaterThan(0);
        answers += 1;
      }
      return answers;
    });
    for (let at = 0; at < 4; at++) {
      repo.file(`src/file${at}.py`, sourceOf('py', 900 + at)).commit();
      expect((await runCli(['index', '--quiet'], { cwd: repo.dir, env: repo.env })).code).toBe(0);
      expect((await runCli(['gc'], { cwd: repo.dir, env: repo.env })).code).toBe(0);
    }
    writing = false;
    for (const answers of await Promise.all(readers)) expect(answers).toBeGreaterThan(0);
  });
});

describe('a store that can only be read', () => {
  it('answers, and leaves no trace', async () => {
    const repo = largerRepo();
    expect((await runCli(['index', '--quiet'], { cwd: repo.dir, env: repo.env })).code).toBe(0);
    const before = listing(repo);
    repo.git('config', 'core.fileMode', 'false');
    setWritable(repo, false);
    try {
      // root may write anywhere: what counts is that nothing is written.
      const answer = await runCli(['query', '--json', 'checkDigest'], {
        cwd: repo.dir,
        env: { ...repo.env, HOME: tempDir() },
      });
      expect(answer.code, answer.stderr).toBe(0);
      expect((JSON.parse(answer.stdout) as SearchResult).results.length).toBeGreaterThan(0);
    } finally {
      setWritable(repo, true);
    }
    expect(listing(repo)).toEqual(before);
  });
});

function listing(repo: TempRepo): string[] {
  return listTree(`${repo.dir}/.git/cora`);
}

function listTree(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        `${entry.parentPath}/${entry.name} ${entry.isFile() ? statSync(`${entry.parentPath}/${entry.name}`).mtimeMs : ''}`,
    )
    .sort();
}

function setWritable(repo: TempRepo, writable: boolean): void {
  for (const entry of readdirSync(`${repo.dir}/.git/cora`, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(`${entry.parentPath}/${entry.name}`, writable ? 0o755 : 0o555);
  }
  chmodSync(`${repo.dir}/.git/cora`, writable ? 0o755 : 0o555);
}
