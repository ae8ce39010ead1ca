/** A question about the history: its commits beside the code, in the formats for programs and chats. */

import { describe, expect, it } from 'vitest';
import type { GitContext } from '../../../src/base/historyTypes.ts';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { estimateTokens } from '../../../src/base/tokenBudget.ts';
import { renderResult } from '../../../src/search/renderResult.ts';
import { hit, result } from '../../helpers/searchAnswers.ts';

const COMMIT = {
  commit: '0123456789abcdef0123456789abcdef01234567',
  author: 'A U Thor',
  authorDate: '2024-05-01T10:00:00+02:00',
  subject: 'Open tables once --> faster',
};
const DIFF = Array.from({ length: 40 }, (_, at) => `+line number ${at} of the diff`).join('\n');

const CONTEXT: GitContext = {
  kind: 'git',
  asked: { about: 'tables', since: 'v1.2', until: null },
  recent: [COMMIT],
  matching: [COMMIT],
  authors: [{ author: 'A U Thor', commits: 3 }],
  commit: {
    ...COMMIT,
    parents: [],
    email: 'author@example.com',
    commitDate: COMMIT.authorDate,
    body: '',
    files: [],
    stat: [],
    diff: DIFF,
    diffLines: 40,
    diffCut: 2,
    diffsLeftOut: 0,
  },
  freshness: { headCommit: COMMIT.commit, searched: 9, readNow: 0, missing: 0, cutOff: null },
};
const ASKED = result({ gitContext: CONTEXT, results: [hit({ startLine: 1, endLine: 2, text: 'one\ntwo' })] });

describe('the history', () => {
  it('is listed in the comment of xml, which nothing in it ends', () => {
    const text = renderResult(ASKED, 'xml');
    expect(text).toContain(
      'Commits that fit the question since v1.2:\n012345678 2024-05-01 Open tables once - -> faster (A U Thor)\nTheir authors: A U Thor (3)\n-->',
    );
  });

  it('stands before the results of Markdown, with the diff', () => {
    const text = renderResult(ASKED, 'markdown');
    expect(text).toContain('- 012345678 2024-05-01 Open tables once --> faster (A U Thor)\n');
    expect(text.indexOf('```diff\n+line number 0')).toBeLessThan(text.indexOf('### 1. '));
    const none = { ...CONTEXT, matching: [], recent: [], authors: [], commit: null };
    expect(renderResult({ ...ASKED, gitContext: none }, 'markdown')).toMatch(/^There is no commit since v1\.2\./m);
    const all = { ...CONTEXT, matching: [] };
    expect(renderResult({ ...ASKED, gitContext: all }, 'markdown')).toContain(
      'Authors of all commits searched since v1.2: A U Thor (3)',
    );
  });

  it('says how many authors it does not name, within a budget too', () => {
    const authors = ['A', 'B', 'C', 'D', 'E'].map((author) => ({ author, commits: 1 }));
    const many = { ...ASKED, gitContext: { ...CONTEXT, authors, otherAuthors: 9 } };
    expect(renderResult(many, 'xml')).toContain('Their authors: A (1), B (1), C (1), D (1), E (1) and 9 more\n');
    const matching = authors.map(() => ({ ...COMMIT, subject: 'Open tables once '.repeat(20) }));
    const long = { ...many, gitContext: { ...many.gitContext, matching } };
    expect(renderResult(long, 'xml', { budget: 400 })).toContain('Their authors: A (1), B (1) and 12 more\n');
  });

  it('loses its diff, and says so, before the first line of the first result is lost', () => {
    const text = renderResult(ASKED, 'json', { budget: 850 });
    expect(estimateTokens(renderResult(ASKED, 'json'))).toBeGreaterThan(850);
    expect(estimateTokens(text)).toBeLessThanOrEqual(850);
    const { gitContext, results } = JSON.parse(text) as SearchResult;
    expect(gitContext?.commit).toMatchObject({ diff: '', diffCut: 42 });
    expect(results.length).toBe(1);
  });
});
