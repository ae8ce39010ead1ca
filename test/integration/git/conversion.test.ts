import { describe, expect, test } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readWorkingFile, readWorkingFiles } from '../../../src/git/readWorkingFile.ts';
import { blobName } from '../../../src/git/repository.ts';
import { workingTreeChanges } from '../../../src/git/workingTreeChanges.ts';
import fc from '../../helpers/fastCheck.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

/** What `git add` makes of the files, against what Cora says they would become. */
async function compareWithGit(temp: TempRepo, paths: string[]): Promise<void> {
  const repo = await openRepository(temp.dir, temp.env);
  const changes = new Map((await workingTreeChanges(repo)).map((change) => [change.path, change]));
  const committed =
    repo.head === null ? new Map<string, string>() : blobsIn(temp.git('ls-tree', '-r', '-z', repo.head.tree));
  temp.git('-c', 'core.safecrlf=false', 'add', '-A');
  const added = blobsIn(temp.git('ls-files', '-s', '-z'));
  const named = paths.map((path) => [path, changes.get(path)?.file?.blob ?? committed.get(path)]);
  expect(named).toEqual(paths.map((path) => [path, added.get(path)]));
}

/** Of `ls-tree` or `ls-files -s`: path → blob. */
function blobsIn(listing: string): Map<string, string> {
  return new Map(
    listing.split('\0').flatMap((line) => {
      const [, blob, path] = /([0-9a-f]{40,64})(?: \d)?\t([\s\S]*)$/.exec(line) ?? [];
      return path === undefined ? [] : [[path, blob!] as const];
    }),
  );
}

describe('ends of lines', () => {
  const ATTRIBUTES = [
    '',
    'text',
    '-text',
    'text=auto',
    'text eol=crlf',
    'text eol=lf',
    'text=auto eol=crlf',
    'eol=lf',
    '-text eol=lf',
    'crlf',
    '-crlf',
    'crlf=input',
    'text=other',
    '!text',
    'binary',
    'text ident',
  ];

  test.each(['true', 'input', 'false'])(
    'with core.autocrlf=%s every file becomes the blob that git adds',
    async (autocrlf) => {
      const temp = tempRepo({ config: { 'core.autocrlf': autocrlf } });
      temp.file('.gitattributes', ATTRIBUTES.map((attributes, at) => `*.x${at} ${attributes}\n`).join(''));
      const contents: (string | Buffer)[] = [
        'a\r\nb\r\n',
        'a\r\nb\n',
        'a\rb\r\n',
        'plain\n',
        '',
        '\r\n',
        'a\0\r\nb\r\n',
        '\x01\x02\r\n',
        'end\x1a',
        '$Id: 123 $\r\n$Id$ $Id:x\n$',
        Buffer.from('fffe61000d000a00', 'hex'),
      ];
      const paths: string[] = [];
      for (const [kind] of ATTRIBUTES.entries()) {
        for (const [at, content] of contents.entries()) {
          paths.push(`f${at}.x${kind}`);
          temp.file(`f${at}.x${kind}`, content);
        }
      }
      await compareWithGit(temp, paths);
      temp.commit();
      for (const path of paths) temp.file(path, 'now\r\nother\r\n');
      await compareWithGit(temp, paths);
    },
  );

  test('a file that the index holds with CRLF keeps it under text=auto', async () => {
    const temp = tempRepo();
    temp.file('old.txt', 'a\r\nb\r\n').file('other.txt', 'a\n').commit();
    temp.file('.gitattributes', '* text=auto\n').file('old.txt', 'a\r\nb\r\nc\r\n').file('other.txt', 'a\r\nb\r\n');
    await compareWithGit(temp, ['old.txt', 'other.txt']);
  });

  test('any content', async () => {
    const temp = tempRepo();
    temp.file('.gitattributes', '*.auto text=auto\n*.text text\n*.id ident\n');
    const piece = fc.constantFrom('\r\n', '\n', '\r', 'a', '$Id', ':', '$', ' x ', '\x1a', '\t', '\x1b', 'é', '\x7f');
    const content = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    const samples = fc.sample(content, { numRuns: 150, seed: 7 });
    const paths = samples.flatMap((text, at) =>
      ['auto', 'text', 'id'].map((kind) => {
        temp.file(`${at}.${kind}`, text);
        return `${at}.${kind}`;
      }),
    );
    await compareWithGit(temp, paths);
  });

  test('a clean checkout with CRLF has no changes', async () => {
    const temp = tempRepo();
    temp.file('.gitattributes', '*.bat text eol=crlf\n').file('run.bat', 'a\r\nb\r\n').commit();
    const clone = temp.clone();
    const repo = await openRepository(clone.dir, clone.env);
    clone.file('run.bat', 'a\r\nb\r\n');
    expect(await workingTreeChanges(repo)).toEqual([]);
    expect(Buffer.from(await readWorkingFile(repo, 'run.bat')).toString()).toBe('a\nb\n');
  });
});

