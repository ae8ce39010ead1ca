/**
 * Small artifacts that would become gigabytes. What is measured is memory, by the system's own count, and not time: the command
 * without a bomb needs some 150 MB, those with one needed up to 3,200 MB before there were limits.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CraftedMember, putTogether, smallPacked, takeApart } from '../helpers/craftArtifact.ts';
import { type CliOptions, type CliResult, runCli } from '../helpers/runCli.ts';
import { gitEnv, tempDir, tempRepo } from '../helpers/tempRepo.ts';

// The built command line, and the most memory that its process held: what the system counted, not
// what a garbage collector left.

const PRELOAD = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));
`;

/** @returns with `peak` in megabytes */
async function runMeasured(args: readonly string[], options: CliOptions): Promise<CliResult & { peak: number }> {
  const file = join(tempDir(), 'peak');
  const preload = `--import=data:text/javascript;base64,${Buffer.from(PRELOAD).toString('base64')}`;
  const result = await runCli(args, { ...options, env: { ...options.env, NODE_OPTIONS: preload, PEAK_FILE: file } });
  return { ...result, peak: Number(readFileSync(file, 'utf8')) / 1024 };
}

const MB = 2 ** 20;
/** Megabytes. */
const MOST = 700;
const env = { ...gitEnv(), XDG_CACHE_HOME: tempDir() };
let packed: CraftedMember[];

beforeAll(async () => {
  packed = takeApart(await smallPacked());
});

function packedAs(name: string, content: Buffer): string {
  const members = packed.map((member) => (member.name === name ? { name, content } : member));
  const file = join(tempDir(), 'index.tar');
  writeFileSync(file, putTogether(members, name !== 'manifest.json'));
  return file;
}

const VIEW = 'view.json.gz';
const repeated = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));

const BOMBS: [string, string, () => Buffer][] = [
  ['a view of 31 million brackets', VIEW, () => gzipSync(Buffer.alloc(31_000_000, '['))],
  ['a view of 22 million objects', VIEW, () => gzipSync(Buffer.from(`{"files":[${repeated('{},', 63 * MB)}0]}`))],
  // Members of gzip one after the other: this process must not grow itself.
  ['a view of a gigabyte', VIEW, () => Buffer.concat(Array(32).fill(gzipSync(Buffer.alloc(2 ** 25, ' '))))],
  ['a manifest of 10 million objects', 'manifest.json', () => Buffer.from(`{"a":[${repeated('{},', 30 * MB)}0]}`)],
];

describe('an artifact of a few kilobytes that would become gigabytes', () => {
  it.each(BOMBS)('%s is refused by verify and where it is asked', async (_, name, content) => {
    const file = packedAs(name, content());
    for (const args of [
      ['verify', file],
      ['query', '--index', file, 'cart'],
    ]) {
      const run = await runMeasured(args, { cwd: tempDir(), env });
      expect(run.stdout + run.stderr).toContain('is refused');
      expect(run.code).toBe(args[0] === 'verify' ? 1 : 2);
      expect(run.peak).toBeLessThan(MOST);
    }
  });

  it('is refused by every command that takes one', async () => {
    const [, name, content] = BOMBS[1]!;
    const file = packedAs(name, content());
    const repo = tempRepo().file('a.py', 'def a(): pass\n');
    repo.commit();
    for (const args of [
      ['unpack', file, '-o', 'out'],
      ['query', '--index', file, 'cart'],
      ['pull', file],
      ['merge', file, file, '-o', 'merged.tar'],
    ]) {
      const run = await runMeasured(args, { cwd: repo.dir, env });
      expect({ args, code: run.code === 0, tooMuch: run.peak > MOST, said: run.stdout + run.stderr }).toEqual({
        args,
        code: false,
        tooMuch: false,
        said: expect.not.stringContaining('    at '),
      });
    }
  });
});
