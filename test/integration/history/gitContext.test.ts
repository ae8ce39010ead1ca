/** What a question about the history gets beside the code. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GitContext } from '../../../src/base/historyTypes.ts';
import { renderCommits } from '../../../src/cli/render/renderHistory.ts';
import { PLAIN } from '../../../src/cli/terminal.ts';
import { gitContextLines } from '../../../src/search/answerNotes.ts';
import { readQuestion } from '../../../src/search/question.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

function vault(): TempRepo {
  const repo = tempRepo();
  repo.file('src/lock.ts', 'export const lock = 1;\n').file('src/open.ts', 'export const open = 1;\n');
  repo.commit('Introduce the write lock');
  repo.file('src/open.ts', 'export const open = 2;\n').commit('Open twice');
  repo.file('src/lock.ts', `${Array.from({ length: 60 }, (_, at) => `export const lock${at} = ${at};`).join('\n')}\n`);
  repo.file('.env', 'KEY=secret-value\n').file('.coraignore', 'private/\n').file('private/plan.md', 'a private plan\n');
  repo.commit('Locks for everyone\n\nOne was not enough.');
  return repo;
}

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
  // The file is still there: those who touched it.
  expect((await cora(repo).gitContext('who deleted src/lock.ts'))!.matching[0]!.subject).toBe('Lock alone');
  for (const question of [`what was deleted in ${hash.slice(0, 9)}`, `which files were deleted in ${hash}`]) {
    const { asked, commit } = (await cora(repo).gitContext(question))!;
    expect(asked.about, question).toBe(question.split(' ').at(-1));
    expect(commit, question).toMatchObject({ commit: hash, stat: [{ path: 'src/open.ts', status: 'deleted' }] });
  }
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

/** Asks questions of one session: of a repository that stays as it is. */
interface Asker {
  ask(question: string): Promise<GitContext | null>;
  close(): void;
}

async function askerOf(repo: TempRepo): Promise<Asker> {
  const searcher = await cora(repo).searcher();
  const { context } = await searcher.parts();
  return { ask: (question) => context.history(readQuestion(question)), close: () => searcher.close() };
}

describe('points of time in a question', () => {
  let asker: Asker;
  beforeAll(async () => {
    const repo = vault();
    repo.git('tag', 'v1.2', 'HEAD~2');
    repo.git('tag', 'v1.3', 'HEAD');
    repo.git('branch', 'release', 'v1.2');
    repo.file('src/retry.ts', 'export const retries = 5;\n').commit('Retry from 1 to 5 times');
    await cora(repo).index();
    asker = await askerOf(repo);
  });
  afterAll(() => asker.close());
  const subjectsOf = (commits: readonly { subject: string }[]): string[] => commits.map(({ subject }) => subject);

  it.each([
    ['which commits changed retries from 1 to 5', 'retries 1 5'],
    ['what changed after 1 retry fails', '1 retry fails'],
    ['which commit bumped lodash from 4.17.20 to 4.17.21', 'bumped lodash 4.17.20 4.17.21'],
    ['what changed after http2 was added', 'added http2'],
    ['what changed after python3 support', 'support python3'],
    ['what changed after 1.5 seconds', 'seconds 1.5'],
    ['what changed between client and server', 'client server'],
  ])('%j has none', async (question, about) => {
    const { asked, recent } = (await asker.ask(question))!;
    expect(asked).toMatchObject({ since: null, until: null });
    expect(asked.about).toBe(about);
    expect(recent).toHaveLength(4);
  });

  it.each([
    ['what changed between v1.2 and HEAD', 'v1.2', 'HEAD', 3],
    ['what changed between HEAD and v1.2', 'v1.2', 'HEAD', 3],
    ['what changed between main and v1.2', 'v1.2', 'main', 3],
    ['what changed between v1.3 and v1.2', 'v1.2', 'v1.3', 2],
    ['what changed between release and v1.3', 'release', 'v1.3', 2],
    ['what changed since release', 'release', null, 3],
    ['what changed since the tag v1.3', 'v1.3', null, 1],
    ['what changed since the last release', 'v1.3', null, 1],
    ['what changed between v1.2 and the rewrite', 'v1.2', null, 3],
    ['what changed between the beginning and v1.2', null, 'v1.2', 1],
    ['what changed between 2100-01-01 and 2000-01-01', '2000-01-01', '2100-01-01', 4],
  ])('%j', async (question, since, until, count) => {
    const { asked, recent } = (await asker.ask(question))!;
    expect(asked).toMatchObject({ since, until });
    expect(subjectsOf(recent)).toHaveLength(count);
  });

  it.each([
    ['what changed between v1.2 and v9.9', 'v9.9', 'the newest tags are v1.3, v1.2;'],
    ['what changed since 1.20', '1.20', 'the newest tags are v1.3, v1.2;'],
    ['what changed since version 7', '7', 'the newest tags are v1.3, v1.2;'],
    ['what changed in the lock from 1.2.0 to v1.3', '1.2.0', 'the newest tags'],
    ['what changed since 1', '1', 'did you mean v1.3 or v1.2?'],
  ])('%j names a version that is none', async (question, name, hint) => {
    await expect(asker.ask(question)).rejects.toMatchObject({
      code: 'BAD_REVISION',
      message: `There is no revision '${name}' here.`,
      hint: expect.stringContaining(hint),
    });
  });
});

