/** Archives are hostile input: what differs from its manifest by a byte is refused, and nothing is left of it. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { openNamedStore } from '../../../src/session/namedIndex.ts';
import { tarHeader } from '../../../src/share/artifact/archive.ts';
import { unpackIndex } from '../../../src/share/unpackIndex.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import {
  type CraftedMember,
  entry,
  putTogether,
  readAll,
  smallArtifact,
  takeApart,
} from '../../helpers/craftArtifact.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const good = await smallArtifact();
const parts = takeApart(good);

/** Quickly: with its best quality a bomb takes seconds. */
function pressed(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

function fileOf(tar: Buffer, name = 'index.tar.gz'): string {
  const file = join(tempDir(), name);
  writeFileSync(file, gzipSync(tar, { level: 1 }));
  return file;
}

/** The manifest, files.json, rows, vectors; one of them changed. */
function changed(name: string, change: (text: string) => string): Buffer {
  const isRows = name.endsWith('.br');
  const content = (member: CraftedMember): Buffer => {
    const bytes = isRows ? brotliDecompressSync(member.content) : member.content;
    const out = Buffer.from(change(bytes.toString('latin1')), 'latin1');
    return isRows ? pressed(out) : out;
  };
  return putTogether(parts.map((member) => (member.name === name ? { name, content: content(member) } : member)));
}

function replacedRows(content: Buffer): Buffer {
  return putTogether(parts.map((member, at) => (at === 2 ? { name: member.name, content } : member)));
}

/** A header that tar itself would write for something that is no plain file. */
function special(name: string, type: string, link = ''): Buffer {
  const header = tarHeader(name, 0);
  header.write(type, 156);
  header.write(link, 157);
  header.write('        ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Between the manifest and the rest. */
function inserted(...blocks: Buffer[]): Buffer {
  const [manifest, ...rest] = parts as [CraftedMember, ...CraftedMember[]];
  const after = rest.flatMap(({ name, content }) => entry(name, content));
  return Buffer.concat([...entry(manifest.name, manifest.content), ...blocks, ...after, Buffer.alloc(1024)]);
}

const header = (tar: Buffer, at: number, text: string): Buffer => {
  const copy = Buffer.from(tar);
  copy.write(text, at);
  return copy;
};

describe('a hostile archive', () => {
  it.each<[string, Buffer, RegExp]>([
    ['an absolute path', inserted(...entry('/tmp/planted', Buffer.from('x'))), /where its manifest says files\.json/],
    ['a path through ..', inserted(...entry('../planted', Buffer.from('x'))), /where its manifest says/],
    ['a backslash path', inserted(...entry('..\\planted', Buffer.from('x'))), /where its manifest says/],
    ['a symbolic link', inserted(special('link', '2', '/etc/passwd')), /a symbolic link \("link"\)/],
    ['a hard link', inserted(special('link', '1', '/etc/passwd')), /a hard link/],
    ['a device', inserted(special('device', '3')), /a device/],
    ['a FIFO', inserted(special('fifo', '6')), /a FIFO/],
    ['a directory', inserted(special('rows/', '5')), /a directory/],
    ['a long name', inserted(special('././@LongLink', 'L')), /an entry of type/],
    ['an extended header', inserted(special('x', 'x')), /an entry of type/],
    ['a sparse file', inserted(special('x', 'S')), /an entry of type/],
    [
      'a member twice',
      Buffer.concat([good.subarray(0, -1024), ...entry('rows/000000.json.br', parts[2]!.content), Buffer.alloc(1024)]),
      /more than its manifest names/,
    ],
    [
      'a member that its manifest does not name',
      inserted(...entry('rows/000009.json.br', Buffer.from('{}'))),
      /where its manifest says/,
    ],
    ['another size', header(good, 124, '00000007777'), /not a tar archive/],
    ['no manifest', putTogether(parts.slice(1), false), /first member is not manifest\.json/],
    ['bytes between its members', header(good, 512 + parts[0]!.content.length, 'x'), /hides bytes/],
    ['something behind its end', Buffer.concat([good, Buffer.from('more')]), /follows its end/],
    ['a bomb behind its end', Buffer.concat([good, Buffer.alloc(2 ** 21)]), /follows its end/],
    ['an end too early', good.subarray(0, good.length - 2000), /ends too early|lacks|ends before/],
    ['nothing', Buffer.alloc(0), /ends too early/],
    ['zeros', Buffer.alloc(5000), /first member is not/],
    ['no tar', Buffer.alloc(5000, 'x'), /not a tar archive/],
    [
      'a manifest that is no JSON',
      putTogether([{ name: 'manifest.json', content: Buffer.from('{') }, ...parts.slice(1)]),
      /no JSON/,
    ],
    [
      'a manifest that is a list',
      putTogether([{ name: 'manifest.json', content: Buffer.from('[]') }, ...parts.slice(1)]),
      /no JSON object/,
    ],
    [
      'a manifest without a commit',
      changed('manifest.json', (json) => json.replace('"commit"', '"comit"')),
      /not one of Cora/,
    ],
    ['a wrong digest', changed('manifest.json', (json) => json.replace(/"digest":"..../, '"digest":"0000')), /digest/],
    [
      'a wrong count of chunks',
      changed('manifest.json', (json) => json.replace('"chunks":4', '"chunks":5')),
      /counts other chunks/,
    ],
    [
      'a wrong count of files',
      changed('manifest.json', (json) => json.replace('"files":2', '"files":3')),
      /counts other files/,
    ],
    [
      'another vector length',
      changed('manifest.json', (json) => json.replace('"dimensions":4', '"dimensions":5')),
      /vectors have another length/,
    ],
    [
      'no dimensions',
      changed('manifest.json', (json) => json.replace('"dimensions":4', '"dimensions":0')),
      /vector length/,
    ],
    [
      'vectors that are no numbers',
      changed('vectors/000000.bin', (bytes) => `\0${'\x7f'.repeat(bytes.length - 1)}`),
      /vectors holds a value/,
    ],
    [
      'vectors of another row',
      changed('vectors/000000.bin', (bytes) => `${bytes.slice(0, 3)}\x01${bytes.slice(4)}`),
      /digest/,
    ],
    ['other text', changed('rows/000000.json.br', (json) => json.replace('return 1', 'return 2')), /digest/],
    [
      'rows of a blob twice',
      changed('rows/000000.json.br', (json) => json.replace('2'.repeat(40), '1'.repeat(40))),
      /another blob than the next/,
    ],
    [
      'rows of a blob that no path has',
      changed('rows/000000.json.br', (json) => json.replace('2'.repeat(40), '3'.repeat(40))),
      /another blob than the next/,
    ],
    [
      'a file without rows',
      changed('files.json', (json) => json.replace('2'.repeat(40), '3'.repeat(40))),
      /another blob than the next/,
    ],
    [
      'more rows than columns',
      changed('rows/000000.json.br', (json) => json.replace(/"python",2/, '"python",3')),
      /impossible kind/,
    ],
    [
      'an absurd number of rows',
      changed('rows/000000.json.br', (json) => json.replace(/"python",2/, '"python",999999999')),
      /rows of no blob/,
    ],
    [
      'a negative range',
      changed('rows/000000.json.br', (json) => json.replace('"startByte":[0', '"startByte":[-1')),
      /impossible startByte/,
    ],
    [
      'a range that ends before it begins',
      changed('rows/000000.json.br', (json) => json.replace('"endByte":[26', '"endByte":[0')),
      /impossible range/,
    ],
    [
      'the same range twice',
      changed('rows/000000.json.br', (json) =>
        json.replace('"startByte":[0,30', '"startByte":[0,0').replace('"endByte":[26,56', '"endByte":[26,26'),
      ),
      /impossible range/,
    ],
    [
      'an unknown kind',
      changed('rows/000000.json.br', (json) => json.replace('"function"', '"__proto__"')),
      /impossible kind/,
    ],
    ['rows that are no Brotli', replacedRows(Buffer.from('hello, world')), /rows that are torn/],
    ['rows that are cut off', replacedRows(parts[2]!.content.subarray(0, -5)), /rows that are torn/],
    ['rows that unpack to a bomb', replacedRows(pressed(Buffer.alloc(2 ** 27))), /unpack to too much/],
    ['rows that are no JSON', changed('rows/000000.json.br', () => '{'), /rows that are no JSON/],
    [
      'a reference of no kind',
      changed('rows/000000.json.br', (json) => json.replace('"call","client"', '{"toString":false}')),
      /impossible references/,
    ],
    [
      'a number for a name',
      changed('rows/000000.json.br', (json) => json.replace('"symbol":["f00"', '"symbol":[7')),
      /impossible symbol/,
    ],
    ['a column less', changed('rows/000000.json.br', (json) => json.replace('"doc":', '"dot":')), /impossible doc/],
    [
      'a path that leaves its repository',
      changed('files.json', (json) => json.replace('src/f0.py', '../f0.py')),
      /impossible file/,
    ],
    [
      'an absolute path of a file',
      changed('files.json', (json) => json.replace('src/f0.py', '/rc/f0.py')),
      /impossible file/,
    ],
    ['files out of order', changed('files.json', (json) => json.replace('src/f0.py', 'src/f9.py')), /out of order/],
  ])('with %s is refused, and nothing is left of it', async (_, tar, message) => {
    const file = fileOf(tar);
    const report = await verifyArtifact(file);
    expect(report).toMatchObject({ ok: false, problem: expect.stringMatching(message) });
    expect(report.problem).toContain(file);
    const [target, cache] = [join(tempDir(), 'index'), tempDir()];
    await expect(unpackIndex(file, target)).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
    expect(readdirSync(join(target, '..'))).toEqual([]);
    await expect(openNamedStore(file, { env: process.env, cacheDir: cache, log: silentLog })).rejects.toMatchObject({
      code: expect.stringMatching(/^(BAD_ARTIFACT|NO_INDEX)$/),
    });
    expect(readdirSync(cache, { recursive: true }).filter((name) => name !== 'artifacts')).toEqual([]);
  });

  it('of a newer format names the tool that wrote it and what to do', async () => {
    const tar = changed('manifest.json', (json) => json.replace('"formatVersion":1', '"formatVersion":9'));
    await expect(unpackIndex(fileOf(tar), join(tempDir(), 'index'))).rejects.toMatchObject({
      code: 'INCOMPATIBLE_INDEX',
      exitCode: 4,
      message: expect.stringMatching(/format 9, which is newer/),
      hint: expect.stringContaining('update cora'),
    });
  });

  it.each([
    [
      'names more members than an index can have',
      (at: number) => `rows/${String(at).padStart(6, '0')}.json.br`,
      1,
      200_001,
    ],
    [
      'names a member that is too large',
      (at: number) => ['files.json', 'rows/000000.json.br', 'vectors/000000.bin'][at]!,
      2 ** 40,
      3,
    ],
    ['names a member twice', () => 'files.json', 1, 3],
    ['names a member that no index has', () => '../../planted', 1, 3],
    [
      'names its members in another order',
      (at: number) => ['vectors/000000.bin', 'files.json', 'rows/000000.json.br'][at]!,
      1,
      3,
    ],
  ])('whose manifest %s is refused before anything of it is read', async (message, name, size, count) => {
    const members = Array.from({ length: count }, (_, at) => ({ name: name(at), size, sha256: '0'.repeat(64) }));
    const manifest = { ...JSON.parse(parts[0]!.content.toString('utf8')), members };
    const tar = putTogether([{ name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) }], false);
    await expect(readAll(tar)).rejects.toThrow(message);
  });

  it('that goes on for ever is left after the first byte too many', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield good.subarray(0, -1024);
      for (; given < 1e9; given += 65_536) yield Buffer.alloc(65_536);
    }
    await expect(readAll(endless())).rejects.toThrow(/follows its end/);
    expect(given).toBeLessThan(4e6);
  });

  it('is the only kind that is refused', async () => {
    const { manifest, files } = await readAll(good);
    expect(manifest.counts).toEqual({ files: 2, chunks: 4, bytes: 100 });
    expect(files.files.map(({ path }) => path)).toEqual(['src/f0.py', 'src/f1.py']);
    expect(await verifyArtifact(fileOf(Buffer.concat([good, Buffer.alloc(10_240)])))).toMatchObject({ ok: true });
  });
});
