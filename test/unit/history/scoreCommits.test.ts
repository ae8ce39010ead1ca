import { describe, expect, it } from 'vitest';
import { cutDiff } from '../../../src/history/gitContext.ts';
import { type CommitWords, readDate, scoreCommits } from '../../../src/history/rankCommits.ts';
import { readQuestion, weighTerms } from '../../../src/search/question.ts';

let made = 0;
function commit(words: Partial<CommitWords>): CommitWords {
  made += 1;
  const name = made.toString(16).padEnd(40, 'e');
  return { commit: name, parents: ['p'], author: 'Jane Roe', subjectWords: '', bodyWords: '', pathWords: '', ...words };
}

const ranked = (text: string, commits: readonly CommitWords[]) =>
  scoreCommits(
    weighTerms(readQuestion(text), () => 1),
    commits,
    () => true,
  );

describe('scoreCommits', () => {
  it('counts a subject above a body, a body above paths, and a merge below what it merged', () => {
    const commits = [
      commit({ pathWords: 'lock ts' }),
      commit({ bodyWords: 'lock it' }),
      commit({ subjectWords: 'lock it', parents: ['p', 'q'] }),
      commit({ subjectWords: 'lock it' }),
      ...Array.from({ length: 20 }, () => commit({ subjectWords: 'other', bodyWords: 'word', pathWords: 'md' })),
    ];
    const found = ranked('lock', commits);
    expect(found.map((hit) => commits.indexOf(hit.commit))).toEqual([3, 2, 1, 0]);
    for (const { score, why } of found) expect(why.words + why.paths + why.name).toBeCloseTo(score, 12);
    expect(found.at(-1)!.why).toMatchObject({ words: 0, name: 0 });
  });

  it('keeps the newer of equals first, and gives nothing for nothing', () => {
    const commits = [commit({ subjectWords: 'fix typo' }), commit({ subjectWords: 'fix typo' })];
    expect(ranked('typo', commits).map((hit) => hit.commit)).toEqual(commits);
    expect(ranked('absent', commits)).toEqual([]);
    expect(ranked('typo', [])).toEqual([]);
  });

  it('finds authors, and names of commits before everything', () => {
    const [named, other] = [commit({ subjectWords: 'x' }), commit({ subjectWords: 'word', author: 'Zoë Word' })];
    expect(ranked('zoë', [named, other]).map((hit) => hit.commit)).toEqual([other]);
    const found = ranked(`word ${named.commit.slice(0, 12)}`, [other, named]);
    expect(found.map((hit) => hit.commit)).toEqual([named, other]);
    expect(found[0]!.why).toEqual({ words: 0, paths: 0, name: 1000 });
  });
});

describe('cutDiff', () => {
  const diff = (path: string, lines: number) => ({
    path,
    text: `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${'+line\n'.repeat(lines)}`,
  });

  it('gives a single file all the room, and several the same', () => {
    const one = cutDiff([diff('a', 100)], { lines: 40, ofFile: 20 });
    expect(one).toMatchObject({ lines: 40, cut: 64 });
    expect(one.text.split('\n')).toHaveLength(41);
    expect(one.text).toMatch(/\n… 64 more lines of a$/);
    const two = cutDiff([diff('a', 100), diff('b', 4)], { lines: 40, ofFile: 20 });
    expect(two).toMatchObject({ lines: 28, cut: 84 });
    expect(two.text).toContain('… 84 more lines of a\ndiff --git a/b b/b\n---');
  });

  it('names a file in one line, whatever it is called', () => {
    const { text } = cutDiff([diff('a\n+++ b/\x1b[31mc', 100)], { lines: 40, ofFile: 20 });
    expect(text.split('\n').at(-1)).toMatch(/^… \d+ more lines of a\\n\+\+\+ b\/\\x1b\[31mc$/);
  });

  it('counts the files that found no room, and loses no line in the sum', () => {
    const files = ['a', 'b', 'c', 'd'].map((path) => diff(path, 30));
    const cut = cutDiff(files, { lines: 40, ofFile: 20 });
    expect(cut).toMatchObject({ lines: 40, cut: 4 * 34 - 40 });
    expect(cut.text).toMatch(/\n… 68 lines of 2 more files$/);
    expect(cut.text).not.toContain('index ');
    expect(cutDiff([], { lines: 40, ofFile: 20 })).toEqual({ text: '', lines: 0, cut: 0 });
  });

  it('keeps what only looks like an index line', () => {
    const text = 'diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\nindex of the book\n';
    expect(cutDiff([{ path: 'x', text }], { lines: 40, ofFile: 20 }).text).toContain('\nindex of the book');
  });
});

describe('readDate', () => {
  const now = Date.parse('2024-05-10T15:00:00Z');
  it.each([
    ['2024', '2024-01-01T00:00:00Z'],
    ['2024-05', '2024-05-01T00:00:00Z'],
    ['2024-5-1', '2024-05-01T00:00:00Z'],
    ['2024-05-01T12:30+02:00', '2024-05-01T10:30:00Z'],
    ['2024-05-01 8:05', '2024-05-01T08:05:00Z'],
    ['today', '2024-05-10T00:00:00Z'],
    ['Yesterday', '2024-05-09T00:00:00Z'],
    ['3 days ago', '2024-05-07T15:00:00Z'],
    ['last week', '2024-05-03T15:00:00Z'],
    ['two weeks', '2024-04-26T15:00:00Z'],
    ['the last month', '2024-04-10T15:00:00Z'],
    ['now', '2024-05-10T15:00:00Z'],
    // It is a Friday.
    ['Monday', '2024-05-06T00:00:00Z'],
    ['last saturday', '2024-05-04T00:00:00Z'],
    ['friday', '2024-05-10T00:00:00Z'],
    ['last friday', '2024-05-03T00:00:00Z'],
  ])('reads %j', (text, expected) => {
    expect(readDate(text, now)).toBe(Date.parse(expected));
  });

  it.each(['', 'never', 'v1.2.0', '2024-13-01', 'main', '20240501x', 'week ago today'])('refuses %j', (text) => {
    expect(readDate(text, now)).toBeNull();
  });
});
