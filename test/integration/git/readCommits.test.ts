import { expect, it } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { type ReadCommit, readCommits, readMessage } from '../../../src/git/readCommits.ts';
import { listAncestors } from '../../../src/git/resolveCommit.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

async function history(repo: TempRepo): Promise<(ReadCommit & ReturnType<typeof readMessage>)[]> {
  const opened = await openRepository(repo.dir, repo.env);
  const names = await listAncestors(opened, { from: opened.head!.commit });
  const records: ReadCommit[] = [];
  for await (const batch of readCommits(opened, names)) records.push(...batch);
  expect(records.map(({ commit }) => commit)).toEqual(names);
  return records.map((record) => ({ ...record, ...readMessage(record.message) }));
}

const filesOf = ({ files }: ReadCommit): string[] =>
  files.map(({ status, path, oldPath }) => [status, oldPath, path].filter((part) => part !== null).join(' '));

/** A commit made of bytes, on top of HEAD. */
function commitBytes(repo: TempRepo, head: string, message: Buffer): string {
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  const parent = repo.git('rev-parse', 'HEAD');
  const lines = [`tree ${tree}`, `parent ${parent}`, head];
  const object = Buffer.concat([Buffer.from(`${lines.join('\n')}\n\n`, 'latin1'), message]);
  const commit = repo.gitInput(object, 'hash-object', '-t', 'commit', '-w', '--stdin');
  repo.git('update-ref', 'HEAD', commit);
  return commit;
}

it('tells what each kind of commit touched', async () => {
  const repo = tempRepo({ config: { 'diff.renames': 'false', 'log.showRoot': 'false', 'log.mailmap': 'true' } });
  repo.file('.mailmap', 'Somebody Else <else@example.com> <author@example.com>\n').file('a.txt', 'one\ntwo\n');
  repo.file('with\nnewline and "quote".txt').file('M', 'a name like a status\n').commit('root');
  repo.move('a.txt', 'dir/b.txt').commit('rename');
  repo.commit('nothing');
  repo.git('checkout', '-q', '-b', 'side');
  repo.file('side.txt').commit('on the side');
  repo.git('checkout', '-q', 'main');
  repo.file('dir/b.txt', 'three\n').remove('M').commit('on main');
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
  const [merge, ...rest] = await history(repo);
  expect(merge).toMatchObject({ subject: 'Merge side', parents: [expect.any(String), expect.any(String)] });
  expect(filesOf(merge!)).toEqual(['added side.txt']);
  const bySubject = new Map(rest.map((record) => [record.subject, record]));
  expect(filesOf(bySubject.get('on main')!)).toEqual(['deleted M', 'modified dir/b.txt']);
  expect(filesOf(bySubject.get('nothing')!)).toEqual([]);
  expect(filesOf(bySubject.get('rename')!)).toEqual(['renamed a.txt dir/b.txt']);
  const root = bySubject.get('root')!;
  expect(filesOf(root)).toEqual(['added .mailmap', 'added M', 'added a.txt', 'added with\nnewline and "quote".txt']);
  expect(root).toMatchObject({
    parents: [],
    author: 'A U Thor',
    email: 'author@example.com',
    authorDate: '2023-11-14T22:13:21+00:00',
    filesKnown: true,
  });
});

it('reads messages of any shape', async () => {
  const repo = tempRepo();
  repo.file('a.txt').commit('A subject\nin two lines\n\nThe body.\n\n\tIndented.\n');
  const who = 'author A <a@b> 1700000100 +0130\ncommitter C <c@d> 1700000200 -0800';
  commitBytes(repo, who, Buffer.from(''));
  commitBytes(repo, who, Buffer.from('windows\r\n\r\nline\r\nends\r\n'));
  commitBytes(repo, who, Buffer.from('\n\n  late subject\n'));
  commitBytes(repo, who, Buffer.from('zero\0behind'));
  const records = await history(repo);
  expect(records.map(({ subject, body }) => [subject, body])).toEqual([
    ['zero', ''],
    ['late subject', ''],
    ['windows', 'line\nends'],
    ['', ''],
    ['A subject in two lines', 'The body.\n\n\tIndented.'],
  ]);
  expect(records[0]).toMatchObject({
    authorDate: '2023-11-14T23:45:00+01:30',
    commitDate: '2023-11-14T14:16:40-08:00',
  });
});

