/**
 * Each command under each limit of a machine: it does what it is asked (0), or it says in one line what is lacking and what to do (2), and
 * nothing is broken afterwards.
 */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SmallDisk, smallDisk } from '../helpers/faults/smallDisk.ts';
import type { CliOptions, CliResult } from '../helpers/runCli.ts';
import { startCli } from '../helpers/runCli.ts';
import { gitEnv, repoAt, type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn, shopFiles, shopRepo } from './cliShell.ts';

interface Limit {
  said: string;
  wrap?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** What is lacking, and the next command. */
  words: RegExp;
  /** Commands that do not always end in order (docs/known-problems.md). */
  without?: readonly string[];
}

const FILES = /too many files are open\.\n {2}raise the limit \(ulimit -n 4096\)/;
const MEMORY = /gets no more memory\.\n {2}raise its limit \(ulimit -v/;
const SIZE =
  /(larger than this system allows\.\n {2}check ulimit -f|not written to its end\.\n {2}free some space, or raise)/;
const PLACE = /\n {2}(set TMPDIR to a folder|free some space|check owner and permissions)/;

const limited = (limit: string): Pick<Limit, 'said' | 'wrap'> => ({
  said: `ulimit ${limit}`,
  wrap: ['sh', '-c', `ulimit ${limit}; exec "$@"`, 'sh'],
});

const LIMITS: readonly Limit[] = [
  ...[64, 80].map((most) => ({ ...limited(`-n ${most}`), words: FILES })),
  { ...limited('-v 12000000'), words: MEMORY, without: ['unpack'] },
  ...[10_000_000, 2_000_000, 1_200_000].map((most) => ({ ...limited(`-v ${most}`), words: MEMORY })),
  ...[0, 8].map((most) => ({ ...limited(`-f ${most}`), words: SIZE })),
  { said: 'a TMPDIR that is not there', env: { TMPDIR: '/nonexistent' }, words: PLACE },
  { said: 'a TMPDIR that takes nothing', env: { TMPDIR: '/proc' }, words: PLACE },
];

let shop: TempRepo;
let artifact: string;
let out: string;
let digest: string;
/** What is read, without a limit. */
const free = new Map<string, CliResult>();

const COMMANDS: Readonly<Record<string, () => readonly string[]>> = {
  index: () => ['index', '--quiet'],
  'index --full': () => ['index', '--full', '--quiet'],
  query: () => ['query', 'discount'],
  'query --commits': () => ['query', '--commits', 'Commit'],
  symbols: () => ['symbols', 'priceOf'],
  refs: () => ['refs', 'priceOf'],
  related: () => ['related', 'src/cart.ts:5'],
  grep: () => ['grep', 'priceOf'],
  files: () => ['files'],
  status: () => ['status'],
  doctor: () => ['doctor'],
  pack: () => ['pack', '--quiet', '-o', join(out, 'packed.tar')],
  verify: () => ['verify', artifact],
  pages: () => ['pages', '--quiet', artifact, '-o', join(out, 'page')],
  pull: () => ['pull', '--quiet', artifact],
  unpack: () => ['unpack', artifact, '-o', join(out, 'unpacked')],
  gc: () => ['gc'],
  hooks: () => ['hooks', 'install'],
  ask: () => ['ask', 'what is a refund'],
  mcp: () => ['mcp'],
};

/** What stays, until it is ended. */
const SERVERS: Readonly<Record<string, readonly string[]>> = { serve: ['serve', '--port', '0'], watch: ['watch'] };

/** What does not change the index answers as ever, where it answers. */
const READS: ReadonlySet<string> = new Set(['query', 'symbols', 'refs', 'related', 'grep', 'files', 'ask']);

const withoutTimes = (text: string): string => text.replace(/\d+(\.\d+)? m?s\b/g, '');

function emptyOut(): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
}

async function digestOf(repo: TempRepo): Promise<string> {
  return jsonOf<{ digest: string }>(await shellIn(repo)(['status', '--json'])).digest;
}

