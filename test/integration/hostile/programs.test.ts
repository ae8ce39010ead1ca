/** Which programs Cora starts: every place in the sources, and a PATH by which a clone would bring its own. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findCodex } from '../../../src/ask/codex.ts';
import { findRipgrep } from '../../../src/grep/grepFiles.ts';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const src = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Each place that starts something, the words with which it does, and why no repository chooses what that is. */
const STARTED: Record<string, { calls: string[]; why: string }> = {
  'action/installBinary.ts': {
    calls: ["spawn('npm', ['ci', ...FLAGS]"],
    why: "npm of the runner, in a new folder that holds the Action's own package.json and lock file",
  },
  'ask/codex.ts': {
    calls: ["spawn(program, [...args, '-']", 'spawn(program, args'],
    why: 'the absolute path that findCodex gives',
  },
  'chunk/pool.ts': { calls: ['new Worker(workerUrl'], why: 'a bundle beside this one' },
  'action/createActionCache.ts': { calls: ['fork(program, []'], why: 'a bundle beside this one' },
  'server/serveHttp.ts': { calls: ['spawn(program, args'], why: "the system's own opener, from the user's home" },
  'server/servedJobs.ts': {
    calls: ['spawn(process.execPath, [realpathSync(process.argv[1]!), ...args]'],
    why: 'this node and this Cora',
  },
  'fleet/networkGit.ts': {
    calls: ["spawn('git', [...settings, ...args]", "promisify(execFile)('git', args, options)"],
    why: "git, with the user's configuration and that of Cora's own clones, and for what its configuration says",
  },
  'git/gitLauncher.ts': { calls: ['fork(path, []'], why: 'a bundle beside this one' },
  'git/runGit.ts': { calls: ["spawn('git', [...settings, ...args]"], why: 'git, with inert settings' },
  'grep/grepFiles.ts': { calls: ['spawn(program, [...FLAGS'], why: 'the absolute path that findRipgrep gives' },
  'store/soundTable.ts': {
    calls: ['spawn(process.execPath, [program, table]'],
    why: 'this node and a bundle beside this one',
  },
  'web/static/transport.ts': { calls: ['new Worker(scriptAddress()'], why: "a browser's, of the page's own script" },
  'share/pull/blockPool.ts': { calls: ['new Worker(url'], why: 'a bundle beside this one' },
  'session/searchThreads.ts': { calls: ['new Worker(this.#workerUrl'], why: 'a bundle beside this one' },
};

describe('the sources', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path));
  const text = (path: string): string => readFileSync(join(src, path), 'utf8');

  it('start programs at the places of this table and nowhere else, no shell among them', () => {
    const starting = /(?<![.\w])(?:spawn|spawnSync|execFile|execFileSync|exec|execSync|fork)[()]|new Worker\(/g;
    const found = Object.fromEntries(
      files.flatMap((path) => {
        const count = text(path).match(starting)?.length ?? 0;
        return count === 0 ? [] : [[path, count]];
      }),
    );
    expect(found).toEqual(Object.fromEntries(Object.entries(STARTED).map(([path, { calls }]) => [path, calls.length])));
    for (const [path, { calls }] of Object.entries(STARTED))
      for (const call of calls) expect(text(path)).toContain(call);
    // The one shell is what starts npm.cmd on Windows.
    const shells = files.filter((path) => /\bshell: (?!string|Shell)/.test(text(path)));
    expect(shells).toEqual(['action/installBinary.ts']);
    const importing = files.filter((path) => /^import (?!type\b).* from 'node:child_process'/m.test(text(path))).sort();
    const processes = Object.entries(STARTED).filter(([, { calls }]) => !calls[0]!.startsWith('new Worker('));
    expect(importing).toEqual(processes.map(([path]) => path).sort());
  });
});

describe.skipIf(process.platform === 'win32')('a PATH that leads into a clone first', () => {
  it.each([
    ['as npm and npx make it', (dir: string) => join(dir, 'node_modules/.bin')],
    ['by a relative entry', () => 'node_modules/.bin'],
    ['by an empty entry', () => ''],
  ])('%s brings no git, ripgrep or codex', async (_, entryOf) => {
    const repo = tempRepo();
    repo.file('a.py', 'def charge_card():\n    pass\n').commit();
    const bin = join(repo.dir, 'node_modules/.bin');
    for (const folder of [bin, repo.dir]) {
      mkdirSync(folder, { recursive: true });
      for (const name of ['git', 'rg', 'codex', 'ssh', 'sh']) {
        writeFileSync(join(folder, name), `#!/bin/sh\ntouch '${repo.path('PWNED')}'\n`);
        chmodSync(join(folder, name), 0o755);
      }
    }
    const env = { ...repo.env, PATH: `${entryOf(repo.dir)}${delimiter}${repo.env['PATH']}` };
    const cwd = process.cwd();
    process.chdir(repo.dir);
    try {
      const report = await cora({ dir: repo.dir, env }).index();
      expect(report.chunks).toBeGreaterThan(0);
      expect((await findRipgrep(repo.dir, env)) ?? '').not.toContain(repo.dir);
      expect((await findCodex({ PATH: join(repo.dir, 'node_modules/.bin') })) ?? dirname(cwd)).toBe(dirname(cwd));
    } finally {
      process.chdir(cwd);
    }
    expect(existsSync(repo.path('PWNED'))).toBe(false);
  });
});