it('reads names and messages of any encoding, and paths that are bytes', async () => {
  const repo = tempRepo();
  repo.file('a.txt').commit('plain');
  const author = (name: string): string =>
    `author ${name} <r@example.com> 1700000100 +0000\ncommitter C <c@d> 1700000100 +0000`;
  commitBytes(repo, `${author('Ren\xe9')}\nencoding ISO-8859-1`, Buffer.from('d\xe9clar\xe9\n', 'latin1'));
  commitBytes(repo, author('Ren\xe9'), Buffer.from('non d\xe9clar\xe9\n', 'latin1'));
  commitBytes(repo, author('Ren\xc3\xa9'), Buffer.from('modern é 漢字\n'));
  const blob = repo.git('rev-parse', 'HEAD:a.txt');
  repo.gitInput(Buffer.from(`100644 ${blob}\tcaf\xe9.txt\0`, 'latin1'), 'update-index', '-z', '--index-info');
  repo.git('commit', '-q', '-m', 'bytes');
  const records = await history(repo);
  expect(records.map(({ author: name, subject }) => [name, subject])).toEqual([
    ['A U Thor', 'bytes'],
    ['René', 'modern é 漢字'],
    ['René', 'non déclaré'],
    ['René', 'déclaré'],
    ['A U Thor', 'plain'],
  ]);
  expect(filesOf(records[0]!)).toEqual(['added caf\uFFFDE9.txt']);
});

it.each([
  ['-5 +0000', '1970-01-01T00:00:00+00:00'],
  ['99999999999999 +0000', '1970-01-01T00:00:00+00:00'],
  ['99999999999999999999999 +0000', '1970-01-01T00:00:00+00:00'],
  ['none', '1970-01-01T00:00:00+00:00'],
  ['1700000000 +9999', '1970-01-01T00:00:00+00:00'],
  // Before 1970 where they were made, as imports have them: git itself ends at the first.
  ['0 -0500', '1969-12-31T19:00:00-05:00'],
  ['1 -1200', '1969-12-31T12:00:01-12:00'],
  ['253402300799 +0100', '1970-01-01T00:00:00+00:00'],
  ['253402300799 +0000', '9999-12-31T23:59:59+00:00'],
  ['1700000000 +0000', '2023-11-14T22:13:20+00:00'],
  ['1700000000 -0330', '2023-11-14T18:43:20-03:30'],
])('gives the date %j as ISO 8601', async (date, shown) => {
  const repo = tempRepo();
  repo.file('a.txt').commit();
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  const object = `tree ${tree}\nauthor A <a@b> ${date}\ncommitter A <a@b> ${date}\n\nsubject\n`;
  const commit = repo.gitInput(object, 'hash-object', '-t', 'commit', '-w', '--stdin', '--literally');
  repo.git('update-ref', 'HEAD', commit);
  expect(await history(repo)).toMatchObject([{ commit, authorDate: shown, commitDate: shown }]);
});

it('knows where the history of a shallow clone is cut, and the messages of a clone without trees', async () => {
  const repo = tempRepo();
  for (const name of ['one', 'two', 'three']) repo.file(`${name}.txt`).commit(name);
  const shallow = await history(repo.clone('--depth=2'));
  expect(shallow.map((record) => [record.subject, filesOf(record), record.filesKnown])).toEqual([
    ['three', ['added three.txt'], true],
    ['two', [], false],
  ]);
  const treeless = await history(repo.clone('--filter=tree:0'));
  expect(treeless.map(({ subject, filesKnown }) => [subject, filesKnown])).toEqual([
    ['three', false],
    ['two', false],
    ['one', false],
  ]);
});

it('reads SHA-256 repositories and long histories in order', async () => {
  const repo = tempRepo({ objectFormat: 'sha256' });
  repo.file('a.txt').commit('first');
  const stream = Array.from({ length: 3000 }, (_, at) =>
    [
      'commit refs/heads/main',
      `committer C <c@d> ${1_700_001_000 + at} +0000`,
      `data <<END\nnumber ${at}\nEND`,
      ...(at === 0 ? ['from refs/heads/main^0'] : []),
      ...Array.from(
        { length: at % 7 },
        (_file, file) => `M 644 inline dir${at % 5}/f${file}.txt\ndata <<END\n${at}\nEND`,
      ),
      '',
    ].join('\n'),
  ).join('\n');
  repo.gitInput(stream, 'fast-import', '--quiet', '--force');
  const records = await history(repo);
  expect(records).toHaveLength(3001);
  expect(records[0]?.commit).toMatch(/^[0-9a-f]{64}$/);
  expect(
    records.every(
      ({ subject, files }, at) =>
        at === 3000 || (subject === `number ${2999 - at}` && files.length === (2999 - at) % 7),
    ),
  ).toBe(true);
});
