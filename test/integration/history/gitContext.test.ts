/** What a question about the history gets beside the code. */

import { expect, it } from 'vitest';
import { renderCommits } from '../../../src/cli/render/renderHistory.ts';
import { PLAIN } from '../../../src/cli/terminal.ts';
import { gitContextLines } from '../../../src/search/answerNotes.ts';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';
import { vault } from './vault.ts';

it('is there for a question about the history, and for no other', async () => {
  const repo = vault();
  await cora(repo).index();
  expect(await cora(repo).gitContext('how does the lock change state')).toBeNull();
  const context = (await cora(repo).gitContext('what changed?'))!;
  expect(context).toMatchObject({
    kind: 'git',
    asked: { about: '', since: null, until: null },
    matching: [],
    authors: [],
  });
  expect(context.recent.map(({ subject }) => subject)).toEqual([
    'Locks for everyone',
    'Open twice',
    'Introduce the write lock',
  ]);
  expect(context.commit).toMatchObject({ commit: repo.git('rev-parse', 'HEAD'), body: 'One was not enough.' });
});

it.each([
  ['git log -2', 2],
  ['the last 1 commits', 1],
  ['git log -n 90', 3],
])('shows as many commits as are asked for: %s', async (question, count) => {
  const repo = vault();
  await cora(repo).index();
  expect((await cora(repo).gitContext(question))!.recent).toHaveLength(count);
});

it('reads revisions, ranges and years in a sentence, where the repository has them', async () => {
  const repo = vault();
  repo.git('tag', 'v1.0', 'HEAD~2');
  repo.git('tag', 'v1.1', 'HEAD~1');
  await cora(repo).index();
  const subjects = async (question: string) => {
    const context = await cora(repo).gitContext(question);
    if (context === null) return null;
    const { recent, matching } = context;
    return (matching.length > 0 ? matching : recent).map(({ subject }) => subject);
  };
  expect(await subjects('what changed in HEAD~1?')).toEqual(['Open twice']);
  expect(await subjects('what did HEAD^^ change')).toEqual(['Introduce the write lock']);
  expect(await subjects('what changed in HEAD~9')).toBeNull();
  expect(await subjects('what changed in v1.0..v1.1')).toEqual(['Open twice']);
  expect(await subjects('who changed the lock in v1.0..HEAD')).toEqual(['Locks for everyone']);
  await expect(subjects('commits in v1.0..v9.9')).rejects.toThrow("There is no revision 'v9.9' here.");
  const year = Number(repo.git('log', '-1', '--format=%cd', '--date=format:%Y'));
  expect(await subjects(`commits in ${year}`)).toHaveLength(3);
  expect(await subjects(`commits in ${year - 1}`)).toEqual([]);
});

it('knows which commit deleted a file, and what a commit deleted', async () => {
  const repo = vault();
  repo.git('rm', '-q', 'src/open.ts');
  repo.git('commit', '-q', '--author=Bob <b@example.com>', '-m', 'Nobody opens');
  const hash = repo.git('rev-parse', 'HEAD');
  repo.file('src/lock.ts', 'export const lock = 9;\n').commit('Lock alone');
  await cora(repo).index();
  for (const question of ['who deleted src/open.ts', 'who removed open.ts', 'when was src/open.ts deleted']) {
    const { matching, authors } = (await cora(repo).gitContext(question))!;
    expect(
      matching.map(({ subject }) => subject),
      question,
    ).toEqual(['Nobody opens']);
    if (question.startsWith('who')) expect(authors, question).toEqual([{ author: 'Bob', commits: 1 }]);
  }
  for (const question of ['why was src/open.ts removed', 'why did we delete open.ts?', 'where did open.ts go']) {
    const { matching } = (await cora(repo).gitContext(question))!;
    expect(matching.map(({ subject }) => subject)).toEqual(['Nobody opens']);
  }
  expect(await cora(repo).gitContext('why was src/never.ts removed')).toBeNull();
  // The file is still there: those who touched it.
  for (const question of ['who deleted src/lock.ts', 'where did src/lock.ts go']) {
    const { asked, matching } = (await cora(repo).gitContext(question))!;
    expect([asked.touching, matching[0]!.subject], question).toEqual([['src/lock.ts'], 'Lock alone']);
  }
  for (const question of [`what was deleted in ${hash.slice(0, 9)}`, `which files were deleted in ${hash}`]) {
    const { asked, commit } = (await cora(repo).gitContext(question))!;
    expect(asked.about, question).toBe(question.split(' ').at(-1));
    expect(commit, question).toMatchObject({ commit: hash, stat: [{ path: 'src/open.ts', status: 'deleted' }] });
  }
});

