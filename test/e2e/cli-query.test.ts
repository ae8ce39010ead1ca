/** Asking through the built command line: questions, chats, batches, grep, symbols, and the way answers are printed. */

import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import { estimateTokens } from '../../src/base/tokenBudget.ts';
import type { CallEdge } from '../../src/graph/findRelations.ts';
import type { ReferenceHit, SymbolHit } from '../../src/graph/referenceModel.ts';
import type { GrepResult } from '../../src/grep/grepFiles.ts';
import { CLI, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { type ErrorLine, indexed, jsonOf, type Shell, shellIn, shopFiles, shopRepo } from './cliShell.ts';

let shop: TempRepo;
let sh: Shell;
beforeAll(async () => {
  shop = await indexed(shopRepo());
  sh = shellIn(shop);
});

const ESCAPE = '\x1b';

describe('output that is cut short', () => {
  it.skipIf(process.platform === 'win32')('by a reader that goes away is no error that is told', () => {
    const script = '"$@" | :';
    const words = ['query', '--json', '-k', '50', 'total with the discount'];
    const { stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, CLI, ...words], {
      cwd: shop.dir,
      env: shop.env,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });

  it
    .skipIf(process.platform !== 'linux')
    .each([
      ['query', 'total with the discount'],
      ['query', '--json', 'total with the discount'],
      ['grep', 'priceOf'],
      ['files'],
      ['--version'],
    ])('onto a full disk is an error: %s %s', (...words) => {
    const { status, stderr } = spawnSync('sh', ['-c', '"$@" > /dev/full', 'sh', process.execPath, CLI, ...words], {
      cwd: shop.dir,
      env: shop.env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^cora: the output is cut short: there is no space left on the disk\.\n/m),
    });
  });

  it.skipIf(process.platform === 'win32')('by a limit of the size of files is an error, and what fits is there', () => {
    const file = shop.path('.git', 'out.json');
    // sh counts in blocks of 512 bytes, bash in kilobytes: the answer is longer than both.
    const words = [
      'sh',
      ['-c', 'trap "" XFSZ; ulimit -f 1; "$@" > .git/out.json', 'sh', process.execPath, CLI],
    ] as const;
    const { status, stderr } = spawnSync(words[0], [...words[1], 'query', '--json', 'total with the discount'], {
      cwd: shop.dir,
      env: shop.env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/the output is cut short/) });
    expect([512, 1024]).toContain(readFileSync(file).length);
  });
});

