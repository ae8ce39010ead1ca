/** What a shell user is told of files that are not searched as they are now, and how a script asks for it. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Freshness } from '../../src/base/searchTypes.ts';
import { MOST_NEW } from '../../src/view/moveView.ts';
import { tempRepo } from '../helpers/tempRepo.ts';
import { type ErrorLine, indexed, jsonOf, type Shell, shellIn, shopRepo } from './cliShell.ts';

const ASKED: readonly (readonly string[])[] = [
  ['query', 'open'],
  ['symbols', 'open_7'],
  ['refs', 'open_7'],
  ['related', 'f7.py:1'],
];

describe('more edits than a query reads', () => {
  const count = MOST_NEW.files + 5;
  let sh: Shell;
  beforeAll(async () => {
    const repo = tempRepo();
    const write = (more: string) => {
      for (let at = 0; at < count; at++) repo.file(`f${at}.py`, `def open_${at}():\n    return close_${at}()\n${more}`);
    };
    write('');
    repo.commit();
    await indexed(repo);
    write('# formatted\n');
    sh = shellIn(repo);
  });

  it.each(ASKED)('cora %s says so in its JSON, and refuses with --fresh', async (...words) => {
    const { freshness } = jsonOf<{ freshness: Freshness }>(await sh([...words, '--json']));
    expect(freshness.asCommitted).toHaveLength(5);
    const refused = await sh([...words, '--fresh', '--json']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect((JSON.parse(refused.stderr) as ErrorLine).error).toMatchObject({
      code: 'NOT_FRESH',
      message: expect.stringContaining('5 changed files searched as they were committed'),
      hint: expect.stringContaining('cora index'),
    });
  });

  it('is said in text by each of them', async () => {
    for (const words of ASKED) {
      const { stdout, stderr } = await sh(words);
      expect(stdout + stderr).toContain('5 changed files searched as they were committed');
      expect(stdout + stderr).toContain('cora index');
    }
  });

  it('is listed by cora status --check, which ends with 1', async () => {
    const { code, stdout } = await sh(['status', '--check']);
    expect(code).toBe(1);
    expect(stdout.match(/^f\d+\.py: searched as it was committed$/gm)).toHaveLength(5);
  });

  it('is over with cora index', async () => {
    const said = await sh(['index']);
    expect(said).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Beside the commit ${count} changed files`),
    });
    expect(await sh(['status', '--check'])).toMatchObject({ code: 0 });
    // Nothing found is 1, as always.
    for (const words of ASKED) expect((await sh([...words, '--fresh'])).code).toBeLessThan(2);
  });
});

describe('--fresh', () => {
  it('answers where few files have changed, and a commit is not indexed yet', async () => {
    const repo = await indexed(shopRepo());
    const sh = shellIn(repo);
    expect(await sh(['status', '--check'])).toMatchObject({ code: 0 });
    repo.file('src/late.ts', 'export function lateArrival(): void {}\n').commit();
    repo.file('src/price.ts', 'export function priceNow(): number {\n  return 1;\n}\n');
    const { code, stdout } = await sh(['query', '--fresh', 'lateArrival']);
    expect(code).toBe(0);
    expect(stdout).toContain('src/late.ts');
    expect(await sh(['status', '--check'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^HEAD \w{40}: not indexed$/m),
    });
  });

  it.each([
    [['query', '--fresh', '--committed', 'x'], '--fresh and --committed do not go together'],
    [['query', '--fresh', '--commits', 'x'], '--fresh does not work with --commits'],
  ])('%j is refused', async (words, message) => {
    const { code, stderr } = await shellIn(await indexed(shopRepo()))(words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
