/** What another version of Cora wrote, newer or older: refused with what to do, or read; never half understood, never destroyed. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { readJobs } from '../../src/fleet/jobQueue.ts';
import { storeRoot } from '../helpers/cora.ts';
import { clearEnd } from '../helpers/faults/clearEnd.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { openIdleQueue } from '../helpers/idleQueue.ts';
import { runCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';

const table = faultTable('Another version of Cora');
let repo: TempRepo;
let home: string;
let kept: Map<string, Buffer>;

const cli = (...args: string[]) => runCli(args, { cwd: repo.dir, env: { ...repo.env, CORA_HOME: home } });
const storePath = (...names: string[]): string =>
  join(storeRoot(repo), readdirSync(storeRoot(repo)).find((name) => /^[0-9a-f]{16}$/.test(name))!, ...names);
const jobs = (): string => join(home, 'state', 'jobs.json');
const viewPath = (): string => storePath('views', `${readFileSync(storePath('views', 'current'), 'utf8')}.view`);

beforeAll(async () => {
  repo = shopRepo();
  // The one that is quick.
  repo.env['CORA_EMBEDDER'] = 'hash';
  await indexed(repo);
  home = tempDir();
  expect((await cli('repos', 'add', repo.dir, '--name', 'shop')).code).toBe(0);
  writeFileSync(jobs(), '{"version":1,"jobs":[]}\n');
  const files = [storePath('repo_state.json'), viewPath(), join(home, 'state', 'manifest.json'), jobs()];
  kept = new Map(files.map((file) => [file, readFileSync(file)]));
});

beforeEach(() => {
  for (const [file, content] of kept) writeFileSync(file, content);
});

afterAll(() => table.check());

/** As a version would write it whose checksum nobody here knows. */
function rewrite(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'latin1');
  const changed = change(text)
    .replace(/,"checksum":"[0-9a-f]{32}"/, '')
    .replace(/CORASUM [0-9a-f]{32}$/, '');
  expect(changed).not.toBe(text);
  writeFileSync(file, changed, 'latin1');
}

const format = (version: number) => (text: string) => text.replace(/"formatVersion":\d+/, `"formatVersion":${version}`);

interface Case {
  what: string;
  change(): void;
  commands: readonly (readonly string[])[];
  hint: RegExp;
  mends: string;
  /** What mends it here; what is another Cora's to do is not done. */
  repair: readonly string[] | null;
}

const FULL = ['index', '--full', '--quiet'];
const CASES: readonly Case[] = [
  {
    what: 'repo_state.json: of a newer one',
    change: () => rewrite(storePath('repo_state.json'), format(9)),
    commands: [['index'], ['status']],
    hint: /update cora/i,
    mends: 'the newer Cora, or `cora index --full`',
    repair: FULL,
  },
  {
    what: 'repo_state.json: older than format 2',
    change: () => rewrite(storePath('repo_state.json'), format(1)),
    commands: [['index'], ['status']],
    hint: /cora index --full/,
    mends: '`cora index --full`',
    repair: FULL,
  },
  {
    what: 'views/*.view: of a newer one',
    change: () => rewrite(viewPath(), format(9)),
    commands: [['query', 'addItem']],
    hint: /update cora|cora index --full/i,
    mends: 'the newer Cora, or `cora index --full`',
    repair: FULL,
  },
  {
    what: 'manifest.json of the fleet: of a newer one',
    change: () =>
      rewrite(join(home, 'state', 'manifest.json'), (text) => text.replace(/"version": ?\d+/, '"version":9')),
    commands: [['repos', 'list'], ['sync']],
    hint: /update cora/i,
    mends: 'the newer Cora',
    repair: null,
  },
  {
    what: 'jobs.json of a home: of a newer one',
    change: () => rewrite(jobs(), (text) => text.replace(/"version":\d+/, '"version":9')),
    commands: [['serve', '--port', '0']],
    hint: /update cora/i,
    mends: 'the newer Cora',
    repair: null,
  },
];

describe('files of another version', () => {
  it.each(CASES)('$what', async ({ what, change, commands, hint, mends, repair }) => {
    change();
    const before = [...kept.keys()].map((file) => readFileSync(file));
    for (const command of commands) {
      const result = await cli(...command);
      expect(clearEnd(result, command.join(' ')), result.stdout).not.toBeNull();
      expect([result.code, result.stderr]).toEqual([4, expect.stringMatching(hint)]);
    }
    expect([...kept.keys()].map((file) => readFileSync(file))).toEqual(before);
    if (repair !== null) {
      const result = await cli(...repair);
      expect(result.code, result.stderr).toBe(0);
      await isUsable(repo, what, { question: 'addItem' });
    }
    table.add({ fault: what, happens: 'refused (exit 4), and left as it is', mends });
  });

  it('of an index are written anew by cora index --full', async () => {
    rewrite(storePath('repo_state.json'), format(9));
    rewrite(viewPath(), format(9));
    const result = await cli('index', '--full', '--quiet');
    expect(result.code, result.stderr).toBe(0);
    expect((await cli('query', 'addItem')).code).toBe(0);
    expect((await cli('doctor')).code).toBe(0);
  });

  it.each([
    ['of a newer one', 9, /update cora/i, 'the newer Cora'],
    ['older than format 2', 1, /cora (index|pack)/, '`cora index` here, or `cora pack` with this Cora there'],
  ])('that is an artifact %s', async (said, version, hint, mends) => {
    const file = join(tempDir(), 'index.tar');
    expect((await cli('pack', '-o', file)).code).toBe(0);
    // The manifest is the first member, and nothing in the archive holds its checksum.
    const archive = readFileSync(file).toString('latin1');
    const other = archive.replace(/"formatVersion":\d/, `"formatVersion":${version}`);
    writeFileSync(file, Buffer.from(other, 'latin1'));
    for (const command of [
      ['pull', file],
      ['unpack', file, '-o', join(tempDir(), 'out')],
      ['query', '--index', file, 'x'],
      ['merge', file, '-o', join(tempDir(), 'out.tar')],
    ]) {
      const result = await cli(...command);
      clearEnd(result, command.join(' '));
      expect([result.code, result.stderr]).toEqual([4, expect.stringMatching(hint)]);
    }
    expect((await cli('query', 'addItem')).code).toBe(0);
    table.add({ fault: `a packed index: ${said}`, happens: 'refused (exit 4), and left as it is', mends });
  });

  it('that is an older list of jobs is put aside', async () => {
    rewrite(jobs(), (text) => text.replace(/"version":\d+/, '"version":0'));
    const warnings: string[] = [];
    const queue = await openIdleQueue(home, { ...silentLog, warn: (text) => warnings.push(text) });
    await queue.close();
    expect(warnings).toEqual([expect.stringMatching(/kept as .*broken-.*a new list begins/)]);
    expect(await readJobs(home)).toMatchObject({ jobs: [] });
    table.add({
      fault: 'jobs.json of a home: of an older one',
      happens: 'is put aside with a warning; a new list begins',
      mends: 'nothing needs to',
    });
  });
});
