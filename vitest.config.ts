import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

/** Queries of src/languages and the script of hooks/ are text, as esbuild's loader makes them in dist. */
const texts: Plugin = {
  name: 'files-as-text',
  enforce: 'pre',
  load: (id) => (/\.(?:scm|sh)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))};` : null),
};

const plugins = [texts];

const PAGE = 'test/e2e/page*.test.ts';
/** Hostile texts are parsed here, and grammars refused. */
const PARSING =
  /^test\/unit\/chunk\/(?:.*\/)?(?:\w*uzz|bounds|languagesPrepare|meterWasm|parser\w*|pathological|substrings)\.test\.ts$/;

/** Slow proofs of rare things: bombs, damage, fuzzing, servers that hang. `npm run test:e2e` runs them. */
const SLOW = [
  'test/integration/ask/hostileQuestions.test.ts',
  'test/integration/commentary/hostile.test.ts',
  'test/integration/contracts/histories.test.ts',
  'test/integration/engine/segmentFuzz.test.ts',
  'test/integration/fleet/redirect.test.ts',
  'test/integration/git/bombs.test.ts',
  'test/integration/git/swappedFolder.test.ts',
  'test/integration/mcp/messageFuzz.test.ts',
  'test/integration/share/blockPool.test.ts',
  'test/integration/share/slowServers.test.ts',
  'test/integration/store/nativeFuzz.test.ts',
  'test/integration/store/readersFuzz.test.ts',
  'test/integration/store/takeBackTorn.test.ts',
];

const QUICK = [...testsIn('test/unit'), ...testsIn('test/integration')].filter((path) => !SLOW.includes(path));

/** Files whose tests, or whose properties' values, are divided between `npm test` and the project `slow`: slow.ts and fastCheck.ts say how. */
const DIVIDED = QUICK.filter((path) => /\/helpers\/(?:slow|fastCheck)\.ts/.test(read(path)));

/** Files that parse hostile texts, change modules or count what a process has one of: each has a process of its own. */
const ALONE = QUICK.filter(
  (path) =>
    PARSING.test(path) ||
    path === 'test/integration/git/gitLauncher.test.ts' ||
    /\bvi\.(?:mock|doMock|stub\w+)\(|\bstepCounter\(/.test(read(path)),
);

function testsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

/**
 * Grammars are compiled quickly rather than well: a test reads small files, and a grammar's second
 * compilation, with all optimizations, takes longer than they do. Only what is very hot gets one,
 * such as the compiling of queries.
 */
const QUICKLY = { execArgv: ['--wasm-tiering-budget=50000000'] };

/** For a machine that does five other things: only a test that fails waits so long. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/**
 * Returns where temporary files of unit and integration tests lie: in memory, where that is
 * possible. A test's index is written with some ten calls of fsync, each of which waits for the
 * disk. Hooks are run there; in docker, /dev/shm has 64 MB and nothing may be run in it.
 */
function memoryFolder(): string | null {
  let folder: string | null = null;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < 4 * 2 ** 30) return null;
    folder = mkdtempSync('/dev/shm/cora-tests-');
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    return spawnSync(program).status === 0 ? '/dev/shm' : null;
  } catch {
    return null;
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true });
  }
}

const memory = process.env['TMPDIR'] === undefined ? memoryFolder() : null;
const IN_MEMORY: Record<string, string> = memory === null ? {} : { TMPDIR: memory };

const ENDING = { setupFiles: ['test/helpers/eachFile.ts'] };
const EACH = { ...ENDING, ...QUICKLY, ...PATIENCE, env: IN_MEMORY };
/** One process for many files: test/helpers/startGit.ts starts git for it. */
const TOGETHER = { ...EACH, isolate: false, env: { ...IN_MEMORY, CORA_TESTS_WORKER: 'shared' } };

export default defineConfig({
  test: {
    // One core less than there are, as by default, but three at the least: much of a test is waiting for what it started.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // What has been transformed is kept in node_modules: the next run takes it as it is where file and settings are the same.
    experimental: { fsModuleCache: true },
    // LanceDB warns of every table that does not exist yet.
    env: { LANCEDB_LOG: 'error' },
    projects: [
      // Modules are loaded, and the grammars' queries compiled, once for all files of a worker.
      { plugins, test: { name: 'shared', include: QUICK.filter((path) => !ALONE.includes(path)), ...TOGETHER } },
      { plugins, test: { name: 'alone', include: ALONE, ...EACH } },
      {
        plugins,
        test: {
          name: 'slow',
          include: [...SLOW, ...DIVIDED],
          ...EACH,
          env: { ...IN_MEMORY, CORA_TESTS: 'slow' },
        },
      },
      { plugins, test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [PAGE], ...ENDING, ...PATIENCE } },
      {
        // A browser is a foreign program that now and then does not start, or loses a page: in CI such a test may try once more, and
        // vitest says that it did. No other test may: what fails there now and then is a race of Cora's own.
        plugins,
        test: { name: 'page', include: [PAGE], retry: process.env['CI'] === undefined ? 0 : 1, ...ENDING, ...PATIENCE },
      },
    ],
  },
});