describe('cora query', () => {
  it('prints place, symbol, reason and code; no colours into a pipe', async () => {
    const { code, stdout, stderr } = await sh(['query', 'total with the discount']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ 1 src\/cart\.ts:\d+-\d+\n {3}class Cart — total, discount\n/);
    expect(stdout).toContain('return sum * (1 - discount);');
    expect(stdout).toMatch(/\d+ results?, [\d.]+ m?s\n$/);
    expect(stdout).not.toContain(ESCAPE);
  });

  it('has colours where they are asked for, and fits the columns it is told', async () => {
    expect((await sh(['query', '--color', 'priceOf'])).stdout).toContain(`${ESCAPE}[1msrc/price.ts`);
    const narrow = await sh(['query', 'a refund goes back'], { env: { ...shop.env, COLUMNS: '60' } });
    for (const line of narrow.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(60);
  });

  it('needs no command word, takes anything behind --, and exits with 1 when nothing is found', async () => {
    expect((await sh(['where is the report written', '-k', '1'])).stdout).toContain('tools/report.py');
    expect((await sh(['query', '-k', '1', '--', '--priceOf'])).stdout).toContain('src/price.ts');
    const nothing = await sh(['query', '--json', 'zzyzx']);
    expect(nothing.code).toBe(1);
    expect(jsonOf<SearchResult>(nothing).results).toEqual([]);
    expect(await sh(['query', 'zzyzx'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Nothing found for "zzyzx"/),
    });
  });

  it('shows paths as seen from where the caller stands; JSON keeps them as they are in the repository', async () => {
    const cwd = shop.path('src');
    const seen = await sh(['query', 'priceOf', '-k', '1'], { cwd });
    expect(seen.stdout).toMatch(/^ 1 price\.ts:/);
    expect((await sh(['query', 'writes the report', '-k', '1'], { cwd })).stdout).toMatch(
      /^ 1 \.\.\/tools\/report\.py:/,
    );
    expect((await sh(['grep', 'write_report'], { cwd })).stdout).toMatch(/^\.\.\/tools\/report\.py:1:5:/);
    expect((await sh(['symbols', 'Cart'], { cwd })).stdout).toMatch(/^cart\.ts:4-16 {2}class Cart\n/);
    expect((await sh(['files'], { cwd })).stdout).toMatch(/ {2}\.\.\/docs\/guide\.md\n.* {2}cart\.ts\n/);
    shop.file('new.ts', 'let x = 1;\n');
    expect((await sh(['files', '--since', 'HEAD'], { cwd })).stdout).toMatch(/added.* {2}\.\.\/new\.ts\n/);
    rmSync(shop.path('new.ts'));
    expect((await sh(['chunks', 'cart.ts'], { cwd })).stdout).toMatch(/^cart\.ts:/);
    const json = jsonOf<SearchResult>(await sh(['query', '--json', 'priceOf'], { cwd }));
    expect(json.results[0]?.path).toBe('src/price.ts');
  });

  it('takes `.`, `./` and `../` in --path from where the caller stands, and whole paths', async () => {
    const files = async (dir: string, glob: string) => {
      const { stdout } = await sh(['files', '--json', '-p', glob], { cwd: shop.path(dir) });
      return (JSON.parse(stdout) as { files: { path: string }[] }).files.map(({ path }) => path);
    };
    const all = ['docs/guide.md', 'src/cart.ts', 'src/price.ts', 'tools/report.py'];
    for (const glob of ['.', './', './**']) expect(await files('.', glob)).toEqual(all);
    expect(await files('.', './price.ts')).toEqual([]);
    const link = join(tempDir(), 'shop');
    symlinkSync(shop.dir, link);
    for (const glob of [
      '.',
      './price.ts',
      '../src/p*',
      'price.ts',
      '/src',
      `${realpathSync(shop.dir)}/src`,
      `${link}/src`,
    ])
      expect(await files('src', glob)).toContain('src/price.ts');
    expect(await files('src', '../docs/')).toEqual(['docs/guide.md']);
    expect(await sh(['query', 'x', '-p', '../..'], { cwd: shop.path('src') })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('../.. is outside of the repository.'),
    });
  });

  it('shows more lines with --context', async () => {
    const args = ['query', 'writes one line for each sale', '-k', '1', '--path', 'tools/**'];
    const wide = jsonOf<SearchResult>(await sh([...args, '--json', '--context', '2'])).results[0]!;
    const bare = jsonOf<SearchResult>(await sh([...args, '--json'])).results[0]!;
    expect(wide.startLine).toBeLessThanOrEqual(bare.startLine);
    expect(wide.text).toContain(bare.text);
    expect((await sh(['query', 'discount', '-k', '1', '-C', '9'])).stdout).toMatch(
      /^ +7 {2} {2}addItem\(name: string\)/m,
    );
  });

  it('keeps to a budget of tokens, and without -k shows as many results as fit', async () => {
    const printed = await sh(['query', '--json', '--related', '0', 'total price of the cart']);
    const all = jsonOf<SearchResult>(printed);
    expect(all.tokens).toBe(all.results.reduce((sum, hit) => sum + hit.tokens, 0));
    const args = ['query', '--related', '0', 'total price of the cart', '--budget'];
    const whole = await sh([...args, '100000', '--json']);
    const budget = Math.floor(estimateTokens(whole.stdout) * 0.6);
    const cut = await sh([...args, String(budget), '--json']);
    expect(estimateTokens(cut.stdout)).toBeLessThanOrEqual(budget);
    expect(jsonOf<SearchResult>(cut)).toMatchObject({ truncated: true, results: [{ path: all.results[0]!.path }] });
    const { stdout } = await sh([...args, '60']);
    expect(stdout).toMatch(/\n1 result, there are more \(--budget\), [\d.]+ m?s\n$/);
    expect(estimateTokens(stdout)).toBeLessThanOrEqual(60);
    const wide = jsonOf<SearchResult>(await sh(['query', 'price', '--json', '--budget', '100000', '-k', '1']));
    expect(wide.results.length).toBe(1);
  });

  it('finds uncommitted code, says so, and --committed does not', async () => {
    const repo = shopFiles(tempRepo());
    await indexed(repo);
    repo.file('src/voucher.ts', 'export function redeemVoucher(code: string): string {\n  return code;\n}\n');
    const { stdout } = await shellIn(repo)(['query', 'redeemVoucher', '-k', '1']);
    expect(stdout).toMatch(/^ 1 src\/voucher\.ts:1-3 {2}untracked/);
    expect(stdout).toContain('1 uncommitted file searched as it is now');
    const committed = jsonOf<SearchResult>(await shellIn(repo)(['query', '--json', '--committed', 'redeemVoucher']));
    expect(committed.results.map(({ path }) => path)).not.toContain('src/voucher.ts');
  });
});

