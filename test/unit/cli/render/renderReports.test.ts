import { describe, expect, test } from 'vitest';
import { duration, size, tally } from '../../../../src/base/renderText.ts';
import type { IndexReport } from '../../../../src/base/types.ts';
import { renderDoctor } from '../../../../src/cli/commands/maintain.ts';
import { renderStatus } from '../../../../src/cli/commands/status.ts';
import { renderHookRuns, renderReport, renderSynced } from '../../../../src/cli/renderReport.ts';
import { PLAIN } from '../../../../src/cli/terminal.ts';
import type { Diagnosis } from '../../../../src/indexing/diagnose.ts';

const COMMIT = 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0';

describe('numbers', () => {
  test.each([
    [0, '0 ms'],
    [12.4, '12 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [75_000, '1 min 15 s'],
    [7_384_000, '2 h 3 min'],
  ])('%d ms', (ms, expected) => {
    expect(duration(ms)).toBe(expected);
  });
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [12_345, '12.3 kB'],
    [123_456, '123 kB'],
    [999_999, '1.0 MB'],
    [5e12, '5.0 TB'],
    [5e15, '5000 TB'],
  ])('%d bytes', (bytes, expected) => {
    expect(size(bytes)).toBe(expected);
  });
  test('tallies: most first, then by name, no zeros', () => {
    expect(tally({ b: 2, a: 2, zero: 0, many: 1234 })).toBe('1,234 many, 2 a, 2 b');
  });
});

type Shown = Parameters<typeof renderStatus>[0];

const NOT_INSTALLED: NonNullable<Shown['hooks']>['hooks'] = [
  { hook: 'post-commit', file: '/repo/.git/hooks/post-commit', installed: false, reason: null },
];

const STATUS: Shown = {
  freshness: {
    indexedCommit: COMMIT,
    headCommit: COMMIT,
    commitsBehind: 0,
    dirtyFiles: 2,
    asCommitted: [],
    missingFiles: [],
  },
  store: { path: '/repo/.git/cora/0f0f0f0f', fingerprint: '0f0f0f0f', writable: true },
  embedder: { id: 'hash', dimensions: 256, fingerprint: 'f' },
  counts: { files: 1234, chunks: 12_345, bytes: 4_500_000 },
  table: { rows: 13_000, segments: 2 },
  sizes: { table: 10_000_000, search: 9_000_000, state: 500_000, views: 1_200_000, total: 20_700_000 },
  lastRun: { at: '2026-11-22T01:30:59.123Z', tookMs: 3210, commit: COMMIT },
  skipped: { media: 30, 'lock-file': 2 },
  redacted: { secrets: 0, files: 0 },
  failed: [],
  hooks: { hooks: NOT_INSTALLED, lastRun: null, pending: false },
};