it('finds who deleted a file in the commits that did, whatever their messages say', async () => {
  const repo = vault();
  repo.file('vendor/lock.ts', '').commit('Vendor lock');
  repo.git('rm', '-qr', 'vendor');
  repo.git('commit', '-q', '-m', 'Deleted vendor');
  repo.git('rm', '-q', 'src/lock.ts');
  repo.git('commit', '-q', '-m', 'Split lock');
  await cora(repo).index();
  for (const question of ['who deleted lock.ts', 'where did lock.ts go']) {
    const { matching } = (await cora(repo).gitContext(question))!;
    expect(matching.map(({ subject }) => subject)).toEqual(['Split lock', 'Deleted vendor']);
  }
});

it('says that a release of another branch was not searched', async () => {
  const repo = vault();
  repo.git('tag', 'v1.0');
  repo.git('checkout', '-q', '-b', 'v1.x');
  repo.file('src/lock.ts', 'export const lock = 5;\n').commit('Mend the lock');
  repo.git('tag', 'v1.1');
  repo.git('checkout', '-q', '-');
  repo.file('src/lock.ts', 'export const lock = 6;\n').commit('Lock anew');
  await cora(repo).index();
  const note = 'v1.1 is not in the history of HEAD that was searched: git log shows commits of other branches.';
  for (const question of ['what is new in v1.1', 'what changed between v1.0 and v1.1', 'who changed the lock in v1.1'])
    expect(await cora(repo).gitContext(question)).toMatchObject({
      ...{ asked: { since: 'v1.0', until: 'v1.1' }, note },
      freshness: { searched: (await cora(repo).commits('')).freshness.searched },
    });
  expect((await cora(repo).commits('', { since: 'v1.0', until: 'v1.1' })).note).toBe(note);
  expect((await cora(repo).gitContext('what changed since v1.1'))!.note).toBeUndefined();
  expect((await cora(repo).gitContext('what changed between v1.0 and v1.0'))!.note).toBeUndefined();
});

it('does not call a release one of another branch that is only older than what was searched', async () => {
  const repo = vault();
  repo.git('tag', 'v0.1', 'HEAD~1');
  const short = cora(repo, { history: 1 });
  await short.index();
  const context = (await short.gitContext('what is new in v0.1'))!;
  expect(context).toMatchObject({ asked: { until: 'v0.1' }, recent: [], freshness: { cutOff: 'setting' } });
  expect(context.note).toBeUndefined();
  expect((await short.commits('', { until: 'v0.1' })).note).toBeUndefined();
});

it('says which author and which path have no commits', async () => {
  const repo = vault();
  await cora(repo).index();
  const noteOf = async (text: string, more: object = {}) => (await cora(repo).commits(text, more)).note;
  expect(await noteOf('', { author: 'Zorro' })).toBe('No author of the commits searched is called Zorro.');
  expect(await noteOf('commits by Zorro')).toBe('No author of the commits searched is called Zorro.');
  expect(await noteOf('lock', { path: ['src/lcok.ts'] })).toBe('No commit searched touched src/lcok.ts.');
  // Both have commits, and none that says this.
  expect(await noteOf('zzyzx', { author: 'author', path: ['src/lock.ts'] })).toBeUndefined();
  expect(await noteOf('lock', { path: ['src/lock.ts'] })).toBeUndefined();
  const result = await cora(repo).commits('', { author: 'Zorro\u001b[1m' });
  expect(renderCommits(result, PLAIN)).toMatch(
    /^No commit found, .*\nNo author of the commits searched is called Zorro/,
  );
});

it('gives for a release what came since the one before, unless a folder is called so', async () => {
  const repo = vault();
  repo.git('tag', 'v1.0', 'HEAD~2');
  repo.git('tag', 'v1.1', 'HEAD~1');
  repo.file('src/v3/start.ts', 'export const start = 3;\n').commit('Start with three');
  await cora(repo).index();
  const { gitContext } = cora(repo);
  const subjectsOf = async (question: string) => {
    const { recent, matching } = (await gitContext(question))!;
    return (matching.length > 0 ? matching : recent).map(({ subject }) => subject);
  };
  expect((await gitContext('what changed in v1.1?'))!.asked).toMatchObject({ since: 'v1.0', until: 'v1.1' });
  expect(await subjectsOf('what changed in v1.1?')).toEqual(['Open twice']);
  expect(await subjectsOf('commits in the release v1.0')).toEqual(['Introduce the write lock']);
  expect(await subjectsOf('who changed src/open.ts in v1.1')).toEqual(['Open twice']);
  expect(await subjectsOf('what changed in v3')).toEqual(['Start with three']);
  for (const question of ['what changed in v99', 'what was added in 99.1', 'what is new in version 7'])
    await expect(gitContext(question)).rejects.toThrow('There is no revision');
});

