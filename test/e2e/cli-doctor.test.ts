/** `cora doctor`: silent about a healthy index, finds each kind of damage, mends it, and the index answers again. */

import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { Status } from '../../src/freshness/readStatus.ts';
import type { Diagnosis } from '../../src/indexing/diagnose.ts';
import { indexed, jsonOf, type Shell, shellIn, shopRepo } from './cliShell.ts';

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

const FINGERPRINT = /^[0-9a-f]{16}$/;

/** The folder of the only index. */
function storeOf(repo: { path(...parts: string[]): string }): string {
  const root = repo.path('.git', 'cora');
  return join(root, readdirSync(root).find((name) => FINGERPRINT.test(name))!);
}

async function findings(sh: Shell, ...args: string[]): Promise<{ code: number | null; findings: Diagnosis[] }> {
  const result = await sh(['doctor', '--json', ...args]);
  return { code: result.code, ...jsonOf<{ findings: Diagnosis[] }>(result) };
}

async function answers(sh: Shell): Promise<void> {
  const result = await sh(['query', '--json', 'addItem']);
  expect(result.code, result.stderr).toBe(0);
  expect(jsonOf<SearchResult>(result).results[0]?.path).toBe('src/cart.ts');
}

describe('cora doctor', () => {
  it('says that all is well, and a healthy store is left as it is', async () => {
    const repo = await indexed(shopRepo());
    const sh = shellIn(repo);
    const state = readFileSync(join(storeOf(repo), 'repo_state.json'));
    expect(await sh(['doctor'])).toMatchObject({ code: 0, stdout: 'All is well.\n', stderr: '' });
    expect(await findings(sh, '--fix')).toEqual({ code: 0, findings: [] });
    expect(readFileSync(join(storeOf(repo), 'repo_state.json'))).toEqual(state);
  });

  it('without an index is a finding, and --fix builds one', async () => {
    const sh = shellIn(shopRepo());
    expect(await findings(sh)).toMatchObject({ code: 1, findings: [{ code: 'no-index', fixable: true }] });
    expect(await findings(sh, '--fix')).toMatchObject({ code: 0, findings: [{ fixed: true }] });
    await answers(sh);
  });

  it.each<[string, (store: string) => void, string]>([
    ['a torn state', (store) => truncateSync(join(store, 'repo_state.json'), 100), 'torn-state'],
    ['a missing state', (store) => rmSync(join(store, 'repo_state.json')), 'missing-state'],
    ['missing views', (store) => rmSync(join(store, 'views'), { recursive: true }), 'missing-view'],
    ['a torn view', (store) => truncateSync(viewIn(store), 60), 'torn-view'],
    ['a view cut in the middle', (store) => truncateSync(viewIn(store), 1000), 'torn-view'],
    [
      'garbage for a pointer to the view',
      (store) => writeFileSync(join(store, 'views', 'current'), '\0garbage'),
      'missing-view',
    ],
    [
      'a pointer to the view that no name of a file is as long as',
      (store) => writeFileSync(join(store, 'views', 'current'), 'a'.repeat(900)),
      'missing-view',
    ],
    ['a deleted data file', (store) => rmSync(dataIn(store)), 'missing-files'],
    [
      'a table without its versions',
      (store) => rmSync(join(store, 'chunks.lance', '_versions'), { recursive: true }),
      'broken-table',
    ],
    ['a table that is gone', (store) => rmSync(join(store, 'chunks.lance'), { recursive: true }), 'missing-table'],
    ['garbage for a lock', leaveLockFile, 'stale-lock'],
    ['the lock of a dead process', leaveLock, 'stale-lock'],
    ['files of an interrupted run', leaveTemporaries, 'temp-files'],
  ])('%s: found (exit 1), mended by --fix, then nothing is left to find', async (_, damage, code) => {
    const repo = await indexed(shopRepo());
    const sh = shellIn(repo);
    damage(storeOf(repo));
    const found = await findings(sh);
    expect(found.code).toBe(1);
    expect(found.findings.map((finding) => finding.code)).toContain(code);
    expect(found.findings.every((finding) => finding.fixable && !finding.fixed)).toBe(true);
    const fixed = await findings(sh, '--fix');
    expect(fixed.code, JSON.stringify(fixed.findings)).toBe(0);
    expect(fixed.findings.every((finding) => finding.fixed)).toBe(true);
    expect(await findings(sh)).toEqual({ code: 0, findings: [] });
    expect(readdirSync(storeOf(repo), { recursive: true }).filter((name) => /tmp$|lock/.test(String(name)))).toEqual(
      [],
    );
    await answers(sh);
  });

  it('finds nothing after an index run that met a torn view, and status says until then what is known', async () => {
    const repo = await indexed(shopRepo());
    repo.file('src/more.ts', 'export const more = 1;\n').commit();
    const sh = shellIn(repo);
    expect((await sh(['index', '--quiet'])).code).toBe(0);
    const views = join(storeOf(repo), 'views');
    const torn = readdirSync(views).filter((name) => name.endsWith('.view'));
    expect(torn).toHaveLength(2);
    for (const name of torn) truncateSync(join(views, name), 60);
    const status = await sh(['status']);
    expect(status.code).toBe(2);
    expect(status.stdout).toMatch(
      /^Index +The index has lost the statistics of its last commit — cora index \(or cora doctor --fix\)/,
    );
    expect(status.stdout).toMatch(/^Content +\d+ files/m);
    const told = await sh(['status', '--json']);
    expect(told.code).toBe(2);
    expect(jsonOf<Status>({ ...told, code: 0 })).toMatchObject({
      damage: { hint: expect.stringMatching(/^cora index/) },
    });
    expect((await sh(['index', '--quiet'])).code).toBe(0);
    expect(await findings(sh)).toEqual({ code: 0, findings: [] });
    expect((await sh(['status'])).stdout).toMatch(/^Index +up to date/);
    await answers(sh);
    const search = join(storeOf(repo), 'search');
    for (const name of readdirSync(search)) if (name.endsWith('.segment')) truncateSync(join(search, name), 100);
    expect(await sh(['status'])).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^Index +A segment of the search file is damaged — [\s\S]*^Content +\d+ files/m),
    });
  });

  it('tells people what to type', async () => {
    const repo = await indexed(shopRepo());
    truncateSync(join(storeOf(repo), 'repo_state.json'), 100);
    const { stdout, stderr } = await shellIn(repo)(['doctor']);
    expect(stdout).toMatch(/torn-state[\s\S]*→ [\s\S]*cora doctor --fix\n$/);
    expect(stderr).toBe('');
  });
});

function viewIn(store: string): string {
  return join(store, 'views', readdirSync(join(store, 'views')).find((name) => name.endsWith('.view'))!);
}

function dataIn(store: string): string {
  const data = join(store, 'chunks.lance', 'data');
  return join(data, readdirSync(data)[0]!);
}

function leaveLockFile(store: string): void {
  writeFileSync(join(store, 'write.lock'), 'garbage');
  writeFileSync(join(store, 'write.lock.json'), '{ "pid');
  utimesSync(join(store, 'write.lock'), AN_HOUR_AGO, AN_HOUR_AGO);
}

function leaveLock(store: string): void {
  mkdirSync(join(store, 'write.lock'));
  writeFileSync(join(store, 'write.lock.json'), '{ "pid');
  utimesSync(join(store, 'write.lock'), AN_HOUR_AGO, AN_HOUR_AGO);
}

function leaveTemporaries(store: string): void {
  writeFileSync(join(store, '.repo_state.json.4711.0123456789ab.tmp'), '{');
  writeFileSync(join(store, 'views', 'abcdef.view.4711.tmp'), '{');
}