describe('standard input', () => {
  it('- takes a whole chat: what is asked at its end is found among much talk', async () => {
    const small = 'user: thanks, that helped a lot. assistant: you are welcome, tell me how the deployment went!\n';
    const chat = `${small.repeat(60)}user: now the customer says the money for a refund never reached the card that paid. what do we promise?\n`;
    const { results } = jsonOf<SearchResult>(await sh(['query', '--json', '-'], { input: chat }));
    expect(results[0]).toMatchObject({ path: 'docs/guide.md' });
    expect(await sh(['query', '-'], { input: ' \n' })).toMatchObject({ code: 2, stdout: '' });
  });

  it('--batch answers JSON lines with JSON lines, in order, from a file and from a pipe', async () => {
    const lines = ['{"id":"a","query":"priceOf"}', '', '{"id":2,"query":"zzyzx"}', '{"query":"refund"}'].join('\n');
    // As an editor of Windows saves it.
    shop.file('../queries.jsonl', `\ufeff${lines}`);
    for (const [from, input] of [
      [shop.path('..', 'queries.jsonl'), ''],
      ['-', lines],
    ] as const) {
      const { code, stdout, stderr } = await sh(['query', '--batch', from], { input });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const answers = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: unknown; results: { path: string }[]; ms: number });
      expect(answers.map(({ id }) => id)).toEqual(['a', 2, null]);
      expect(answers.map(({ results }) => results[0]?.path)).toEqual(['src/price.ts', undefined, 'docs/guide.md']);
      expect(answers.every(({ ms }) => ms >= 0)).toBe(true);
    }
  });

  it('waits for its question no longer than until Ctrl-C', async () => {
    const { child, ended } = startCli(['query', '-'], { cwd: shop.dir, env: shop.env });
    // More than a pipe holds: it is reading.
    await new Promise((resolve) => child.stdin!.write('how are prices summed '.repeat(100_000), resolve));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ signal: 'SIGINT', stdout: '' });
  });

  it('a line of a batch without a question is an error of its own that says why, and the others are answered', async () => {
    const input = [
      '{"id":1}',
      '{"id":"a","query":"priceOf"}',
      'nonsense',
      'null',
      '{"query":" "}',
      `[${'0,'.repeat(200_000)}0]`,
    ].join('\n');
    const { code, stdout, stderr } = await sh(['query', '--batch', '-'], { input });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    type Line = { id: unknown; results?: { path: string }[]; error?: { code: string; message: string } };
    const [first, answer, ...others] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(first).toMatchObject({
      id: 1,
      error: { code: 'USAGE', message: 'Line 1 of the batch has no "query" that asks something.' },
    });
    expect([answer?.id, answer?.results?.[0]?.path]).toEqual(['a', 'src/price.ts']);
    expect(others.map(({ id, error }) => [id, error?.code, error?.message])).toEqual([
      [null, 'USAGE', expect.stringMatching(/^Line 3 of the batch is not JSON: /)],
      [null, 'USAGE', 'Line 4 of the batch has no "query" that asks something.'],
      [null, 'USAGE', 'Line 5 of the batch has no "query" that asks something.'],
      [null, 'USAGE', 'Line 6 of the batch holds JSON of more than 200000 values.'],
    ]);
  });
});