it('tells who maintains a file that it knows, and nothing else', async () => {
  const repo = vault();
  await cora(repo).index();
  expect(await cora(repo).gitContext('who maintains the lock')).toMatchObject({
    asked: { touching: ['src/lock.ts'] },
    authors: [{ commits: 2 }],
  });
  expect(await cora(repo).gitContext('who is responsible for src/open.ts')).toMatchObject({
    authors: [{ commits: 2 }],
  });
  expect(await cora(repo).gitContext('who is responsible for the connections')).toBeNull();
});

it('gives the newest first where a question asks for what was done lately', async () => {
  const repo = vault();
  const by = (author: string, subject: string): void => {
    repo.git('commit', '-q', '--allow-empty', `--author=${author} <a@example.com>`, '-m', subject);
  };
  for (let at = 0; at < 9; at++) by('Ann', `Retry the retry: retries of retries ${at}`);
  by('Bob', 'Retry the retry: retries of retries once more');
  by('Ann', 'Say nothing of it');
  by('Ann Other', 'Thank Bob, Bob and Bob');
  await cora(repo).index();
  const lately = (await cora(repo).gitContext('who has been working on retries lately'))!;
  expect(lately.authors).toEqual([
    { author: 'Bob', commits: 1 },
    { author: 'Ann', commits: 9 },
  ]);
  expect((await cora(repo).gitContext('who worked on retries'))!.authors[0]).toEqual({ author: 'Ann', commits: 9 });
  expect((await cora(repo).gitContext('git shortlog -sn'))!.authors[0]).toEqual({ author: 'Ann', commits: 10 });
  const subjectsOf = async (question: string): Promise<string[]> =>
    (await cora(repo).gitContext(question))!.matching.map(({ subject }) => subject.slice(-9));
  expect(await subjectsOf('commits by Bob')).toEqual(['once more']);
  expect(await subjectsOf('the last 2 commits by Ann')).toEqual(['b and Bob', 'ing of it']);
  expect(await subjectsOf('commits by Ann about nothing')).toEqual(['ing of it']);
  expect(await subjectsOf("git log -3 --author='ann'")).toEqual(['b and Bob', 'ing of it', 'retries 8']);
  expect(await subjectsOf('git log --author=other')).toEqual(['b and Bob']);
  const { commits } = await cora(repo).commits('latest commits about retries');
  expect(commits.slice(0, 2).map(({ subject }) => subject.slice(-9))).toEqual(['once more', 'retries 8']);
});

it('says whose commits it looked for, whether or not the name has accents, and who is no author', async () => {
  const repo = vault();
  repo.git('commit', '-q', '--allow-empty', '--author=Adrián Chaves <a@example.com>', '-m', 'Say it in Spanish');
  const year = Number(repo.git('log', '-1', '--format=%cd', '--date=format:%Y'));
  await cora(repo).index();
  const linesOf = async (question: string) => gitContextLines((await cora(repo).gitContext(question))!);
  const { asked, matching } = (await cora(repo).gitContext(`commits by Adrian in ${year}`))!;
  expect(asked).toMatchObject({ author: 'Adrian', about: '', since: `${year}-01-01` });
  expect(matching).toHaveLength(1);
  expect((await linesOf('commits by adrian'))[0]).toBe('Commits by adrian:');
  expect(await linesOf('commits by Adrian in 1999')).toEqual([
    'There is no commit by Adrian since 1999-01-01 until 2000-01-01.',
  ]);
  expect(await linesOf(`commits by Zoe in ${year}`)).toEqual(['No author of the commits searched is called Zoe.']);
  expect(await cora(repo).gitContext('changes by value')).toBeNull();
  const reached = '--author=Weihang Lo <17+weihanglo@users.noreply.example.com>';
  repo.git('commit', '-q', '--allow-empty', reached, '-m', 'Reached by an account');
  const byAccount = (await cora(repo).gitContext('commits by weihanglo'))!;
  expect(byAccount.matching.map(({ author }) => author)).toEqual(['Weihang Lo']);
  expect((await cora(repo).commits('commits by Zoe')).commits).toEqual([]);
  expect((await cora(repo).commits('', { author: 'adrian' })).commits).toHaveLength(1);
});