async function isAsBefore(repo: TempRepo): Promise<void> {
  const sh = shellIn(repo);
  for (const args of [['index', '--quiet'], ['query', 'discount'], ['doctor']])
    expect(await sh(args), args[0]).toMatchObject({ code: 0, stderr: '' });
  expect(await digestOf(repo)).toBe(digest);
}

/** @param free the same without a limit, where it has to be the same */
function expectTold({ words }: Pick<Limit, 'words'>, name: string, end: CliResult, free: CliResult | undefined): void {
  const { code, signal, stdout, stderr } = end;
  expect.soft(stderr + stdout, name).not.toMatch(/unexpected error|UNEXPECTED|^ {4}at |Fatal|Aborted/m);
  expect.soft(signal, name).toBeNull();
  if (code === 0) {
    if (free !== undefined) expect.soft(withoutTimes(stdout), name).toBe(withoutTimes(free.stdout));
  } else if (name === 'doctor' && code === 1) expect.soft(stdout, name).toContain('gets no more memory');
  else {
    expect.soft({ code, stderr }, name).toEqual({ code: 2, stderr: expect.stringMatching(words) });
    expect.soft(stderr, name).toMatch(/(^|\n)cora: [^\n]*\n {2}[^\n]*\n$/);
  }
}

/** Ends what has begun to serve; what cannot ends by itself. */
async function served(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const { child, ended } = startCli(args, options);
  const stop = (): void => void child.kill('SIGTERM');
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text: string) => /Listening|watching/.test(text) && stop());
  const end = await ended;
  // Both end in order when they are asked to.
  return end.signal === 'SIGTERM' || end.code === 130 ? { ...end, code: 0, signal: null } : end;
}

beforeAll(async () => {
  shop = await indexed(shopRepo());
  out = tempDir();
  artifact = join(tempDir(), 'shop.tar');
  expect((await shellIn(shop)(['pack', '--quiet', '-o', artifact])).code).toBe(0);
  digest = await digestOf(shop);
  for (const name of READS) free.set(name, await shellIn(shop)(COMMANDS[name]!()));
});

describe.each(LIMITS)('$said', (limit) => {
  it('is named by each command that it stops, and breaks nothing', async () => {
    const sh = shellIn({ dir: shop.dir, env: { ...shop.env, ...limit.env } });
    for (const [name, args] of Object.entries(COMMANDS)) {
      if (limit.without?.includes(name) === true) continue;
      emptyOut();
      expectTold(limit, name, await sh(args(), limit.wrap === undefined ? {} : { wrap: limit.wrap }), free.get(name));
    }
    for (const [name, args] of Object.entries(SERVERS)) {
      const options = {
        cwd: shop.dir,
        env: { ...shop.env, ...limit.env },
        ...(limit.wrap === undefined ? {} : { wrap: limit.wrap }),
      };
      expectTold(limit, name, await served(args, options), undefined);
    }
    await shellIn(shop)(['hooks', 'uninstall']);
    await isAsBefore(shop);
  });
});

function shopOn({ dir }: SmallDisk): TempRepo {
  const repo = repoAt(join(dir, 'repo'), gitEnv());
  mkdirSync(repo.dir);
  repo.git('init', '-q');
  return shopFiles(repo);
}

describe('a full disk', () => {
  it.each([0, 16])('with %i KiB left for .git is named by each command that it stops', async (left) => {
    const disk = smallDisk(8);
    const repo = await indexed(shopOn(disk));
    expect(await digestOf(repo)).toBe(digest);
    const wrap = disk.leave(left);
    const words = /(no space left on the disk|larger than this system allows|not written to its end)\.\n {2}/;
    for (const [name, args] of Object.entries(COMMANDS)) {
      emptyOut();
      expectTold({ words }, name, await shellIn(repo)(args(), { wrap }), undefined);
    }
    disk.leave(null);
    await shellIn(repo)(['hooks', 'uninstall']);
    await isAsBefore(repo);
  });
});
