import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readRepositoryFile } from '../../../src/git/readRepositoryFile.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const BAD_PATH = { code: 'BAD_PATH' };

describe('readFile', () => {
  test('text of the working tree as it is on disk, from any directory', async () => {
    const temp = tempRepo();
    temp.file('a/b.txt', 'committed\n').file('grüße\n.md', 'x').commit();
    temp.file('a/b.txt', 'edited\r\n').file('untracked', 'u');
    const repo = await openRepository(temp.path('a'), temp.env);
    expect(await readRepositoryFile(repo, 'a/b.txt')).toBe('edited\r\n');
    expect(await readRepositoryFile(repo, 'untracked')).toBe('u');
    expect(await readRepositoryFile(repo, 'grüße\n.md')).toBe('x');
  });

  test('UTF-16 and invalid UTF-8 are text, binary is refused', async () => {
    const temp = tempRepo();
    temp.file('u16', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('hé', 'utf16le')]));
    temp.file('latin', Buffer.from('636166e9', 'hex')).file('bin', Buffer.from('a\0b'));
    const repo = await openRepository(temp.dir, temp.env);
    expect(await readRepositoryFile(repo, 'u16')).toContain('hé');
    expect(await readRepositoryFile(repo, 'latin')).toBe('caf\uFFFD');
    await expect(readRepositoryFile(repo, 'bin')).rejects.toMatchObject(BAD_PATH);
  });

  test('nothing outside, nothing behind a link, nothing but files', async () => {
    const temp = tempRepo();
    const outside = tempRepo().file('secret', 'outside');
    temp.file('dir/file', 'x').file('inside', 'x').commit();
    symlinkSync(outside.path('secret'), temp.path('link'));
    symlinkSync(outside.dir, temp.path('linked-dir'));
    symlinkSync('inside', temp.path('harmless'));
    execFileSync('mkfifo', [temp.path('fifo')]);
    const repo = await openRepository(temp.dir, temp.env);
    const refused = ['link', 'linked-dir/secret', 'harmless', 'fifo', 'dir', 'none', 'dir/file/x', '.git/config'];
    for (const path of [...refused, '../outside', `${temp.dir}/inside`, outside.path('secret'), 'dir/../inside', '']) {
      await expect(readRepositoryFile(repo, path)).rejects.toMatchObject(BAD_PATH);
    }
  });

  test('a bare repository answers from HEAD, with the same rules', async () => {
    const temp = tempRepo();
    temp.file('a/b.txt', 'committed\n').file('bin', Buffer.from('a\0b'));
    symlinkSync('a/b.txt', temp.path('link'));
    temp.commit();
    const bare = temp.clone('--bare');
    const repo = await openRepository(bare.dir, bare.env);
    expect(await readRepositoryFile(repo, 'a/b.txt')).toBe('committed\n');
    for (const path of ['link', 'a', 'bin', 'none', 'a/b.txt/c', 'a/*', 'HEAD', '../x', '.git/config']) {
      await expect(readRepositoryFile(repo, path)).rejects.toMatchObject(BAD_PATH);
    }
    const empty = tempRepo({ bare: true });
    await expect(readRepositoryFile(await openRepository(empty.dir, empty.env), 'a')).rejects.toMatchObject(BAD_PATH);
  });

  test('a directory that becomes a link is not followed', async () => {
    const temp = tempRepo();
    const outside = tempDir();
    temp.file('dir/file', 'x');
    const repo = await openRepository(temp.dir, temp.env);
    rmSync(temp.path('dir'), { recursive: true });
    symlinkSync(outside, temp.path('dir'));
    await expect(readRepositoryFile(repo, 'dir/file')).rejects.toMatchObject(BAD_PATH);
  });
});
