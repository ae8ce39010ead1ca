/** What a process may not have (open files, temporary files), and a damaged HEAD: one line that names the cause, and the next command. */

import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { indexed, shellIn, shopRepo } from './cliShell.ts';

let shop: TempRepo;
beforeAll(async () => {
  shop = await indexed(shopRepo());
});

describe('a process that may open few files', () => {
  it.each([24, 28, 32, 40])('(%i) says so, whatever it was that could not be opened', async (most) => {
    const wrap = ['sh', '-c', `ulimit -n ${most}; exec "$@"`, 'sh'];
    for (const args of [
      ['index', '--full'],
      ['query', 'discount'],
    ]) {
      const run = await shellIn(shop)(args, { wrap });
      // Some versions of Node, and later ones of Cora, may need fewer.
      if (most > 28 && run.code === 0) continue;
      expect(run).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^cora: [^\n]*too many files are open\.\n {2}raise the limit \(ulimit -n 4096\)[^\n]*\n$/,
        ),
      });
    }
  });
});

describe('a process that may write small files only', () => {
  // LanceDB takes a write that is cut short for a whole one.
  it.each([4, 8])('(%i KiB) leaves the index as it was, and the next run goes on', async (most) => {
    const repo = await indexed(shopRepo());
    const sh = shellIn(repo);
    const wrap = ['sh', '-c', `ulimit -f ${most}; exec "$@"`, 'sh'];
    // So many that their rows go into the table.
    for (let at = 0; at < 20; at++) repo.file(`f${at}.py`, `def added_${at}():\n    return 1\n`);
    repo.commit();
    expect((await sh(['index'], { wrap })).code).toBe(2);
    expect(await sh(['query', 'discount'])).toMatchObject({ code: 0 });
    expect(await sh(['index'])).toMatchObject({ code: 0 });
    expect(await sh(['doctor'])).toMatchObject({ code: 0 });
    expect((await sh(['query', 'added_19'])).stdout).toContain('f19.py');
  });
});

describe('TMPDIR', () => {
  it.each(['/nonexistent', '/proc', '/dev/null'])('as %s is named by what needs it', async (dir) => {
    const sh = shellIn({ dir: shop.dir, env: { ...shop.env, TMPDIR: dir } });
    expect(await sh(['index', '--full', '--quiet'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^cora: [^\n]*\n {2}set TMPDIR [^\n]*\n$/),
    });
    expect(await sh(['query', 'discount'])).toMatchObject({ code: 0 });
  });
});

describe('.git/HEAD', () => {
  it.each(['garbage\n', '', '1234567\n'])('that says %j is named', async (text) => {
    writeFileSync(shop.path('.git/HEAD'), text);
    for (const args of [['index'], ['query', 'discount'], ['status']]) {
      const { code, stderr } = await shellIn(shop)(args);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^cora: \S+\/\.git\/HEAD is damaged/),
      });
      const [, command = ''] = /\n {2}write your branch into it: (.*)\n$/.exec(stderr) ?? [];
      expect(command).toBe(`echo 'ref: refs/heads/BRANCH' > ${shop.path('.git/HEAD')}`);
    }
    writeFileSync(shop.path('.git/HEAD'), 'ref: refs/heads/main\n');
    expect(await shellIn(shop)(['query', 'discount'])).toMatchObject({ code: 0 });
  });
});
