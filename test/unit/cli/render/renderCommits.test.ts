import { expect, it } from 'vitest';
import type { CommitHit, CommitSearchResult, GitContext } from '../../../../src/base/historyTypes.ts';
import { renderCommits, renderGitContext } from '../../../../src/cli/render/renderHistory.ts';
import { gitContextLines } from '../../../../src/search/answerNotes.ts';

const HIT: CommitHit = {
  rank: 1,
  score: 2,
  why: { words: 2, paths: 0, name: 0 },
  commit: '3f2a9c1d4'.padEnd(40, '0'),
  parents: [],
  author: 'Jane \u001b[31mRoe',
  email: 'jane@example.com',
  authorDate: '2024-05-03T10:00:00+02:00',
  commitDate: '2024-05-04T10:00:00+02:00',
  subject: 'Free streams in the background',
  body: 'One.\n\nTwo.\nThree.\nFour.\n\nSigned-off-by: Jane',
  files: ['src/lazyfree.c', 'src/t_stream.c', 'b.c', 'c.c', 'd.c'].map((path) => ({
    status: 'modified',
    path,
    oldPath: null,
  })),
};

const RESULT: CommitSearchResult = {
  query: 'stream',
  freshness: {
    indexedCommit: null,
    headCommit: HIT.commit,
    commitsBehind: 2012,
    dirtyFiles: 0,
    asCommitted: [],
    missingFiles: [],
    searched: 20_000,
    readNow: 2000,
    missing: 12,
    cutOff: 'setting',
  },
  truncated: true,
  tookMs: 12,
  commits: [HIT],
};

it('shows a year of five digits whole', () => {
  const late = { ...RESULT, commits: [{ ...HIT, authorDate: '12345-06-07T08:09:10+00:00' }] };
  expect(renderCommits(late, { color: false, width: 90 })).toMatch(/^ 1 3f2a9c1d4 12345-06-07 Jane/);
});

it('shows commits, and what the answer does not cover', () => {
  expect(renderCommits(RESULT, { color: false, width: 90 })).toBe(
    [
      ' 1 3f2a9c1d4 2024-05-03 Jane \\x1b[31mRoe',
      '   Free streams in the background',
      '   One.',
      '   Two.',
      '   Three.',
      '   …',
      '   src/lazyfree.c, src/t_stream.c, b.c and 2 more',
      '',
      '1 commit, there are more (-k), 12 ms',
      'The 12 oldest commits that are not indexed were not searched — index them with: cora index',
      'Older commits than the newest 20,000 are not searched (--history N).',
      '',
    ].join('\n'),
  );
  const none = { ...RESULT, commits: [], freshness: { ...RESULT.freshness, missing: 0, readNow: 0, cutOff: null } };
  expect(renderCommits(none, { color: false, width: 90 })).toBe('No commit found for "stream", 12 ms\n');
});

const CONTEXT: GitContext = {
  kind: 'git',
  asked: { about: 'stream', since: 'v1', until: null },
  recent: [HIT],
  matching: [HIT],
  authors: [{ author: 'Jane Roe', commits: 3 }],
  commit: {
    ...HIT,
    stat: [
      { status: 'modified', path: 'src/lazyfree.c', oldPath: null, added: 3, deleted: 1 },
      { status: 'added', path: 'logo.png', oldPath: null, added: null, deleted: null },
    ],
    diff: 'diff --git a/src/lazyfree.c b/src/lazyfree.c\n@@ -1 +1 @@\n-a\n+\tb\u202e\n… 7 more lines of src/lazyfree.c',
    diffLines: 4,
    diffCut: 7,
    diffsLeftOut: 1,
  },
  freshness: { ...RESULT.freshness, missing: 0, readNow: 0, cutOff: null },
};

it('shows the history beside an answer', () => {
  const { before, after } = renderGitContext(CONTEXT, { color: false, width: 90 });
  expect(before.split('\n')).toEqual([
    'Git history: commits since v1 that match "stream"',
    '   3f2a9c1d4 2024-05-03 Free streams in the background — Jane \\x1b[31mRoe',
    '   Their authors, with the number of such commits: Jane Roe (3)',
    '',
    '',
  ]);
  expect(renderGitContext({ ...CONTEXT, matching: [] }, { color: false, width: 90 }).before).toContain(
    '\n   Authors of all commits searched: Jane Roe (3)\n',
  );
  expect(renderGitContext({ ...CONTEXT, otherAuthors: 9 }, { color: false, width: 90 }).before).toContain(
    '\n   Their authors, with the number of such commits: Jane Roe (3) and 9 more\n',
  );
  const lines = after.split('\n');
  expect(lines.slice(0, 2)).toEqual(['', `   commit ${HIT.commit}`]);
  expect(lines.slice(-11)).toEqual([
    '   src/lazyfree.c +3 -1',
    '   logo.png added',
    '   2 files changed, 3 added, 1 deleted',
    '',
    '   diff --git a/src/lazyfree.c b/src/lazyfree.c',
    '   @@ -1 +1 @@',
    '   -a',
    '   +   b\\u202e',
    '   … 7 more lines of src/lazyfree.c',
    '   1 file without a diff here (not in the index, binary or too many); 7 lines of diff cut — all of it: git show 3f2a9c1d4',
    '',
  ]);
  const removal = { ...CONTEXT, asked: { ...CONTEXT.asked, about: 'removed freeStream' } };
  const removed = (matching: typeof CONTEXT.matching): string =>
    renderGitContext({ ...removal, matching }, { color: false, width: 90 }).before;
  const [line] = CONTEXT.matching;
  const saying = { ...line!, subject: 'Remove freeStream' };
  expect(removed([saying])).toContain('These commits mention it. The commit that removed it');
  expect(removed([saying, { ...line!, subject: 'Remove others' }])).not.toContain('mention it');
  expect(removed([])).toContain('None of the commits searched mentions it.');
  expect(removed([])).toMatch(/git\s+log -S freeStream/);
  // The formats for agents say so, too.
  expect(gitContextLines(removal).at(-1)).toMatch(/The commit that removed it from the code: git log -S freeStream$/);
  expect(gitContextLines(CONTEXT).join('\n')).not.toContain('git log -S');
  const empty = { ...CONTEXT, recent: [], matching: [], authors: [], commit: null };
  expect(renderGitContext(empty, { color: false, width: 90 })).toEqual({
    before: 'Git history: no commit since v1\n\n',
    after: '',
  });
  // The question is about the newest commit alone: what it did comes first.
  const newest = { ...CONTEXT, asked: { about: '', since: null, until: null } };
  expect(renderGitContext(newest, { color: false, width: 90 })).toEqual({
    before: expect.stringContaining(`commit ${HIT.commit}`),
    after: '',
  });
  expect(renderGitContext(CONTEXT, { color: true, width: 90 }).after).toContain('\u001b[32m+3\u001b[39m');
});