describe('encodings', () => {
  const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('grüße\r\n', 'utf16le')]);

  test('working-tree-encoding becomes UTF-8 as git does it', async () => {
    const temp = tempRepo();
    temp.file(
      '.gitattributes',
      '*.u16 text working-tree-encoding=UTF-16\n*.le text working-tree-encoding=UTF-16LE-BOM\n*.u8 working-tree-encoding=UTF-8\n',
    );
    temp.file('a.u16', utf16).file('b.le', utf16).file('c.u8', 'grüße\n').file('d.u16', '');
    await compareWithGit(temp, ['a.u16', 'b.le', 'c.u8', 'd.u16']);
  });

  test('UTF-16 and invalid UTF-8 without attributes stay as they are', async () => {
    const temp = tempRepo();
    temp
      .file('a.txt', utf16)
      .file('b.txt', Buffer.from('ff00fe0d0a', 'hex'))
      .file('c.txt', Buffer.from('636166e90a', 'hex'));
    await compareWithGit(temp, ['a.txt', 'b.txt', 'c.txt']);
    const repo = await openRepository(temp.dir, temp.env);
    expect(Buffer.from(await readWorkingFile(repo, 'a.txt')).equals(utf16)).toBe(true);
  });

  test('an encoding that Cora does not convert is named, and the file skipped', async () => {
    const temp = tempRepo();
    temp
      .file('.gitattributes', '*.jis text working-tree-encoding=SHIFT-JIS\n')
      .file('a.jis', Buffer.from('82a0', 'hex'));
    const repo = await openRepository(temp.dir, temp.env);
    const change = (await workingTreeChanges(repo)).find(({ path }) => path === 'a.jis');
    expect(change).toMatchObject({
      file: null,
      skipped: { reason: 'filtered', detail: 'working-tree-encoding=SHIFT-JIS' },
    });
    await expect(readWorkingFile(repo, 'a.jis')).rejects.toMatchObject({ code: 'BAD_PATH' });
  });
});

test('readWorkingFile gives the bytes of the blob that the changes name, and nothing else', async () => {
  const temp = tempRepo({ config: { 'core.autocrlf': 'true' } });
  temp.file('a', '1').commit();
  temp.file('a', 'x\r\ny\r\n').file('sub/b', 'new\r\n').file('.env', 'x');
  const repo = await openRepository(temp.path('sub'), temp.env);
  const changes = await workingTreeChanges(repo, { keepBytes: 1000 });
  const read = new Map<string, Uint8Array | null>();
  for await (const { path, bytes } of readWorkingFiles(repo, [...changes.map(({ path }) => path), 'none']))
    read.set(path, bytes);
  for (const { path, file, bytes } of changes) {
    expect(blobName(await readWorkingFile(repo, path), 'sha1')).toBe(file!.blob);
    expect(Buffer.from(read.get(path)!).equals(bytes!)).toBe(true);
  }
  expect(read.get('none')).toBeNull();
  for (const path of ['none', 'sub', '../repo/a', '.git/config', '/etc/passwd']) {
    await expect(readWorkingFile(repo, path)).rejects.toMatchObject({ code: 'BAD_PATH' });
  }
});
