import { describe, expect, it } from 'vitest';
import type { ActionReport } from '../../../../src/action/actionTypes.ts';
import { renderActionSummary } from '../../../../src/action/renderAction.ts';

const report: ActionReport = {
  index: {
    commit: 'c'.repeat(40),
    files: 1234,
    chunks: 20_582,
    computed: 3,
    embedded: 17,
    reused: 1231,
    removed: 0,
    skipped: [
      { path: 'a.png', reason: 'media' },
      { path: 'b.png', reason: 'media' },
      { path: 'yarn.lock', reason: 'lock-file' },
    ],
    failed: [],
    notes: [],
    redacted: { secrets: 2, files: 1 },
    tookMs: 2300,
    dryRun: false,
  },
  packed: {
    file: '/tmp/x.tar',
    size: 4_800_000,
    sha256: '',
    commit: 'c'.repeat(40),
    headCommit: null,
    files: 1234,
    chunks: 20_582,
    indexedBytes: 10_000_000,
    text: true,
    digest: 'd'.repeat(64),
    tookMs: 1500,
  },
  restored: {
    key: 'k',
    isExact: false,
    commit: 'b'.repeat(40),
    size: 4_700_000,
    blobs: { added: 1231, known: 0, absent: 0, refused: 0 },
  },
  saved: 'cora-index-1-2-3',
  uploaded: null,
  published: null,
  pages: null,
  mayAttest: false,
  indexPath: '/x',
  failures: [],
  tookMs: 6100,
};

describe('renderActionSummary', () => {
  it('is a table', () => {
    expect(renderActionSummary(report)).toBe(`### Cora index of \`ccccccccc\`

| | |
|---|---|
| Files | 1,234 |
| Chunks | 20,582 |
| Reused | 99.7 % (1,231 files) |
| Computed | 3 files, 17 vectors |
| Secrets redacted | 2 in 1 file |
| Artifact | 4.8 MB, 48 % of the indexed text |
| Digest | \`${'d'.repeat(64)}\` |
| Cache | restored \`bbbbbbbbb\` (4.7 MB), saved \`cora-index-1-2-3\` |
| Skipped | 3 files: 2 media, 1 lock-file |
| Time | 6.1 s (index 2.3 s, pack 1.5 s) |
`);
  });

  it('names what failed, and lets no path write Markdown or HTML', () => {
    const failed = Array.from({ length: 22 }, (_, at) => ({ path: `a${at}|<b>[x](y)\n\`.py`, error: 'no *vector*' }));
    const lines = renderActionSummary({ ...report, index: { ...report.index, failed } }).split('\n');
    expect(lines).toContain('| Failed | 22 files |');
    expect(lines).toContain('- <code>a0&#124;&#60;b&#62;&#91;x&#93;(y)&#92;n&#96;.py</code>: no &#42;vector&#42;');
    expect(lines).toContain('- and 2 more');
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(21);
  });
});