describe('status', () => {
  test('keeps to the width where there is much to say', () => {
    const missing = {
      path: 'a.ts',
      reason: 'not indexed yet, and more new files than a query reads by itself: cora index',
    };
    const freshness = { ...STATUS.freshness, shard: { index: 3, count: 8 }, missingFiles: [missing], dirtyFiles: 2 };
    const [first, second] = renderStatus({ ...STATUS, freshness }).split('\n');
    expect(Math.max(first!.length, second!.length)).toBeLessThanOrEqual(80);
    expect(second).toMatch(/^ {10}\S/);
  });

  test('of a fresh index', () => {
    expect(renderStatus(STATUS)).toMatchInlineSnapshot(`
      "Index     up to date with HEAD (a1b2c3d4e); 2 uncommitted files searched as they are now
      Content   1,234 files, 12,345 chunks, 4.5 MB of text; 655 more chunks of other
                branches and commits
      Embedder  hash, 256 dimensions
      History   no commits for --commits — index them with: cora index --history N
      Store     /repo/.git/cora/0f0f0f0f
                20.7 MB (table 10.0 MB, search 9.0 MB, state 500 kB, views 1.2 MB)
      Last run  2026-11-22 01:30 UTC, 3.2 s, of a1b2c3d4e
      Skipped   32: 30 media, 2 lock-file — list them with: cora files
      Hooks     not installed — cora hooks install
      "
    `);
  });
  test('of a blob that the build lacked: only the files of the commit show it', () => {
    expect(renderStatus({ ...STATUS, skipped: { 'missing-blob': 1 } })).toContain(
      'Skipped   1: 1 missing-blob — list them with: cora files --rev HEAD\n',
    );
  });

  test('of an index that is behind, in a read-only place, with failures', () => {
    const freshness = { ...STATUS.freshness, headCommit: 'b'.repeat(40), commitsBehind: 1, dirtyFiles: 0 };
    const text = renderStatus({
      ...STATUS,
      freshness,
      store: { ...STATUS.store, writable: false },
      failed: [{ path: 'a\x1b[2J.ts', error: 'crashed' }],
      hooks: undefined,
    });
    expect(text).toContain('the index is 1 commit behind HEAD — refresh with: cora index\n');
    expect(text).toContain('(read-only)');
    expect(text).toContain('Failed    a\\x1b[2J.ts: crashed');
    expect(text).not.toMatch(/Hooks|\x1b/);
  });
  test('of an index without its repository, whose files no command lists', () => {
    const freshness = { ...STATUS.freshness, headCommit: null, commitsBehind: null };
    const text = renderStatus({ ...STATUS, freshness, hooks: undefined });
    expect(text).toMatch(/^Skipped {3}32: 30 media, 2 lock-file$/m);
    expect(text).not.toMatch(/cora files|^History/m);
  });
  test('of hooks that ran, failed, or that Git does not run', () => {
    const run = {
      at: '2026-11-22T01:31:00.000Z',
      hook: 'post-commit',
      tookMs: 312,
      commit: COMMIT,
      embedded: 3,
      error: null,
    };
    const installed = NOT_INSTALLED.map((state) => ({ ...state, installed: true }));
    const linesOf = (hooks: Shown['hooks']) => renderStatus({ ...STATUS, hooks }).split('Hooks     ')[1];
    expect(linesOf({ hooks: installed, lastRun: null, pending: true })).toBe(
      'installed\n          a refresh is waiting or under way\n',
    );
    expect(linesOf({ hooks: installed, lastRun: run, pending: false })).toBe(
      'last run 2026-11-22 01:31 UTC, post-commit: indexed a1b2c3d4e in 312 ms, 3 vectors computed\n',
    );
    const failed = { ...run, error: { code: 'STORE', message: 'disk full\n  at x' } };
    const silent = installed.map((state) => ({ ...state, reason: 'chmod +x it' }));
    expect(linesOf({ hooks: [...silent, ...NOT_INSTALLED], lastRun: failed, pending: false })).toBe(
      'last run 2026-11-22 01:31 UTC, post-commit: disk full\n          post-commit not installed\n          chmod +x it\n',
    );
  });
  test('of a run by hand, without what a terminal obeys', () => {
    const error = { code: 'STORE', message: 'a\x1b[2J.ts: permission denied\n  at x' };
    const run = { at: '2026-11-22T01:31:00.000Z', hook: null, error };
    expect(renderHookRuns([run])).toBe('2026-11-22 01:31 UTC, by hand: a\\x1b[2J.ts: permission denied\n');
  });
  test('of secrets that were found by content', () => {
    expect(renderStatus({ ...STATUS, redacted: { secrets: 3, files: 1 } })).toContain(
      'Redacted  3 secrets in 1 file — list them with: cora pack --report\n',
    );
  });
});

const REPORT: IndexReport = {
  commit: COMMIT,
  files: 1234,
  chunks: 12_345,
  computed: 12,
  embedded: 34,
  reused: 1222,
  removed: 1,
  skipped: [
    { path: 'a.png', reason: 'media' },
    { path: 'b.png', reason: 'media' },
    { path: 'x.lock', reason: 'lock-file' },
  ],
  failed: [],
  notes: [],
  tookMs: 3210,
  dryRun: false,
};

describe('files that a filter of Git stores', () => {
  test.each([
    ['an index report', () => renderReport({ ...REPORT, skipped: [{ path: 'model.bin', reason: 'filtered' }] })],
    ['the status', () => renderStatus({ ...STATUS, skipped: { filtered: 1 } })],
  ])('are counted once in %s, with what to do', (_, render) => {
    const text = render().replace(/\s+/g, ' ');
    expect(text.match(/1 filtered/g)).toHaveLength(1);
    expect(text).toContain('Cora does not run: commit them without it to index them');
    expect(renderStatus(STATUS) + renderReport(REPORT)).not.toContain('filter');
  });
});

