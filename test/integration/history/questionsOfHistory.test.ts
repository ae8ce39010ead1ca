/** Points of time, files, commits and words that a question about the history names. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GitContext } from '../../../src/base/historyTypes.ts';
import { readQuestion } from '../../../src/search/question.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';
import { vault } from './vault.ts';

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
    ['what changed in the last release', 'v1.2', 'v1.3', 2],
    ['changes in the latest version', 'v1.2', 'v1.3', 2],
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
