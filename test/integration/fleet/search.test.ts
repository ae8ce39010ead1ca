/** One answer from several repositories is that of one repository which holds them all. */

import { describe, expect, it } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import { openFleetSearcher } from '../../../src/fleet/searchFleet.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { ServedRepositories } from '../../../src/server/servedRepositories.ts';
import { OpenSessions } from '../../../src/session/openSessions.ts';
import { placeSettings, searchSettings } from '../../../src/settings/requests.ts';
import { cora } from '../../helpers/cora.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { quick, shareOf } from '../../helpers/slow.ts';
import { EXTENSIONS, sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

/** Repositories of very different sizes: what is rare in one is common in another. */
const SIZES = { one: 3, two: 12, three: 30 };

function fill(repo: TempRepo, folder: string, count: number, from: number): void {
  for (let at = 0; at < count; at++) {
    const extension = EXTENSIONS[at % EXTENSIONS.length]!;
    repo.file(`${folder}/file${from + at}.${extension}`, sourceOf(extension, from + at));
  }
}

describe.each(shareOf(['hash', 'builtin'], 2))('with the embedder %s', (embedder) => {
  it('ranks and scores as one repository with all files does', async () => {
    const fleet = testFleet({ embedder });
    const whole = tempRepo();
    let from = 0;
    for (const [name, count] of Object.entries(SIZES)) {
      const repo = tempRepo();
      fill(repo, name, count, from);
      fill(whole, name, count, from);
      repo.commit();
      await fleet.add(`file://${repo.dir}`, { name });
      from += count;
    }
    whole.commit();
    await fleet.sync();
    await cora(whole, { embedder }).index();
    for (const text of ['append journal', 'where is the digest decoded', 'hash_lock', 'flush event buffer kernel']) {
      const more = { limit: 12, related: 0, lines: 0 };
      const many = await fleet.query(text, ['*'], more);
      const one = await cora(whole, { embedder }).query(text, more);
      const shape = ({ path, startLine, endLine, score, why }: (typeof one.results)[number]) => ({
        path,
        startLine,
        endLine,
        score,
        why,
      });
      expect(many.results.length).toBeGreaterThan(2);
      // Copies in other repositories are folded a little later than those of one.
      expect(many.results.map(shape).slice(0, 5)).toEqual(one.results.map(shape).slice(0, 5));
      expect(many.results.every(({ repository, path }) => path.startsWith(`${repository}/`))).toBe(true);
    }
  });
});

quick.describe('an answer from several repositories', () => {
  it('folds copies, names the others, and orders ties by repository', async () => {
    const fleet = testFleet();
    for (const name of ['b', 'a', 'c']) {
      const repo = tempRepo();
      repo.file('src/retry.ts', 'export function retryRequest(times: number): number {\n  return times + 1;\n}\n');
      repo.file(`src/${name}.ts`, `export const only${name.toUpperCase()} = 'retry';\n`).commit();
      await fleet.add(`file://${repo.dir}`, { name });
    }
    await fleet.sync();
    const first = await fleet.query('retryRequest');
    expect(first.results[0]).toMatchObject({ repository: 'a', path: 'src/retry.ts' });
    expect(first.results[0]!.identical?.map(({ repository }) => repository)).toEqual(['b', 'c']);
    expect(first.results.filter(({ path }) => path === 'src/retry.ts')).toHaveLength(1);
    const { tookMs: _, ...again } = await fleet.query('retryRequest');
    expect({ ...again, tookMs: 0 }).toEqual({ ...first, tookMs: 0 });

    const some = await fleet.query('retry', ['B', 'c']);
    expect(some.repositories.map(({ name }) => name)).toEqual(['b', 'c']);
    expect(new Set(some.results.map(({ repository }) => repository))).toEqual(new Set(['b', 'c']));
    expect(some.results.map(({ rank }) => rank)).toEqual(some.results.map((__, at) => at + 1));
    await expect(fleet.query('retry', ['nothing'])).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('is within its limit and its budget, and says what cut it', async () => {
    const fleet = testFleet();
    for (const name of ['a', 'b']) {
      const repo = tempRepo();
      fill(repo, 'src', 12, name === 'a' ? 0 : 100);
      repo.commit();
      await fleet.add(`file://${repo.dir}`, { name });
    }
    await fleet.sync();
    const limited = await fleet.query('append journal', ['*'], { limit: 3 });
    expect([limited.results.length, limited.cutBy]).toEqual([3, 'limit']);
    const cheap = await fleet.query('append journal', ['*'], { budget: 60, lines: 0 });
    expect(cheap.cutBy).toBe('budget');
    expect(cheap.tokens).toBeLessThanOrEqual(Math.max(60, cheap.results[0]!.tokens));
    await expect(fleet.query('x', ['*'], { scope: 'scr' })).rejects.toThrow('No indexed file is in the folder scr.');
  });

  it('is of exactly the one that is named, before those whose names hold it', async () => {
    const fleet = testFleet();
    for (const name of ['team/api', 'team/api-docs', 'web']) {
      const repo = tempRepo().file('a.ts', `export const retry = '${name}';\n`);
      repo.commit();
      await fleet.add(`file://${repo.dir}`, { name });
    }
    await fleet.sync();
    const searched = async (...wanted: string[]) =>
      (await fleet.query('retry', wanted)).repositories!.map(({ name }) => name);
    expect(await searched('team/api')).toEqual(['team/api']);
    expect(await searched('api')).toEqual(['team/api', 'team/api-docs']);
    expect(await searched('web', 'team_api')).toEqual(['team/api', 'web']);
  });

  it('says that nothing is indexed yet', async () => {
    const fleet = testFleet();
    await fleet.add('https://host.example/org/name');
    await expect(fleet.query('x')).rejects.toMatchObject({
      code: 'NO_INDEX',
      hint: expect.stringContaining('cora sync'),
    });
  });

  it('stops when nobody waits any more', async () => {
    const fleet = testFleet();
    const repo = tempRepo();
    repo.file('a.ts', 'export const alpha = 1;\n').commit();
    await fleet.add(`file://${repo.dir}`, { name: 'a' });
    await expect(fleet.sync([], {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
    expect(fleet.manifest().repos['a']).toMatchObject({ lastTried: null, error: null });
  });
});

quick.it('follows the settings of a directory that is used in place', async () => {
  const place = tempRepo();
  place.file('src/a.ts', 'export function alpha() {}\n').file('docs/a.md', '# alpha\n');
  place.commit();
  const fleet = testFleet();
  await fleet.add(place.dir, { name: 'mine' });
  await fleet.sync();
  let exclude: string[] = [];
  const options = fleet.options();
  const searcher = openFleetSearcher({
    ...fleet.fleet(),
    settingsOf: () => placeSettings({ ...options, exclude }),
  });
  const paths = async () =>
    (await searcher.search(['mine'], searchRequestOf('alpha', searchSettings(options)))).results
      .map(({ path }) => path)
      .sort();
  try {
    expect(await paths()).toEqual(['docs/a.md', 'src/a.ts']);
    exclude = ['docs/**'];
    expect(await paths()).toEqual(['src/a.ts']);
  } finally {
    searcher.close();
  }
});

quick.it('answers from the others where the settings of one directory are wrong', async () => {
  const fleet = testFleet();
  const [right, wrong] = [tempRepo(), tempRepo()];
  for (const [name, place] of Object.entries({ right, wrong })) {
    place.file(`src/${name}.ts`, 'export function alpha() {}\nalpha();\n').commit();
    await fleet.add(place.dir, { name });
  }
  await fleet.sync();
  const settings = placeSettings(fleet.options());
  const settingsOf = ({ dir }: { dir: string }) => {
    if (dir === wrong.dir) throw new CoraError('CONFIG', 'cora.config.json has an unknown key "sorce".');
    return settings;
  };
  const request = searchRequestOf('alpha', searchSettings(fleet.options()));
  const searcher = openFleetSearcher({ ...fleet.fleet(), settingsOf });
  const sessions = new OpenSessions();
  const served = new ServedRepositories({ fleet: { ...fleet.fleet(), settingsOf }, sessions, dirs: [], names: ['*'] });
  try {
    const listed = (await served.list()).filter(({ fixed }) => !fixed);
    const answers = [
      await searcher.search(['*'], request),
      await served.search(listed, request, AbortSignal.timeout(60_000)),
    ];
    for (const { results, repositories } of answers) {
      expect(results.map(({ path }) => path)).toEqual(['src/right.ts']);
      expect(repositories).toMatchObject([
        { name: 'right' },
        { name: 'wrong', error: expect.stringContaining('sorce') },
      ]);
    }
    const { references, failed } = await searcher.references(['*'], 'alpha');
    expect(references.map(({ path }) => path)).toEqual(['src/right.ts']);
    expect(failed).toMatchObject([{ name: 'wrong', error: expect.stringContaining('sorce') }]);
    await expect(searcher.search(['wrong'], request)).rejects.toMatchObject({
      message: expect.stringContaining('sorce'),
    });
  } finally {
    searcher.close();
    served.close();
    sessions.close();
  }
});