it('takes a name with inner capitals for one of the code, unless a file beside it is written so', async () => {
  const repo = tempRepo();
  repo.file('throttle.py', 'class AutoThrottle:\n    pass\n').commit('Add AutoThrottle');
  repo.file('docs/autothrottle.rst', 'Slow down\n').file('docs/SlowStart.md', '# Start\n').commit('Say how it is used');
  await cora(repo).index();
  const touchingOf = async (question: string) => (await cora(repo).gitContext(question))!.asked.touching;
  const { asked, authors, matching } = (await cora(repo).gitContext('who introduced AutoThrottle'))!;
  expect(asked).not.toHaveProperty('touching');
  expect([authors.length, matching[0]?.subject]).toEqual([1, 'Add AutoThrottle']);
  expect(await touchingOf('who introduced autothrottle')).toEqual(['docs/autothrottle.rst']);
  expect(await touchingOf('who wrote SlowStart')).toEqual(['docs/SlowStart.md']);
});

it('puts what was done lately first, however well an older commit fits', async () => {
  const repo = tempRepo();
  repo
    .file('ws.c', 'int a;\n')
    .commit('Add a websocket server: websockets, websocket frames and a websocket handshake');
  repo.file('ws.c', 'int b;\n').commit('Fix a leak\n\nIn a file of the websocket code.');
  repo.file('net/downloadermiddlewares/robotstxt.py', 'a = 1\n').file('robotstxt.py', 'a = 1\n');
  repo.commit('Obey them');
  repo.file('robotstxt.py', 'a = 2\n').commit('Read robots.txt without the middleware');
  await cora(repo).index();
  const subjectsOf = async (question: string) =>
    (await cora(repo).gitContext(question))!.matching.map(({ subject }) => subject.slice(0, 10));
  for (const question of ['what changed in the websocket code lately', 'latest websocket changes'])
    expect([question, await subjectsOf(question)]).toEqual([question, ['Fix a leak', 'Add a webs']]);
  expect(await subjectsOf('what changed in the websocket code')).toEqual(['Add a webs', 'Fix a leak']);
  const { asked, matching } = (await cora(repo).gitContext('who changed the robots.txt middleware last'))!;
  expect(asked.touching).toEqual(['net/downloadermiddlewares/robotstxt.py']);
  expect(matching.map(({ subject }) => subject)).toEqual(['Obey them']);
  repo.file('a.py', 'a = 1\n').commit('Count the retries of the cache');
  repo.file('cache.py', 'a = 1\n').file('retries.py', 'a = 1\n').commit('Tidy up');
  await cora(repo).index();
  expect((await subjectsOf('who worked on the retries of a cache lately'))[0]).toBe('Count the ');
});

it('names the files and folders that it took for a name of the question', async () => {
  const repo = vault();
  repo.file('docs/lock/use.md', '# Use\n').commit('Say how to use it');
  await cora(repo).index();
  const touching = ['docs/lock/', 'src/lock.ts'];
  const context = (await cora(repo).gitContext('who changed the lock lately'))!;
  expect(context.asked).toMatchObject({ about: 'lock', touching });
  expect(context.matching.map(({ subject }) => subject)).toEqual([
    'Say how to use it',
    'Locks for everyone',
    'Introduce the write lock',
  ]);
  expect(gitContextLines(context)[0]).toBe('Commits that touched docs/lock/, src/lock.ts:');
  const found = await cora(repo).commits('who changed the lock lately');
  expect(found).toMatchObject({ touching });
  expect(renderCommits(found, PLAIN)).toContain('\nThey touched docs/lock/, src/lock.ts.\n');
  // A path says itself what it is; a word that no file is called is found in messages.
  for (const about of ['src/lock.ts', 'everyone'])
    expect((await cora(repo).gitContext(`who changed ${about} lately`))!.asked).not.toHaveProperty('touching');
});

