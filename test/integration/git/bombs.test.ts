/** Repositories of a few kilobytes whose trees, messages and commits would fill the memory. */

import { describe, expect, it } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readCommits, readMessage } from '../../../src/git/readCommits.ts';
import { listTree } from '../../../src/git/treeFiles.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

/** A tree of ten trees of ten trees, …: with ten levels ten billion files in eleven objects. */
function treeBomb(repo: TempRepo, levels: number, nameLength: number): string {
  const blob = repo.gitInput('print(1)\n', 'hash-object', '-w', '--stdin');
  const names = Array.from({ length: 10 }, (_, at) => `${at}${'d'.repeat(nameLength)}`);
  let tree = repo.gitInput(names.map((name) => `100644 blob ${blob}\t${name}.py\n`).join(''), 'mktree');
  for (let level = 0; level < levels - 1; level++)
    tree = repo.gitInput(names.map((name) => `040000 tree ${tree}\t${name}\n`).join(''), 'mktree');
  return tree;
}

async function commitsOf(repo: TempRepo, commits: string[]) {
  const repository = await openRepository(repo.dir, repo.env);
  const found = [];
  for await (const records of readCommits(repository, commits)) found.push(...records);
  return found;
}

describe('a repository whose trees hold each other', () => {
  it('is refused with a named error where it is HEAD', async () => {
    const repo = tempRepo();
    const tree = treeBomb(repo, 10, 90);
    repo.git('update-ref', 'HEAD', repo.git('commit-tree', '-m', 'bomb', tree));
    const repository = await openRepository(repo.dir, repo.env);
    const refusal = { code: 'GIT', message: expect.stringContaining('more than 256 MB') };
    await expect(listTree(repository, tree)).rejects.toMatchObject(refusal);
    await expect(cora(repo).index()).rejects.toMatchObject(refusal);
  });

  // With ten levels git itself takes all memory before it says a word.
  it('is refused with the name of the commit where a hundred thousand long paths are history', async () => {
    const repo = tempRepo();
    const commit = repo.git('commit-tree', '-m', 'bomb', treeBomb(repo, 5, 400));
    await expect(commitsOf(repo, [commit])).rejects.toMatchObject({
      code: 'GIT',
      message: expect.stringContaining(`${commit} changes more files`),
    });
  });
});

describe('a commit with a message of 200 megabytes', () => {
  it('is read, its message cut, and so are those around it', async () => {
    const repo = tempRepo().file('a.py', 'a = 1\n');
    const first = repo.commit('the first');
    repo.file('message', `the huge one\n\n${'x'.repeat(200 * 2 ** 20)}`);
    repo.file('a.py', 'a = 2\n').git('commit', '-q', '-F', 'message', 'a.py');
    const huge = repo.git('rev-parse', 'HEAD');
    const last = repo.commit('the last');
    const found = await commitsOf(repo, [last, huge, first]);
    expect(found.map(({ commit, message }) => [commit, readMessage(message).subject])).toEqual([
      [last, 'the last'],
      [huge, 'the huge one'],
      [first, 'the first'],
    ]);
    expect(found[1]!.message.length).toBeLessThanOrEqual(2 ** 15);
  });
});

describe('a commit of an author with a name of a megabyte, and of twenty thousand parents', () => {
  it('is read, and shown in a few lines', async () => {
    const repo = tempRepo().file('a.py', 'a = 1\n');
    const first = repo.commit('the first');
    const who = `${'N'.repeat(2 ** 20 - 100)} <${'e'.repeat(1000)}> 1700000000 +0000`;
    const lines = [`tree ${repo.git('rev-parse', 'HEAD^{tree}')}`, ...Array(20_000).fill(`parent ${first}`)];
    const object = `${lines.join('\n')}\nauthor ${who}\ncommitter C <c@d> 1700000000 +0000\n\nthe huge one\n`;
    const huge = repo.gitInput(object, 'hash-object', '-t', 'commit', '-w', '--stdin');
    const [found, next] = await commitsOf(repo, [huge, first]);
    expect(found).toMatchObject({ commit: huge, message: 'the huge one\n' });
    expect(JSON.stringify(found).length).toBeLessThan(10_000);
    expect(next).toMatchObject({ commit: first });
  });
});
