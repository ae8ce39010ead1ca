/** `--index FILE.tar.gz`: archives are hostile input, and a good one is unpacked once. */

import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openPackedIndex } from '../../../src/share/openPackedIndex.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

interface Entry {
  name: string;
  /** '0' file, '1' hard link, '2' symbolic link, '3' character device, '5' directory, '6' FIFO. */
  type?: string;
  link?: string;
  content?: string;
  mode?: number;
}

/** A ustar archive as written by someone who means harm: no tool refuses what it is to hold. */
function archive(entries: readonly Entry[]): string {
  const blocks = entries.flatMap(({ name, type = '0', link = '', content = '', mode = 0o644 }) => {
    const header = Buffer.alloc(512);
    const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
    header.write(name, 0);
    header.write(octal(mode, 8), 100);
    header.write(octal(1234, 8) + octal(1234, 8), 108);
    header.write(octal(Buffer.byteLength(content), 12) + octal(1_700_000_000, 12), 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\x0000', 257);
    header.write(octal(1, 8) + octal(3, 8), 329);
    header.write(
      `${octal(
        header.reduce((sum, byte) => sum + byte, 0),
        7,
      )} `,
      148,
    );
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
    body.write(content);
    return [header, body];
  });
  const file = join(tempDir(), 'index.tar.gz');
  writeFileSync(file, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
  return file;
}

const STATE: Entry = { name: 'store/repo_state.json', content: '{}' };

/** Everything under a directory, with what must not be there among it. */
function listing(dir: string): string[] {
  return (readdirSync(dir, { recursive: true }) as string[]).sort();
}

describe('a good archive', () => {
  it.each([['repo_state.json'], ['./repo_state.json'], ['store/repo_state.json'], ['cora/store/repo_state.json']])(
    'is found at %s',
    async (name) => {
      const cache = tempDir();
      const dir = await openPackedIndex(archive([{ name, content: '{}' }]), cache);
      expect(existsSync(join(dir, 'repo_state.json'))).toBe(true);
      expect(dir.startsWith(join(cache, 'artifacts'))).toBe(true);
    },
  );

  it('is not unpacked again, and two at once agree', async () => {
    const cache = tempDir();
    const file = archive([STATE]);
    const [first, second] = await Promise.all([openPackedIndex(file, cache), openPackedIndex(file, cache)]);
    expect(second).toBe(first);
    const old = new Date(1_600_000_000_000);
    utimesSync(join(first, 'repo_state.json'), old, old);
    expect(await openPackedIndex(file, cache)).toBe(first);
    expect(statSync(join(first, 'repo_state.json')).mtimeMs).toBe(old.getTime());
    expect(readdirSync(join(cache, 'artifacts'))).toHaveLength(1);
  });

  it('decides neither about owners nor about permissions', async () => {
    const dir = await openPackedIndex(
      archive([
        { name: 'store', type: '5', mode: 0o000 },
        { ...STATE, mode: 0o4777 },
      ]),
      tempDir(),
    );
    const { mode, uid } = statSync(join(dir, 'repo_state.json'));
    expect(mode & 0o7777).toBe(0o644 & ~process.umask());
    expect(uid).toBe(process.getuid!());
    expect(statSync(dir).mode & 0o700).toBe(0o700);
  });
});

describe('a hostile archive', () => {
  const outside = tempDir();
  const target = join(outside, 'planted');
  it.each<[string, Entry[], RegExp]>([
    ['an absolute path', [{ name: target, content: 'x' }], /leaves its directory/],
    ['a path through ..', [{ name: '../../../planted', content: 'x' }], /leaves its directory/],
    ['a .. in the middle', [{ name: 'store/../../planted', content: 'x' }], /leaves its directory/],
    ['a backslash path', [{ name: '..\\planted', content: 'x' }], /leaves its directory/],
    ['a drive', [{ name: 'C:/planted', content: 'x' }], /leaves its directory/],
    ['a symbolic link', [{ name: 'link', type: '2', link: outside }], /SymbolicLink/],
    [
      'a file behind a symbolic link',
      [
        { name: 'link', type: '2', link: outside },
        { name: 'link/planted', content: 'x' },
      ],
      /SymbolicLink/,
    ],
    ['a hard link', [{ name: 'hard', type: '1', link: '/etc/passwd' }], /Link/],
    ['a device', [{ name: 'device', type: '3' }], /CharacterDevice/],
    ['a FIFO', [{ name: 'fifo', type: '6' }], /FIFO/],
  ])('with %s is refused, and nothing is left of it', async (_, entries, message) => {
    const cache = tempDir();
    const file = archive([STATE, ...entries]);
    await expect(openPackedIndex(file, cache)).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
    await expect(openPackedIndex(file, cache)).rejects.toThrow(message);
    expect(listing(cache)).toEqual(['artifacts']);
    expect(listing(outside)).toEqual([]);
  });

  it('with more entries or bytes than an index can have is refused', async () => {
    const cache = tempDir();
    const many = archive([STATE, ...Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, content: 'x' }))]);
    await expect(openPackedIndex(many, cache, { bytes: 1000, entries: 20 })).rejects.toThrow(/more than an index/);
    const large = archive([STATE, { name: 'zeros', content: '0'.repeat(5000) }]);
    await expect(openPackedIndex(large, cache, { bytes: 5000, entries: 20 })).rejects.toThrow(/more than an index/);
    expect(listing(cache)).toEqual(['artifacts']);
    expect(await openPackedIndex(large, cache, { bytes: 5002, entries: 2 })).toContain(cache);
  });
});

describe('what is no index', () => {
  it('is told apart: nothing there, no archive, a torn archive, no index in it, several', async () => {
    const cache = tempDir();
    const dir = tempDir();
    const text = join(dir, 'text.tar.gz');
    writeFileSync(text, 'hello');
    await expect(openPackedIndex(join(dir, 'absent'), cache)).rejects.toMatchObject({ code: 'NO_INDEX' });
    await expect(openPackedIndex(text, cache)).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
    await expect(openPackedIndex('/dev/null', cache)).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
    const torn = archive([{ ...STATE, content: 'x'.repeat(100_000) }]);
    const { truncateSync } = await import('node:fs');
    truncateSync(torn, Math.floor(statSync(torn).size / 2));
    await expect(openPackedIndex(torn, cache)).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
    await expect(openPackedIndex(archive([{ name: 'readme', content: 'x' }]), cache)).rejects.toMatchObject({
      code: 'NO_INDEX',
    });
    const two = archive([STATE, { name: 'other/repo_state.json', content: '{}' }]);
    await expect(openPackedIndex(two, cache)).rejects.toThrow(/holds 2 indexes/);
    expect(listing(cache)).toEqual(['artifacts']);
  });

  it('links in a directory that the user names are not followed to look for one', async () => {
    const [named, elsewhere] = [tempDir(), tempDir()];
    mkdirSync(join(elsewhere, 'store'));
    writeFileSync(join(elsewhere, 'store', 'repo_state.json'), '{}');
    symlinkSync(elsewhere, join(named, 'link'));
    await expect(openPackedIndex(named, tempDir())).rejects.toMatchObject({ code: 'NO_INDEX' });
  });
});
