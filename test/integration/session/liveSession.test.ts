/** A session that stays answers as one that was opened for the question, whatever happens to the repository in between. */

import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { afterEach, describe, expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { openSession, type Session } from '../../../src/session/session.ts';
import { searchSettings, sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { eventually } from '../../helpers/eventually.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const options = resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null);
const open: Session[] = [];
afterEach(() => {
  for (const session of open.splice(0)) session.close();
});

function live(repo: TempRepo): Session {
  const session = openSession(sessionSettings(options), {
    dir: repo.dir,
    env: repo.env,
    cacheDir: tempDir('cora-cache-'),
    log: silentLog,
  });
  open.push(session);
  return session;
}

async function ask(session: Session, text: string, signal?: AbortSignal): Promise<SearchResult> {
  const searcher = await session.now(signal);
  try {
    return await searcher.search(searchRequestOf(text, searchSettings(options)), signal);
  } finally {
    searcher.close();
  }
}

const timeless = ({ tookMs: _, ...rest }: SearchResult) => rest;

describe('a session that stays', () => {
  quick.it('sees edits, commits, checkouts, builds and a new store, with the answers of a fresh session', async () => {
    const repo = tempRepo();
    for (const n of [1, 20, 40]) repo.file(`src/f${n}.py`, sourceOf('py', n));
    repo.commit();
    await cora(repo).index();
    const session = live(repo);
    const steps: [name: string, step: () => unknown][] = [
      ['nothing', () => undefined],
      ['nothing again', () => undefined],
      ['an edit', () => repo.file('src/f1.py', 'def edited_items():\n    return 1\n')],
      ['a second edit beside it', () => repo.file('src/f20.py', 'def other_total():\n    return 2\n')],
      ['the first edit taken back', () => repo.file('src/f1.py', sourceOf('py', 1))],
      ['an untracked file', () => repo.file('new.py', 'def total_untracked():\n    return 3\n')],
      ['a commit', () => repo.commit()],
      ['a build', () => cora(repo).index()],
      ['a deleted file', () => repo.remove('src/f40.py')],
      ['a checkout', () => repo.git('checkout', '-qf', 'HEAD~1')],
      ['an ignored file', () => repo.file('.gitignore', 'new.py\n')],
      ['another message of the same tree', () => repo.git('commit', '-q', '--amend', '--no-verify', '-m', 'else')],
      ['packed refs', () => repo.git('pack-refs', '--all')],
      ['a branch that moves while it is packed', () => repo.git('update-ref', 'refs/heads/main', 'HEAD')],
      ['that branch, checked out', () => repo.git('checkout', '-qf', 'main')],
      ['a reset', () => repo.git('reset', '-q', '--hard', 'HEAD@{1}')],
      ['packed again, and collected', () => repo.git('gc', '-q', '--prune=now')],
      ['a commit after that', () => repo.file('src/f20.py', 'def late_total():\n    return 9\n').commit()],
      ['a branch of another name', () => repo.git('branch', '-m', 'main', 'renamed')],
      ['an edit after a look', () => repo.file('src/f20.py', 'def later_total():\n    return 10\n')],
      [
        'another index in the same place',
        async () => {
          rmSync(repo.path('.git/cora'), { recursive: true });
          await cora(repo).index();
        },
      ],
    ];
    for (const [name, step] of steps) {
      await step();
      const answer = timeless(await ask(session, 'items total'));
      expect(answer.results, name).not.toEqual([]);
      expect(answer, name).toEqual(timeless(await cora(repo).query('items total')));
    }
  });

  quick.it('says that there is no index, and answers as soon as there is one', async () => {
    const repo = tempRepo().file('a.py', sourceOf('py', 1));
    repo.commit();
    const session = live(repo);
    await expect(ask(session, 'items total')).rejects.toMatchObject({ code: 'NO_INDEX' });
    await cora(repo).index();
    expect((await ask(session, 'items total')).results).not.toEqual([]);
  });

  slow.it('answers several questions at once while the index is brought up to date', async () => {
    const repo = tempRepo().file('a.py', sourceOf('py', 1)).file('b.py', sourceOf('py', 20));
    repo.commit();
    await cora(repo).index();
    const session = live(repo);
    repo.file('c.py', sourceOf('py', 3)).commit();
    const wanted = (await cora(repo).query('items total')).results;
    const asked = Array.from({ length: 6 }, () => ask(session, 'items total'));
    const built = cora(repo).index();
    for (const answer of await Promise.all(asked)) expect(answer.results).toEqual(wanted);
    await built;
    expect((await ask(session, 'items total')).results).toEqual(wanted);
  });

  slow.it('survives an index that is computed anew under it', async () => {
    const repo = tempRepo().file('a.py', sourceOf('py', 1)).file('b.py', sourceOf('py', 20));
    repo.commit();
    await cora(repo).index();
    const session = live(repo);
    const wanted = (await ask(session, 'items total')).results;
    const built = cora(repo).index({ full: true });
    for (let round = 0; round < 20; round++) {
      const { results } = await ask(session, 'items total');
      for (const { chunkId } of results) expect(wanted.map((hit) => hit.chunkId)).toContain(chunkId);
    }
    await built;
    expect((await ask(session, 'items total')).results).toEqual(wanted);
  });

  slow.it('counts a view that is far from its index once, until rows have come', async () => {
    const repo = tempRepo().file('a.py', sourceOf('py', 1));
    repo.commit();
    await cora(repo).index();
    const session = live(repo);
    for (let at = 0; at < 310; at++) repo.file(`many/f${at}.py`, `def function_number_${at}():\n    return ${at}\n`);
    repo.commit();
    const view = async () => {
      const searcher = await session.now();
      const parts = await searcher.parts();
      searcher.close();
      return parts.view;
    };
    const first = await view();
    expect(first.freshness.missingFiles).toHaveLength(10);
    expect(await view()).toBe(first);
    await cora(repo).index();
    expect((await view()).freshness.missingFiles).toEqual([]);
  });

  quick.it('stops where nobody waits for the answer', async () => {
    const repo = tempRepo().file('a.py', sourceOf('py', 1));
    repo.commit();
    await cora(repo).index();
    const session = live(repo);
    const searcher = await session.now();
    await expect(
      searcher.search(searchRequestOf('items total', searchSettings(options)), AbortSignal.abort('no longer wanted')),
    ).rejects.toMatchObject({ code: 'ABORTED' });
    searcher.close();
    await expect(session.now(AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await ask(session, 'items total')).results).not.toEqual([]);
  });
});

/** Of this process, on Linux. */
function openFilesUnder(dir: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(dir) ? [target] : [];
    } catch {
      // Closed since.
      return [];
    }
  });
}

