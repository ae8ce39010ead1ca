/** Odd bytes in the path of a repository or of its store: the index lies there and nowhere else, or nothing is written. */

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLI, type CliResult } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, shellIn, shopRepo } from './cliShell.ts';

/** Its folders and files, as one text. */
function listing(dir: string): string {
  return execFileSync('find', ['.', '-name', 'pending', '-o', '-print0'], { cwd: dir, encoding: 'latin1' });
}

/** A repository in a folder of that name, and what is asked there. */
function shopIn(name: string) {
  const shop = shopRepo();
  const around = dirname(shop.dir);
  const dir = join(around, name);
  renameSync(shop.dir, dir);
  const sh = shellIn({ dir, env: shop.env });
  return { around, dir, sh, env: shop.env };
}

/** Where each table lies. */
function tablesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('chunks.lance'))
    .map((path) => path.replace(/[0-9a-f]{16}/, 'F'));
}

const REFUSED = { code: 2, stdout: '' };

describe('a repository', () => {
  it.each(['a%09b%2e%2e%2f', 'a#b?c&d+e', ' a "b" \'c\' \\d\\ ', 's3:', 'a\u0085b\u2028 日本 e\u0301'])(
    'in %j',
    async (name) => {
      const { around, sh } = shopIn(name);
      expect(await sh(['index'])).toMatchObject({ code: 0 });
      expect(await sh(['query', '--json', 'discount'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('cart.ts'),
      });
      expect(tablesIn(around)).toEqual([`${name}/.git/cora/F/chunks.lance`]);
      expect(readdirSync(around)).toEqual([name]);
    },
  );

  it.each(['a\tb', 'a\nb', 'a\r', 'a\x7fb'])('in %j is refused before anything is written', async (name) => {
    const { around, dir, sh } = shopIn(name);
    const before = listing(around);
    for (const args of [['index'], ['query', 'discount'], ['symbols', 'Cart']]) {
      const { stderr, ...ended } = await sh(args);
      expect(ended).toMatchObject(REFUSED);
      expect(stderr).toMatch(
        /^cora: "[^\n]*" cannot hold an index: control characters[^\n]*\n {2}keep it elsewhere: --store DIR/,
      );
    }
    expect(listing(around)).toBe(before);
    // With a place of its own, it is a repository as any other one.
    const store = tempDir();
    expect(await sh(['index', '--store', store])).toMatchObject({ code: 0 });
    expect(await sh(['query', '--store', store, 'discount'])).toMatchObject({ code: 0 });
    expect(await sh(['grep', 'discount'])).toMatchObject({ code: 0 });
    expect(tablesIn(store)).toEqual(['F/chunks.lance']);
    expect(tablesIn(dir)).toEqual([]);
  });

  it('whose path is not UTF-8 is not taken for the one whose path Node.js reads', async () => {
    const shop = await indexed(shopRepo());
    const around = dirname(shop.dir);
    const other = join(around, 'a\ufffdb');
    cpSync(shop.dir, other, { recursive: true });
    const mine = Buffer.concat([Buffer.from(`${around}/a`), Buffer.from([0xff]), Buffer.from('b')]);
    renameSync(shop.dir, mine);
    const before = listing(around);
    for (const args of [
      ['index', '--full'],
      ['query', 'discount'],
      ['clean', '--yes'],
      ['hooks', 'install'],
      ['init', '--mcp'],
    ]) {
      // A shell names it: Node.js cannot start a process there.
      const done = spawnSync(
        'sh',
        ['-c', 'cd "$(printf "a\\377b")" && exec "$@"', 'sh', process.execPath, CLI, ...args],
        {
          cwd: around,
          env: shop.env,
          encoding: 'utf8',
        },
      );
      expect(done.stderr, args[0]).toMatch(
        /^cora: The path of the repository at [^\n]* holds bytes that are not UTF-8/,
      );
      expect(done.status).toBe(2);
    }
    expect(listing(around)).toBe(before);
  });
});

describe('a store', () => {
  let shop: TempRepo;
  beforeAll(() => {
    shop = shopRepo();
  });

  it.each(['a\tb', 'a\nb', 'a\ufffdb'])('in %j is refused, and its namesake is let be', async (name) => {
    const around = tempDir();
    const sh = shellIn(shop);
    const namesake = join(around, encodeURIComponent(name));
    expect(await sh(['index', '--store', namesake])).toMatchObject({ code: 0 });
    const packed = join(tempDir(), 'x.tar');
    expect(await sh(['pack', '-o', packed, '--store', namesake])).toMatchObject({ code: 0 });
    const before = listing(around);
    for (const command of ['index', 'query', 'pull']) {
      const words = { index: [], query: ['discount'], pull: [packed] }[command]!;
      const { code, stderr }: CliResult = await sh([command, ...words, '--store', join(around, name)]);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/^cora: /) });
    }
    const url = `file://${around}/${encodeURIComponent(name)}`;
    for (const address of [url, `file://${around}/${name}`])
      expect(await sh(['push', address])).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/cannot hold an index/),
      });
    expect(listing(around)).toBe(before);
    expect(existsSync(join(around, name))).toBe(false);
  });
});