it('shows what the commit did, but no diff of what does not belong to the index', async () => {
  const repo = vault();
  await cora(repo).index();
  const { commit } = (await cora(repo).gitContext('what is the latest commit'))!;
  expect(commit!.stat).toEqual([
    { status: 'added', path: '.coraignore', oldPath: null, added: 1, deleted: 0 },
    { status: 'added', path: '.env', oldPath: null, added: 1, deleted: 0 },
    { status: 'added', path: 'private/plan.md', oldPath: null, added: 1, deleted: 0 },
    { status: 'modified', path: 'src/lock.ts', oldPath: null, added: 60, deleted: 1 },
  ]);
  expect(commit!.diff).toContain('+export const lock0 = 0;');
  expect(commit!.diff).not.toMatch(/secret-value|private plan/);
  expect(commit!.diffsLeftOut).toBe(2);
  expect(commit!.diff.split('\n').at(-1)).toMatch(/^… \d+ more lines of src\/lock\.ts$/);
  expect(commit!.diffLines + commit!.diffCut).toBe(6 + 65);
  // Renaming a secret does not make it public.
  repo.git('mv', '.env', 'settings.txt');
  repo.commit('Settings');
  const renamed = (await cora(repo).gitContext('what is the latest commit'))!.commit!;
  expect(renamed).toMatchObject({ diff: '', diffsLeftOut: 1, stat: [{ status: 'renamed', oldPath: '.env' }] });
});

it('finds who and when, by words and by path', async () => {
  const repo = vault();
  repo.git('commit', '-q', '--allow-empty', '--author=Zoë Other <zoe@example.com>', '-m', 'Talk about the write lock');
  await cora(repo).index();
  const { gitContext } = cora(repo);
  const when = (await gitContext('when was the write lock introduced?'))!;
  expect(when.commit).toMatchObject({ subject: 'Introduce the write lock' });
  const who = (await gitContext('who wrote src/lock.ts'))!;
  expect(who.matching.map(({ subject }) => subject)).toEqual(['Introduce the write lock', 'Locks for everyone']);
  expect(who.authors).toEqual([{ author: 'A U Thor', commits: 2 }]);
  const last = (await gitContext('who last changed src/lock.ts'))!;
  expect(last.commit).toMatchObject({ subject: 'Locks for everyone' });
  repo.git('tag', 'v1.0', 'HEAD~2');
  const since = (await gitContext('what changed since v1.0?'))!;
  expect(since.recent.map(({ subject }) => subject)).toEqual(['Talk about the write lock', 'Locks for everyone']);
});

it('finds who removed a dotted name by messages that hold it, and not by the verb alone', async () => {
  const repo = vault();
  for (const subject of [
    'Remove old keys of Ecto',
    'Remove Ecto.Model.Callbacks',
    'Explain Ecto.Model',
    'Drop the Planner',
  ])
    repo.git('commit', '-q', '--allow-empty', '-m', subject);
  await cora(repo).index();
  const found = async (question: string): Promise<string[]> =>
    (await cora(repo).gitContext(question))!.matching.map(({ subject }) => subject);
  expect(await found('who removed Ecto.Model')).toEqual(['Remove Ecto.Model.Callbacks', 'Explain Ecto.Model']);
  expect(await found('who removed Ecto.Planner')).toEqual(['Drop the Planner']);
  expect(await found('who removed Ecto.Association')).toEqual([]);
  expect(await found('who removed the association')).toEqual([]);
});

it('gives nobody for a file that no commit touched', async () => {
  const repo = vault();
  repo.git('commit', '-q', '--allow-empty', '-m', 'Port to Node');
  await cora(repo).index();
  for (const file of ['src/nothing.ts', 'nothing.ts']) {
    expect(await cora(repo).gitContext(`who wrote ${file}`)).toMatchObject({ matching: [], authors: [] });
  }
  const { matching } = (await cora(repo).gitContext('who added Node.js'))!;
  expect(matching.map(({ subject }) => subject)).toEqual(['Port to Node']);
});

it('has the files of a merge, a root and a deletion, and answers in an empty and a shallow repository', async () => {
  const repo = tempRepo();
  repo.file('a.ts', 'a\n').file('b.ts', 'b\n').commit('root');
  await cora(repo).index();
  const { gitContext } = cora(repo);
  expect((await gitContext('latest commit'))!.commit!.diff).toContain('+a');
  repo.git('checkout', '-q', '-b', 'side');
  repo.remove('b.ts').commit('remove b');
  repo.git('checkout', '-q', 'main');
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
  const merge = (await gitContext('latest commit'))!.commit!;
  expect(merge).toMatchObject({ subject: 'Merge side', stat: [{ status: 'deleted', path: 'b.ts', deleted: 1 }] });
  expect(merge.diff).toContain('-b');
  const shallow = repo.clone('--depth=1');
  await cora(shallow).index();
  expect((await cora(shallow).gitContext('latest commit'))!).toMatchObject({
    commit: { stat: [], diff: '' },
    freshness: { cutOff: 'shallow' },
  });
});