/** Git processes of this one that read the repository, on Linux. */
function gitOf(repo: TempRepo): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || readlinkSync(`/proc/${pid}/cwd`) !== repo.dir) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
      return command.includes('cat-file') ? [command] : [];
    } catch {
      // Ended since, or not ours to look at.
      return [];
    }
  });
}

quick.describe('a session that is closed', () => {
  quick.it('leaves no git behind where the index could not be opened', async () => {
    const repo = tempRepo().file('a.py', sourceOf('py', 1));
    repo.commit();
    await cora(repo).index();
    const [store] = readdirSync(repo.path('.git/cora')).filter((name) => /^[0-9a-f]{16}$/.test(name));
    rmSync(repo.path('.git/cora', store!, 'search'), { recursive: true });
    const session = live(repo);
    await expect(ask(session, 'items total')).rejects.toMatchObject({ name: 'CoraError' });
    session.close();
    await eventually(() => expect(gitOf(repo)).toEqual([]));
  });

  quick.it('still answers what was asked before, and then leaves no git behind', async () => {
    const repo = tempRepo().file('a.py', sourceOf('py', 1));
    repo.commit();
    await cora(repo).index();
    const session = live(repo);
    const asked = ask(session, 'items total');
    session.close();
    expect((await asked).results).not.toEqual([]);
    await eventually(() => expect(gitOf(repo)).toEqual([]));
  });
});

slow.describe('a session that stays, while segments are written again and again', () => {
  slow.it('keeps no file of old segments open, and answers as before', async () => {
    const repo = tempRepo();
    const functions = (file: number) =>
      Array.from({ length: 10 }, (_, at) => `def part_${file}_${at}(items):\n    return items[${file}:${at}]\n`);
    for (let file = 0; file < 60; file++) repo.file(`src/f${file}.py`, functions(file).join('\n\n'));
    repo.commit();
    await cora(repo).index();
    const session = live(repo);
    const open: string[][] = [];
    for (let at = 0; at < 7; at++) {
      // All rows are replaced, and so all segments are.
      await cora(repo).index({ full: true });
      for (const name of [`part_7_${at}`, 'items', 'nothing like this']) await ask(session, name);
      open.push(openFilesUnder(repo.dir).filter((file) => file.includes('.segment')));
    }
    // The present one, and one that is being closed.
    expect(open.at(-1)!.length).toBeGreaterThan(0);
    expect(open.at(-1)!.length).toBeLessThanOrEqual(2);
  });
});