describe('index report', () => {
  test('one line, and what was skipped', () => {
    expect(renderReport(REPORT)).toMatchInlineSnapshot(`
      "Indexed a1b2c3d4e: 1,234 files, 12,345 chunks (1,222 files reused, 12 read, 34 vectors computed, 1 file gone) in 3.2 s
      Skipped 3 files: 2 media, 1 lock-file — list them with: cora files
      "
    `);
  });
  test('what a partial clone lacks is said with the command that brings it', () => {
    expect(renderReport({ ...REPORT, skipped: [{ path: 'a.py', reason: 'missing-blob' }] })).toContain(
      '\nThis partial clone lacks 1 file — git fetch --refetch --no-filter   brings what is missing\n',
    );
  });
  test('a first run has nothing to reuse', () => {
    expect(renderReport({ ...REPORT, reused: 0, removed: 0, skipped: [] })).toBe(
      'Indexed a1b2c3d4e: 1,234 files, 12,345 chunks (12 files read, 34 vectors computed) in 3.2 s\n',
    );
  });
  test('nothing new', () => {
    expect(renderReport({ ...REPORT, computed: 0, embedded: 0, removed: 0, skipped: [] })).toBe(
      'Indexed a1b2c3d4e: 1,234 files, 12,345 chunks (nothing new to compute) in 3.2 s\n',
    );
  });
  test('a dry run does not claim to have done anything', () => {
    expect(renderReport({ ...REPORT, dryRun: true, skipped: [] })).toBe(
      'Would index a1b2c3d4e: 1,234 files (1,222 files reused, 12 read, 1 file gone) in 3.2 s\n',
    );
  });
  test('failures and notes name their files, long lists end', () => {
    const failed = Array.from({ length: 25 }, (_, at) => ({ path: `src/f${at}.ts`, error: 'unreadable\nagain' }));
    const notes = ['a', 'b', 'c', 'd'].map((path) => ({ path, note: 'the parser crashed' }));
    const text = renderReport({ ...REPORT, skipped: [], failed, notes });
    expect(text).toContain('Note: the parser crashed: a, b, c and 1 more\n');
    expect(text).toContain('25 files failed and are not in the index:\n  src/f0.ts: unreadable\\nagain\n');
    expect(text).toContain('  and 5 more (--json lists all)\n');
  });
});

describe('doctor', () => {
  const lock: Diagnosis = {
    code: 'stale-lock',
    message: 'the lock is held by process 4711, which is gone',
    fixable: true,
    fix: 'removes the lock',
    fixed: false,
  };
  const platform: Diagnosis = {
    code: 'platform',
    message: 'no binary for darwin-x64\x1b[2J',
    fixable: false,
    fix: 'use another machine',
    fixed: false,
  };
  test('findings with what to do', () => {
    expect(renderDoctor([lock, platform, { ...lock, code: 'torn-state', fixed: true }])).toMatchInlineSnapshot(`
      "! stale-lock  the lock is held by process 4711, which is gone
                    → removes the lock
      ✗ platform    no binary for darwin-x64\\x1b[2J
                    → use another machine
      ✓ torn-state  the lock is held by process 4711, which is gone — repaired

      2 findings — repair with: cora doctor --fix
      "
    `);
  });
  test('what can not be mended is not offered to be', () => {
    expect(renderDoctor([platform])).toMatch(/1 finding\n$/);
  });
  test('nothing left, nothing found', () => {
    expect(renderDoctor([{ ...lock, fixed: true }])).toMatch(/1 finding, all repaired\.\n$/);
    expect(renderDoctor([])).toBe('All is well.\n');
  });
});

describe('a repository that was synced', () => {
  const done = { id: 'a', name: 'team/a', outcome: 'fresh', commit: COMMIT, files: 13, tookMs: 40 } as const;
  test('has nothing new, or was indexed anew at the same commit', () => {
    expect(renderSynced(done, PLAIN)).toBe('team/a  a1b2c3d4e nothing new in 40 ms\n');
    const counts = { chunks: 13, computed: 13, embedded: 13, reused: 0 };
    expect(renderSynced({ ...done, counts }, PLAIN)).toBe('team/a  a1b2c3d4e indexed 13 files in 40 ms\n');
    expect(renderSynced({ ...done, counts: { ...counts, computed: 0 } }, PLAIN)).toContain('nothing new');
  });
});