const SECRET = `AKIA${'QWERTYUIOPASDFGH'}`;

describe('a question that names', () => {
  let repo: TempRepo;
  let asker: Asker;
  const subjectsFor = async (question: string): Promise<string[] | null> => {
    const context = await asker.ask(question);
    return context === null ? null : context.matching.map(({ subject }) => subject);
  };
  beforeAll(async () => {
    repo = tempRepo();
    repo.file('src/termui.py', 'a = 1\n').file('src/configParser.ts', 'export const a = 1;\n').commit('Begin');
    repo.git('tag', '8.1.3');
    repo.file('src/core.py', 'b = 1\n').commit('Add the core, which termui is to use');
    repo.file('src/termui.py', 'a = 2\n').file('spec/storage/fog_spec.rb', 'a = 1\n').commit('Say more');
    repo.file('tools/run.sh', 'echo\n').file('lib/storage/fog.rb', 'a = 1\n').commit('Tools for termui');
    repo
      .file('src/configParser.ts', 'export const a = 2;\n')
      .file('lib/storage/fog.rb', 'a = 2\n')
      .commit('Other defaults');
    repo.file('lib/plugins/sweeper.rb', 'a = 1\n').file('lib/sweeper.rb', 'a = 1\n').commit('Plug it in');
    repo.file('db-mysql/open.rs', 'fn a() {}\n').file('tests/mysql/open.rs', 'fn a() {}\n').commit('Speak to it');
    repo.file('lib/blame.rb', 'a = 1\n').file('lib/time.rb', 'a = 1\n').commit('Tell who');
    repo.file('tests/mysql/open.rs', 'fn b() {}\n').file('src/redis.rs', 'fn a() {}\n').commit('Test the mysql driver');
    repo.file('db-redis/open.rs', 'fn a() {}\n').commit('Speak to another');
    repo.git('checkout', '-q', '-b', 'topic', '8.1.3');
    repo.file('other.py', 'c = 1\n').commit(`On a branch, with ${SECRET}`);
    repo.git('checkout', '-q', 'main');
    await cora(repo).index();
    asker = await askerOf(repo);
  });
  afterAll(() => asker.close());

  it.each([
    ['latest change to termui', ['Say more', 'Begin']],
    ['last commit that touched the termui file', ['Say more', 'Begin']],
    ['newest change of termui.py', ['Say more', 'Begin']],
    ['log of src/termui.py', ['Say more', 'Begin']],
    ['git log --oneline -5 src/termui.py', ['Say more', 'Begin']],
    ['history of the termui module', ['Say more', 'Begin']],
    ['when was the config parser added', ['Begin', 'Other defaults']],
    ['recent changes to tools', ['Tools for termui']],
    ['when was src/core.py added', ['Add the core, which termui is to use']],
    ['what changed lately in the fog storage', ['Other defaults', 'Tools for termui']],
    ['what changed lately in storage/fog', ['Other defaults', 'Tools for termui']],
    ['what changed lately in storage/fog.rb', ['Other defaults', 'Tools for termui']],
    ['who changed the sweeper plugin last', ['Plug it in']],
    ['what changed lately in storages/fog', ['Other defaults', 'Tools for termui']],
    ['what changed lately in the termui component', ['Say more', 'Begin']],
    ['who maintains the mysql driver', ['Speak to it']],
    ['who owns the mysql driver', ['Speak to it']],
    ['who maintains the redis driver', ['Test the mysql driver']],
    ['who maintains the redis crate', ['Speak to another']],
    ['who maintains the blame code', ['Tell who']],
    ['what changed lately in blame', ['Tell who']],
    ['what changed lately in time', ['Tell who']],
  ])('a file or a folder: %j', async (question, subjects) => {
    expect(await subjectsFor(question)).toEqual(subjects);
    const { commits } = await cora(repo).commits(question);
    expect(commits.map(({ subject }) => subject)).toEqual(subjects);
  });

  it('uncommitted changes, which are in no commit', async () => {
    expect(await asker.ask('what did I change uncommitted')).toMatchObject({
      recent: [],
      note: expect.stringMatching(/git status/),
    });
  });

  it('words of messages, and no file', async () => {
    expect(await subjectsFor('commits about termui')).toContain('Tools for termui');
  });

  it('one commit, of any branch', async () => {
    const at = (rev: string): string => repo.git('rev-parse', rev);
    for (const question of ['git show 8.1.3', `show commit ${at('8.1.3').slice(0, 8)}`, at('8.1.3')])
      expect(await asker.ask(question)).toMatchObject({
        matching: [{ subject: 'Begin' }],
        commit: { commit: at('8.1.3'), stat: [{ path: 'src/configParser.ts' }, { path: 'src/termui.py' }] },
      });
    const topic = (await asker.ask('git show topic'))!.commit!;
    expect(topic.subject).toMatch(/^On a branch, with (?!AKIA)\S/);
    await expect(subjectsFor('git show 9.9.9')).rejects.toMatchObject({ code: 'BAD_REVISION' });
    await expect(subjectsFor('git diff 8.1.3..9.9.9')).rejects.toMatchObject({ code: 'BAD_REVISION' });
  });

  it.each([
    'git show output',
    'deadbeef1',
    'log of os.path',
    'history of the upload folder',
    'changes by reference',
    'changes since mount',
    'diff between old and new',
    'compare 1.2 and 1.3',
  ])('nothing that is here gets code alone: %j', async (question) => {
    expect(await subjectsFor(question)).toBeNull();
  });

  it.each([
    ['what changed between 2000-01-01 and 8.1.3', '2000-01-01', '8.1.3', 1],
    ['what changed between 8.1.3 and 2000-01-01', '2000-01-01', '8.1.3', 1],
    ['what changed between 8.1.3 and 2100-01-01', '8.1.3', '2100-01-01', 9],
    ['what changed between 2100-01-01 and 8.1.3', '8.1.3', '2100-01-01', 9],
    ['git diff 8.1.3..HEAD', '8.1.3', 'HEAD', 9],
    ['changes since 8.1.3', '8.1.3', null, 9],
  ])('two points: %j', async (question, since, until, count) => {
    const { asked, recent } = (await asker.ask(question))!;
    expect(asked).toMatchObject({ since, until });
    expect(recent).toHaveLength(count);
  });
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
