/** Archives are hostile input: what differs from its manifest by a byte is refused, and nothing is left of it. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
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
  readAllPacked,
  smallPacked,
  takeApart,
} from '../../helpers/craftArtifact.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const good = await smallPacked();
const parts = takeApart(good);
const VIEW = 'view.json.gz';
/** Where the last member ends. */
const END = Buffer.concat(parts.flatMap(({ name, content }) => entry(name, content))).length;

function fileOf(tar: Buffer): string {
  const file = join(tempDir(), 'index.tar');
  writeFileSync(file, tar);
  return file;
}

/** The manifest, view.json.gz or another member, changed. */
function changed(name: string, change: (text: string) => string, from = parts): Buffer {
  const isPacked = name.endsWith('.gz');
  const content = (member: CraftedMember): Buffer => {
    const bytes = isPacked ? gunzipSync(member.content) : member.content;
    const out = Buffer.from(change(bytes.toString('latin1')), 'latin1');
    return isPacked ? gzipSync(out) : out;
  };
  return putTogether(from.map((member) => (member.name === name ? { name, content: content(member) } : member)));
}

function replacedView(content: Buffer): Buffer {
  return putTogether(parts.map((member) => (member.name === VIEW ? { name: VIEW, content } : member)));
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

const NAMES = [VIEW, 'search.segment.z', 'commits.json.gz'];

describe('a hostile archive', () => {
  it.each<[string, Buffer, RegExp]>([
    [
      'an absolute path',
      inserted(...entry('/tmp/planted', Buffer.from('x'))),
      /where its manifest says view\.json\.gz/,
    ],
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
      Buffer.concat([good.subarray(0, END), ...entry(VIEW, parts[1]!.content), Buffer.alloc(1024)]),
      /follows its end/,
    ],
    [
      'a member that its manifest does not name',
      inserted(...entry('rows/000009.json.br', Buffer.from('{}'))),
      /where its manifest says/,
    ],
    ['another size', header(good, 124, '00000007777'), /no packed index/],
    ['no manifest', putTogether(parts.slice(1), false), /no packed index/],
    ['bytes between its members', header(good, 512 + parts[0]!.content.length, 'x'), /hides bytes/],
    ['something behind its end', Buffer.concat([good, Buffer.alloc(512, 'more')]), /follows its end/],
    ['a bomb behind its end', Buffer.concat([good, Buffer.alloc(2 ** 21)]), /follows its end/],
    ['an end too early', good.subarray(0, good.length - 2000), /ends too early|lacks|ends before/],
    ['nothing', Buffer.alloc(0), /is empty/],
    ['zeros', Buffer.alloc(5000), /no packed index/],
    ['no tar', Buffer.alloc(5000, 'x'), /no packed index/],
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
    ['a view that is no gzip', replacedView(Buffer.from('hello, world')), /members that are torn/],
    ['a view that is cut off', replacedView(parts[1]!.content.subarray(0, -5)), /members that are torn/],
    ['a view that unpacks to a bomb', replacedView(gzipSync(Buffer.alloc(2 ** 27))), /unpack to too much/],
    [
      'a path that leaves its repository',
      changed(VIEW, (json) => json.replace('src/f0.py', '../f0.py')),
      /impossible file/,
    ],
    ['an absolute path of a file', changed(VIEW, (json) => json.replace('src/f0.py', '/rc/f0.py')), /impossible file/],
    ['files out of order', changed(VIEW, (json) => json.replace('src/f0.py', 'src/f9.py')), /out of order/],
    [
      'another segment',
      changed('manifest.json', (json) => json.replace(/"segment":"..../, '"segment":"0000')),
      /segment/,
    ],
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

  it.each([
    [9, 'newer', 'update cora'],
    [1, 'older', 'cora pack'],
  ])('of format %s names the tool that wrote it and what to do', async (format, age, hint) => {
    const tar = changed('manifest.json', (json) => json.replace('"formatVersion":2', `"formatVersion":${format}`));
    await expect(unpackIndex(fileOf(tar), join(tempDir(), 'index'))).rejects.toMatchObject({
      code: 'INCOMPATIBLE_INDEX',
      exitCode: 4,
      message: expect.stringContaining(`format ${format}, which is ${age}`),
      hint: expect.stringContaining(hint),
    });
  });

  it.each([
    ['names a member that is too large', NAMES, 2 ** 40],
    ['names a member twice', [VIEW, VIEW, VIEW], 1],
    ['names a member that no index has', ['../../planted'], 1],
    ['names a member that no index has', ['files.json'], 1],
    ['names its members in another order', NAMES.toReversed(), 1],
    ['names its members in another order', [VIEW], 1],
  ])('whose manifest %s is refused before anything of it is read', async (message, names, size) => {
    const members = names.map((name) => ({ name, size, sha256: '0'.repeat(64) }));
    const manifest = { ...JSON.parse(parts[0]!.content.toString('utf8')), members };
    const tar = putTogether([{ name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) }], false);
    await expect(readAllPacked(tar)).rejects.toThrow(message);
  });

  it.each([
    [{ search: false }, 'was packed without search tables (--no-search), which this Cora does not read'],
    [{ text: false }, 'promises a search without text'],
  ])('that says %o of itself is refused with the reason', async (said, message) => {
    const tar = changed('manifest.json', (json) => JSON.stringify({ ...JSON.parse(json), ...said }));
    await expect(readAllPacked(tar)).rejects.toThrow(message);
  });

  it.each([gzipSync(good), Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])])(
    'that is compressed as a whole is refused with what a packed index is',
    async (bytes) => {
      const file = fileOf(bytes);
      expect(await verifyArtifact(file)).toMatchObject({
        ok: false,
        problem: `${file} is refused: it is no packed index (.tar), which is compressed inside and not as a whole.`,
      });
    },
  );

  it('with the rows of a blob twice is refused', async () => {
    const twice = takeApart(await smallPacked({ names: ['1'.repeat(40), '1'.repeat(40)] }));
    const tar = changed(VIEW, (json) => json.replace('["src/f1.py",0]', '["src/f1.py",1]'), twice);
    expect((await verifyArtifact(fileOf(tar))).problem).toMatch(/holds a blob twice/);
  });

  it('is the only kind that is refused', async () => {
    const { manifest, view } = await readAllPacked(good);
    expect(manifest.counts).toEqual({ files: 2, chunks: 4, bytes: 100 });
    expect(view.files.map(({ path }) => path)).toEqual(['src/f0.py', 'src/f1.py']);
    expect(await verifyArtifact(fileOf(Buffer.concat([good, Buffer.alloc(10_240)])))).toMatchObject({ ok: true });
  });
});