describe('--fallback', () => {
  it('answers with grep where there is no index, rare words first, and $ is a letter', async () => {
    const bare = shellIn(shopRepo());
    const found = await bare(['query', '--fallback', 'which reports are written for each sale']);
    expect(found.code).toBe(0);
    expect(found.stdout).toMatch(/^tools\/report\.py:/);
    expect(found.stderr).toMatch(/no index/);
    const json = jsonOf<GrepResult & { mode: string }>(await bare(['query', '--fallback', '--json', '$price']));
    expect(json.mode).toBe('grep');
    expect(json.hits.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'src/price.ts:4',
      'src/price.ts:5',
      'src/price.ts:6',
    ]);
    expect(await bare(['query', '--fallback', '=>'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('src/cart.ts'),
    });
    expect(await bare(['query', '--fallback', 'zzyzx'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('finds what stands inside of a sentence without spaces, as a search does', async () => {
    const repo = shopRepo();
    repo
      .file('docs/钩子.md', '# 用法\n\n先安装所有的钩子，然后提交。\n')
      .file('docs/other.md', '# 别的\n\n没有。\n')
      .commit();
    const bare = shellIn(repo);
    const found = await bare(['query', '--fallback', '怎么安装钩子']);
    expect(found).toMatchObject({ code: 0, stdout: 'docs/钩子.md:3:2:先安装所有的钩子，然后提交。\n' });
    await bare(['index']);
    const answer = jsonOf<SearchResult>(await bare(['query', '--json', '-k', '1', '怎么安装钩子']));
    expect(answer.results.map(({ path }) => path)).toEqual(['docs/钩子.md']);
    expect((await bare(['query', '-k', '1', '怎么安装钩子'])).stdout).toContain('安装, 钩子');
  });

  it('is not used where there is an index', async () => {
    expect(jsonOf<SearchResult>(await sh(['query', '--fallback', '--json', 'priceOf'])).mode).toBe('hybrid');
  });
});

describe('grep, symbols and refs', () => {
  it('grep prints as grep does and counts columns, and exits with 1 for nothing', async () => {
    expect(await sh(['grep', 'return sum'])).toMatchObject({
      code: 0,
      stdout: 'src/cart.ts:14:5:    return sum * (1 - discount);\n',
    });
    expect((await sh(['grep', '-F', '-i', 'NAME: STRING', '--path', '**/cart.ts'])).stdout).toMatch(
      /^src\/cart\.ts:7:11:/,
    );
    expect(jsonOf<GrepResult>(await sh(['grep', '--json', 'zzyzx']))).toMatchObject({ hits: [], truncated: false });
    const places = ['-rn', '--include', '*.ts', '-t', 'ts', 'sum', 'src', 'tools/report.py'];
    expect((await sh(['grep', ...places])).stdout).toMatch(/^(?:src\/cart\.ts:\d+:\d+:.*\n)+$/);
    expect((await sh(['grep', 'sum', '.'], { cwd: shop.path('tools') })).stdout).not.toContain('cart.ts');
    const unquoted = { code: 2, stderr: expect.stringContaining('stands in quotes, a glob behind -g') };
    for (const place of ['sum', 'src/cart.ts/x', '*.ts', 'x'.repeat(5000), 'x/'.repeat(60_000)])
      expect(await sh(['grep', 'return', place])).toMatchObject(unquoted);
    const link = `${shop.dir}-link`;
    symlinkSync(shop.dir, link);
    const linked = await sh(['grep', 'sum', `${link}/src/cart.ts`, `../${basename(shop.dir)}/tools`, '.git']);
    expect(linked).toMatchObject({ code: 0, stderr: expect.stringContaining('Cora indexes nothing in ".git".') });
    expect(linked.stdout).toMatch(/^(?:src\/cart\.ts:\d+:\d+:.*\n)+$/);
    const listing = { code: 2, stderr: expect.stringContaining('--max-per-file 1') };
    expect(await sh(['grep', '-rl', 'sum', '.'])).toMatchObject(listing);
    expect(await sh(['grep', '-q', 'zzyzx'])).toMatchObject({ code: 1, stdout: '', stderr: '' });
  });

  it('-k cuts lists too, and what a command cannot do it refuses', async () => {
    const two = jsonOf<GrepResult>(await sh(['grep', '--json', '-k', '1', 'price']));
    expect(two).toMatchObject({ truncated: true });
    expect(two.hits).toHaveLength(1);
    expect(
      jsonOf<{ references: unknown[] }>(await sh(['refs', '--json', '-k', '1', 'priceOf'])).references,
    ).toHaveLength(1);
    expect(await sh(['refs', '--callers', '--kind', 'call', 'priceOf'])).toMatchObject({ code: 2, stdout: '' });
    expect(await sh(['refs', '--callers', '--callees', 'priceOf'])).toMatchObject({ code: 2, stdout: '' });
    expect(await sh(['query', '--jobs', '2', 'priceOf'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('symbols, refs and call chains name places', async () => {
    const { symbols } = jsonOf<{ symbols: SymbolHit[] }>(await sh(['symbols', '--json', 'Cart.total']));
    expect(symbols).toMatchObject([{ path: 'src/cart.ts', kind: 'method', scope: ['Cart'] }]);
    const { references } = jsonOf<{ references: ReferenceHit[] }>(await sh(['refs', '--json', 'priceOf']));
    expect(references.map(({ kind, line }) => `${kind} ${line}`)).toEqual(['import 1', 'call 13']);
    const { calls } = jsonOf<{ calls: CallEdge[] }>(await sh(['refs', '--json', '--callers', 'priceOf']));
    expect(calls).toMatchObject([{ caller: { symbol: 'total', line: 13 }, callee: { path: 'src/price.ts', line: 3 } }]);
    expect((await sh(['refs', '--callers', 'priceOf'])).stdout).toBe('total  src/cart.ts:13\n');
    expect((await sh(['refs', '--callees', 'total'])).stdout).toBe(
      'priceOf  src/price.ts:3  called at src/cart.ts:13\n',
    );
    const none = await sh(['symbols', 'zzyzx']);
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('cora grep') });
    expect((await sh(['symbols', 'prizeOf'])).stderr).toContain('Did you mean priceOf?');
    expect((await sh(['refs', 'ofPrice'])).stderr).toContain('Did you mean priceOf?');
    expect((await sh(['symbols', 'Cart::totl'])).stderr).toContain('Did you mean Cart::total?');
    expect((await sh(['refs', '--callers', 'prizeOf'])).stderr).toMatch(
      /Did you mean priceOf\?\n {2}cora refs prizeOf /,
    );
    for (const args of [['symbols'], ['refs'], ['refs', '--callees']])
      for (const path of ['src/cart.ts:3', 'cart.ts'])
        expect((await sh([...args, path])).stderr).toContain('  cora chunks src/cart.ts   lists what this file');
    expect((await sh(['symbols', './cart.ts'], { cwd: shop.path('src') })).stderr).toContain('cora chunks cart.ts ');
    for (const [command, place] of Object.entries({ show: 'cart.ts:2:7', chunks: 'cart.ts', related: 'cart.ts:3' }))
      expect((await sh([command, place])).stderr).toContain('Did you mean src/cart.ts?');
    for (const args of [['show'], ['chunks'], ['related']])
      expect((await sh([...args, 'Cart.total'])).stderr).toContain('  cora symbols Cart.total   says where that name');
    const [, at = ''] = /^(\S+:\d+:\d+):/.exec((await sh(['grep', 'priceOf', 'src/price.ts'])).stdout) ?? [];
    expect((await sh(['related', at])).stdout).toContain('calls priceOf');
    shop.file('LICENSE', 'Everybody may use it.\n');
    expect((await sh(['related', 'LICENSE'])).stderr).not.toContain('cora symbols');
    rmSync(shop.path('LICENSE'));
    expect((await sh(['related', 'src'])).stderr).toContain('src is a folder.');
    expect((await sh(['related', 'src/cart.ts:0'])).stderr).toContain(
      '  cora related src/search.ts:40   a path and a line',
    );
    expect((await sh(['related', 'src/cart.ts'])).stdout).toMatch(/^src\/price\.ts:\S+ +called by Cart\.total/);
    expect((await sh(['refs', 'PRICES'])).stdout).toContain('use in priceOf → src/price.ts:1');
    const value = await sh(['refs', 'item']);
    expect(value.code).toBe(1);
    expect(value.stderr).toContain(
      'Nothing in the index calls, imports, links to, inherits from, has the type or is known to use item.',
    );
    expect((await sh(['symbols', '--json', 'zzyzx', '--lmit', '1'])).code).toBe(2);
  });
});

describe('a reader that takes its time', () => {
  it('does not lose output that is larger than a pipe', async () => {
    const repo = tempRepo();
    repo.file('many.txt', Array.from({ length: 5000 }, (_, at) => `line ${at} ${'x'.repeat(60)}`).join('\n')).commit();
    const { hits } = jsonOf<GrepResult>(await shellIn(repo)(['grep', '--json', 'line', '-k', '5000']));
    expect(hits).toHaveLength(5000);
  });

  it('whose errors are JSON gets one line of it', async () => {
    const { stderr } = await sh(['query', '--json', '--mode', 'magic', 'x']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect((JSON.parse(stderr) as ErrorLine).error.message).toContain('magic');
  });
});
